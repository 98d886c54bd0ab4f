package walk

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// tree makes files below a new folder. A name that ends with "/" is a folder; a
// text that begins with "-> " makes a symbolic link.
func tree(t testing.TB, files map[string]string) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	names := make([]string, 0, len(files))
	for n := range files {
		names = append(names, n)
	}
	slices.Sort(names)
	for _, n := range names {
		path := filepath.Join(root, filepath.FromSlash(n))
		if strings.HasSuffix(n, "/") {
			must(t, os.MkdirAll(path, 0o755))
			continue
		}
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		if to, ok := strings.CutPrefix(files[n], "-> "); ok {
			needLinks(t)
			must(t, os.Symlink(filepath.FromSlash(strings.ReplaceAll(to, "ROOT", root)), path))
			continue
		}
		must(t, os.WriteFile(path, []byte(files[n]), 0o644))
	}
	return root
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func needLinks(t testing.TB) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("symbolic links need a privilege on Windows")
	}
}

// walkTree is the paths found, and what was left out as "path reason".
func walkTree(t testing.TB, root string, rules Rules) (found, skipped []string, rep Report) {
	t.Helper()
	rep, err := Walk(context.Background(), root, rules, func(f File) error {
		found = append(found, f.Rel)
		if _, err := os.Stat(f.Abs); err != nil {
			t.Errorf("Abs of %q: %v", f.Rel, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range rep.Skipped {
		if s.Message == "" || !strings.HasSuffix(s.Message, ".") {
			t.Errorf("%s: %q is no sentence", s.Rel, s.Message)
		}
		skipped = append(skipped, s.Rel+" "+string(s.Reason))
	}
	if rep.Files != len(found) {
		t.Errorf("Report.Files = %d, found %d", rep.Files, len(found))
	}
	return found, skipped, rep
}

func wantList(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %q\nwant %q", what, got, want)
	}
}
