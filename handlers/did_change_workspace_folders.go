package handlers

import (
	"context"
	"maps"

	"memswarm/lsp"

	"go.lsp.dev/protocol"
)

// didChangeWorkspaceFolders opens added folders and releases removed ones.
func didChangeWorkspaceFolders(_ context.Context, s *lsp.Session, p *protocol.DidChangeWorkspaceFoldersParams) error {
	c := conn(s)
	c.change(func() {
		next := maps.Clone(c.folders)
		for _, f := range p.Event.Removed {
			if path, ok := lsp.PathFromURI(f.URI); ok {
				delete(next, path)
			}
		}
		for _, f := range p.Event.Added {
			addFolder(next, f)
		}
		c.folders = next
	})
	return nil
}
