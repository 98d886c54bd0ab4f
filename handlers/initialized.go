package handlers

import (
	"context"

	"memswarm/lsp"

	"go.lsp.dev/protocol"
)

// initialized begins what needs the client: progress, status, and watching
// files.
func initialized(_ context.Context, s *lsp.Session, _ *protocol.InitializedParams) error {
	c := conn(s)
	c.mu.Lock()
	c.watching = true
	select {
	case <-c.opened:
		c.status.follow()
	default: // open follows when it is done
	}
	c.mu.Unlock()
	s.Go(func(ctx context.Context) { c.watchFiles(ctx) })
	return nil
}

// watchFiles asks the client to watch notes, where it can: its watching is
// recursive and costs the user no inotify instances.
func (c *connection) watchFiles(ctx context.Context) {
	w := c.session.Capabilities().Workspace
	if w == nil || w.DidChangeWatchedFiles == nil || w.DidChangeWatchedFiles.DynamicRegistration == nil || !*w.DidChangeWatchedFiles.DynamicRegistration {
		return
	}
	opts, err := protocol.Marshal(&protocol.DidChangeWatchedFilesRegistrationOptions{Watchers: []protocol.FileSystemWatcher{
		{GlobPattern: protocol.Pattern("**/*.{md,markdown,mdx,html,canvas}")},
		{GlobPattern: protocol.Pattern("**/.brv/swarm/config.yaml")},
	}})
	if err != nil {
		c.opts.Log.Error("encode watchers", "err", err)
		return
	}
	err = c.session.Client().RegisterCapability(ctx, &protocol.RegistrationParams{Registrations: []protocol.Registration{{
		ID: "memswarm-files", Method: protocol.MethodWorkspaceDidChangeWatchedFiles, RegisterOptions: protocol.LSPAny(opts)}}})
	if err != nil {
		c.opts.Log.Info("the client does not watch files", "err", err)
	}
}
