package handlers

import (
	"context"
	"encoding/json"
	"strings"

	"memswarm/lsp"
	"memswarm/swarm"
	"memswarm/workspace"

	"go.lsp.dev/protocol"
)

// curateKind is the kind of the code actions that store a passage.
const curateKind protocol.CodeActionKind = "refactor.swarm.curate"

// maxActions bounds how many targets are offered.
const maxActions = 12

// codeAction offers to store what is selected, and the repairs of a
// configuration.
func codeAction(ctx context.Context, s *lsp.Session, p *protocol.CodeActionParams) ([]protocol.CommandOrCodeAction, error) {
	out := configActions(ctx, s, p)
	if !wantsKind(p.Context.Only, curateKind) {
		return out, nil
	}
	d, ok := s.Document(ctx, p.TextDocument.URI)
	if !ok {
		return out, nil
	}
	found := passagesAt(d, s.Encoding(), p)
	if len(found) == 0 {
		return out, nil
	}
	v, err := view(ctx, s)
	if err != nil {
		return nil, failed(err)
	}
	targets := v.Targets(folderOf(v, "", &p.TextDocument))
	for _, f := range found {
		out = append(out, f.actions(s, d, v, targets)...)
	}
	return out, nil
}

// actionData is what an action carries until it is resolved.
type actionData struct {
	Text    protocol.TextDocumentIdentifier `json:"textDocument"`
	Version int32                           `json:"version"`
	Range   protocol.Range                  `json:"range"`
	Target  string                          `json:"target"`
	Title   string                          `json:"title,omitempty"`
	// Content is what to store when it is not the document's text.
	Content string `json:"content,omitempty"`
}

// actions offers the target that fits best, then the others.
func (f *found) actions(s *lsp.Session, d *lsp.Document, v *workspace.View, targets []swarm.Target) []protocol.CommandOrCodeAction {
	choice, err := swarm.ChooseTarget(swarm.ClassifyContent(f.text), targets, "")
	if err != nil {
		return []protocol.CommandOrCodeAction{setUpAction(err)}
	}
	best := choice.Target
	out := []protocol.CommandOrCodeAction{f.action(s, d, &best)}
	for i := range targets {
		if t := &targets[i]; t.Writable && t.ID != best.ID && len(out) < maxActions {
			out = append(out, f.action(s, d, t))
		}
	}
	return out
}

func (f *found) action(s *lsp.Session, d *lsp.Document, t *swarm.Target) *protocol.CodeAction {
	kind := curateKind
	title := "Curate to " + t.Label
	if f.what != "" {
		title = "Curate " + f.what + " to " + t.Label
	}
	data := actionData{Text: protocol.TextDocumentIdentifier{URI: d.URI()}, Version: d.Version(), Range: f.rang, Target: string(t.ID), Title: f.title}
	if f.made {
		data.Content = f.text
	}
	a := &protocol.CodeAction{Title: title, Kind: &kind}
	if f.diagnostic != nil {
		a.Diagnostics = []protocol.Diagnostic{*f.diagnostic}
	}
	if !resolvesCommands(s) {
		a.Command = data.command(s, d, title)
		return a
	}
	if raw, err := json.Marshal(data); err == nil {
		a.Data = raw
	}
	return a
}

// resolvesCommands says whether the client asks for an action's command when
// the user has chosen it. Until then the passage need not travel.
func resolvesCommands(s *lsp.Session) bool {
	t := s.Capabilities().TextDocument
	if t == nil || t.CodeAction == nil {
		return false
	}
	for _, p := range t.CodeAction.ResolveSupport.Properties {
		if p == "command" {
			return t.CodeAction.DataSupport != nil && *t.CodeAction.DataSupport
		}
	}
	return false
}

// command stores the passage.
func (a *actionData) command(s *lsp.Session, d *lsp.Document, title string) protocol.Command {
	text := a.Content
	if text == "" {
		start, end := d.Mapper().Span(a.Range, s.Encoding())
		text = d.Mapper().Slice(start, end)
	}
	raw, err := json.Marshal(curateParams{Content: &text, Target: a.Target, Title: a.Title,
		Origin: &originParams{URI: d.URI(), Range: &a.Range, LanguageID: d.LanguageID()}})
	if err != nil {
		conn(s).opts.Log.Error("encode a command", "err", err)
		return protocol.Command{}
	}
	return protocol.Command{Title: title, Command: "swarm.curate", Arguments: []protocol.LSPAny{raw}}
}

// setUpAction stands in where nothing can be written. Its command belongs to the
// editor extensions; elsewhere it says what to do.
func setUpAction(why error) *protocol.CodeAction {
	kind := curateKind
	message := why.Error()
	if e := swarm.AsError(why, "", ""); e.Fix != "" {
		message = strings.TrimSuffix(e.Message, ".") + ". " + e.Fix
	}
	raw, _ := json.Marshal(map[string]string{"message": message})
	const title = "Set up a write target…"
	return &protocol.CodeAction{Title: title, Kind: &kind,
		Command: protocol.Command{Title: title, Command: "swarm.setUpTarget", Arguments: []protocol.LSPAny{raw}}}
}

// setUpCommand says how a write target is set up.
func setUpCommand(ctx context.Context, s *lsp.Session, argument json.RawMessage) (any, error) {
	var p struct {
		Message string `json:"message"`
	}
	if err := decodeParams(argument, &p); err != nil {
		return nil, err
	}
	say(ctx, s, protocol.MessageTypeInfo, p.Message)
	return nil, nil
}

// codeActionResolve completes an action that was chosen.
func codeActionResolve(ctx context.Context, s *lsp.Session, a *protocol.CodeAction) (*protocol.CodeAction, error) {
	if len(a.Data) == 0 || a.Kind == nil || *a.Kind != curateKind {
		return a, nil
	}
	var data actionData
	if err := decodeParams(json.RawMessage(a.Data), &data); err != nil {
		return nil, err
	}
	d, ok := s.Document(ctx, data.Text.URI)
	if !ok || d.Version() != data.Version {
		return nil, lsp.Errorf(lsp.CodeContentModified, "the document has changed; select the passage again")
	}
	a.Command = data.command(s, d, a.Title)
	a.Data = nil
	return a, nil
}
