package text

import (
	"unicode"
	"unicode/utf8"
)

// Kind says how a token came about.
type Kind uint8

// The kinds of token.
const (
	Word  Kind = iota // a word by itself
	Part              // a part of a compound: an identifier, a path, a version
	Whole             // the compound as it is written, beside its parts
	Gram              // neighbouring characters of a script without blanks
	Char              // one such character beside its pairs
)

// Token is one term in a text.
type Token struct {
	Term       []byte // in normal form; valid until the next token
	Start, End int    // bytes of the text
	Pos        int    // number of the word or character, from 0
	Kind       Kind
}

// Scanner finds tokens. The zero value is ready; a Scanner is for one goroutine
// at a time and keeps its buffers.
type Scanner struct {
	tok  Token
	buf  []byte
	emit func(*Token)

	parts []span
	runes []runeAt
}

type span struct{ from, to int }

type runeAt struct {
	r        rune
	from, to int
}

// Scan calls emit for each token of s, in order of position, and returns the
// number of positions: the length of the text in words and characters.
func (sc *Scanner) Scan(s string, emit func(*Token)) int {
	sc.emit = emit
	pos := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			switch asciiClass[c] {
			case asciiOther, asciiJoin:
				i++
				continue
			case asciiLead: // '.' or '@' may begin a name: .env, @scope/pkg
				if i+1 < len(s) && isASCIILetter(s[i+1]) && (i == 0 || leadsName(s[i-1])) {
					i, pos = sc.compound(s, i, i+1, pos)
				} else {
					i++
				}
				continue
			}
			// The common case: a plain lower-case or capitalised word.
			j := i + 1
			for j < len(s) && asciiClass[s[j]] == asciiLower {
				j++
			}
			if j == len(s) || asciiClass[s[j]] == asciiOther && s[j] < utf8.RuneSelf {
				if j-i <= maxTerm {
					sc.buf = append(sc.buf[:0], lowerASCII[c])
					sc.buf = append(sc.buf, s[i+1:j]...)
					sc.tok = Token{Term: sc.buf, Start: i, End: j, Pos: pos}
					emit(&sc.tok)
				} else {
					sc.send(s, i, j, pos, Word)
				}
				pos++
				i = j
				continue
			}
			i, pos = sc.compound(s, i, i, pos)
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		switch classOf(r) {
		case letter, digit, mark:
			i, pos = sc.compound(s, i, i, pos)
		case han:
			i, pos = sc.pairs(s, i, pos)
		case unspaced:
			i, pos = sc.clusters(s, i, pos)
		case hangul:
			i, pos = sc.hangul(s, i, pos)
		default:
			i += n
		}
	}
	return pos
}

// send emits s[from:to] as one token.
func (sc *Scanner) send(s string, from, to, pos int, kind Kind) {
	sc.buf = appendNormal(sc.buf[:0], s[from:to])
	if len(sc.buf) == 0 {
		return
	}
	sc.tok = Token{Term: sc.buf, Start: from, End: to, Pos: pos, Kind: kind}
	sc.emit(&sc.tok)
}

// pairs emits the characters of a run of Han and kana and all pairs of
// neighbours. Character by character every word is found; pairs are close to
// words and far more telling.
func (sc *Scanner) pairs(s string, i, pos int) (next, nextPos int) {
	sc.runes = sc.runes[:0]
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		c := classOf(r)
		if c == ignored {
			i += n
			continue
		}
		if c != han && r != 0x3099 && r != 0x309A && r != 0xFF9E && r != 0xFF9F {
			break
		}
		if c != han || r == 0xFF9E || r == 0xFF9F {
			// A voicing mark belongs to the kana before it.
			if k := len(sc.runes); k > 0 {
				m := rune(0x3099)
				if r == 0x309A || r == 0xFF9F {
					m = 0x309A
				}
				sc.runes[k-1].r = composeKana(sc.runes[k-1].r, m)
				sc.runes[k-1].to = i + n
			}
			i += n
			continue
		}
		sc.runes = append(sc.runes, runeAt{wideRune(r), i, i + n})
		i += n
	}
	rs := sc.runes
	kind := Char
	if len(rs) == 1 {
		kind = Word
	}
	for k := range rs {
		sc.gram(rs[k:k+1], pos+k, kind)
		if k+1 < len(rs) {
			sc.gram(rs[k:k+2], pos+k, Gram)
		}
	}
	return i, pos + len(rs)
}

func (sc *Scanner) gram(rs []runeAt, pos int, kind Kind) {
	sc.buf = sc.buf[:0]
	for _, r := range rs {
		sc.buf = utf8.AppendRune(sc.buf, r.r)
	}
	sc.tok = Token{Term: sc.buf, Start: rs[0].from, End: rs[len(rs)-1].to, Pos: pos, Kind: kind}
	sc.emit(&sc.tok)
}

// clusters emits overlapping groups of two and three characters (with their
// vowel signs) of scripts without blanks whose words are longer than two.
func (sc *Scanner) clusters(s string, i, pos int) (next, nextPos int) {
	sc.parts = sc.parts[:0]
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		c := classOf(r)
		if c != unspaced && c != mark && c != ignored {
			break
		}
		if k := len(sc.parts); k > 0 && (unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Mc, r) || c == ignored) {
			sc.parts[k-1].to = i + n
		} else {
			sc.parts = append(sc.parts, span{i, i + n})
		}
		i += n
	}
	ps := sc.parts
	if len(ps) == 1 {
		sc.send(s, ps[0].from, ps[0].to, pos, Word)
	}
	for k := range ps {
		if k+1 < len(ps) {
			kind := Gram
			if len(ps) == 2 {
				kind = Word
			}
			sc.send(s, ps[k].from, ps[k+1].to, pos+k, kind)
		}
		if k+2 < len(ps) {
			sc.send(s, ps[k].from, ps[k+2].to, pos+k, Gram)
		}
	}
	return i, pos + len(ps)
}

// hangul emits a Korean word and, since particles and other words are attached
// to it, its pairs of syllables.
func (sc *Scanner) hangul(s string, i, pos int) (next, nextPos int) {
	start := i
	sc.parts = sc.parts[:0]
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		c := classOf(r)
		if c != hangul && c != ignored {
			break
		}
		// Conjoining vowels and finals belong to the syllable before them.
		if k := len(sc.parts); k > 0 && (r >= 0x1160 && r <= 0x11FF || c == ignored) {
			sc.parts[k-1].to = i + n
		} else {
			sc.parts = append(sc.parts, span{i, i + n})
		}
		i += n
	}
	ps := sc.parts
	if len(ps) <= 2 {
		sc.send(s, start, i, pos, Word)
		return i, pos + 1
	}
	sc.send(s, start, i, pos, Whole)
	for k := range len(ps) - 1 {
		sc.send(s, ps[k].from, ps[k+1].to, pos, Gram)
	}
	return i, pos + 1
}
