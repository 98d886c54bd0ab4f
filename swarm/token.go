package swarm

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxQueryRunes is how much of a query is read; what is longer is cut at a
// blank. A pasted stack trace fits, a pasted file does not.
const MaxQueryRunes = 2000

// token is one blank-separated word of a query.
type token struct {
	text   string // as written
	low    string // lower case, without the punctuation around it
	quoted bool   // from a quoted phrase: never a signal or a time
	ends   bool   // punctuation follows, so the next word begins something new
}

func newToken(text string, quoted bool) token {
	bare := strings.TrimRight(text, ",.?!;:。？！，；…")
	t := token{text: text, quoted: quoted, ends: len(bare) < len(text)}
	t.low = strings.ReplaceAll(strings.ToLower(strings.TrimLeft(bare, "¿¡")), "’", "'")
	return t
}

// plainTokens splits at blanks.
func plainTokens(s string) []token {
	fields := strings.Fields(s)
	out := make([]token, len(fields))
	for i, f := range fields {
		out[i] = newToken(f, false)
	}
	return out
}

func join(ts []token) string {
	var b strings.Builder
	for i, t := range ts {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(t.text)
	}
	return b.String()
}

// joinBare joins without the punctuation that ends the last word.
func joinBare(ts []token) string {
	return strings.TrimSpace(strings.TrimRight(join(ts), ",.?!;:。？！，；…"))
}

// clean makes any bytes a query: invalid UTF-8, control and invisible
// formatting characters become blanks, and the length is capped. Joiners stay,
// since emoji and several scripts are spelled with them.
func clean(s string) string {
	var b strings.Builder
	b.Grow(min(len(s), 4*MaxQueryRunes))
	n, lastBlank := 0, 0
	for i, r := range s {
		if n == MaxQueryRunes {
			if cut := b.String(); lastBlank > len(cut)/2 && !startsBlank(s[i:]) {
				return cut[:lastBlank]
			}
			break
		}
		n++
		switch {
		case r == utf8.RuneError, unicode.IsControl(r), unicode.IsSpace(r), r == '\ufeff', r == '\u200b', r == '\u2060':
			r = ' '
			lastBlank = b.Len()
		}
		b.WriteRune(r)
	}
	return b.String()
}

func startsBlank(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsSpace(r)
}
