package lsp

import (
	"path/filepath"
	"strings"
	"testing"

	"go.lsp.dev/uri"
)

func TestPathFromURI(t *testing.T) {
	for _, tt := range []struct {
		uri     string
		windows bool
		want    string // "" for none
	}{
		{"file:///a/b.md", false, "/a/b.md"},
		{"file:/a/b.md", false, "/a/b.md"},
		{"FILE:///a", false, "/a"},
		{"file://localhost/a", false, "/a"},
		{"file:///a%20b/%E7%9F%A5.md", false, "/a b/知.md"},
		{"file:///a%2525", false, "/a%25"},
		{"file:///100%.md", false, "/100%.md"},
		{"file:///a%zz", false, "/a%zz"},
		{"file:///%ff.md", false, "/\xff.md"},
		{"file:///a%23b%3Fc", false, "/a#b?c"},
		{"file:///a#L10", false, "/a"},
		{"file:///a?x=1", false, "/a"},
		{"file:///a/../b/", false, "/b"},
		{"file:///", false, "/"},
		{"file:////a", false, "/a"},
		{"file:///a%00b", false, ""},
		{"file://host/a", false, ""},
		{"file://", false, ""},
		{"file:a", false, ""},
		{"file:", false, ""},
		{"", false, ""},
		{"/a/b", false, ""},
		{"untitled:Untitled-1", false, ""},
		{"swarm://page/x", false, ""},
		{"vscode-remote://ssh/a", false, ""},
		{"file:///c%3A/Users/n.md", true, `C:\Users\n.md`},
		{"file:///C:/Users/n.md", true, `C:\Users\n.md`},
		{"file:///c:", true, `C:\`},
		{"file://server/share/n.md", true, `\\server\share\n.md`},
		{"file:///no/drive", true, ""},
	} {
		got, ok := pathFromURI(tt.uri, tt.windows)
		if ok != (tt.want != "") || ok && got != tt.want {
			t.Errorf("path of %q is %q, %v, want %q", tt.uri, got, ok, tt.want)
		}
	}
}

func TestURIFromPath(t *testing.T) {
	for _, tt := range []struct {
		path    string
		windows bool
		want    uri.URI // "" for none
	}{
		{"/a/b.md", false, "file:///a/b.md"},
		{"/a b/知 (1)+.md", false, "file:///a%20b/%E7%9F%A5%20%281%29%2B.md"},
		{"/a#b?c%d", false, "file:///a%23b%3Fc%25d"},
		{"/\xff", false, "file:///%FF"},
		{"/C:/x", false, "file:///C%3A/x"},
		{"//a", false, "file:///a"},
		{"a/b", false, ""},
		{"", false, ""},
		{`C:\Users\n.md`, true, "file:///c%3A/Users/n.md"},
		{`\\server\share\n.md`, true, "file://server/share/n.md"},
		{`\no\drive`, true, ""},
		{`C:n.md`, true, ""},
	} {
		got, ok := uriFromPath(tt.path, tt.windows)
		if ok != (tt.want != "") || ok && got != tt.want {
			t.Errorf("URI of %q is %q, %v, want %q", tt.path, got, ok, tt.want)
		}
	}
}

func TestNormalizeURI(t *testing.T) {
	for in, want := range map[string]uri.URI{
		"":                    "",
		"file:///a":           "file:///a",
		"file:///C:/x":        "file:///c%3A/x",
		"FILE:///a(1)":        "file:///a%281%29",
		"swarm:///q":          "swarm:/q",
		"swarm://page/a%2Fb":  "swarm://page/a/b",
		"untitled:Untitled-1": "untitled:Untitled-1",
		"file:///a?x=1":       "file:///a?x%3D1",
		":::%%":               "file:///%3A%3A%3A%25%25", // no scheme means a file
		"1 2:x":               "1 2:x",
	} {
		if got := NormalizeURI(in); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}

func FuzzURI(f *testing.F) {
	for _, s := range []string{"/a/b", "file:///C:/x", "/%ff", "//", "/a\x00", "file://h/%", "知", "/e\u0301", "x:", ":", "FILE:a?#%41"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once := NormalizeURI(s)
		if twice := NormalizeURI(string(once)); twice != once {
			t.Fatalf("%q becomes %q and then %q", s, once, twice)
		}
		for _, windows := range []bool{false, true} {
			if p, ok := pathFromURI(s, windows); ok && p == "" {
				t.Fatalf("%q has an empty path", s)
			}
		}
		u, ok := uriFromPath(s, false)
		if ok != strings.HasPrefix(s, "/") {
			t.Fatalf("path %q has a URI: %v", s, ok)
		}
		if !ok || strings.IndexByte(s, 0) >= 0 {
			return
		}
		if back, ok := pathFromURI(string(u), false); !ok || back != filepath.Clean("/"+strings.TrimLeft(s, "/")) {
			t.Fatalf("path %q becomes %q and then %q, %v", s, u, back, ok)
		}
	})
}
