package handlers

import (
	"context"
	"encoding/json"
	"slices"

	"memswarm/contract"
	"memswarm/lsp"
	"memswarm/swarm"

	"go.lsp.dev/protocol"
)

// maxUndo is how many curates of a connection are remembered for being taken
// back without a token.
const maxUndo = 50

// remember keeps the token of a curate for swarm.undo.
func (c *connection) remember(token string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.undo = append(c.undo, token)
	if len(c.undo) > maxUndo {
		c.undo = slices.Delete(c.undo, 0, len(c.undo)-maxUndo)
	}
}

// lastUndo is the token of the last curate that was not taken back, or "".
func (c *connection) lastUndo() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.undo) == 0 {
		return ""
	}
	return c.undo[len(c.undo)-1]
}

func (c *connection) forget(token string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.undo = slices.DeleteFunc(c.undo, func(t string) bool { return t == token })
}

// undoParams name a curate; without a token it is the connection's last.
type undoParams struct {
	Undo            string `json:"undo"`
	WorkspaceFolder string `json:"workspaceFolder"`
	Quiet           bool   `json:"quiet"`
}

// swarmUndo takes one curate back if the file is still as written.
func swarmUndo(ctx context.Context, s *lsp.Session, raw json.RawMessage) (any, error) {
	var p undoParams
	if err := decodeParams(raw, &p); err != nil {
		return nil, err
	}
	return p.run(ctx, s)
}

func (p *undoParams) run(ctx context.Context, s *lsp.Session) (*contract.Undone, error) {
	c := conn(s)
	if p.Undo == "" {
		if p.Undo = c.lastUndo(); p.Undo == "" {
			body := contract.NewError(&swarm.Error{Code: "nothing_to_undo", Message: "Nothing was stored that could be taken back."})
			return &contract.Undone{Paths: []string{}, Error: &body}, nil
		}
	}
	v, err := view(ctx, s)
	if err != nil {
		return nil, failed(err)
	}
	out, err := v.Undo(ctx, p.Undo, folderOf(v, p.WorkspaceFolder, nil))
	if err != nil {
		return nil, failed(err)
	}
	if out.Success {
		c.forget(p.Undo)
	}
	return out, nil
}

// undoCommand is swarm/undo as a command, which tells the user.
func undoCommand(ctx context.Context, s *lsp.Session, argument json.RawMessage) (any, error) {
	var p undoParams
	if err := decodeParams(argument, &p); err != nil {
		return nil, err
	}
	out, err := p.run(ctx, s)
	if err != nil || p.Quiet {
		return out, err
	}
	if out.Error != nil {
		say(ctx, s, protocol.MessageTypeError, sentence(out.Error))
		return out, nil
	}
	what := "The last note"
	if len(out.Paths) > 0 {
		what = short(s, out.Paths[0])
	}
	say(ctx, s, protocol.MessageTypeInfo, "Took back: "+what+".")
	return out, nil
}
