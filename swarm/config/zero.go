package config

import (
	"path/filepath"

	"memswarm/swarm"
)

// zeroFolder is the name of the folder over the workspace's own markdown.
const zeroFolder = "workspace"

// zero sets up what works without any configuration: the context tree, if there
// is one, and the workspace's own markdown, read-only.
func (l *loader) zero() {
	if l.cfg.values.has("providers") || l.present[LayerWorkspace] || l.present[LayerClient] {
		return
	}
	c := l.cfg
	c.ZeroConfig = true
	if refused := l.tooWide(c.Workspace.Root); refused != "" {
		s := Warning
		if !c.Providers.ByteRover.Enabled {
			s = Error
		}
		c.Problems = append(c.Problems, Problem{Severity: s, Code: CodeWorkspace, Layer: LayerDefault,
			Message: refused + " is not searched as a whole.",
			Fix:     "Start in the folder of a project or of your notes, or run memswarm onboard to choose what is searched."})
		return
	}
	c.Providers.LocalMarkdown = LocalMarkdown{
		Enabled: true, WatchForChanges: true,
		Folders: []Folder{{
			ID: swarm.ID(idLocalMarkdown + ":" + zeroFolder), Name: zeroFolder, Path: c.Workspace.Root,
			ReadOnly: true, FollowWikilinks: true, Gitignore: c.Workspace.Gitignore, index: -1,
		}},
	}
}

// tooWide names a folder that is too wide to be read without being asked for:
// a home folder, what contains it, or a whole drive. "" for all others.
func (l *loader) tooWide(dir string) string {
	home := realPath(l.home)
	switch {
	case !tooWide(realPath(dir), home):
		return ""
	case filepath.Dir(dir) == dir:
		return "The root folder " + dir
	case sameFolder(dir, home):
		return "Your home folder " + dir
	}
	return "The folder " + dir + ", which holds your home folder,"
}

// contains says whether path lies in dir or is dir, by their names alone.
func contains(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}
