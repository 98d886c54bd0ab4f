package providers

import (
	"context"
	"os"

	"memswarm/providers/internal/curate"
	"memswarm/providers/internal/curate/provenance"
	"memswarm/providers/internal/curate/secrets"
	"memswarm/providers/internal/source"
	"memswarm/swarm"
	"memswarm/swarm/config"
)

// writer stores a passage in the form of one kind of provider.
type writer interface {
	Curate(context.Context, *swarm.Curation) (*swarm.Receipt, error)
}

// allTypes are what a folder of files takes.
var allTypes = []swarm.ContentType{swarm.Entity, swarm.Note, swarm.General}

// notebook is a local provider that knowledge can be stored with.
type notebook struct {
	*source.View
	writer
}

// Target says whether there is a folder to write into.
func (n *notebook) Target() swarm.Target {
	i := n.Info()
	t := swarm.Target{ID: i.ID, Label: i.Label, Accepts: allTypes}
	t.Writable, t.Reason = writableFolder(i.ID, i.Root)
	return t
}

// Curate stores a passage and brings the index up to date for what was written,
// so that the next query finds it.
func (n *notebook) Curate(ctx context.Context, c *swarm.Curation) (*swarm.Receipt, error) {
	r, err := n.writer.Curate(ctx, c)
	if err == nil && !c.DryRun {
		// What was written stays written when the index lags behind.
		if err := n.Changed(ctx, Written(r)); err != nil && ctx.Err() == nil {
			r.Warnings = append(r.Warnings, "The note is stored; it is found a moment later, because the index could not be updated at once: "+err.Error())
		}
	}
	return r, err
}

func writableFolder(id swarm.ID, root string) (ok bool, why string) {
	if info, err := os.Stat(root); err == nil && info.IsDir() {
		return true, ""
	}
	if id.Kind() == swarm.ByteRover {
		return false, "There is no context tree at " + root + "."
	}
	return false, "There is no folder " + root + "."
}

// writing gives a provider its writer; a provider that is no folder of files
// stays as it is.
func (o *opener) writing(p swarm.Provider, err error, w writer) (swarm.Provider, error) {
	if v, ok := p.(*source.View); ok && err == nil {
		return &notebook{View: v, writer: w}, nil
	}
	return p, err
}

func markdownWriter(f config.Folder) writer {
	w := &curate.Markdown{Provider: f.ID, Root: f.Path, Folder: f.Write.Folder, Name: f.Write.Name, Template: f.Write.Template, Tags: f.Write.Tags}
	if f.Write.Daily != "" {
		w.Daily = &curate.Daily{Format: f.Write.Daily, Heading: f.Write.Heading}
	}
	return w
}

// treeWriter chooses the place of a topic by asking the tree itself; v is nil
// when it is not searched.
func treeWriter(id swarm.ID, c *config.ByteRover, v *source.View) writer {
	t := &curate.Tree{Provider: id, Root: c.Tree, HTML: c.WriteHTML}
	if v != nil {
		t.Place = placeIn(v)
	}
	return t
}

// ContextTree is the workspace's context tree as a place to write, for when it
// is not among the providers. ok is false when the workspace has none.
func ContextTree(cfg *config.Config) (c swarm.Curator, root string, ok bool) {
	root = cfg.Providers.ByteRover.Tree
	if root == "" {
		return nil, "", false
	}
	if open, _ := writableFolder(swarm.ByteRover, root); !open {
		return nil, "", false
	}
	return &bareTree{writer: treeWriter(swarm.ByteRover, &cfg.Providers.ByteRover, nil), root: root}, root, true
}

// NewContextTree is the workspace's context tree as a place to write that is made
// with the first topic. ok is false when the workspace may not have one.
func NewContextTree(cfg *config.Config) (c swarm.Curator, root string, ok bool) {
	b := &cfg.Providers.ByteRover
	if b.Tree == "" || b.Problem != nil {
		return nil, "", false
	}
	return &bareTree{writer: &curate.Tree{Provider: swarm.ByteRover, Root: b.Tree, HTML: b.WriteHTML, Make: true}, root: b.Tree}, b.Tree, true
}

// bareTree is a context tree that is written and not searched.
type bareTree struct {
	writer
	root string
}

func (b *bareTree) Target() swarm.Target {
	t := swarm.Target{ID: swarm.ByteRover, Label: "context-tree", Accepts: allTypes}
	t.Writable, t.Reason = writableFolder(t.ID, b.root)
	return t
}

// Appending adds passages to one note of a folder. Heading, hash and errors are
// those of package curate's Append.
type Appending struct{ writer curate.Append }

// AppendTo prepares to add to the note rel (slash-separated) of the folder root
// of a provider, under a heading (its text or anchor) or at the end.
func AppendTo(id swarm.ID, root, rel, heading string) *Appending {
	return &Appending{curate.Append{Provider: id, Root: root, Rel: rel, Heading: heading}}
}

// Curate adds to the note as it is on disk.
func (a *Appending) Curate(ctx context.Context, c *swarm.Curation) (*swarm.Receipt, error) {
	return a.writer.Curate(ctx, c)
}

// TextEdit replaces the bytes from Start to End of a text.
type TextEdit struct {
	Start, End int
	Text       string
}

// Edits gives the changes to the note's text as an editor holds it, in order of
// position and not overlapping, and the text after them.
func (a *Appending) Edits(note string, c *swarm.Curation) (edits []TextEdit, text string, err error) {
	list, err := a.writer.Edits(note, c)
	if err != nil {
		return nil, "", err
	}
	at := 0
	for _, e := range list {
		edits = append(edits, TextEdit(e))
		text += note[at:e.Start] + e.Text
		at = e.End
	}
	return edits, text + note[at:], nil
}

// Written lists the files that a write made or changed, as absolute paths.
func Written(r *swarm.Receipt) []string {
	if files := curate.Files(r.Undo); files != nil {
		return files
	}
	if r.Path != "" {
		return []string{r.Path}
	}
	return nil
}

// UndoIn takes back a write into one of the folders (absolute) and lists the
// files that are gone or as before.
func UndoIn(folders []string, undo string) ([]string, error) {
	u, err := curate.Undo(folders, undo)
	if u == nil {
		return nil, err
	}
	return u.Paths(), err
}

// Secrets describes, in a sentence each, what looks like a secret in a text. The
// sentences do not hold the values.
func Secrets(text string) []string {
	var out []string
	for _, f := range secrets.Find(text) {
		out = append(out, f.String())
	}
	return out
}

// FillOrigin returns the origin with what git knows of its file.
func FillOrigin(o *swarm.Origin) *swarm.Origin { return provenance.Fill(o) }

// Subject is what a passage is about.
type Subject = curate.Subject

// SubjectOf prepares a passage as the writers do, without writing.
func SubjectOf(c *swarm.Curation) (Subject, error) { return curate.SubjectOf(c) }
