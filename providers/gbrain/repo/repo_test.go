package repo

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestFind(t *testing.T) {
	root := t.TempDir()
	for _, rel := range []string{"notes/Über Straße.md", "notes/東京メモ.md", "people/alice.md", ".git/x.md"} {
		write(t, filepath.Join(root, filepath.FromSlash(rel)), "x")
	}
	tree := Open(root)
	for slug, want := range map[string]string{
		"notes/uber-straße": "notes/Über Straße.md", "notes/東京メモ": "notes/東京メモ.md", "people/alice": "people/alice.md",
		"people/bob": "", "../x": "", "/etc/passwd": "", "": "", ".git/x": ".git/x.md",
	} {
		got, ok := tree.Find(t.Context(), slug)
		if want == "" && ok || want != "" && got != filepath.Join(root, filepath.FromSlash(want)) {
			t.Errorf("%q: got %q", slug, got)
		}
	}
	// A page that put_page has just written is found before the next walk.
	write(t, filepath.Join(root, "inbox", "new one.md"), "x")
	if _, ok := tree.Find(t.Context(), "inbox/new one"); !ok {
		t.Error("the new page is not found")
	}
	if s, ok := tree.Slug(filepath.Join(root, "notes", "Über Straße.md")); !ok || s != "notes/uber-straße" {
		t.Errorf("got %q", s)
	}
	if _, ok := Open("").Find(t.Context(), "x"); ok {
		t.Error("no folder has a file")
	}
}

func TestSourceStaysInside(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("symbolic links need a right on Windows")
	}
	root := t.TempDir()
	brain := filepath.Join(root, "repo", "brain")
	write(t, filepath.Join(brain, "a.md"), "x")
	write(t, filepath.Join(brain, "sub", "b.md"), "x")
	write(t, filepath.Join(root, "repo", "outside.md"), "x")
	write(t, filepath.Join(root, "repo", ".git", "HEAD"), "x")
	if err := os.Symlink(filepath.Join(root, "repo", "outside.md"), filepath.Join(brain, "link.md")); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		local, path, slug string
		want              string
	}{
		{brain, "a.md", "x", "a.md"},
		{brain, "brain/sub/b.md", "x", "sub/b.md"}, // from the repository's root
		{brain, "", "sub/b", "sub/b.md"},
		{brain, "outside.md", "x", ""},
		{brain, "../outside.md", "x", ""},
		{brain, "link.md", "x", ""},
		{brain, "/etc/passwd", "x", ""},
		{brain, "", "../outside", ""},
		{brain, "no.md", "x", ""},
		{"", "a.md", "x", ""},
		{"relative", "a.md", "x", ""},
	} {
		got, ok := Source(tt.local, tt.path, tt.slug)
		if tt.want == "" && ok || tt.want != "" && got != filepath.Join(brain, filepath.FromSlash(tt.want)) {
			t.Errorf("%+v: got %q", tt, got)
		}
	}
}
