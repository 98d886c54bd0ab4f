package safefile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// MaxNote is the largest file that is changed: 16 MiB, far beyond any note.
const MaxNote = 16 << 20

// Replace changes the file rel to data if its content still has the hash want
// ([Hash]). The old bytes are there until the new ones are, whole. Permissions
// are kept. A file reached through a symbolic link inside the folder is changed
// where it really is.
//
// Another program may write the file in the moment between the last look and
// the change. On Linux and macOS the two files are exchanged in one step and
// the old one is looked at again, so that even then nothing is lost.
func (d *Dir) Replace(rel, want string, data []byte) error {
	rel, err := d.real(rel)
	if err != nil {
		return err
	}
	sub, err := d.root.OpenRoot(filepath.FromSlash(path.Dir(rel)))
	if err != nil {
		return d.explain("change", rel, err)
	}
	defer sub.Close()
	if err := replace(sub, path.Base(rel), want, data); err != nil {
		if errors.Is(err, errChanged) {
			return changed(d.Path(rel))
		}
		return d.explain("change", rel, err)
	}
	return nil
}

var errChanged = errors.New("changed")

func replace(sub *os.Root, name, want string, data []byte) error {
	defer lock(sub)()
	st, err := unchanged(sub, name, want)
	if err != nil {
		return err
	}
	temp, err := writeTemp(sub, data, st.Mode().Perm()|0o200)
	if err != nil {
		return err
	}
	keep := false
	defer func() {
		if !keep {
			sub.Remove(temp)
		}
	}()
	if err := sub.Chmod(temp, st.Mode().Perm()); err != nil && !errors.Is(err, fs.ErrPermission) {
		return err
	}
	sameOwner(sub, temp, st)
	if _, err := unchanged(sub, name, want); err != nil { // again, since writing takes its time
		return err
	}
	swapped, err := exchange(sub, temp, name, want, Hash(data))
	switch {
	case swapped && err == nil:
		return syncDir(sub)
	case swapped:
		keep = !errors.Is(err, errChanged) // it may be the only copy
		return err
	case err != nil:
		return err
	}
	keep = true // after a rename there is no temporary file any more
	if err := sub.Rename(temp, name); err != nil {
		keep = false
		return err
	}
	return syncDir(sub)
}

// exchange puts temp in the place of name and looks at what comes out. If that
// is not the expected file, somebody has written the note at this very moment:
// then theirs is put back, and what that brings out is looked at in turn, until
// it is what was put in the time before. swapped is false, with nothing done,
// where files cannot be exchanged.
func exchange(sub *os.Root, temp, name, expect, put string) (swapped bool, err error) {
	for try := range 100 {
		ok, err := swap(sub, temp, name)
		if !ok || err != nil {
			return try > 0, err
		}
		out, err := hashOf(sub, temp)
		switch {
		case err != nil:
			return true, err
		case out == expect && try == 0:
			return true, nil
		case out == expect:
			return true, errChanged
		}
		expect, put = put, out
	}
	return true, errors.New("another program never stops writing the file")
}

func hashOf(sub *os.Root, name string) (string, error) {
	data, err := sub.ReadFile(name)
	return Hash(data), err
}

// unchanged returns errChanged when the file is not the one that was read.
func unchanged(sub *os.Root, name, want string) (os.FileInfo, error) {
	f, err := sub.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if !st.Mode().IsRegular() {
		return nil, errNotRegular
	}
	data, err := io.ReadAll(io.LimitReader(f, MaxNote+1))
	if err != nil {
		return nil, err
	}
	if Hash(data) != want {
		return nil, errChanged
	}
	return st, nil
}

// Remove deletes the file rel if its content still has the hash want, and then
// those of the folders in made that are empty.
func (d *Dir) Remove(rel, want string, made []string) error {
	if err := d.check(rel); err != nil {
		return err
	}
	sub, err := d.root.OpenRoot(filepath.FromSlash(path.Dir(rel)))
	if err != nil {
		return d.explain("remove", rel, err)
	}
	err = func() error {
		defer sub.Close()
		defer lock(sub)()
		name := path.Base(rel)
		if st, err := sub.Lstat(name); err != nil {
			return err
		} else if !st.Mode().IsRegular() {
			return errChanged // a link now stands where the file was
		}
		if _, err := unchanged(sub, name, want); err != nil {
			return err
		}
		if err := sub.Remove(name); err != nil {
			return err
		}
		return syncDir(sub)
	}()
	switch {
	case errors.Is(err, errChanged), errors.Is(err, fs.ErrNotExist):
		return changed(d.Path(rel))
	case err != nil:
		return d.explain("remove", rel, err)
	}
	for _, m := range made {
		if !strings.HasPrefix(rel, m+"/") {
			return nil
		}
	}
	d.unmake(made)
	return nil
}

// Same says whether the file rel has the content with the hash want.
func (d *Dir) Same(rel, want string) bool {
	data, err := d.Read(rel, MaxNote)
	return err == nil && Hash(data) == want
}

// real follows symbolic links to the name of the file itself, still inside the
// folder: a rename over the link would cut the note off from it.
func (d *Dir) real(rel string) (string, error) {
	if err := d.check(rel); err != nil {
		return "", err
	}
	for range 40 { // the limit of Linux for a chain of links
		st, err := d.root.Lstat(filepath.FromSlash(rel))
		if err != nil {
			return "", d.explain("change", rel, err)
		}
		if st.Mode()&os.ModeSymlink == 0 {
			return rel, nil
		}
		to, err := d.root.Readlink(filepath.FromSlash(rel))
		if err != nil {
			return "", d.explain("change", rel, err)
		}
		if filepath.IsAbs(to) {
			return "", outside(d.path, "“"+printable(rel)+"” is an absolute link")
		}
		rel = path.Join(path.Dir(rel), filepath.ToSlash(to))
		if err := d.check(rel); err != nil {
			return "", err
		}
	}
	return "", outside(d.path, "“"+printable(rel)+"” is a link to itself")
}
