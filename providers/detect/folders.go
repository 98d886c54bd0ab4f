package detect

import (
	"path/filepath"
	"strings"

	"memswarm/swarm"
)

// contextTree finds the project's own.
func (l *looker) contextTree() []Candidate {
	tree := filepath.Join(l.Root, ".brv", "context-tree")
	if !isDir(tree) {
		return nil
	}
	return []Candidate{{Kind: swarm.ByteRover, Name: filepath.Base(l.Root), Path: tree, Found: "the project's .brv folder"}}
}

// usualNotes are folders below the home folder in which people keep notes.
var usualNotes = []string{
	"notes", "Notes", "Documents/notes", "Documents/Notes", "zettelkasten", "Zettelkasten", "Documents/Zettelkasten", "wiki", "Wiki",
	"journal", "Journal", "Documents/journal", "knowledge", "kb", "brain", "second-brain", "logseq", "Documents/logseq", "foam", "dendron", "Dropbox/notes", "Dropbox/Notes", "Nextcloud/Notes", "Sync/notes", "md", "memory", ".notes",
}

func (l *looker) notes() []Candidate {
	if l.home == "" {
		return nil
	}
	var out []Candidate
	for _, name := range usualNotes {
		if dir := filepath.Join(l.home, filepath.FromSlash(name)); isDir(dir) {
			out = append(out, Candidate{Kind: swarm.LocalMarkdown, Name: strings.ToLower(strings.TrimPrefix(filepath.Base(dir), ".")), Path: dir, Found: "a usual place"})
		}
	}
	return out
}

// workspace offers the project's own markdown, unless the project is the home
// folder or a whole drive.
func (l *looker) workspace() []Candidate {
	root := real(l.Root)
	if l.Root == "" || filepath.Dir(root) == root || l.home != "" && within(real(l.home), root) {
		return nil
	}
	return []Candidate{{Kind: swarm.LocalMarkdown, Name: filepath.Base(l.Root), Path: l.Root, Found: "the workspace"}}
}
