package markdown

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Fold brings titles and link targets to a form in which spellings that a
// person takes for the same are equal: composed (NFC), case folded, runs of
// white space as one space, none at the ends.
func Fold(s string) string {
	ascii, plain, space := true, true, true
	for i := range len(s) {
		c := s[i]
		if c >= utf8.RuneSelf {
			ascii = false
			break
		}
		if c >= 'A' && c <= 'Z' || c < ' ' || c == ' ' && space {
			plain = false
		}
		space = c == ' '
	}
	switch {
	case ascii && plain && (s == "" || !space):
		return s
	case ascii:
		return strings.ToLower(collapse(s))
	}
	// Folding can decompose, hence NFC last. It swaps the two cases of Cherokee
	// instead of joining them, hence the lower case.
	valid := norm.NFC.String(collapse(strings.ToValidUTF8(s, "\uFFFD")))
	return norm.NFC.String(strings.ToLower(cases.Fold().String(valid)))
}

// collapse makes one space of each run of white space, none at the ends.
func collapse(s string) string { return strings.Join(strings.Fields(s), " ") }

// Slug is a heading's anchor as GitHub makes it, with the letters of every
// script kept: lower case, white space to '-', letters, marks, digits, '-' and
// '_' kept, all else dropped. It can be "".
func Slug(heading string) string {
	var b strings.Builder
	b.Grow(len(heading))
	for _, r := range norm.NFC.String(strings.TrimSpace(heading)) {
		switch {
		case r == '-' || r == '_':
			b.WriteRune(r)
		case unicode.IsSpace(r):
			b.WriteByte('-')
		case unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r):
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return norm.NFC.String(b.String())
}

// Anchor is Slug, or "section" for a heading without letters, since "" is the
// anchor of the part before the first heading.
func Anchor(heading string) string {
	if s := Slug(heading); s != "" {
		return s
	}
	return "section"
}

// anchors numbers repeated headings: slug, slug-2, slug-3.
type anchors struct {
	used map[string]int // anchor → how often it was asked for as a base
}

func (a *anchors) unique(heading string) string {
	if a.used == nil {
		a.used = map[string]int{}
	}
	base := Anchor(heading)
	n := a.used[base]
	if n == 0 {
		a.used[base] = 1
		return base
	}
	for {
		n++
		s := base + "-" + strconv.Itoa(n)
		if _, taken := a.used[s]; !taken {
			a.used[base] = n
			a.used[s] = 1
			return s
		}
	}
}
