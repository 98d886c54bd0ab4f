package markdown

import (
	"fmt"
	"testing"
)

var resolverNotes = []Entry{
	{Path: "Index.md", Title: "Start here"},
	{Path: "Auth/Tokens.md", Title: "Token rotation", Aliases: []string{"Both", "RT"}},
	{Path: "Auth/README.md"},
	{Path: "Ops/README.md"},
	{Path: "Ops/Deep/er/README.md"},
	{Path: "Ops/Deep/Notes.md"},
	{Path: "Ops/Notes.md"},
	{Path: "Archive/2020/Notes.md"},
	{Path: "v1.2 release.md"},
	{Path: "Café.md"}, // composed
	{Path: "Ünï/Straße.md"},
	{Path: "日本語 メモ.md"},
	{Path: "case/Note.md"},
	{Path: "case/note.md"},
	{Path: "board.canvas"},
	{Path: "Auth/Board.md"},
	{Path: "page.markdown"},
	{Path: "topics/jwt/refresh.html"},
	{Path: "topics/jwt/context.md"},
	{Path: "a#b.md"},
	{Path: "Other/Tokens copy.md", Aliases: []string{"Both"}},
}

func TestResolve(t *testing.T) {
	r := NewResolver(resolverNotes)
	wiki := func(target string) Link { return Link{Kind: LinkWiki, Target: target} }
	md := func(target string) Link { return Link{Kind: LinkMarkdown, Target: target} }
	for _, tt := range []struct {
		name, from string
		link       Link
		want       string
	}{
		{"itself", "Auth/Tokens.md", Link{Kind: LinkWiki, Heading: "X"}, "Auth/Tokens.md"},
		{"exact path", "Index.md", wiki("Auth/Tokens"), "Auth/Tokens.md"},
		{"with extension", "Index.md", wiki("Auth/Tokens.md"), "Auth/Tokens.md"},
		{"name", "Ops/README.md", wiki("Tokens"), "Auth/Tokens.md"},
		{"case", "Index.md", wiki("TOKENS"), "Auth/Tokens.md"},
		{"suffix", "Index.md", wiki("Deep/Notes"), "Ops/Deep/Notes.md"},
		{"no half name", "Index.md", wiki("eep/Notes"), ""},
		{"nearest: same folder", "Auth/Tokens.md", wiki("README"), "Auth/README.md"},
		{"nearest: below", "Ops/Deep/er/x.md", wiki("README"), "Ops/Deep/er/README.md"},
		{"nearest: above", "Ops/Deep/er/x.md", wiki("Notes"), "Ops/Deep/Notes.md"},
		{"nearest: from the root", "Index.md", wiki("Notes"), "Ops/Notes.md"},
		{"equally near, the shorter", "Else/x.md", wiki("README"), "Ops/README.md"},
		{"root beats near", "Auth/x.md", wiki("Index"), "Index.md"},
		{"alias", "Index.md", wiki("RT"), "Auth/Tokens.md"},
		{"alias of two, the nearer", "Other/x.md", wiki("both"), "Other/Tokens copy.md"},
		{"title", "Index.md", wiki("token  ROTATION"), "Auth/Tokens.md"},
		{"a file before a title", "Index.md", wiki("Index"), "Index.md"},
		{"no alias in a markdown link", "Index.md", md("RT"), ""},
		{"dots in names", "Index.md", wiki("v1.2 release"), "v1.2 release.md"},
		{"decomposed", "Index.md", wiki("cafe\u0301"), "Café.md"},
		{"case folding", "Index.md", wiki("ünï/STRASSE"), "Ünï/Straße.md"},
		{"CJK", "Index.md", wiki("日本語 メモ"), "日本語 メモ.md"},
		{"case twins, as spelled", "Index.md", wiki("case/Note"), "case/Note.md"},
		{"case twins, the other", "Index.md", wiki("note"), "case/note.md"},
		{"canvas by name", "Index.md", wiki("board.canvas"), "board.canvas"},
		{"no canvas without extension", "Index.md", wiki("Board"), "Auth/Board.md"},
		{"markdown extension", "Index.md", wiki("page"), "page.markdown"},
		{"relative", "Auth/Tokens.md", md("README.md"), "Auth/README.md"},
		{"relative up", "Ops/Deep/Notes.md", md("../README.md"), "Ops/README.md"},
		{"relative dot", "Ops/Notes.md", md("./README.md"), "Ops/README.md"},
		{"relative, not there", "Ops/Notes.md", md("../README.md"), ""},
		{"out of the root", "Index.md", md("../../etc/passwd"), ""},
		{"from the root", "Ops/Deep/Notes.md", md("/Auth/README.md"), "Auth/README.md"},
		{"root path without slash", "Ops/Deep/Notes.md", md("Auth/README.md"), "Auth/README.md"},
		{"markdown link by name", "Ops/Deep/Notes.md", md("Tokens.md"), "Auth/Tokens.md"},
		{"backslashes", "Index.md", wiki(`Auth\Tokens`), "Auth/Tokens.md"},
		{"hash in a name", "Index.md", md("a#b.md"), "a#b.md"},
		{"nothing", "Index.md", wiki("Nowhere"), ""},
		{"blank", "Index.md", wiki(" "), ""},
		{"relation", "topics/x.md", Link{Kind: LinkRelation, Target: "topics/jwt/refresh.html"}, "topics/jwt/refresh.html"},
		{"relation to the other format", "topics/x.md", Link{Kind: LinkRelation, Target: "topics/jwt/refresh.md"}, "topics/jwt/refresh.html"},
		{"relation without extension", "topics/x.md", Link{Kind: LinkRelation, Target: "topics/jwt/refresh"}, "topics/jwt/refresh.html"},
		{"relation to a folder", "topics/x.md", Link{Kind: LinkRelation, Target: "topics/jwt"}, "topics/jwt/context.md"},
		{"relation by name", "topics/x.md", Link{Kind: LinkRelation, Target: "refresh"}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, ok := r.Resolve(tt.from, tt.link)
			if got != tt.want || ok != (tt.want != "") {
				t.Errorf("got %q, %v; want %q", got, ok, tt.want)
			}
		})
	}
}

