package handlers

import (
	"context"
	"encoding/json"

	"memswarm/lsp"
)

// swarmStatus prints what `memswarm status -f json` prints.
func swarmStatus(ctx context.Context, s *lsp.Session, raw json.RawMessage) (any, error) {
	var p struct {
		WorkspaceFolder string `json:"workspaceFolder"`
	}
	if err := decodeParams(raw, &p); err != nil {
		return nil, err
	}
	v, err := view(ctx, s)
	if err != nil {
		return nil, failed(err)
	}
	return v.Status(ctx, folderOf(v, p.WorkspaceFolder, nil)), nil
}
