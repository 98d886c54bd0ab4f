package markdown

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// outline is the headings of a note: "## text #anchor start-end".
func outline(n *Note) []string {
	var out []string
	for _, s := range n.Sections {
		out = append(out, strings.TrimSpace(fmt.Sprintf("%s %s #%s %d-%d", strings.Repeat("#", s.Level), s.Heading, s.Anchor, s.Start, s.End)))
	}
	return out
}

func TestHeadings(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		want      []string
	}{
		{"C sharp", "## C#\n## F##\n## G #\n## H ## \n", []string{"## C# #c 0-1", "## F## #f 1-2", "## G #g 2-3", "## H #h 3-4"}},
		{"seven hashes", "# a\n####### b\n", []string{"# a #a 0-2"}},
		{"empty heading", "#\ntext\n## ##\n", []string{"#  #section 0-2", "##  #section-2 2-3"}},
		{"up to three spaces", "   # a\n    # b\n", []string{"# a #a 0-2"}},
		{"setext", "One\ntwo\n===\nThree\n---\n", []string{"# One two #one-two 0-3", "## Three #three 3-5"}},
		{"in a fence", "# a\n```\n# b\n~~~\n# c\n```\n# d\n", []string{"# a #a 0-6", "# d #d 6-7"}},
		{"longer fence", "# a\n````\n```\n# b\n````\n# d\n", []string{"# a #a 0-5", "# d #d 5-6"}},
		{"open fence", "# a\n~~~\n# b\n", []string{"# a #a 0-3"}},
		{"in a comment", "# a\n<!--\n# b\n-->\n# c\n", []string{"# a #a 0-4", "# c #c 4-5"}},
		{"in a quote and an item", "# a\n> # b\n- # c\n", []string{"# a #a 0-3"}},
		{"after a lazy line", "# a\n> b\nc\n===\n", []string{"# a #a 0-4"}},
		{"a table is no setext heading", "# x\n| a |\n|---|\n| b |\n===\n", []string{"# x #x 0-5"}},
		{"a table's delimiter of another width", "# x\na | b\n---\n", []string{"# x #x 0-1", "## a | b #a--b 1-3"}},
		{"repeated", "# a\n# a\n# a-2\n# a\n", []string{"# a #a 0-1", "# a #a-2 1-2", "# a-2 #a-2-2 2-3", "# a #a-3 3-4"}},
		{"scripts", "# 日本語 メモ\n# Привет, МИР!\n# e\u0301te\u0301\n", []string{"# 日本語 メモ #日本語-メモ 0-1", "# Привет, МИР! #привет-мир 1-2", "# e\u0301te\u0301 #\u00e9t\u00e9 2-3"}},
		{"markup", "# *a* `b` [c](d) [[e|f]] <b>g</b> &amp; \\# ![h](i) x^2^ ^id\n", []string{"# a b c f g & # h x^2^ #a-b-c-f-g---h-x2 0-1"}},
		{"CRLF", "# a\r\nb\r\n## c\r\n", []string{"# a #a 0-2", "## c #c 2-3"}},
		{"lone CR", "# a\rb\r## c", []string{"# a #a 0-2", "## c #c 2-3"}},
		{"order mark", "\xEF\xBB\xBF# a\n", []string{"# a #a 0-1"}},
		{"Obsidian comment", "# a\n%%\n# b\n%%\n# c\n%% d %%\n# e\n", []string{"# a #a 0-4", "# c #c 4-6", "# e #e 6-7"}},
		{"open Obsidian comment", "# a\n%%\n# b\n", []string{"# a #a 0-2", "# b #b 2-3"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			n := Parse([]byte(tt.src), Options{})
			checkNote(t, []byte(tt.src), n)
			if got := outline(n); !slices.Equal(got, tt.want) {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

func TestPaths(t *testing.T) {
	src := "---\ntitle: The Note\n---\n# The note\n## A\n#### B\n### C\n## D\n# Other\n## E\n"
	want := []string{"[]", "[A]", "[A B]", "[A C]", "[D]", "[Other]", "[Other E]"}
	var got []string
	for _, s := range Parse([]byte(src), Options{}).Sections {
		got = append(got, fmt.Sprint(s.Path))
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestTitles(t *testing.T) {
	for _, tt := range []struct {
		src, title, from string
		line             int
	}{
		{"---\ntitle: From the front\n---\n# H\n", "From the front", TitleFromFrontmatter, 1},
		{"---\nTitle: Upper\n---\n", "Upper", TitleFromFrontmatter, 1},
		{"---\ntitle: 2024-01-02\n---\n", "2024-01-02", TitleFromFrontmatter, 1},
		{"---\ntitle: 007\n---\n", "007", TitleFromFrontmatter, 1},
		{"---\ntitle:\n---\n# H\n", "H", TitleFromHeading, 3},
		{"---\ntitle: \"{{title}}\"\n---\n# H\n", "H", TitleFromHeading, 3},
		{"## Two\n# One\n", "One", TitleFromHeading, 1},
		{"> # Quoted\n\n## Two\n", "", TitleFromNone, 0},
		{"# \n# Second\n", "Second", TitleFromHeading, 1},
		{"text\n", "", TitleFromNone, 0},
		{"", "", TitleFromNone, 0},
	} {
		n := Parse([]byte(tt.src), Options{})
		if n.Title != tt.title || n.TitleFrom != tt.from || n.TitleLine != tt.line {
			t.Errorf("%q: %q from %s, line %d", tt.src, n.Title, n.TitleFrom, n.TitleLine)
		}
	}
}

func TestPreamble(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		sections  int
		text      string
		start     int
	}{
		{"text before a heading", "a\n\n# b\n", 2, "a", 0},
		{"a tag is text", "#tag\n# Real\n", 2, "#tag", 0},
		{"after frontmatter", "---\na: b\n---\n\ntext\n# b\n", 2, "text", 3},
		{"only a rule", "***\n# b\n", 1, "", 0},
		{"only a comment", "<!-- c -->\n%% d %%\n# b\n", 1, "", 0},
		{"only reference definitions", "[a]: /b\n# b\n", 1, "", 0},
		{"dashes and text", "--- text\n# b\n", 2, "--- text", 0},
		{"a fence in a list ends with it", "- ```\n  x\n# a\n", 2, "- x", 0},
		{"nothing else", "a\nb", 1, "a\nb", 0},
		{"blank", " \n\t\n", 0, "", 0},
		{"no-break space", "\u00a0\n", 0, "", 0},
	} {
		n := Parse([]byte(tt.src), Options{})
		checkNote(t, []byte(tt.src), n)
		text, start := "", 0
		if len(n.Sections) > 0 && n.Sections[0].Level == 0 {
			text, start = n.Sections[0].Text, n.Sections[0].Start
		}
		if len(n.Sections) != tt.sections || text != tt.text || start != tt.start {
			t.Errorf("%s: %d sections, %q from line %d", tt.name, len(n.Sections), text, start)
		}
	}
}

func TestEncodings(t *testing.T) {
	for _, tt := range []struct {
		name, src, problem string
		sections           int
		text               string
	}{
		{"binary", "# a\x00b\n", ProblemBinary, 0, ""},
		{"a hole far on", strings.Repeat("word ", 2000) + "\x00\x00end", "", 1, strings.Repeat("word ", 2000) + "\uFFFD\uFFFDend"},
		{"Latin-1", "caf\xe9 `x\xff` y", ProblemEncoding, 1, "caf\uFFFD `x\uFFFD` y"},
		{"UTF-16 little", "\xff\xfeh\x00i\x00", "", 1, "hi"},
		{"UTF-16 big", "\xfe\xff\x00h\x00i", "", 1, "hi"},
		{"emoji", "👩‍👩‍👧 e\u0301 ok", "", 1, "👩‍👩‍👧 e\u0301 ok"},
	} {
		n := Parse([]byte(tt.src), Options{})
		problem, text := "", ""
		if len(n.Problems) > 0 {
			problem = n.Problems[0].Code
		}
		if len(n.Sections) > 0 {
			text = n.Sections[0].Text
			for _, c := range n.Sections[0].Code {
				if got := text[c.Start:c.End]; got != "x\uFFFD" {
					t.Errorf("%s: code %q", tt.name, got)
				}
			}
		}
		if problem != tt.problem || len(n.Sections) != tt.sections || text != tt.text {
			t.Errorf("%s: problem %q, %d sections, text %q", tt.name, problem, len(n.Sections), text)
		}
	}
}

func TestSkippedBlocks(t *testing.T) {
	src := "# T\n## Related\n<!-- openclaw:wiki:related:start -->\n- [[A]]\n# no\n<!-- openclaw:wiki:related:end -->\n## Index\ntext\n<!-- openclaw:wiki:sources:index:start -->\n- b\n<!-- openclaw:wiki:sources:index:end -->\nafter\n" +
		"## Summary\n<!-- openclaw:wiki:generated:start -->\nkept [[B]]\n<!-- openclaw:wiki:generated:end -->\n```\n<!-- openclaw:wiki:related:start -->\n```\n"
	n := Parse([]byte(src), Options{SkipBlock: MemoryWikiGenerated})
	want := []string{"# T #t 0-1", "## Index #index 6-12", "## Summary #summary 12-19"}
	if got := outline(n); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if got := n.Sections[1].Text; got != "text\n\nafter" {
		t.Errorf("text around a block: %q", got)
	}
	if len(n.Links) != 1 || n.Links[0].Target != "B" || n.Links[0].Section != 2 {
		t.Errorf("links: %+v", n.Links)
	}
	if n := Parse([]byte(src), Options{}); len(n.Sections) != 5 {
		t.Errorf("without the option: %q", outline(n))
	}
}
