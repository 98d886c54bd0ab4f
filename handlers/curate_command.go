package handlers

import (
	"context"
	"encoding/json"
	"path/filepath"
	"strings"

	"memswarm/contract"
	"memswarm/lsp"
	"memswarm/swarm"
	"memswarm/workspace"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// The answers to what the command asks.
const (
	answerAppend = "Append to it"
	answerNew    = "Store as a new note"
	answerAnyway = "Store anyway"
	answerTree   = "Make a context tree"
	answerCancel = "Cancel"
)

// curateCommand is swarm/curate with a person before it: it asks about notes
// that are there already and about secrets, says what was stored, and shows it.
func curateCommand(ctx context.Context, s *lsp.Session, argument json.RawMessage) (any, error) {
	var p curateParams
	if err := decodeParams(argument, &p); err != nil {
		return nil, err
	}
	out, err := p.interact(ctx, s)
	if err != nil {
		return nil, err
	}
	if !p.Quiet && !p.DryRun {
		tell(ctx, s, out)
	}
	return out, nil
}

func (p *curateParams) interact(ctx context.Context, s *lsp.Session) (*contract.Curated, error) {
	if p.Force || p.DryRun || p.AppendTo != "" {
		return p.confirm(ctx, s)
	}
	look := *p
	look.DryRun = true
	dry, err := look.run(ctx, s)
	if err == nil && dry.Error != nil && dry.Error.Code == "no_target" && askTree(ctx, s, dry.Error) {
		look.MakeTree, p.MakeTree = true, true
		dry, err = look.run(ctx, s)
	}
	if err != nil {
		return nil, err
	}
	if dry.Error != nil {
		dry.DryRun = false
		return dry, nil
	}
	if len(dry.Similar) > 0 {
		if stop := p.askKnown(ctx, s, &dry.Similar[0]); stop != nil {
			stop.Similar = dry.Similar
			return stop, nil
		}
	}
	p.lookedUp = true
	out, err := p.confirm(ctx, s)
	if out != nil {
		out.Similar = dry.Similar
	}
	return out, err
}

// askTree asks whether a context tree may be made, as the last place to store
// something.
func askTree(ctx context.Context, s *lsp.Session, why *contract.ErrorBody) bool {
	message := "There is nowhere to store this: " + why.Message + " A context tree, the folder .brv/context-tree of the workspace, could take it."
	return ask(ctx, s, protocol.MessageTypeInfo, message, answerTree, answerCancel) == answerTree
}

// askKnown asks what to do about a note that is there already. It changes the
// parameters by the answer, and gives the answer to the client when nothing is
// to be stored.
func (p *curateParams) askKnown(ctx context.Context, s *lsp.Session, known *contract.Similar) (stop *contract.Curated) {
	message, store := "There is a note with this title already: "+known.ID+".", answerNew
	switch known.Reason {
	case contract.SimilarCopy:
		message, store = "This passage is known already: "+known.ID+".", answerAnyway
	case contract.SimilarNear:
		message = "A note says nearly the same: " + known.ID + "."
	case contract.SimilarSubject:
		return nil // a hint, for clients that show it
	}
	answers := []string{store, answerCancel}
	if known.Writable && known.Reason != contract.SimilarCopy {
		answers = []string{answerAppend, store, answerCancel}
	}
	switch ask(ctx, s, protocol.MessageTypeInfo, message, answers...) {
	case answerAppend:
		p.AppendTo, p.Target = known.ID, ""
	case store:
	default:
		body := contract.NewError(&swarm.Error{Code: "cancelled", Message: "Nothing was stored."})
		return &contract.Curated{Provider: known.Provider, Error: &body}
	}
	return nil
}

// confirm stores, and asks first when the passage holds what looks like a
// secret.
func (p *curateParams) confirm(ctx context.Context, s *lsp.Session) (*contract.Curated, error) {
	out, err := p.run(ctx, s)
	if err != nil || out.Error == nil || out.Error.Code != workspace.CodeSecret {
		return out, err
	}
	if ask(ctx, s, protocol.MessageTypeWarning, out.Error.Message, answerAnyway, answerCancel) != answerAnyway {
		p.Quiet = true // the user knows
		return out, nil
	}
	p.Force = true
	return p.run(ctx, s)
}

// ask gives the title of the answer that the user chose, "" for none.
func ask(ctx context.Context, s *lsp.Session, kind protocol.MessageType, message string, answers ...string) string {
	p := &protocol.ShowMessageRequestParams{Type: kind, Message: message}
	for _, a := range answers {
		p.Actions = append(p.Actions, protocol.MessageActionItem{Title: a})
	}
	chosen, err := s.Client().ShowMessageRequest(ctx, p)
	if err != nil || chosen == nil {
		return ""
	}
	return chosen.Title
}

// tell says what became of a passage and shows the note.
func tell(ctx context.Context, s *lsp.Session, out *contract.Curated) {
	if !out.Success {
		if e := out.Error; e != nil && e.Code != "cancelled" {
			say(ctx, s, protocol.MessageTypeError, sentence(e))
		}
		return
	}
	where := out.ID
	if out.Path != "" {
		where = short(s, out.Path)
	}
	text := "Stored in " + out.Provider + ": " + where + "."
	switch {
	case out.Appended:
		text = "Appended to " + where + "."
	case out.Fallback:
		text = "Stored in the context tree, as a fallback: " + where + "."
	}
	if len(out.Warnings) > 0 {
		text += " " + strings.Join(out.Warnings, " ")
	}
	say(ctx, s, protocol.MessageTypeInfo, text)
	window := s.Capabilities().Window
	if out.URI == "" || window == nil || window.ShowDocument == nil || !window.ShowDocument.Support {
		return
	}
	// The client may take its time to open it, and the answer must not wait.
	s.Go(func(ctx context.Context) {
		no := false
		if _, err := s.Client().ShowDocument(ctx, &protocol.ShowDocumentParams{URI: uri.URI(out.URI), TakeFocus: &no}); err != nil {
			conn(s).opts.Log.Info("the client did not show the note", "err", err)
		}
	})
}

func say(ctx context.Context, s *lsp.Session, kind protocol.MessageType, text string) {
	if err := s.ShowMessage(ctx, kind, text); err != nil {
		conn(s).opts.Log.Info("the client did not take a message", "err", err)
	}
}

func sentence(e *contract.ErrorBody) string {
	return strings.TrimSpace(e.Message + " " + e.Fix)
}

// short is a path as people call it: inside its workspace folder when it lies
// in one.
func short(s *lsp.Session, path string) string {
	if dir := conn(s).view.Holding(path); dir != "" {
		if rel, err := filepath.Rel(dir, path); err == nil {
			return rel
		}
	}
	return path
}
