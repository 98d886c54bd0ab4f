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

// curateParams are the parameters of swarm/curate, and the argument of the
// command swarm.curate.
type curateParams struct {
	Content         *string                          `json:"content"`
	Target          string                           `json:"target,omitempty"`
	Title           string                           `json:"title,omitempty"`
	Type            string                           `json:"type,omitempty"`
	Origin          *originParams                    `json:"origin,omitempty"`
	AppendTo        string                           `json:"appendTo,omitempty"`
	Force           bool                             `json:"force,omitempty"`
	DryRun          bool                             `json:"dryRun,omitempty"`
	MakeTree        bool                             `json:"makeTree,omitempty"` // make a context tree where there is none
	Wait            float64                          `json:"wait,omitempty"`     // milliseconds
	WorkspaceFolder string                           `json:"workspaceFolder,omitempty"`
	TextDocument    *protocol.TextDocumentIdentifier `json:"textDocument,omitempty"`
	// Quiet is for clients that tell the user themselves what a command did.
	Quiet bool `json:"quiet,omitempty"`

	lookedUp bool // what is known already was asked, and the user knows
}

// originParams say where a passage comes from. Lines of the range are enough;
// a last line that the range only touches at its start does not count.
type originParams struct {
	URI        uri.URI         `json:"uri,omitempty"`
	Range      *protocol.Range `json:"range,omitempty"`
	LanguageID string          `json:"languageId,omitempty"`
	Symbol     string          `json:"symbol,omitempty"`
}

// swarmCurate stores a passage.
func swarmCurate(ctx context.Context, s *lsp.Session, raw json.RawMessage) (any, error) {
	var p curateParams
	if err := decodeParams(raw, &p); err != nil {
		return nil, err
	}
	return p.run(ctx, s)
}

// run stores what the parameters say. What goes wrong with the passage or the
// target is in the answer.
func (p *curateParams) run(ctx context.Context, s *lsp.Session) (*contract.Curated, error) {
	if p.Content == nil {
		return nil, lsp.Errorf(lsp.CodeInvalidParams, "content is required")
	}
	v, err := view(ctx, s)
	if err != nil {
		return nil, failed(err)
	}
	appendTo := p.AppendTo
	if path, ok := lsp.PathFromURI(uri.URI(appendTo)); ok {
		appendTo = path
	}
	out, err := v.Curate(ctx, &workspace.CurateRequest{
		Content: *p.Content, Title: p.Title, Type: swarm.ContentType(p.Type), Target: swarm.ID(p.Target), AppendTo: appendTo,
		Wait: min(time.Duration(p.Wait*float64(time.Millisecond)), maxWait), Force: p.Force, LookedUp: p.lookedUp, DryRun: p.DryRun, MakeTree: p.MakeTree, Origin: p.origin(ctx, s), Unsaved: unsaved(ctx, s), Editor: editor{s},
	}, p.folder(v))
	if err != nil {
		return nil, failed(err)
	}
	if out.Success && out.Undo != "" {
		conn(s).remember(out.Undo)
	}
	if out.Success && p.MakeTree && !p.DryRun {
		conn(s).openTree(ctx)
	}
	return out, nil
}

// openTree opens the folders again, since one may have a context tree now, and
// has it searched by the next query.
func (c *connection) openTree(ctx context.Context) {
	c.reload()
	v, err := c.ready(ctx)
	if err != nil {
		return
	}
	for _, f := range v.Folders() {
		if err := f.Sync(ctx, false); err != nil {
			c.opts.Log.Info("indexing the new context tree", "err", err)
		}
	}
}

// folder is the workspace folder whose targets count: the one named, that of the
// document, or that of the passage's file.
func (p *curateParams) folder(v *workspace.View) string {
	doc := p.TextDocument
	if doc == nil && p.Origin != nil && p.Origin.URI != "" {
		doc = &protocol.TextDocumentIdentifier{URI: p.Origin.URI}
	}
	return folderOf(v, p.WorkspaceFolder, doc)
}

// origin fills in what the open document tells: its language and the symbol
// around the passage.
func (p *curateParams) origin(ctx context.Context, s *lsp.Session) *swarm.Origin {
	if p.Origin == nil || p.Origin.URI == "" {
		return nil
	}
	o := &swarm.Origin{Language: p.Origin.LanguageID, Symbol: p.Origin.Symbol}
	o.Path, _ = lsp.PathFromURI(p.Origin.URI)
	if r := p.Origin.Range; r != nil {
		o.StartLine, o.EndLine = int(r.Start.Line), int(r.End.Line)
		if r.End.Character > 0 || r.End == r.Start {
			o.EndLine++
		}
	}
	d, ok := s.Document(ctx, p.Origin.URI)
	if !ok {
		return o
	}
	if o.Language == "" {
		o.Language = d.LanguageID()
	}
	if o.Symbol == "" && p.Origin.Range != nil {
		o.Symbol = enclosing(d.Mapper(), o.StartLine, o.Language)
	}
	return o
}

// swarmTargets lists where knowledge may be stored.
func swarmTargets(ctx context.Context, s *lsp.Session, raw json.RawMessage) (any, error) {
	var p struct {
		WorkspaceFolder string                           `json:"workspaceFolder"`
		TextDocument    *protocol.TextDocumentIdentifier `json:"textDocument"`
	}
	if err := decodeParams(raw, &p); err != nil {
		return nil, err
	}
	v, err := view(ctx, s)
	if err != nil {
		return nil, failed(err)
	}
	return v.Targets(folderOf(v, p.WorkspaceFolder, p.TextDocument)), nil
}
