package walk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Found says what Find saw.
type Found int

// What Find saw.
const (
	FoundNothing Found = iota // nothing is there
	FoundNote                 // a file that Walk lists
	FoundFolder               // a folder that Walk enters
	FoundLeftOut              // something that Walk leaves out
	FoundLink                 // a symbolic link is on the way: only Walk can tell
)

// Find looks at the single path rel below root by the rules of Walk, without
// reading any folder. The error is that of root.
func Find(root string, rules Rules, rel string) (File, Found, error) {
	w, err := newWalker(root, rules)
	if err != nil {
		return File{}, FoundNothing, err
	}
	if !filepath.IsLocal(filepath.FromSlash(rel)) {
		return File{}, FoundLeftOut, nil
	}
	d := dir{abs: w.root, real: w.real}
	if w.rules.Gitignore {
		d.git = repositoryIgnores(w.real)
	}
	names := strings.Split(rel, "/")
	for i, name := range names {
		info, err := os.Lstat(filepath.Join(d.real, name))
		if errors.Is(err, fs.ErrNotExist) {
			return File{}, FoundNothing, nil
		}
		if err != nil {
			return File{}, FoundLeftOut, nil
		}
		var l listing
		if w.rules.Gitignore {
			d.git = nestedIgnores(d, &l.report)
		}
		w.entry(d, fs.FileInfoToDirEntry(info), &l)
		last := i == len(names)-1
		switch {
		case len(l.links) > 0:
			return File{}, FoundLink, nil
		case len(l.files) > 0 && last:
			return l.files[0], FoundNote, nil
		case len(l.dirs) > 0 && last:
			return File{}, FoundFolder, nil
		case len(l.dirs) == 0:
			return File{}, FoundLeftOut, nil
		}
		d = l.dirs[0]
	}
	return File{}, FoundNothing, nil
}
