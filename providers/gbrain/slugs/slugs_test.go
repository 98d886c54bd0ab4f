package slugs

import (
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

func TestOfPath(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"notes/Über Straße.md", "notes/uber-straße"},
		{norm.NFD.String("notes/Über Straße.md"), "notes/uber-straße"},
		{"東京メモ.md", "東京メモ"},
		{"ガイド/プロジェクト.md", "ガイド/プロジェクト"},
		{"People/Alice Example.MD", "people/alice-example"},
		{"a  b/c - d.markdown", "a-b/c-d"},
		{"Кириллица й.md", "кириллица-и"},
		{"हिन्दी.md", "हिन्दी"},
		{"emoji 😀.md", "emoji"},
		{"v1.2_final.md", "v1.2_final"},
		{"../x.md", "x"},
		{"a/./b.md", "a/b"},
		{"\xff\xfe.md", ""},
		{"", ""},
	} {
		if got := OfPath(tt.in); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestNew(t *testing.T) {
	a, b := New("inbox", "Acme Corp!", "one"), New("inbox", "Acme Corp!", "two")
	if !strings.HasPrefix(a, "inbox/acme-corp-") || a == b || a != New("inbox", "Acme Corp!", "one") {
		t.Errorf("got %q and %q", a, b)
	}
	for _, title := range []string{"", "😀", strings.Repeat("東京", 200), "../..", "a/b\\c", "..", "Ünï"} {
		if s := New("inbox", title, "x"); !Valid(s) || len(s) > 6+MaxSegment+9 || OfPath(s+".md") != s {
			t.Errorf("%q gives %q", title, s)
		}
	}
}

func TestValid(t *testing.T) {
	for slug, want := range map[string]bool{
		"notes/a": true, "notes/with space": true, "notes/東京": true, "notes/emoji-😀": true,
		"": false, "/abs": false, "a/../b": false, "Notes/UPPER": false, `a\b`: false, "a\x00": false, "a\u202eb": false, "a%2eb": false, "\xff": false,
	} {
		if Valid(slug) != want {
			t.Errorf("%q: got %t", slug, !want)
		}
	}
}

func FuzzOfPath(f *testing.F) {
	f.Add("notes/Über.md")
	f.Add("a//..\x00/b")
	f.Fuzz(func(t *testing.T, path string) {
		s := OfPath(path)
		if !utf8.ValidString(s) || strings.HasPrefix(s, "/") || strings.Contains("/"+s+"/", "/../") {
			t.Errorf("%q gives %q", path, s)
		}
		if n := New("inbox", path, path); strings.ToLower(n) == n && !Valid(n) {
			t.Errorf("%q gives the invalid slug %q", path, n)
		}
	})
}
