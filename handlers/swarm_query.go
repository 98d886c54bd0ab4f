package handlers

import (
	"context"
	"encoding/json"
	"time"

	"memswarm/contract"
	"memswarm/lsp"
	"memswarm/swarm"
	"memswarm/workspace"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// queryParams are the parameters of swarm/query.
type queryParams struct {
	Query           *string                          `json:"query"`
	MaxResults      *int                             `json:"maxResults"`
	Providers       []string                         `json:"providers"`
	Type            string                           `json:"type"`
	Scope           string                           `json:"scope"`
	Local           bool                             `json:"local"`
	Wait            float64                          `json:"wait"` // milliseconds
	WorkspaceFolder string                           `json:"workspaceFolder"`
	TextDocument    *protocol.TextDocumentIdentifier `json:"textDocument"`
	Position        *protocol.Position               `json:"position"`
}

// maxWait bounds how long a request may wait for an index.
const maxWait = time.Hour

// swarmQuery answers a query with the whole fused order and its reasons.
func swarmQuery(ctx context.Context, s *lsp.Session, raw json.RawMessage) (any, error) {
	var p queryParams
	if err := decodeParams(raw, &p); err != nil {
		return nil, err
	}
	if p.Query == nil {
		return nil, lsp.Errorf(lsp.CodeInvalidParams, "query is required")
	}
	v, err := view(ctx, s)
	if err != nil {
		return nil, failed(err)
	}
	r := &workspace.Request{
		Text: *p.Query, Providers: p.Providers, Type: swarm.Kind(p.Type), Scope: p.Scope, Local: p.Local,
		Wait: min(time.Duration(p.Wait*float64(time.Millisecond)), maxWait), Unsaved: unsaved(ctx, s),
	}
	if p.MaxResults != nil {
		r.Limit = *p.MaxResults
		if r.Limit <= 0 {
			r.Limit = -1
		}
	}
	if p.TextDocument != nil && p.Position != nil {
		r.Context = wordsAround(ctx, s, p.TextDocument.URI, *p.Position)
	}
	a, err := v.Query(ctx, r, folderOf(v, p.WorkspaceFolder, p.TextDocument))
	if err != nil {
		return nil, failed(err)
	}
	return contract.NewAnswer(a), nil
}

// folderOf is the workspace folder that a request is about: the one it names,
// else the one that holds its document, else "" for all.
func folderOf(v *workspace.View, named string, doc *protocol.TextDocumentIdentifier) string {
	if named != "" {
		if path, ok := lsp.PathFromURI(uri.URI(named)); ok {
			return path
		}
		return named
	}
	if doc != nil {
		if path, ok := lsp.PathFromURI(doc.URI); ok {
			return v.Holding(path)
		}
	}
	return ""
}
