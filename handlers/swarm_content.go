package handlers

import (
	"context"
	"encoding/json"

	"memswarm/contract"
	"memswarm/lsp"

	"go.lsp.dev/protocol"
)

// textDocumentContent gives the text of a swarm:// document (LSP 3.18).
func textDocumentContent(ctx context.Context, s *lsp.Session, p *protocol.TextDocumentContentParams) (*protocol.TextDocumentContentResult, error) {
	text, err := pageText(ctx, s, string(p.URI))
	if err != nil {
		return nil, err
	}
	return &protocol.TextDocumentContentResult{Text: text}, nil
}

// swarmContent is the same for clients without it.
func swarmContent(ctx context.Context, s *lsp.Session, raw json.RawMessage) (any, error) {
	var p struct {
		URI string `json:"uri"`
	}
	if err := decodeParams(raw, &p); err != nil {
		return nil, err
	}
	text, err := pageText(ctx, s, p.URI)
	if err != nil {
		return nil, err
	}
	return map[string]string{"text": text}, nil
}

func pageText(ctx context.Context, s *lsp.Session, uri string) (string, error) {
	id, doc, ok := contract.ParsePageURI(uri)
	if !ok {
		return "", lsp.Errorf(lsp.CodeInvalidParams, "not a document of this server: %s", uri)
	}
	v, err := view(ctx, s)
	if err != nil {
		return "", failed(err)
	}
	text, err := v.Fetch(ctx, id, doc)
	if err != nil {
		return "", failed(err)
	}
	return text, nil
}
