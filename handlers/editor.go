package handlers

import (
	"context"
	"os"

	"memswarm/lsp"
	"memswarm/swarm"
	"memswarm/workspace"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// editor is the client as the one who has notes open.
type editor struct{ s *lsp.Session }

var _ workspace.Editor = editor{}

// Note finds the open document of a file, by whatever way its URI reaches it.
// The newest version counts: it is the one that would be changed.
func (e editor) Note(path string) (note swarm.Buffer, changed, ok bool) {
	want, err := os.Stat(path)
	if err != nil {
		return swarm.Buffer{}, false, false
	}
	for d := range e.s.Snapshot(e.s.Context()).All() {
		at, isFile := d.Path()
		if !isFile {
			continue
		}
		if info, err := os.Stat(at); at == path || err == nil && os.SameFile(info, want) {
			return swarm.Buffer{Path: at, Text: d.Text(), Version: d.Version()}, d.Dirty(), true
		}
	}
	return swarm.Buffer{}, false, false
}

// CanEdit says whether the client applies edits of the server's.
func (e editor) CanEdit() bool {
	w := e.s.Capabilities().Workspace
	return w != nil && w.ApplyEdit != nil && *w.ApplyEdit
}

// Edit asks the client to change that version of a document.
func (e editor) Edit(ctx context.Context, note swarm.Buffer, edits []workspace.TextEdit) error {
	u, ok := lsp.URIFromPath(note.Path)
	if !ok {
		return &swarm.Error{Code: "edit_refused", Message: "The editor's document has no file."}
	}
	m := lsp.NewMapper(note.Text)
	change := &protocol.TextDocumentEdit{TextDocument: protocol.OptionalVersionedTextDocumentIdentifier{
		TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: u}, Version: &note.Version}}
	plain := make([]protocol.TextEdit, 0, len(edits))
	for _, t := range edits {
		edit := protocol.TextEdit{Range: m.Range(t.Start, t.End, e.s.Encoding()), NewText: t.Text}
		plain = append(plain, edit)
		change.Edits = append(change.Edits, &edit)
	}
	label := "Memory Swarm: append"
	we := protocol.WorkspaceEdit{DocumentChanges: []protocol.DocumentChange{change}}
	if w := e.s.Capabilities().Workspace; w.WorkspaceEdit == nil || w.WorkspaceEdit.DocumentChanges == nil || !*w.WorkspaceEdit.DocumentChanges {
		// No versions then: make sure as well as can be that nothing has changed.
		if now, _, ok := e.Note(note.Path); !ok || now.Version != note.Version {
			return changedMeanwhile(note.Path)
		}
		we = protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{u: plain}}
	}
	r, err := e.s.Client().ApplyEdit(ctx, &protocol.ApplyWorkspaceEditParams{Label: &label, Edit: we})
	if err != nil {
		return &swarm.Error{Code: "edit_refused", Message: "The editor did not change " + note.Path + ": " + err.Error() + ".", Fix: "Repeat the command."}
	}
	if r == nil || !r.Applied {
		return changedMeanwhile(note.Path)
	}
	return nil
}

func changedMeanwhile(path string) error {
	return &swarm.Error{Code: "changed", Message: "The editor did not change " + path + ", which has been changed meanwhile or cannot be edited.", Fix: "Look at the note again and repeat the command."}
}
