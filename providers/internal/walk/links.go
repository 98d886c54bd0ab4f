package walk

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// followLinks looks at the links found so far: files are added, folders that
// were not read yet are given back to be read.
func (w *walker) followLinks() []dir {
	links := w.links
	w.links = nil
	if len(links) == 0 {
		return nil
	}
	// The shortest way to a note is the one that its name suggests.
	slices.SortFunc(links, func(a, b link) int {
		return cmp.Or(cmp.Compare(a.parent.depth, b.parent.depth), strings.Compare(a.rel, b.rel))
	})
	w.visited[w.real] = ""
	listed := make(map[string]string, len(w.files))
	for _, f := range w.files {
		listed[w.realPath(f)] = f.Rel
	}
	var dirs []dir
	for _, l := range links {
		real, info, ok := w.resolve(l)
		if !ok {
			continue
		}
		if info.IsDir() {
			if d, ok := w.linkedDir(l, real); ok {
				dirs = append(dirs, d)
			}
			continue
		}
		w.linkedFile(l, real, info, listed)
	}
	return dirs
}

// realPath is the file's path without links.
func (w *walker) realPath(f File) string {
	if f.Real != "" {
		return f.Real
	}
	return filepath.Join(w.real, filepath.FromSlash(f.Rel))
}

// resolve finds where a link leads and refuses what is not inside the root. A
// link that cannot be a note and does not lead to a folder is passed over in
// silence.
func (w *walker) resolve(l link) (real string, info fs.FileInfo, ok bool) {
	note := w.match.extension(l.rel)
	skip := func(reason Reason, message string) (string, fs.FileInfo, bool) {
		w.report.skip(l.rel, reason, message)
		return "", nil, false
	}
	real, err := filepath.EvalSymlinks(filepath.Join(l.parent.real, filepath.Base(l.abs)))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return skip(ReasonDangling, "The symbolic link leads to nothing.")
	case isLinkLoop(err):
		return skip(ReasonLoop, "The symbolic link leads back to itself.")
	case err != nil:
		return skip(ReasonUnreadable, "The symbolic link cannot be followed: "+cause(err)+".")
	case !inside(w.real, real):
		if info, err := os.Lstat(real); err == nil && !info.IsDir() && !note {
			w.report.count(ReasonExtension)
			return "", nil, false
		}
		return skip(ReasonOutside, "The symbolic link leads outside the folder; it is not followed.")
	}
	info, err = os.Lstat(real)
	switch {
	case err != nil:
		return skip(ReasonDangling, "The symbolic link leads to nothing.")
	case info.IsDir():
		return real, info, true
	case !note:
		w.report.count(ReasonExtension)
		return "", nil, false
	case !info.Mode().IsRegular():
		return skip(ReasonIrregular, "The symbolic link leads to a "+kindOf(info.Mode())+"; it is never opened.")
	}
	return real, info, true
}

// isLinkLoop recognises EvalSymlinks's own error, which has no type, and the
// system's.
func isLinkLoop(err error) bool {
	return err != nil && (strings.Contains(err.Error(), "too many links") || strings.Contains(err.Error(), "too many levels of symbolic links"))
}

// inside says whether path is root or below it; both without links.
func inside(root, path string) bool {
	rel, err := filepath.Rel(root, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

func (w *walker) linkedDir(l link, real string) (dir, bool) {
	name := filepath.Base(l.abs)
	switch {
	case inside(real, l.parent.real):
		w.report.skip(l.rel, ReasonLoop, "The symbolic link leads to a folder that holds it.")
		return dir{}, false
	case w.match.skipDirs[name]:
		w.report.skip(l.rel, ReasonSkipDir, "A folder of this name holds no notes of its own.")
		return dir{}, false
	case l.parent.depth+1 > w.rules.MaxDepth:
		w.report.skip(l.rel, ReasonTooDeep, fmt.Sprintf("The folder lies more than %d folders deep.", w.rules.MaxDepth))
		return dir{}, false
	case w.full():
		w.report.Truncated = true
		w.report.skip(l.rel, ReasonTooMany, "The folder was not read: the limit on files or entries was reached.")
		return dir{}, false
	}
	if seen, ok := w.visited[real]; ok {
		w.report.skip(l.rel, ReasonDuplicate, "The symbolic link leads to a folder that is read already: "+display(seen)+".")
		return dir{}, false
	}
	w.visited[real] = l.rel
	d := l.parent.child(name, l.rel)
	d.real, d.viaLink = real, true
	return d, true
}

func (w *walker) linkedFile(l link, real string, info fs.FileInfo, listed map[string]string) {
	if seen, ok := listed[real]; ok {
		w.report.skip(l.rel, ReasonDuplicate, "The symbolic link leads to a note that is listed already: "+display(seen)+".")
		return
	}
	f := File{Rel: l.rel, Abs: l.abs, Real: real, Size: info.Size(), ModTime: info.ModTime()}
	if w.tooLarge(f, &w.report) {
		return
	}
	listed[real] = l.rel
	w.addFile(f)
}

func display(rel string) string {
	if rel == "" {
		return "the root"
	}
	return rel
}
