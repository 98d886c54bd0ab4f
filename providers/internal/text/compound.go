package text

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const (
	asciiOther = iota // separates
	asciiLower
	asciiUpper
	asciiDigit
	asciiJoin // may stand inside a name
	asciiLead // may begin one
	asciiHigh // not ASCII
)

// asciiClass sorts bytes for the scanner's fast path.
var asciiClass = func() (t [256]uint8) {
	for i := range t {
		switch {
		case 'a' <= i && i <= 'z':
			t[i] = asciiLower
		case 'A' <= i && i <= 'Z':
			t[i] = asciiUpper
		case '0' <= i && i <= '9':
			t[i] = asciiDigit
		case i >= utf8.RuneSelf:
			t[i] = asciiHigh
		}
	}
	for _, c := range "_-:/'&+#" {
		t[c] = asciiJoin
	}
	t['.'], t['@'] = asciiLead, asciiLead
	return t
}()

// isJoiner says whether c may stand between the parts of a name.
func isJoiner(c byte) bool {
	switch c {
	case '_', '-', '.', ':', '/', '\'', '@', '&', '+':
		return true
	}
	return false
}

func isASCIILetter(c byte) bool {
	return asciiClass[c] == asciiLower || asciiClass[c] == asciiUpper
}

// leadsName says whether a name such as .env may begin behind c.
func leadsName(c byte) bool {
	switch c {
	case ' ', '\t', '\n', '\r', '(', '[', '{', '"', '`', '\'', '*', '/', '=', ',', '|', '>':
		return true
	}
	return false
}

// maxParts is how many parts of a name are taken together.
const maxParts = 24

// compound emits the word or name that begins at lead (its first word rune is
// at i): the parts, and the whole beside them. It returns where it ends.
func (sc *Scanner) compound(s string, lead, i, pos int) (next, nextPos int) {
	parts := sc.parts[:0]
	end := i
	for {
		from := end
		end = wordEnd(s, from)
		parts = append(parts, span{from, end})
		if len(parts) == maxParts {
			break
		}
		n := joinerAt(s, end)
		if n == 0 {
			break
		}
		end += n
	}
	sc.parts = parts
	to := end
	if lead < i && s[lead] == '@' && len(parts) == 1 {
		lead = i // a mention, not a scope
	}
	// C#, C++, g++
	if len(parts) == 1 && to-i <= 3 && to < len(s) {
		n := 0
		switch {
		case s[to] == '#':
			n = 1
		case s[to] == '+' && to+1 < len(s) && s[to+1] == '+':
			n = 2
		}
		if n > 0 && (to+n == len(s) || !startsWord(s[to+n:])) && isASCIILetter(s[i]) {
			to += n
		}
	}
	if len(parts) == 1 && lead == i && to == end {
		return to, sc.name(s, parts[0], pos, Word)
	}
	return max(to, i+1), sc.joined(s, lead, to, pos)
}

// joined emits the parts in sc.parts, the names that slashes separate, and the
// whole from lead to to.
func (sc *Scanner) joined(s string, lead, to, pos int) int {
	parts := sc.parts
	if len(parts) >= 2 && isApostrophe(s, parts[0].to) {
		return sc.elided(s, to, pos)
	}
	// Whole names: of everything when it is short, else of each segment of a
	// path.
	slashes := 0
	for k := 1; k < len(parts); k++ {
		if s[parts[k-1].to] == '/' {
			slashes++
		}
	}
	whole := slashes <= 1 && len(parts) <= 8
	if whole {
		sc.send(s, lead, to, pos, Whole)
	}
	first := 0
	for k := 1; k <= len(parts) && slashes > 0; k++ {
		if k < len(parts) && s[parts[k-1].to] != '/' {
			continue
		}
		if n := k - first; n > 1 && n <= 8 {
			sc.send(s, parts[first].from, parts[k-1].to, pos+first, Whole)
		}
		first = k
	}
	for k := range len(parts) {
		pos = sc.name(s, sc.parts[k], pos, Part)
	}
	return pos
}

