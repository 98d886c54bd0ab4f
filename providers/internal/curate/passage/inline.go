package passage

import (
	"regexp"
	"strings"
)

var (
	image    = regexp.MustCompile(`!\[([^\]]*)\]\([^)]*\)`)
	link     = regexp.MustCompile(`\[([^\]]+)\]\([^)]*\)`)
	refLink  = regexp.MustCompile(`\[([^\]]+)\]\[[^\]]*\]`)
	wikilink = regexp.MustCompile(`!?\[\[([^\]|]*)(?:\|([^\]]*))?\]\]`)
	tag      = regexp.MustCompile(`</?[a-zA-Z][^<>]*>|<!--.*?-->`)
	attrs    = regexp.MustCompile(`\s*\{#[^}]*\}\s*$`)
	strong   = regexp.MustCompile(`(\*\*\*|\*\*|__|~~|==)(\S(?:.*?\S)?)(\*\*\*|\*\*|__|~~|==)`)
	emphasis = regexp.MustCompile(`(^|[\s(])([*_])(\S(?:[^*_]*\S)?)([*_])($|[\s).,;:!?])`)
	code     = regexp.MustCompile("(`+) ?(.+?) ?(`+)")
	escaped  = regexp.MustCompile(`\\([!-/:-@\[-` + "`" + `{-~])`)
)

// Inline is the text of one line of markdown without its marks: links are
// their text, code its content.
func Inline(s string) string {
	s = attrs.ReplaceAllString(s, "")
	s = image.ReplaceAllString(s, "$1")
	s = link.ReplaceAllString(s, "$1")
	s = refLink.ReplaceAllString(s, "$1")
	s = wikilink.ReplaceAllStringFunc(s, func(m string) string {
		g := wikilink.FindStringSubmatch(m)
		if g[2] != "" {
			return g[2]
		}
		return g[1]
	})
	s = tag.ReplaceAllString(s, "")
	s = pairs(strong, s, "$2")
	s = emphasis.ReplaceAllString(s, "$1$3$5")
	s = pairs(code, s, "$2")
	return strings.TrimSpace(escaped.ReplaceAllString(s, "$1"))
}

// pairs replaces matches whose opening and closing marks are the same.
func pairs(re *regexp.Regexp, s, with string) string {
	return re.ReplaceAllStringFunc(s, func(m string) string {
		g := re.FindStringSubmatch(m)
		if g[1] != g[3] {
			return m
		}
		return re.ReplaceAllString(m, with)
	})
}
