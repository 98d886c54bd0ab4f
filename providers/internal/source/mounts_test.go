package source

import (
	"os"
	"path/filepath"
	"testing"
)

func TestMounts(t *testing.T) {
	dir := t.TempDir()
	own, shared := filepath.Join(dir, "own"), filepath.Join(dir, "shared")
	link := filepath.Join(dir, "link")
	for _, d := range []string{own, shared} {
		if err := os.Mkdir(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(own, link); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	ms := mounts{NewMount("", link), NewMount("[team]:", shared)}
	for _, test := range []struct{ path, doc string }{
		{filepath.Join(link, "a", "b.md"), "a/b.md"},
		{filepath.Join(shared, "x.md"), "[team]:x.md"},
	} {
		if doc, _, ok := ms.doc(test.path); !ok || doc != test.doc {
			t.Errorf("doc of %s: %q %v, want %q", test.path, doc, ok, test.doc)
		}
		if path, ok := ms.path(test.doc); !ok || path != test.path {
			t.Errorf("path of %s: %q %v, want %q", test.doc, path, ok, test.path)
		}
	}
	if doc, _, ok := ms.doc(filepath.Join(own, "b.md")); !ok || doc != "b.md" {
		t.Errorf("the real path behind a link: %q %v, want b.md", doc, ok)
	}
	for _, doc := range []string{"../own/a.md", "[team]:../x.md", "/etc/passwd", "", "[team]:", "a/../../b.md"} {
		if path, ok := ms.path(doc); ok {
			t.Errorf("%q leads to %s", doc, path)
		}
	}
	if doc, _, ok := ms.doc(filepath.Join(dir, "elsewhere.md")); ok {
		t.Errorf("a file outside became %q", doc)
	}
}