// elided emits words with an apostrophe: "don't" is one word, "l'école" and
// "Peter's" are the word without the rest.
func (sc *Scanner) elided(s string, to, pos int) int {
	ps := sc.parts
	for k := 0; k < len(ps); k++ {
		p := ps[k]
		if k+1 < len(ps) && isApostrophe(s, p.to) {
			n := ps[k+1].to - ps[k+1].from
			short := p.to-p.from <= 2
			switch rest := s[ps[k+1].from:ps[k+1].to]; {
			case n == 1 && (rest == "s" || rest == "S"):
				pos = sc.name(s, p, pos, Word)
				k++
				continue
			case isContraction(rest):
				sc.buf = appendNormal(sc.buf[:0], s[p.from:p.to])
				sc.buf = appendNormal(sc.buf, rest)
				sc.tok = Token{Term: sc.buf, Start: p.from, End: ps[k+1].to, Pos: pos, Kind: Word}
				sc.emit(&sc.tok)
				pos++
				k++
				continue
			case short:
				continue // an article: l', d', qu'
			}
		}
		pos = sc.name(s, p, pos, Part)
	}
	return pos
}

func isContraction(s string) bool {
	switch s {
	case "t", "re", "ve", "ll", "d", "m":
		return true
	}
	return false
}

func isApostrophe(s string, i int) bool {
	return i < len(s) && (s[i] == '\'' || len(s) >= i+3 && s[i:i+3] == "’")
}

// name emits a word and, when it is written in camelCase or with digits, its
// parts.
func (sc *Scanner) name(s string, p span, pos int, kind Kind) int {
	sc.buf = appendNormal(sc.buf[:0], s[p.from:p.to])
	if len(sc.buf) == 0 {
		return pos
	}
	cuts, n := splitCase(s[p.from:p.to])
	if n > 1 {
		kind = Whole
	}
	sc.tok = Token{Term: sc.buf, Start: p.from, End: p.to, Pos: pos, Kind: kind}
	sc.emit(&sc.tok)
	if n <= 1 {
		return pos + 1
	}
	from := 0
	for k := range n {
		to := p.to - p.from
		if k+1 < n {
			to = int(cuts[k])
		}
		// A lone letter or digit says nothing.
		if to-from > 1 {
			sc.send(s, p.from+from, p.from+to, pos, Part)
			pos++
		}
		from = to
	}
	return pos
}

const maxPieces = 6

// splitCase cuts at changes of case and between letters and digits. It returns
// the ends of the pieces but the last, and their number: 1 when s is one word
// or has so many pieces that it is no name but encoded data.
func splitCase(s string) (cuts [maxPieces]uint8, n int) {
	if len(s) > 100 {
		return cuts, 1
	}
	n = 1
	var prev, prevPrev uint8
	for i := range len(s) {
		c := asciiClass[s[i]]
		if c == asciiHigh {
			c = asciiLower
			if r, size := utf8.DecodeRuneInString(s[i:]); size > 1 && unicode.IsUpper(r) {
				c = asciiUpper
			} else if size <= 1 {
				c = prev // inside a rune
			}
		}
		cut := -1
		switch {
		case i == 0:
		case prev == asciiLower && c == asciiUpper:
			cut = i
		case prev == asciiUpper && c == asciiLower && prevPrev == asciiUpper:
			cut = i - 1
		case (prev == asciiDigit) != (c == asciiDigit):
			cut = i
		}
		if cut > 0 && (n == 1 || cut > int(cuts[n-2])) {
			if n == maxPieces {
				return cuts, 1
			}
			cuts[n-1] = uint8(cut)
			n++
		}
		if utf8.RuneStart(s[i]) {
			prevPrev, prev = prev, c
		}
	}
	return cuts, n
}

// wordEnd is the end of the run of letters, digits and marks at i.
func wordEnd(s string, i int) int {
	for i < len(s) {
		c := s[i]
		if c < utf8.RuneSelf {
			switch asciiClass[c] {
			case asciiLower, asciiUpper, asciiDigit:
				i++
				continue
			}
			return i
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if !classOf(r).wordy() {
			return i
		}
		i += n
	}
	return i
}

// joinerAt is the length of the joiner at i when a word follows it, else 0.
func joinerAt(s string, i int) int {
	if i >= len(s) {
		return 0
	}
	n := 0
	switch {
	case isJoiner(s[i]):
		n = 1
	case isApostrophe(s, i):
		n = 3
	default:
		return 0
	}
	if i+n < len(s) && startsWord(s[i+n:]) {
		return n
	}
	return 0
}

func startsWord(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	c := classOf(r)
	return c == letter || c == digit
}

// composeKana puts a voicing mark on a kana.
func composeKana(r, m rune) rune {
	var b [8]byte
	out := norm.NFC.Bytes(utf8.AppendRune(utf8.AppendRune(b[:0], r), m))
	c, n := utf8.DecodeRune(out)
	if n < len(out) {
		return r
	}
	return c
}
