package safefile

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// Dir is a target folder. All names given to its methods are relative to it
// and slash-separated. A Dir may be used by several goroutines at once.
type Dir struct {
	root *os.Root
	path string // as given, absolute
}

// Open opens the folder at an absolute path, which must exist. The path itself
// may be or pass through a symbolic link: that is the user's own configuration.
func Open(dir string) (*Dir, error) {
	if !filepath.IsAbs(dir) {
		return nil, outside(dir, "the target folder is not an absolute path")
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, explain("open the folder", dir, err)
	}
	return &Dir{root: root, path: filepath.Clean(dir)}, nil
}

// Close lets go of the folder.
func (d *Dir) Close() error { return d.root.Close() }

// Path is the absolute path of a file of the folder.
func (d *Dir) Path(rel string) string { return filepath.Join(d.path, filepath.FromSlash(rel)) }

// Read gives the bytes of a file, at most max of them (an error beyond).
func (d *Dir) Read(rel string, max int64) ([]byte, error) {
	if err := d.check(rel); err != nil {
		return nil, err
	}
	f, err := d.root.Open(filepath.FromSlash(rel))
	if err != nil {
		return nil, d.explain("read", rel, err)
	}
	defer f.Close()
	if st, err := f.Stat(); err != nil {
		return nil, d.explain("read", rel, err)
	} else if !st.Mode().IsRegular() {
		return nil, d.explain("read", rel, errNotRegular)
	}
	data, err := io.ReadAll(io.LimitReader(f, max+1))
	if err != nil {
		return nil, d.explain("read", rel, err)
	}
	if int64(len(data)) > max {
		return nil, d.explain("read", rel, errTooLarge)
	}
	return data, nil
}

// Exists says whether there is anything of that name, even a broken link.
func (d *Dir) Exists(rel string) bool {
	if d.check(rel) != nil {
		return false
	}
	_, err := d.root.Lstat(filepath.FromSlash(rel))
	return err == nil
}

// check refuses names that lead out of the folder before the system is asked.
func (d *Dir) check(rel string) error {
	if rel == "" || strings.ContainsAny(rel, "\\\x00") || path.Clean(rel) != rel || !filepath.IsLocal(filepath.FromSlash(rel)) {
		return outside(d.path, "“"+printable(rel)+"” is not a plain name below it")
	}
	return nil
}

// folder opens the folder that will hold the file rel, making it and the ones
// above it when they are missing. It returns the names of those it made, outermost
// first, so that they can be taken away again.
func (d *Dir) folder(rel string) (sub *os.Root, made []string, err error) {
	dir := path.Dir(rel)
	if dir == "." {
		sub, err = d.root.OpenRoot(".")
		return sub, nil, err
	}
	parts := strings.Split(dir, "/")
	for i := range parts {
		name := path.Join(parts[:i+1]...)
		switch err := d.root.Mkdir(filepath.FromSlash(name), 0o777); {
		case err == nil:
			made = append(made, name)
		case errors.Is(err, fs.ErrExist):
		default:
			d.unmake(made)
			return nil, nil, err
		}
	}
	if sub, err = d.root.OpenRoot(filepath.FromSlash(dir)); err != nil {
		d.unmake(made)
		return nil, nil, err
	}
	return sub, made, nil
}

// unmake removes folders that were made for nothing; those that somebody has
// used meanwhile stay, since a folder with something in it cannot be removed.
func (d *Dir) unmake(made []string) {
	for i := len(made) - 1; i >= 0; i-- {
		if d.root.Remove(filepath.FromSlash(made[i])) != nil {
			return
		}
	}
}

// Hash identifies the content of a file: the hex SHA-256 of its bytes.
func Hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
