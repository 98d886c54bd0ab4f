package safefile

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Created says what Create did.
type Created struct {
	Rel  string   // the name that was free, slash-separated
	Path string   // absolute
	Made []string // folders made for it, outermost first
	Data []byte   // what is in it
}

// ErrTaken is what the text function of [Dir.Create] returns for a stem that
// must not be used although no file has it; the next one is tried.
var ErrTaken = errors.New("the name is taken")

// maxTries bounds the search for a free name.
const maxTries = 10_000

// Create makes a new file named stem+ext in the sub-folder dir ("" for the
// folder itself), which is made when missing. When the name is taken, also by
// one that differs only in case or in Unicode normal form (the folder may be
// synchronised to a system that takes these for the same), "-2", "-3" … is put
// behind the stem. text gives the content for the stem that is tried.
//
// When Create returns without an error, the file is whole and on disk. With an
// error, there is nothing. It never replaces a file, and of two processes that
// want the same name at once each gets one of its own.
func (d *Dir) Create(dir, stem, ext string, text func(stem string) ([]byte, error)) (*Created, error) {
	first := path.Join(dir, stem+ext)
	if err := d.check(first); err != nil {
		return nil, err
	}
	if strings.Contains(stem+ext, "/") {
		return nil, outside(d.path, "“"+printable(stem+ext)+"” is not a file name")
	}
	sub, made, err := d.folder(first)
	if err != nil {
		return nil, d.explain("write", first, err)
	}
	defer sub.Close()
	c, err := create(sub, stem, ext, text)
	if err != nil {
		d.unmake(made)
		return nil, d.explain("write", first, err)
	}
	c.Rel = path.Join(dir, c.Rel)
	c.Path = d.Path(c.Rel)
	c.Made = made
	return c, nil
}

// Preview tells what Create would do now, without writing anything.
func (d *Dir) Preview(dir, stem, ext string, text func(stem string) ([]byte, error)) (*Created, error) {
	first := path.Join(dir, stem+ext)
	if err := d.check(first); err != nil {
		return nil, err
	}
	taken := map[string]bool{}
	sub, err := d.root.OpenRoot(filepath.FromSlash(path.Join(".", dir)))
	if err == nil {
		taken, err = names(sub, func(string) {})
		sub.Close()
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, d.explain("read", dir, err)
	}
	for n := 1; n <= maxTries; n++ {
		stem := suffixed(stem, n)
		if taken[fold(stem+ext)] {
			continue
		}
		data, err := text(stem)
		if errors.Is(err, ErrTaken) {
			continue
		}
		if err != nil {
			return nil, err
		}
		rel := path.Join(dir, stem+ext)
		return &Created{Rel: rel, Path: d.Path(rel), Data: data}, nil
	}
	return nil, d.explain("write", first, errNoName)
}

func create(sub *os.Root, stem, ext string, text func(string) ([]byte, error)) (*Created, error) {
	taken, err := names(sub, func(name string) { removeStale(sub, name) })
	if err != nil {
		return nil, err
	}
	var temp string // holds data, on disk
	var data []byte
	defer func() {
		if temp != "" {
			sub.Remove(temp)
		}
	}()
	for n := 1; n <= maxTries; n++ {
		name := suffixed(stem, n) + ext
		if taken[fold(name)] {
			continue
		}
		now, err := text(suffixed(stem, n))
		if errors.Is(err, ErrTaken) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if temp == "" || !bytes.Equal(now, data) {
			if temp != "" {
				sub.Remove(temp)
			}
			data = now
			if temp, err = writeTemp(sub, data, newFileMode(sub)); err != nil {
				return nil, err
			}
		}
		taken, err = place(sub, temp, name)
		if err == nil {
			if err := syncDir(sub); err != nil {
				sub.Remove(name)
				return nil, err
			}
			return &Created{Rel: name, Data: data}, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
	}
	return nil, errNoName
}

// place gives the temporary file its name unless that is taken, also by a name
// that only folds to it; then the error is [fs.ErrExist], with all the names
// there are now.
func place(sub *os.Root, temp, name string) (taken map[string]bool, err error) {
	// The lock keeps apart two writers whose names are equal only after folding;
	// equal names are kept apart by the link itself, with or without the lock.
	defer lock(sub)()
	taken, err = names(sub, func(string) {})
	if err != nil {
		return nil, err
	}
	if taken[fold(name)] {
		return taken, fs.ErrExist
	}
	err = sub.Link(temp, name)
	if err != nil && noLinks(err) {
		err = renameNew(sub, temp, name)
	}
	if errors.Is(err, fs.ErrExist) { // by a program that knows of no lock
		taken[fold(name)] = true
	}
	return taken, err
}

func suffixed(stem string, n int) string {
	if n == 1 {
		return stem
	}
	return stem + "-" + strconv.Itoa(n)
}

// names gives the folded names in a folder, and temporary files to temp.
func names(sub *os.Root, temp func(name string)) (map[string]bool, error) {
	f, err := sub.Open(".")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	all, err := f.Readdirnames(-1)
	if err != nil {
		return nil, err
	}
	taken := make(map[string]bool, len(all))
	for _, name := range all {
		if isTemp(name) {
			temp(name)
		} else {
			taken[fold(name)] = true
		}
	}
	return taken, nil
}

// fold makes equal what some file system takes for the same name: macOS
// ignores normal forms and, like Windows, case.
func fold(name string) string {
	ascii := true
	for i := range len(name) {
		if name[i] >= 0x80 {
			ascii = false
			break
		}
	}
	if ascii {
		return strings.ToLower(name)
	}
	return norm.NFC.String(cases.Fold().String(norm.NFC.String(name)))
}
