package handlers

import (
	"context"
	"encoding/json"

	"memswarm/lsp"

	"go.lsp.dev/protocol"
)

// initialize answers at once: the folders are opened and indexed beside it.
func initialize(_ context.Context, s *lsp.Session, p *protocol.InitializeParams) (*protocol.InitializeResult, error) {
	c := conn(s)
	set, err := parseSettings(json.RawMessage(p.InitializationOptions))
	if err != nil {
		c.opts.Log.Warn("initializationOptions are not used", "err", err)
	}
	folders := foldersOf(p, c.opts.Dir)
	c.change(func() { c.folders, c.settings = folders, set })
	yes := true
	return &protocol.InitializeResult{
		ServerInfo: protocol.ServerInfo{Name: "memswarm", Version: protocol.NewOptional(c.opts.Version)},
		Capabilities: protocol.ServerCapabilities{
			HoverProvider:      protocol.Boolean(true),
			DefinitionProvider: protocol.Boolean(true),
			CompletionProvider: &protocol.CompletionOptions{TriggerCharacters: []string{"/", "{"}},
			CodeActionProvider: &protocol.CodeActionOptions{
				CodeActionKinds: []protocol.CodeActionKind{protocol.CodeActionKindQuickFix, curateKind}, ResolveProvider: &yes},
			ExecuteCommandProvider:  protocol.ExecuteCommandOptions{Commands: commandNames()},
			WorkspaceSymbolProvider: &protocol.WorkspaceSymbolOptions{ResolveProvider: &yes},
			Workspace: &protocol.WorkspaceOptions{
				WorkspaceFolders:    &protocol.WorkspaceFoldersServerCapabilities{Supported: &yes, ChangeNotifications: protocol.Boolean(true)},
				TextDocumentContent: &protocol.TextDocumentContentOptions{Schemes: []string{"swarm"}},
			},
			Experimental: protocol.LSPAny(`{"swarm":{"query":true,"related":true,"status":true,"curate":true,"undo":true,"targets":true,"content":true}}`),
		},
	}, nil
}
