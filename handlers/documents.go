package handlers

import (
	"context"
	"path/filepath"
	"strings"

	"memswarm/lsp"
	"memswarm/swarm"

	"go.lsp.dev/protocol"
)

// documentChanged keeps the index in step with what the editor saves.
func documentChanged(_ context.Context, s *lsp.Session, ev lsp.DocumentEvent) {
	configChanged(s, ev)
	if ev.Method != protocol.MethodTextDocumentDidSave || ev.New == nil {
		return
	}
	path, ok := ev.New.Path()
	if !ok {
		return
	}
	c := conn(s)
	switch {
	case c.configFile(path):
		c.reload()
	case isNote(path):
		c.filesChanged([]string{path})
	}
}

// isNote says whether a provider may index the file.
func isNote(path string) bool {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".md", ".markdown", ".mdx", ".html", ".canvas":
		return true
	}
	return false
}

// unsaved lists the notes that are open and differ from their files, as the
// request that ctx belongs to may see them.
func unsaved(ctx context.Context, s *lsp.Session) []swarm.Buffer {
	var out []swarm.Buffer
	for d := range s.Snapshot(ctx).All() {
		if !d.Dirty() {
			continue
		}
		if path, ok := d.Path(); ok && isNote(path) {
			out = append(out, swarm.Buffer{Path: path, Text: d.Text(), Version: d.Version()})
		}
	}
	return out
}
