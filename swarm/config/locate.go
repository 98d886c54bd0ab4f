package config

import (
	"os"
	"path/filepath"
)

// Names of what is looked for.
const (
	brvName        = ".brv"
	treeName       = "context-tree"
	gitName        = ".git"
	configName     = "config.yaml"
	misnamedConfig = "config.yml"
)

// project is what the search upwards from a folder found.
type project struct {
	folder string // holds the .brv entry, or the repository's root, or the start
	root   string // holds the .brv folder
	brv    bool   // there is a .brv entry that may be used
	// refused is why the .brv entry here is not used.
	refused *Problem
}

func (p project) file() string { return filepath.Join(p.root, brvName, "swarm", configName) }
func (p project) tree() string { return filepath.Join(p.root, brvName, treeName) }

// locate searches from start upwards for .brv/swarm/config.yaml, as far as the
// repository's root (the folder with .git) or the home folder, both included.
// Without such a file it takes the nearest folder with a .brv entry, else the
// repository's root, else start. Folders of other users are passed over.
func locate(start, home string) (project, Problems) {
	var problems Problems
	var nearest *project
	top := start
	repository := false
	refused := map[string]*Problem{}
	for dir := start; ; dir = filepath.Dir(dir) {
		if p, ok, problem := projectIn(dir); ok {
			if untouchable(dir, p.file()) != "" || exists(p.file()) {
				return p, problems
			}
			if nearest == nil {
				nearest = &p
			}
		} else if problem != nil {
			problems = append(problems, *problem)
			refused[dir] = problem
		}
		if exists(filepath.Join(dir, gitName)) {
			top, repository = dir, true
		}
		if repository || sameFolder(dir, home) || filepath.Dir(dir) == dir {
			break
		}
	}
	if nearest != nil {
		return *nearest, problems
	}
	return project{folder: top, root: top, refused: refused[top]}, problems
}

// projectIn looks at one folder's .brv entry.
func projectIn(dir string) (p project, ok bool, problem *Problem) {
	brv := filepath.Join(dir, brvName)
	if !exists(brv) {
		return project{}, false, nil
	}
	if why := untouchable(dir, brv); why != "" {
		return project{}, false, &Problem{Severity: Warning, Code: CodePointer, Layer: LayerWorkspace, File: brv,
			Message: "The configuration here is not used, because .brv is a link to " + why + ".",
			Fix:     "Replace the link by a folder, or name the file with --config."}
	}
	info, err := os.Stat(brv)
	if err != nil {
		return project{}, false, nil
	}
	if owner := foreignOwner(dir, brv); owner != "" {
		return project{}, false, &Problem{Severity: Warning, Code: CodeForeign, Layer: LayerWorkspace, File: brv,
			Message: "The configuration here is not used, because " + owner + " belongs to another user.",
			Fix:     "Name it with --config if you trust it, or make it your own."}
	}
	if info.IsDir() {
		return project{folder: dir, root: dir, brv: true}, true, nil
	}
	root, problem := followPointer(brv, info)
	if problem != nil {
		return project{}, false, problem
	}
	return project{folder: dir, root: root, brv: true}, true, nil
}

// untouchable says what a path that a workspace decides about leads to, when
// merely looking at it could wake a device or reach another machine; else "".
func untouchable(workspace, path string) string {
	_, why := places{folder: realPath(workspace)}.follow(path)
	return why
}

func (l *loader) untouchable(path string) string { return untouchable(l.project.folder, path) }

// foreignOwner is the first of the paths that belongs to another user.
func foreignOwner(paths ...string) string {
	for _, p := range paths {
		if info, err := os.Stat(p); err == nil && foreign(info) {
			return p
		}
	}
	return ""
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// sameFolder compares two folders by path, then by what they are.
func sameFolder(a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	if filepath.Clean(a) == filepath.Clean(b) {
		return true
	}
	ia, err := os.Stat(a)
	if err != nil {
		return false
	}
	ib, err := os.Stat(b)
	return err == nil && os.SameFile(ia, ib)
}
