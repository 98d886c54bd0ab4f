package direct

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The bounds of a query, as GBrain's own.
const (
	maxBytes = 64_000
	maxTerms = 256
)

// bounded keeps a query within the bounds.
func bounded(s string) string {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, " "), "\x00", " ")
	if len(s) > maxBytes {
		cut := maxBytes
		for !utf8.RuneStart(s[cut]) {
			cut--
		}
		s = s[:cut]
	}
	if f := strings.Fields(s); len(f) > maxTerms {
		return strings.Join(f[:maxTerms], " ")
	}
	return s
}

// cjk says whether the text search cannot split the text into words.
func cjk(s string) bool {
	return strings.ContainsFunc(s, isCJK)
}

func isCJK(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// either joins the tokens by OR for the second try. It is "" when there is
// nothing to loosen: one token, or the user's own operators.
func either(s string) string {
	tokens := strings.Fields(s)
	if len(tokens) < 2 || strings.ContainsRune(s, '"') {
		return ""
	}
	for _, t := range tokens {
		if t[0] == '-' {
			return ""
		}
	}
	return strings.Join(tokens, " OR ")
}

// unfinished splits the last word off, for a search while it is being typed:
// as a term that matches what begins with it. term is "" when the last word
// has nothing to search for.
func unfinished(s string) (rest, term string) {
	i := strings.LastIndexFunc(s, unicode.IsSpace)
	rest, word := s[:i+1], s[i+1:]
	word = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) {
			return r
		}
		return -1
	}, word)
	if word == "" {
		return s, ""
	}
	return rest, word + ":*"
}

// pieces are the terms that are looked for by ILIKE.
func pieces(s string) []string {
	var out []string
	for _, t := range strings.Fields(s) {
		if t = strings.Trim(t, `"'.,;:!?()[]{}。、！？「」`); t != "" && len(out) < 32 {
			out = append(out, t)
		}
	}
	return out
}

// loose splits terms of CJK text into overlapping pairs of characters, for the
// second try: a sentence without blanks is one term, and no page has it whole.
func loose(terms []string) []string {
	var out []string
	for _, t := range terms {
		rs := []rune(t)
		if !cjk(t) || len(rs) < 3 {
			out = append(out, t)
			continue
		}
		for i := 0; i+1 < len(rs) && len(out) < 32; i++ {
			if isCJK(rs[i]) && isCJK(rs[i+1]) {
				out = append(out, string(rs[i:i+2]))
			}
		}
	}
	return out
}

// like makes a pattern that matches the text anywhere.
func like(s string) string {
	return "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(s) + "%"
}

func likes(terms []string) []string {
	out := make([]string, len(terms))
	for i, t := range terms {
		out[i] = like(t)
	}
	return out
}
