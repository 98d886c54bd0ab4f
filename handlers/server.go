package handlers

import (
	"context"
	"log/slog"

	"memswarm/lsp"
	"memswarm/workspace"

	"go.lsp.dev/protocol"
)

// Options configure a server.
type Options struct {
	Host    *workspace.Host
	Version string // of the program, for serverInfo
	Log     *slog.Logger
	// Env is the environment that configurations are expanded with; the
	// process's own when nil.
	Env func(string) (string, bool)
	// Dir stands in for the workspace folder of a client that names none; the
	// process's working directory when "".
	Dir string
	// ConfigFile is a configuration that the user named on the command line; it
	// counts whether or not the workspace is trusted.
	ConfigFile string
	// Trust decides whether a workspace folder's configuration may start
	// programs, connect and write, when the client does not say. Nil trusts
	// none.
	Trust func(dir string) bool
	// SetTrust remembers the user's answer about a workspace folder (swarm.trust);
	// nil remembers none.
	SetTrust func(dir string, trusted bool) error
}

// New returns a server that answers every method of the product.
func New(o Options) *lsp.Server {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	r := lsp.NewRouter()
	lsp.Handle(r, protocol.MethodInitialize, initialize)
	lsp.Notify(r, protocol.MethodInitialized, initialized)
	lsp.Notify(r, protocol.MethodWorkspaceDidChangeWorkspaceFolders, didChangeWorkspaceFolders)
	lsp.Notify(r, protocol.MethodWorkspaceDidChangeConfiguration, didChangeConfiguration)
	lsp.Notify(r, protocol.MethodWorkspaceDidChangeWatchedFiles, didChangeWatchedFiles)
	lsp.OnDocument(r, documentChanged)
	lsp.Handle(r, protocol.MethodWorkspaceSymbol, workspaceSymbol)
	lsp.Handle(r, protocol.MethodWorkspaceSymbolResolve, workspaceSymbolResolve)
	lsp.Handle(r, protocol.MethodWorkspaceTextDocumentContent, textDocumentContent)
	lsp.Handle(r, protocol.MethodTextDocumentHover, hover)
	lsp.Handle(r, protocol.MethodTextDocumentDefinition, definition)
	lsp.Handle(r, protocol.MethodTextDocumentCompletion, configCompletion)
	lsp.HandleRaw(r, "swarm/detect", swarmDetect)
	lsp.HandleRaw(r, "swarm/configure", swarmConfigure, lsp.KeepResult)
	lsp.Handle(r, protocol.MethodTextDocumentCodeAction, codeAction)
	lsp.Handle(r, protocol.MethodCodeActionResolve, codeActionResolve)
	lsp.HandleRaw(r, protocol.MethodWorkspaceExecuteCommand, executeCommand, lsp.KeepResult)
	lsp.HandleRaw(r, "swarm/targets", swarmTargets)
	lsp.HandleRaw(r, "swarm/curate", swarmCurate, lsp.KeepResult)
	lsp.HandleRaw(r, "swarm/undo", swarmUndo, lsp.KeepResult)
	lsp.HandleRaw(r, "swarm/query", swarmQuery)
	lsp.HandleRaw(r, "swarm/related", swarmRelated)
	lsp.HandleRaw(r, "swarm/status", swarmStatus)
	lsp.HandleRaw(r, "swarm/content", swarmContent)
	return &lsp.Server{
		Router:   r,
		Logger:   o.Log,
		NewState: func(s *lsp.Session) any { return newConnection(s, o) },
		Closed:   func(s *lsp.Session) { conn(s).close() },
	}
}

// conn is the state of a session's connection.
func conn(s *lsp.Session) *connection { return lsp.State[*connection](s) }

// view returns the connection's folders once they are open. Files that the
// client said changed before the request are as they are now, if that takes no
// longer than a moment.
func view(ctx context.Context, s *lsp.Session) (*workspace.View, error) {
	c := conn(s)
	v, err := c.ready(ctx)
	if err == nil {
		c.changes.wait(ctx)
	}
	return v, err
}