// Names that many notes have are found through an index by folder; it agrees
// with comparing them all.
func TestResolveManyAlike(t *testing.T) {
	var entries []Entry
	for a := range 6 {
		for b := range 6 {
			entries = append(entries, Entry{Path: fmt.Sprintf("a%d/b%d/README.md", a, b)})
			if b%2 == 0 {
				entries = append(entries, Entry{Path: fmt.Sprintf("a%d/b%d/c/README.md", a, b)})
			}
		}
	}
	r := NewResolver(entries)
	if len(r.nearest) == 0 {
		t.Fatal("nothing is indexed by folder")
	}
	for _, from := range []string{"x.md", "a1/x.md", "a1/b1/x.md", "a1/b2/c/x.md", "a1/b2/c/d/x.md", "a1/b9/x.md", "a9/x.md", "a3/b2/d/e/x.md"} {
		got, ok := r.Resolve(from, Link{Kind: LinkWiki, Target: "readme"})
		want := entries[r.pick(dirOf(from), "readme", r.byName["readme"])].Path
		if !ok || got != want {
			t.Errorf("from %s: got %q, want %q", from, got, want)
		}
	}
	if got, _ := r.Resolve("a5/x.md", Link{Kind: LinkWiki, Target: "b2/c/README"}); got != "a5/b2/c/README.md" {
		t.Errorf("by its tail: %q", got)
	}
}

func dirOf(p string) string {
	for i := len(p) - 1; i >= 0; i-- {
		if p[i] == '/' {
			return p[:i]
		}
	}
	return "."
}

func TestDistance(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{
		{".", ".", 0}, {".", "a", 1}, {"a", ".", 1}, {"a", "b", 2}, {"a/b", "a/c", 2}, {"a/b", "a", 1}, {"ab", "a", 2}, {"a/bc", "a/b", 2}, {"a/b/c", "a/d", 3},
	} {
		if got := distance(tt.a, tt.b); got != tt.want {
			t.Errorf("%s to %s: %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestFind(t *testing.T) {
	n := Parse([]byte("intro ^top\n# Note\n## Setup\n### Linux\n## Use: it, \"well\"\n### Linux\ntext ^B1\n## Setup\n"), Options{})
	for _, tt := range []struct {
		heading, block string
		section, line  int
	}{
		{"Setup", "", 2, 2},
		{"setup", "", 2, 2},
		{"setup-2", "", 6, 7},
		{"setup-1", "", 6, 7}, // as GitHub counts
		{"Use it well", "", 4, 4},
		{"use-it-well", "", 4, 4},
		{"Linux", "", 3, 3},
		{"Use: it, \"well\"#Linux", "", 5, 5},
		{"Setup#Linux", "", 3, 3},
		{"Note#Linux", "", 3, 3},
		{"Nothing", "", -1, 0},
		{"Linux#Setup", "", -1, 0},
		{"", "B1", 5, 6},
		{"", "b1", 5, 6},
		{"", "top", 0, 0},
		{"", "none", -1, 0},
		{"Setup", "none", 2, 2},
	} {
		section, line, ok := n.Find(tt.heading, tt.block)
		if section != tt.section || line != tt.line || ok != (tt.section >= 0) {
			t.Errorf("%q %q: section %d, line %d, %v", tt.heading, tt.block, section, line, ok)
		}
	}
}

func TestSlugAndFold(t *testing.T) {
	for in, want := range map[string]string{
		"Hello, World!": "hello-world", "  a  b ": "a--b", "C++ & C#": "c--c", "snake_case-x": "snake_case-x",
		"日本語 メモ 🎉": "日本語-メモ-", "ÉTÉ": "été", "e\u0301": "\u00e9", "Ⅷ ½": "ⅷ-½", "🎉": "",
	} {
		if got := Slug(in); got != want {
			t.Errorf("Slug(%q) = %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{
		"Hello  World ": "hello world", "STRASSE": "strasse", "Straße": "strasse", "e\u0301": "\u00e9", "É": "é", "a\u00a0b\tc\n": "a b c", "": "", " ": "", "İ": "i\u0307", "ﬁ": "fi",
	} {
		if got := Fold(in); got != want {
			t.Errorf("Fold(%q) = %q, want %q", in, got, want)
		}
	}
}

func FuzzFold(f *testing.F) {
	for _, s := range []string{"a b", "É", "İ", "ß", " x ", "\xff", "\u0345\u0301"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if once := Fold(s); Fold(once) != once {
			t.Errorf("%q folds to %q and then to %q", s, once, Fold(once))
		}
		_ = Slug(s)
	})
}
