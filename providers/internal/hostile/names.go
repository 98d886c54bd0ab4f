package hostile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// names are ordinary texts in files with hostile names.
func names() []File {
	var files []File
	add := func(why, path string, want Want) {
		w := word(500 + len(files))
		files = append(files, File{Path: "names/" + path, Why: why, Word: w, Want: want, make: write("# T\n\n" + w + "\n")})
	}
	add("blanks", "a note  with blanks.md", Found)
	add("a leading blank", " leading.md", Found)
	add("Chinese", "刷新令牌.md", Found)
	add("emoji", "🎉 party 🎉.md", Found)
	add("composed accent", "caf\u00e9.md", Found)
	add("decomposed accent", "cafe\u0301.md", Found)
	add("upper case twin", "Twin.md", Found)
	add("lower case twin", "twin.md", Found)
	add("upper-case extension", "SHOUT.MD", Found)
	add("hash and percent", "100%25 #1.md", Found)
	add("brackets", "[draft] (v2) {x}.md", Found)
	add("quotes and ampersand", "it's & 'that'.md", Found)
	add("several dots", "v1.2.3.md", Found)
	add("nothing but the extension", ".md", Either)
	add("hidden", ".hidden.md", Either)
	add("another extension", "readme.txt", Absent)
	add("a backup of an editor", "note.md~", Absent)
	add("a long name", strings.Repeat("n", 250)+".md", Found)
	add("right-to-left", "ملاحظة.md", Found)
	add("a newline", "two\nlines.md", Found)
	add("a backslash", `back\slash.md`, Found)
	add("a colon", "a:b.md", Found)
	add("invalid UTF-8", "bad\xff.md", Either)
	add("a folder with dots", "dir.md/inner.md", Found)
	add("deep folders", strings.Repeat("d/", 60)+"deep.md", Found)
	add("a leading dash", "-rf.md", Found)
	add("in .git", ".git/x.md", Absent)
	add("in .obsidian", ".obsidian/x.md", Absent)
	add("in .trash", ".trash/x.md", Absent)
	add("in node_modules", "node_modules/x.md", Either)
	return files
}

// places are things in the file system that are no plain files.
func places(root string) []File {
	outside := filepath.Join(filepath.Dir(root), "outside-"+filepath.Base(root))
	var files []File
	add := func(why, path string, want Want, make func(path, word string) error) {
		w := word(700 + len(files))
		files = append(files, File{Path: "places/" + path, Why: why, Word: w, Want: want,
			make: func(p string) error { return make(p, w) }})
	}
	add("a folder called .md", "folder.md/note.md", Found, func(p, w string) error {
		return os.WriteFile(p, []byte(w), 0o644)
	})
	add("a link to a file outside", "outside.md", Absent, func(p, w string) error {
		if err := os.MkdirAll(outside, 0o755); err != nil {
			return err
		}
		target := filepath.Join(outside, "secret.md")
		return errors.Join(os.WriteFile(target, []byte(w), 0o644), os.Symlink(target, p))
	})
	add("a link to a folder outside", "outdir/note.md", Absent, func(p, w string) error {
		dir := filepath.Join(outside, "dir")
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		if err := os.Remove(filepath.Dir(p)); err != nil {
			return err
		}
		return errors.Join(os.WriteFile(filepath.Join(dir, "note.md"), []byte(w), 0o644), os.Symlink(dir, filepath.Dir(p)))
	})
	add("a link to its own folder", "loop/note.md", Found, func(p, w string) error {
		return errors.Join(os.WriteFile(p, []byte(w), 0o644), os.Symlink(".", filepath.Join(filepath.Dir(p), "self")))
	})
	add("a link that leads nowhere", "dangling.md", Absent, func(p, _ string) error {
		return os.Symlink("no-such-file.md", p)
	})
	add("a link to itself", "ouroboros.md", Absent, func(p, _ string) error {
		return os.Symlink("ouroboros.md", p)
	})
	add("a file nobody may read", "locked.md", Skipped, func(p, w string) error {
		if os.Geteuid() == 0 {
			return errors.New("root reads everything")
		}
		return os.WriteFile(p, []byte(w), 0)
	})
	add("a folder nobody may read", "lockeddir/note.md", Absent, func(p, w string) error {
		if os.Geteuid() == 0 {
			return errors.New("root reads everything")
		}
		return errors.Join(os.WriteFile(p, []byte(w), 0o644), os.Chmod(filepath.Dir(p), 0))
	})
	add("a pipe", "pipe.md", Absent, func(p, _ string) error { return makePipe(p) })
	add("a hole of 3 GB", "hole.md", Either, func(p, _ string) error {
		f, err := os.Create(p)
		if err != nil {
			return err
		}
		return errors.Join(f.Truncate(3<<30), f.Close())
	})
	for i := range 3 {
		add(fmt.Sprintf("the same text, copy %d", i), fmt.Sprintf("copy%d.md", i), Found, func(p, w string) error {
			return os.WriteFile(p, []byte("# Copy\n\nThe same words stand in three files.\n\n"+w+"\n"), 0o644)
		})
	}
	return files
}
