package markdown

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// checkNote fails when a note breaks what its documentation promises.
func checkNote(t *testing.T, src []byte, n *Note) {
	t.Helper()
	lines := splitLines(src, 0)
	last := 0
	seen := map[string]bool{}
	valid := func(what string, list ...string) {
		for _, s := range list {
			if !utf8.ValidString(s) {
				t.Errorf("%s is not valid UTF-8: %q", what, s)
			}
		}
	}
	valid("title", n.Title, n.Summary)
	valid("alias", n.Aliases...)
	valid("tag", n.Tags...)
	valid("keyword", n.Keywords...)
	for i, s := range n.Sections {
		valid("section", s.Heading, s.Text, s.Anchor)
		valid("path", s.Path...)
		valid("tag", s.Tags...)
		if s.Start < last || s.End < s.Start || s.End > len(lines) || s.TextStart < s.Start || s.TextStart > s.End {
			t.Errorf("section %d: lines %d to %d (text from %d) after %d of %d", i, s.Start, s.End, s.TextStart, last, len(lines))
		}
		last = s.End
		if (s.Level == 0) != (s.Anchor == "") || s.Level == 0 && (i > 0 || strings.TrimSpace(s.Text) == "") {
			t.Errorf("section %d: level %d, anchor %q", i, s.Level, s.Anchor)
		}
		if seen[s.Anchor] {
			t.Errorf("anchor %q twice", s.Anchor)
		}
		seen[s.Anchor] = true
		pos := 0
		for _, c := range s.Code {
			if c.Start < pos || c.End <= c.Start || c.End > len(s.Text) {
				t.Errorf("section %d: code %v of %d bytes after %d", i, c, len(s.Text), pos)
				break
			}
			valid("code", s.Text[:c.Start], s.Text[c.Start:c.End])
			pos = c.End
		}
	}
	for _, l := range n.Links {
		valid("link", l.Target, l.Heading, l.Alias)
		if l.Section < -1 || l.Section >= len(n.Sections) {
			t.Errorf("link in section %d of %d", l.Section, len(n.Sections))
		}
		if l.Line < 0 || l.Line >= len(lines) {
			t.Errorf("link on line %d of %d", l.Line, len(lines))
			continue
		}
		width := int(lines[l.Line].end - lines[l.Line].start)
		if l.StartCol < 0 || l.StartCol >= l.EndCol || l.EndCol > width {
			t.Errorf("link %+v in a line of %d bytes", l, width)
		}
		if l.Target == "" && l.Heading == "" && l.Block == "" {
			t.Errorf("empty link %+v", l)
		}
	}
}

var seeds = []string{
	"", "\n", "# A\ntext\n## B\n", "---\ntitle: x\n---\n# A", "---\ntags: #foo\nauthor: @me\n---\n[[a#b|c]]", "+++\na = 1\n+++\nx",
	"a [[b\\|c]] ![[d]] [e](f%20g.md#h \"t\") [i][j] [^1] ^id\n\n[j]: k.md\n[^1]: note", "%% c %%\n%%\nblock\n%%\nx #tag/y #1",
	"> [!note] t\n> - a\n> ```\n> # x\n", "| a | b |\n|---|---|\n| [[x\\|y]] | `z` |\n---\n", "<!-- a:start -->\nx\n<!-- a:end -->\n",
	"<div>a<br>b</div>\n\n*a **b** _c_ ~~d~~ ==e==* $x$ $$y$$ &amp; \\* <http://x>", "\xEF\xBB\xBF# bom\r\nx\ry", "\xff\xfe#\x00 \x00a\x00", "a\x00b", "\xff\xfebad",
	"# C#\n## F##\n### x ###\n#no\na\n===\nb\n---\n", "@a/b/c.md @a @x/y", "- - - a\n  - [x] b ^c\n1. d\n", "***a* b**c***", "[[[[a]]]] [[1]](b) [a[b](c)](d)",
}

func FuzzParse(f *testing.F) {
	for _, s := range append(seeds, specExamples(f)...) {
		f.Add([]byte(s))
	}
	opt := Options{Relations: true, SkipBlock: func(name string) bool { return len(name) < 3 }}
	f.Fuzz(func(t *testing.T, src []byte) {
		n := Parse(src, opt)
		if _, ok := decodeUTF16(src); !ok {
			checkNote(t, src, n)
		}
	})
}

func FuzzFrontmatter(f *testing.F) {
	for _, s := range []string{"title: A: b", "tags: #foo", "tags:\n- #a\n- b", "related: [[N]]", "a: *b", "a: &a [*a]", "x: |\n y\n z", "date: 2024-01-02", "{a: b}", "a: [b,\n c]", "\ta: b", "? a", "a: 'b", "key"} {
		f.Add(s, "---")
		f.Add(s, "+++")
	}
	f.Fuzz(func(t *testing.T, block, fence string) {
		for _, strict := range []bool{false, true} {
			src := []byte(fence + "\n" + block + "\n" + fence + "\nend of the note\n")
			n := Parse(src, Options{StrictFrontmatter: strict, Relations: true})
			if _, ok := decodeUTF16(src); ok || len(n.Problems) > 0 && n.Problems[0].Code == ProblemBinary {
				continue
			}
			checkNote(t, src, n)
		}
	})
}

func FuzzWikilink(f *testing.F) {
	for _, s := range []string{"a", "a#b", "a#^c", "#b", "a|b", `a\|b`, "a#b#c|d", " ", "|", "#", "a|[x]", "日本#語|🎉"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, inner string) {
		l, shown, ok := parseWikilink(inner)
		if ok && (strings.TrimSpace(shown) == "" && l.Block == "" || l.Target == "" && l.Heading == "" && l.Block == "") {
			t.Errorf("%q: %+v shown as %q", inner, l, shown)
		}
		src := []byte("x [[" + inner + "]] y\n")
		checkNote(t, src, Parse(src, Options{}))
	})
}
