package config

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// places judges folders that untrusted configuration names.
type places struct {
	folder string // the workspace, links followed; "" when it is too wide to be one
	home   string // links followed
}

func newPlaces(c *Config) places {
	p := places{folder: realPath(c.Workspace.Folder), home: realPath(c.home)}
	if tooWide(p.folder, p.home) {
		p.folder = ""
	}
	return p
}

// realPath follows links as far as the path exists.
func realPath(path string) string {
	if path == "" {
		return ""
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return filepath.Clean(path)
}

// tooWide says that a folder is a drive's root, the home folder, or holds it.
func tooWide(dir, home string) bool {
	return filepath.Dir(dir) == dir || (home != "" && (contains(dir, home) || sameFolder(dir, home)))
}

// mounts are folders below which merely looking can wake a device or reach
// another machine.
var mounts = map[string][]string{
	"linux":  {"/dev", "/proc", "/sys", "/net", "/run", "/misc", "/afs"},
	"darwin": {"/dev", "/net", "/home", "/Network", "/afs"},
}

func mountsOf(system string) []string {
	if system == "windows" {
		return nil
	}
	if m, ok := mounts[system]; ok {
		return m
	}
	return mounts["linux"]
}

// unreadable says what a folder is that an untrusted workspace may not have
// read, "" when it may.
func (p places) unreadable(path string) string {
	if path == "" {
		return ""
	}
	real, why := p.follow(path)
	switch {
	case why != "":
		return why
	case filepath.Dir(real) == real:
		return "a whole drive"
	case tooWide(real, p.home):
		return "a whole home folder"
	}
	return ""
}

// inside says whether a folder lies in the workspace, links followed.
func (p places) inside(path string) bool {
	if p.folder == "" || path == "" {
		return false
	}
	real, why := p.follow(path)
	if why != "" || !contains(p.folder, real) {
		return false
	}
	// Nothing is stored among git's own files.
	rel, _ := filepath.Rel(p.folder, real)
	return !slices.Contains(strings.Split(filepath.ToSlash(rel), "/"), gitName)
}

// follow resolves links one component at a time and stops before it touches a
// place that must not be touched: looking at a link's target is enough to mount
// it.
func (p places) follow(path string) (real, why string) {
	if remote(path) {
		return "", "a network path"
	}
	volume := filepath.VolumeName(path)
	root := volume + string(filepath.Separator)
	at, rest := root, split(path[len(volume):])
	for links := 0; len(rest) > 0; {
		name := rest[0]
		rest = rest[1:]
		switch name {
		case "", ".":
			continue
		case "..":
			at = filepath.Dir(at)
			continue
		}
		next := filepath.Join(at, name)
		if why := p.device(next); why != "" {
			return "", why
		}
		info, err := os.Lstat(next)
		if err != nil {
			// What does not exist yet is where it says.
			return filepath.Join(append([]string{next}, rest...)...), ""
		}
		if info.Mode()&os.ModeSymlink == 0 {
			at = next
			continue
		}
		if links++; links > 40 {
			return "", "a link that leads in a circle"
		}
		target, err := os.Readlink(next)
		if err != nil {
			return "", "a link that cannot be read"
		}
		if remote(target) {
			return "", "a network path"
		}
		if filepath.IsAbs(target) {
			volume = filepath.VolumeName(target)
			at, target = volume+string(filepath.Separator), target[len(volume):]
		}
		rest = append(split(target), rest...)
	}
	return at, ""
}

// device says that a path lies on a device or automount folder, unless the
// workspace itself lies there.
func (p places) device(path string) string {
	if p.folder != "" && (contains(p.folder, path) || contains(path, p.folder)) {
		return ""
	}
	for _, m := range mountsOf(runtime.GOOS) {
		if contains(m, path) || (runtime.GOOS == "darwin" && len(path) >= len(m) && strings.EqualFold(path[:len(m)], m) && contains(m, m+path[len(m):])) {
			return "a device or automount folder"
		}
	}
	return ""
}

func split(path string) []string {
	return strings.FieldsFunc(path, func(r rune) bool { return r == '/' || (r < 0x80 && os.IsPathSeparator(uint8(r))) })
}
