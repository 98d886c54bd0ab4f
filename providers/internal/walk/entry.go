package walk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// entry decides on one entry of a folder.
func (w *walker) entry(d dir, e fs.DirEntry, l *listing) {
	name := e.Name()
	rel := name
	if d.rel != "" {
		rel = d.rel + "/" + name
	}
	switch mode := e.Type(); {
	case mode&fs.ModeSymlink != 0:
		w.linkEntry(d, name, rel, l)
	case mode.IsDir():
		if w.leaveOut(d, name, rel, true, l) {
			return
		}
		if d.depth+1 > w.rules.MaxDepth {
			l.report.skip(rel, ReasonTooDeep, fmt.Sprintf("The folder lies more than %d folders deep.", w.rules.MaxDepth))
			return
		}
		l.dirs = append(l.dirs, d.child(name, rel))
	case !w.match.extension(name):
		l.report.count(ReasonExtension)
	case w.leaveOut(d, name, rel, false, l):
	case !mode.IsRegular():
		l.report.skip(rel, ReasonIrregular, "Not a file but a "+kindOf(mode)+"; it is never opened.")
	default:
		w.regular(d, e, name, rel, l)
	}
}

func (d dir) child(name, rel string) dir {
	return dir{
		rel: rel, abs: join(d.abs, name), real: join(d.real, name),
		viaLink: d.viaLink, depth: d.depth + 1, git: d.git,
	}
}

func (w *walker) regular(d dir, e fs.DirEntry, name, rel string, l *listing) {
	info, err := e.Info()
	if err != nil {
		reason, message := ReasonUnreadable, "The file cannot be looked at: "+cause(err)+"."
		if errors.Is(err, fs.ErrNotExist) {
			reason, message = ReasonVanished, "The file vanished while the folder was read."
		}
		l.report.skip(rel, reason, message)
		return
	}
	f := File{Rel: rel, Abs: join(d.abs, name), Size: info.Size(), ModTime: info.ModTime()}
	if d.viaLink {
		f.Real = join(d.real, name)
	}
	if w.tooLarge(f, &l.report) {
		return
	}
	l.files = append(l.files, f)
}

func (w *walker) tooLarge(f File, r *Report) bool {
	if f.Size <= w.rules.MaxFileSize {
		return false
	}
	r.skip(f.Rel, ReasonTooLarge, fmt.Sprintf("The file has %d bytes, more than %d.", f.Size, w.rules.MaxFileSize))
	return true
}

// linkEntry keeps a symbolic link for later, or leaves it out at once.
func (w *walker) linkEntry(d dir, name, rel string, l *listing) {
	if w.leaveOut(d, name, rel, false, l) {
		return
	}
	if w.rules.NoSymlinks {
		if w.match.extension(name) {
			l.report.skip(rel, ReasonLink, "A symbolic link; links are not followed here.")
		}
		return
	}
	l.links = append(l.links, link{rel: rel, abs: join(d.abs, name), parent: d})
}

// leaveOut applies the rules that need only the name.
func (w *walker) leaveOut(d dir, name, rel string, isDir bool, l *listing) bool {
	what := "file"
	if isDir {
		what = "folder"
	}
	switch {
	case isDir && w.match.skipDirs[name]:
		l.report.skip(rel, ReasonSkipDir, "A folder of this name holds no notes of its own.")
	case name[0] == '.' && !w.rules.Hidden:
		l.report.skip(rel, ReasonHidden, "The "+what+"'s name begins with a dot.")
	case w.match.ignored(rel, name, isDir):
		l.report.skip(rel, ReasonIgnored, "The "+what+" matches an ignore pattern.")
	case d.git != nil && d.git.ignores(join(d.real, name), name, isDir):
		l.report.skip(rel, ReasonGitignore, "The "+what+" is ignored by .gitignore.")
	default:
		return false
	}
	return true
}

// join is filepath.Join for a clean folder and a single name.
func join(dir, name string) string {
	if os.IsPathSeparator(dir[len(dir)-1]) {
		return dir + name
	}
	return dir + string(filepath.Separator) + name
}

func kindOf(m fs.FileMode) string {
	switch {
	case m&fs.ModeNamedPipe != 0:
		return "named pipe"
	case m&fs.ModeSocket != 0:
		return "socket"
	case m&(fs.ModeDevice|fs.ModeCharDevice) != 0:
		return "device"
	}
	return "special file"
}
