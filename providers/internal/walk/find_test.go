package walk

import (
	"io/fs"
	"path/filepath"
	"slices"
	"testing"
)

// Find says of each single path what Walk says of the whole.
func TestFindAsWalk(t *testing.T) {
	root := tree(t, map[string]string{
		"a.md": "a", "b.txt": "b", ".h.md": "h", "dir/c.MD": "c", "dir/sub/d.md": "d", ".hidden/e.md": "e", "node_modules/f/g.md": "g",
		"Archive/h.md": "h", "dir/Archive/i.md": "i", "folder.md/j.md": "j", "large.md": "123456789",
		".gitignore": "ignored/\n*.tmp.md\n", ".git/HEAD": "x", "ignored/k.md": "k", "l.tmp.md": "l", "dir/.gitignore": "!l.tmp.md\n", "dir/l.tmp.md": "l",
	})
	rules := Rules{Extensions: NoteExtensions, SkipDirs: VaultDirs, Ignore: []string{"Archive"}, Gitignore: true, MaxFileSize: 5}
	found, _, rep := walkTree(t, root, rules)
	folders := 0
	must(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		must(t, err)
		rel, err := filepath.Rel(root, path)
		must(t, err)
		if rel == "." {
			return nil
		}
		rel = filepath.ToSlash(rel)
		f, what, err := Find(root, rules, rel)
		must(t, err)
		if listed := slices.Contains(found, rel); listed != (what == FoundNote) || listed && (f.Rel != rel || f.Abs != path || f.Size != 1) {
			t.Errorf("%s: %v %+v; listed by Walk: %v", rel, what, f, listed)
		}
		if what == FoundFolder {
			folders++
		}
		return nil
	}))
	if folders+1 != rep.Dirs {
		t.Errorf("%d folders and the root; Walk read %d", folders, rep.Dirs)
	}
	for rel, want := range map[string]Found{"gone.md": FoundNothing, "gone/x.md": FoundNothing, "../x.md": FoundLeftOut, "a.md/x.md": FoundLeftOut, "/etc/passwd": FoundLeftOut} {
		if _, got, err := Find(root, rules, rel); err != nil || got != want {
			t.Errorf("%s: %v, %v; want %v", rel, got, err, want)
		}
	}
	if _, _, err := Find(filepath.Join(root, "gone"), rules, "a.md"); err == nil {
		t.Error("no error for a root that is not there")
	}
}

func TestFindLinks(t *testing.T) {
	root := tree(t, map[string]string{"a.md": "a", "dir/b.md": "b", "l.md": "-> a.md", "ldir": "-> dir"})
	for rel, want := range map[string]Found{"l.md": FoundLink, "ldir": FoundLink, "ldir/b.md": FoundLink, "dir/b.md": FoundNote} {
		if _, got, err := Find(root, Rules{Extensions: NoteExtensions}, rel); err != nil || got != want {
			t.Errorf("%s: %v, %v; want %v", rel, got, err, want)
		}
	}
}
