package workspace

import (
	"context"
	"path/filepath"
	"strings"

	"memswarm/contract"
	"memswarm/providers"
	"memswarm/swarm"
)

// TextEdit replaces a span of bytes of a note.
type TextEdit = providers.TextEdit

// Editor is the editor of whoever appends to a note. A note that it has open is
// changed through it, so that what is not saved yet stays.
type Editor interface {
	// Note returns the open document of a file, and whether it differs from the
	// file.
	Note(path string) (note swarm.Buffer, changed, ok bool)
	// CanEdit says whether Edit works at all.
	CanEdit() bool
	// Edit changes that very version of the document. The edits are in order of
	// position and do not overlap.
	Edit(ctx context.Context, note swarm.Buffer, edits []TextEdit) error
}

// appendTo adds a passage to a note that is there.
func (v *View) appendTo(ctx context.Context, r *CurateRequest, c *swarm.Curation, places []place, out *contract.Curated) error {
	to, rel, heading, err := resolve(places, r.AppendTo)
	if err != nil {
		return err
	}
	out.Provider, out.Appended = string(to.ID), true
	if r.Target != "" && r.Target != to.ID {
		return &swarm.Error{Code: "usage", Message: "The note to append to belongs to " + string(to.ID) + ", not to " + string(r.Target) + ".", Fix: "Name one of both."}
	}
	if err := r.secrets(out); err != nil {
		return err
	}
	if !to.local { // its own writer knows how
		c.AppendTo = string(to.own) + strings.TrimPrefix(r.AppendTo, string(to.ID))
		receipt, err := to.write(ctx, v, c, to.curator)
		if err != nil {
			return err
		}
		out.Receive(receipt)
		return nil
	}
	w := providers.AppendTo(to.own, to.root, rel, heading)
	path := filepath.Join(to.root, filepath.FromSlash(rel))
	if r.Editor != nil {
		if note, changed, open := r.Editor.Note(path); open {
			if r.Editor.CanEdit() {
				return v.appendOpen(ctx, r, c, w, note, to, rel, out)
			}
			if changed {
				return &swarm.Error{Code: "unsaved", Provider: to.ID, Message: path + " is open and has changes that are not saved.", Fix: "Save it and repeat the command."}
			}
		}
	}
	receipt, err := to.write(ctx, v, c, appending{w, to.Target})
	if err != nil {
		return err
	}
	out.Receive(receipt)
	return nil
}

// appendOpen changes a note in the editor that has it open.
func (v *View) appendOpen(ctx context.Context, r *CurateRequest, c *swarm.Curation, w *providers.Appending, note swarm.Buffer, to *place, rel string, out *contract.Curated) error {
	edits, text, err := w.Edits(note.Text, c)
	if err != nil {
		return err
	}
	if !r.DryRun {
		if err := r.Editor.Edit(ctx, note, edits); err != nil {
			return swarm.AsError(err, "edit_refused", to.ID)
		}
		out.Warnings = append(out.Warnings, "The note is open, so it was changed in the editor and is not saved yet.")
	}
	out.Receive(&swarm.Receipt{Provider: to.ID, Ref: swarm.Ref{Provider: to.ID, Doc: rel}.String(), Path: note.Path, Text: text})
	return nil
}

// appending is the writer of one note as a Curator.
type appending struct {
	*providers.Appending
	target swarm.Target
}

func (a appending) Target() swarm.Target { return a.target }

// resolve finds the note that a result's id or a path names, and the open target
// that it belongs to.
func resolve(places []place, name string) (to *place, rel, heading string, err error) {
	if p, doc, anchor, ok := byRef(places, name); ok {
		switch {
		case p.Writable && !p.local:
			return p, doc, anchor, nil
		case p.Writable:
			return p, doc, anchor, missing(p, doc)
		case p.root != "": // another target may hold the same file
			if to, rel := holding(places, filepath.Join(p.root, filepath.FromSlash(doc))); to != nil {
				return to, rel, anchor, missing(to, rel)
			}
		}
		return nil, "", "", &swarm.Error{Code: "closed_target", Provider: p.ID, Message: "Nothing can be added to " + name + ": " + p.Reason, Fix: "Store the passage as a note of its own."}
	}
	for _, p := range candidates(places, name) {
		path, anchor := splitAnchor(p, isRegular)
		if !isRegular(path) {
			continue
		}
		if to, rel := holding(places, path); to != nil {
			return to, rel, anchor, nil
		}
		return nil, "", "", &swarm.Error{Code: "closed_target", Message: "Nothing can be added to " + path + ": no target that may be written holds it.",
			Fix: "Open its folder under local_markdown with read_only: false, or store the passage as a note of its own."}
	}
	return nil, "", "", &swarm.Error{Code: "not_found", Message: "There is no note " + name + ".", Fix: "Give the id of a result, or the note's path."}
}

// byRef reads "PROVIDER:DOC#ANCHOR".
func byRef(places []place, name string) (p *place, doc, anchor string, ok bool) {
	for i := range places {
		rest, found := strings.CutPrefix(name, string(places[i].ID)+":")
		if found && (p == nil || len(places[i].ID) > len(p.ID)) {
			p, doc = &places[i], rest
		}
	}
	if p == nil {
		return nil, "", "", false
	}
	doc, anchor = splitAnchor(doc, func(d string) bool {
		return p.root != "" && isRegular(filepath.Join(p.root, filepath.FromSlash(d)))
	})
	return p, doc, anchor, true
}

// splitAnchor cuts "#heading" off, unless it belongs to the name.
func splitAnchor(name string, exists func(string) bool) (doc, anchor string) {
	if exists(name) {
		return name, ""
	}
	for i := len(name) - 1; i >= 0; i-- { // headings may hold "#", file names too
		if name[i] == '#' && exists(name[:i]) {
			return name[:i], name[i+1:]
		}
	}
	doc, anchor, _ = strings.Cut(name, "#")
	return doc, anchor
}

// candidates are the absolute paths that a name may mean.
func candidates(places []place, name string) []string {
	if filepath.IsAbs(name) {
		return []string{filepath.Clean(name)}
	}
	var out []string
	seen := map[string]bool{}
	add := func(dir string) {
		if path := filepath.Join(dir, filepath.FromSlash(name)); dir != "" && !seen[path] {
			seen[path] = true
			out = append(out, path)
		}
	}
	for _, p := range places {
		add(p.folder.Dir())
	}
	for _, p := range places {
		add(p.root)
	}
	return out
}

func missing(p *place, rel string) error {
	if isRegular(filepath.Join(p.root, filepath.FromSlash(rel))) {
		return nil
	}
	return &swarm.Error{Code: "not_found", Provider: p.ID, Message: "There is no note " + rel + ".", Fix: "Give the id of a result, or the note's path."}
}
