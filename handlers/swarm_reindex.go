package handlers

import (
	"context"
	"encoding/json"

	"memswarm/lsp"
)

// reindexCommand reads all files of a folder, or of all, again. It answers when
// the indexes are built; progress shows as it does for any indexing.
func reindexCommand(ctx context.Context, s *lsp.Session, argument json.RawMessage) (any, error) {
	var p struct {
		WorkspaceFolder string `json:"workspaceFolder"`
	}
	if err := decodeParams(argument, &p); err != nil {
		return nil, err
	}
	v, err := view(ctx, s)
	if err != nil {
		return nil, failed(err)
	}
	for _, f := range v.Pick(folderOf(v, p.WorkspaceFolder, nil)) {
		if err := f.Sync(ctx, true); err != nil {
			return nil, failed(err)
		}
	}
	return map[string]bool{"success": true}, nil
}
