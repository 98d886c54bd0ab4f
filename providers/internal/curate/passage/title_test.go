package passage

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestTitle(t *testing.T) {
	for _, tc := range []struct {
		name, lang, text, given, front, symbol, want string
	}{
		{"given", "markdown", "# H", "  My\n title ", "", "S", "My title"},
		{"frontmatter", "markdown", "# H", "", "Front", "", "Front"},
		{"heading", "markdown", "intro\n\n## The **big** `one` [link](x) ##\n", "", "", "S", "The big one link"},
		{"setext", "markdown", "Heading\n===\n\ntext", "", "", "", "Heading"},
		{"heading in a fence does not count", "markdown", "```sh\n# no\n```\n\nText here. More.", "", "", "", "Text here"},
		{"heading in a list's fence neither", "markdown", "- ```sh\n  # no\n  ```\n\n# Yes", "", "", "", "Yes"},
		{"symbol", "go", "x := 1", "", "", "auth.Rotate", "auth.Rotate"},
		{"symbol for a comment", "go", "// Rotates the tokens.", "", "", "Rotate", "Rotate"},
		{"sentence of a comment", "go", "// Rotates the tokens. Twice.", "", "", "", "Rotates the tokens"},
		{"sentence", "", "We chose SQLite. It is small.", "", "", "", "We chose SQLite"},
		{"abbreviation", "", "See e.g. Smith et al. for more. Next.", "", "", "", "See e.g. Smith et al. for more"},
		{"version", "", "Use v1.2.3 now. Then.", "", "", "", "Use v1.2.3 now"},
		{"question", "", "Why so slow? Because.", "", "", "", "Why so slow?"},
		{"cjk", "", "トークンは毎日更新する。次に。", "", "", "", "トークンは毎日更新する"},
		{"list", "", "- [ ] buy milk\n- eggs", "", "", "", "buy milk"},
		{"quotation", "", "> Said he.", "", "", "", "Said he"},
		{"declared name", "go", "func (s *Server) Rotate(ctx context.Context) error {", "", "", "", "Rotate"},
		{"declared class", "python", "@dataclass\nclass Token:\n    id: int", "", "", "", "Token"},
		{"first line of code", "go", "x.y(1)", "", "", "", "x.y(1)"},
		{"emoji only", "", "🎉🎉", "", "", "", "🎉🎉"},
		{"turned direction", "", "x", "a\u202eb", "", "", "ab"},
		{"word cut", "", strings.Repeat("hello ", 40), "", "", "", strings.TrimSpace(strings.Repeat("hello ", 13)) + "…"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := Clean(tc.text, tc.lang)
			got := p.Title(tc.given, tc.front, tc.symbol)
			if got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
			if n := utf8.RuneCountInString(got); n > MaxTitle {
				t.Errorf("%d runes", n)
			}
		})
	}
}

func TestTitleOfHugePassages(t *testing.T) {
	for _, s := range []string{strings.Repeat("a", 1<<20), strings.Repeat("word ", 1<<18), strings.Repeat("#", 1<<18), strings.Repeat("[", 1<<18), strings.Repeat("`", 1<<18), strings.Repeat("**", 1<<17), strings.Repeat("# h\n", 1<<16), strings.Repeat("- ", 1<<16)} {
		for _, lang := range []string{"", "go", "markdown"} {
			p := Clean(s, lang)
			if n := utf8.RuneCountInString(p.Title("", "", "")); n == 0 || n > maxGiven {
				t.Errorf("%q…: a title of %d runes", s[:8], n)
			}
		}
	}
}

func TestOutline(t *testing.T) {
	src := "\uFEFF---\r\ntitle: x\r\n---\r\n# A\r\n\r\nText\r\n---\r\n\r\n```\r\n# no\r\n```\r\n<!--\r\n# no\r\n-->\r\n1. step\r\n\r\n    ```\r\n    # no\r\n    ```\r\n\r\n## B ##\r\n~~~\r\n# no"
	o := ReadOutline(src)
	var got []string
	for _, h := range o.Headings {
		got = append(got, strings.Repeat("#", h.Level)+h.Text)
	}
	if s := strings.Join(got, " "); s != "#A ##Text ##B" {
		t.Errorf("headings: %s", s)
	}
	if o.OpenFence != "~~~" || src[:o.Body] != "\uFEFF---\r\ntitle: x\r\n---\r\n" {
		t.Errorf("%+v", o)
	}
	if o := ReadOutline("- a\n  ```\n  x\n\n# Out\n"); len(o.Headings) != 1 || o.OpenFence != "" {
		t.Errorf("a fence ends with its list item: %+v", o)
	}
}
