package handlers

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"memswarm/lsp"

	"go.lsp.dev/protocol"
)

// commands are the server's commands, each with one object as its argument.
// Names that begin with "memswarm." belong to the editor extensions.
var commands = map[string]func(ctx context.Context, s *lsp.Session, argument json.RawMessage) (any, error){
	"swarm.curate":       curateCommand,
	"swarm.undo":         undoCommand,
	"swarm.reindex":      reindexCommand,
	"swarm.trust":        trustCommand,
	"swarm.createFolder": createFolderCommand,
	// What "Set up a write target…" does in an editor without an extension.
	"swarm.setUpTarget": setUpCommand,
}

func commandNames() []string { return slices.Sorted(maps.Keys(commands)) }

// executeCommand runs a command with its argument, {} when there is none.
func executeCommand(ctx context.Context, s *lsp.Session, raw json.RawMessage) (any, error) {
	var p protocol.ExecuteCommandParams
	if err := protocol.Unmarshal(raw, &p); err != nil {
		return nil, lsp.Errorf(lsp.CodeInvalidParams, "invalid parameters: %v", err)
	}
	run := commands[p.Command]
	if run == nil {
		return nil, lsp.Errorf(lsp.CodeInvalidParams, "there is no command %q", p.Command)
	}
	argument := json.RawMessage("{}")
	switch {
	case len(p.Arguments) > 1:
		return nil, lsp.Errorf(lsp.CodeInvalidParams, "%s takes one object as its argument", p.Command)
	case len(p.Arguments) == 1 && string(p.Arguments[0]) != "null":
		argument = slices.Clone(json.RawMessage(p.Arguments[0]))
	}
	return run(ctx, s, argument)
}
