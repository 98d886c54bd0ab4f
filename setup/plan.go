package setup

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"memswarm/swarm"
	"memswarm/swarm/config"
)

// Place says which file is configured.
type Place struct {
	File string // absolute
	Root string // relative paths count from here: the folder that holds .brv
	Home string
	// User says that it is the user's own file: no path is written relative.
	User bool
	// Workspace holds the .brv entry; the file must lie in it, links followed.
	Workspace string
}

// UserPlace is the user's own file.
func UserPlace(file, home string) Place {
	return Place{File: file, Root: filepath.Dir(file), Home: home, User: true}
}

// Plan is a configuration that was thought out and not yet written.
type Plan struct {
	File   string
	Exists bool
	Before []byte
	After  []byte
	// Config is the configuration as it will be, with its problems.
	Config *config.Config
}

// Changed says whether writing would change the file.
func (p *Plan) Changed() bool { return !p.Exists || string(p.Before) != string(p.After) }

// heading stands at the top of a new file.
const heading = "# What Memory Swarm searches. `memswarm onboard` changes it, and so may you:\n" +
	"# docs/configuration.md has every key.\n"

// Make thinks out the configuration that the answers give. load reads a
// configuration with the given text in the file's place. Nothing is written.
func Make(at Place, a Answers, load func(text []byte) *config.Config) (*Plan, error) {
	if err := a.Validate(); err != nil {
		return nil, err
	}
	p := &Plan{File: at.File}
	if err := at.allowed(); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(at.File)
	switch {
	case err == nil:
		p.Exists, p.Before = true, text
	case errors.Is(err, fs.ErrNotExist):
		text = []byte(heading)
	default:
		return nil, &swarm.Error{Code: "unreadable", Message: fmt.Sprintf("The configuration %s cannot be read: %v.", at.File, err), Fix: "Check that it is a file and that you may read it.", Err: err}
	}
	doc := config.ParseDocument(at.File, text)
	if i := slices.IndexFunc(doc.Problems, func(p config.Problem) bool { return p.Severity == config.Error }); i >= 0 {
		return nil, &swarm.Error{Code: "invalid_config", Message: "The existing configuration has a mistake, so it is left alone: " + doc.Problems[i].String(), Fix: "Correct it, then run onboard again."}
	}
	w := writer{place: at, doc: doc, cfg: load(text)}
	if err := w.all(a); err != nil {
		return nil, &swarm.Error{Code: "not_editable", Message: "The existing configuration cannot be changed without rewriting it: " + err.Error() + ".",
			Fix: "Change that place by hand (docs/configuration.md has every key), or move the file aside and run onboard again.", Err: err}
	}
	p.After = w.doc.Text
	p.Config = load(p.After)
	return p, nil
}

// allowed refuses a workspace's file that is a link to somewhere else: a cloned
// repository must not choose which of the user's files is changed.
func (at Place) allowed() error {
	if at.User || at.Workspace == "" {
		return nil
	}
	target := real(at.File)
	if _, err := os.Lstat(at.File); err != nil { // new: its folder counts
		dir := filepath.Dir(at.File)
		for {
			if _, err := os.Lstat(dir); err == nil || filepath.Dir(dir) == dir {
				break
			}
			dir = filepath.Dir(dir)
		}
		target = real(dir)
	}
	root := real(at.Root)
	for _, dir := range []string{real(at.Workspace), root} {
		if rel, err := filepath.Rel(dir, target); err == nil && filepath.IsLocal(rel) {
			return nil
		}
	}
	return &swarm.Error{Code: "foreign_link", Message: fmt.Sprintf("%s is a link to %s, outside the workspace, so it is not changed.", at.File, target),
		Fix: "Edit that file yourself, replace the link by a file, or use --user for your own configuration."}
}

// shown is a path as it is written into the file: relative to the project, with
// ~ for the home folder, or whole.
func (at Place) shown(path string) string {
	if strings.HasPrefix(path, "~") || !filepath.IsAbs(path) {
		return filepath.ToSlash(path)
	}
	if rel, err := filepath.Rel(at.Root, path); !at.User && err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	if at.Home != "" {
		if rel, err := filepath.Rel(at.Home, path); err == nil && filepath.IsLocal(rel) {
			if rel == "." {
				return "~"
			}
			return "~/" + filepath.ToSlash(rel)
		}
	}
	return path
}

// absolute is the reverse of shown.
func (at Place) absolute(path string) string {
	switch {
	case path == "~":
		return at.Home
	case strings.HasPrefix(path, "~/"):
		return filepath.Join(at.Home, path[2:])
	case !filepath.IsAbs(path):
		return filepath.Join(at.Root, path)
	}
	return filepath.Clean(path)
}
