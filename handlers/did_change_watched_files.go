package handlers

import (
	"context"
	"path/filepath"
	"strings"

	"memswarm/lsp"

	"go.lsp.dev/protocol"
)

// didChangeWatchedFiles brings the indexes up to date with files that the
// client saw change, and loads a changed configuration.
func didChangeWatchedFiles(_ context.Context, s *lsp.Session, p *protocol.DidChangeWatchedFilesParams) error {
	c := conn(s)
	var paths []string
	reload := false
	for _, ev := range p.Changes {
		path, ok := lsp.PathFromURI(ev.URI)
		if !ok {
			continue
		}
		path = strings.Clone(path)
		if isConfig(path) {
			reload = true
			continue
		}
		paths = append(paths, path)
	}
	if reload {
		c.reload()
	}
	if len(paths) > 0 {
		c.filesChanged(paths)
	}
	return nil
}

// isConfig says whether a path is a workspace's configuration.
func isConfig(path string) bool {
	return strings.HasSuffix(filepath.ToSlash(path), "/.brv/swarm/config.yaml")
}

// reload opens the folders again, with the configuration as it is now.
func (c *connection) reload() {
	c.change(func() {})
}

// filesChanged tells the providers, off the reading goroutine.
func (c *connection) filesChanged(paths []string) {
	end := c.changes.begin()
	c.session.Go(func(ctx context.Context) {
		defer end()
		v, err := c.ready(ctx)
		if err != nil {
			return
		}
		v.Changed(ctx, paths)
	})
}
