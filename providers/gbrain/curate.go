package gbrain

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"memswarm/providers/gbrain/pages"
	"memswarm/providers/gbrain/repo"
	"memswarm/providers/gbrain/slugs"
	"memswarm/providers/gbrain/wire"
	"memswarm/swarm"
)

// inbox is the folder of the pages that are stored here: own names, so that no
// page of the brain is ever replaced.
const inbox = "inbox"

// Target describes the brain as a place to write to.
func (p *Provider) Target() swarm.Target {
	t := swarm.Target{ID: p.o.ID, Label: p.o.Label, Accepts: []swarm.ContentType{swarm.Entity, swarm.Note, swarm.General}, Writable: true}
	switch {
	case !p.o.Trusted:
		t.Writable, t.Reason = false, p.untrusted().Message
	case len(p.ways()) == 0 && p.sql != nil:
		t.Writable, t.Reason = false, "direct SQL only reads; storing needs the gbrain program or its server"
	case len(p.ways()) == 0:
		t.Writable, t.Reason = false, p.noWay().Message
	}
	return t
}

// Curate stores a passage as a page of its own, or appends it to one. Nothing is
// replaced that the brain has not just shown, and an answer is believed only
// when it says that this page was written.
func (p *Provider) Curate(ctx context.Context, c *swarm.Curation) (*swarm.Receipt, error) {
	if t := p.Target(); !t.Writable {
		return nil, &swarm.Error{Code: "read_only", Provider: p.o.ID, Message: "GBrain cannot be written to: " + t.Reason, Fix: p.noWay().Fix}
	}
	d, err := p.prepare(c)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, 2*writeTime)
	defer cancel()
	p.writing.Lock()
	defer p.writing.Unlock()
	var r *swarm.Receipt
	if c.AppendTo != "" {
		r, err = p.extend(ctx, c, d)
	} else {
		r, err = p.create(ctx, c, d)
	}
	if err != nil {
		return nil, p.userError(err)
	}
	r.Warnings = append(d.warnings, r.Warnings...)
	return r, nil
}

// create stores a page of its own.
func (p *Provider) create(ctx context.Context, c *swarm.Curation, d *draft) (*swarm.Receipt, error) {
	content := d.page(c.Type)
	base := slugs.New(inbox, d.title, c.Content)
	const tries = 20
	for n := 1; n <= tries; n++ {
		slug := base
		if n > 1 {
			slug = fmt.Sprintf("%s-%d", base, n)
		}
		w, page, err := p.look(ctx, slug, true)
		switch {
		case err == nil && page.DeletedAt.IsZero() && strings.Contains(page.Content, strings.TrimSpace(d.body)):
			return p.receipt(ctx, d, slug, page.Content, nil, "GBrain has this passage already, as "+slug+"."), nil
		case err == nil:
			continue // taken: put_page would replace it, or bring it back
		case !errors.Is(err, wire.NotFound):
			return nil, err
		}
		if path, ok := p.tree.Find(ctx, slug); ok {
			return nil, unsynced(p.o.ID, path)
		}
		if c.DryRun {
			return p.receipt(ctx, d, slug, content, nil, ""), nil
		}
		put, err := p.put(ctx, w, slug, content, d.body, nil)
		if err != nil {
			return nil, err
		}
		return p.receipt(ctx, d, slug, content, put, ""), nil
	}
	return nil, &swarm.Error{Code: "exists", Provider: p.o.ID, Message: "GBrain has too many pages with the name " + base + ".", Fix: "Give another title."}
}

// extend appends to a page: read, check the file, edit, read again, write.
func (p *Provider) extend(ctx context.Context, c *swarm.Curation, d *draft) (*swarm.Receipt, error) {
	source, slug := p.target(c.AppendTo)
	if source != "" {
		return nil, &swarm.Error{Code: "read_only", Provider: p.o.ID, Message: "GBrain's tools write to the default source only, not to " + source + ".",
			Fix: "Store a new page instead."}
	}
	w, page, err := p.look(ctx, slug, false)
	if err != nil {
		return nil, err
	}
	path, inFile := p.tree.Find(ctx, slug)
	if inFile {
		if text, ok := repo.Read(path); !ok || !pages.SameAsFile(text, page.Content) {
			return nil, unsynced(p.o.ID, path)
		}
	}
	extra, err := p.precondition(ctx, w, page)
	if err != nil {
		return nil, err
	}
	content := pages.Append(page.Content, d.body)
	if c.DryRun {
		return p.receipt(ctx, d, slug, content, nil, ""), nil
	}
	again, err := p.fetch(ctx, w, "", slug)
	switch {
	case err != nil:
		return nil, err
	case again.ContentHash != page.ContentHash || string(again.Revision) != string(page.Revision) || again.Content != page.Content:
		return nil, &swarm.Error{Code: "conflict", Provider: p.o.ID, Message: "The page " + slug + " is being changed by somebody else.", Fix: "Try again in a moment."}
	}
	put, err := p.put(ctx, w, slug, content, d.body, extra)
	if err != nil {
		return nil, err
	}
	return p.receipt(ctx, d, slug, content, put, ""), nil
}

// target reads a reference: "gbrain:people/jane#notes" or a slug.
func (p *Provider) target(ref string) (source, slug string) {
	if rest, ok := strings.CutPrefix(ref, string(p.o.ID)+":"); ok && !strings.HasPrefix(rest, ":") {
		ref = rest
	}
	ref, _, _ = strings.Cut(ref, "#")
	return splitDoc(ref)
}

// look reads a page by the first way that reaches the brain, and gives the way:
// what follows must see the same brain.
func (p *Provider) look(ctx context.Context, slug string, deleted bool) (way, *wire.Page, error) {
	var first error
	for _, w := range p.ways() {
		args := map[string]any{"slug": slug, "include_content": true}
		if deleted {
			args["include_deleted"] = true
		}
		var page wire.Page
		_, err := p.call(ctx, w, "get_page", args, &page)
		if err == nil && page.Slug != slug {
			err = errors.New("gbrain gave another page than the one asked for")
		}
		if err == nil && page.Content == "" && page.DeletedAt.IsZero() {
			err = &swarm.Error{Code: "unsupported", Provider: p.o.ID, Message: "This GBrain does not give the content of pages, so they cannot be changed safely.", Fix: "Update gbrain."}
		}
		if err == nil || final(err) {
			return w, &page, err
		}
		if first == nil {
			first = p.explain(w.name, err)
		}
		if ctx.Err() != nil {
			break
		}
	}
	if first == nil {
		first = p.noWay()
	}
	return way{}, nil, first
}

// schema is what a way can tell of a tool's parameters.
type schema interface {
	Properties(ctx context.Context, tool string) ([]string, error)
}

// precondition gives the arguments that make put_page refuse when the page has
// changed. From 0.51 on GBrain wants one to replace a page, but does not always
// take it.
func (p *Provider) precondition(ctx context.Context, w way, page *wire.Page) (map[string]any, error) {
	if !page.HasRevision() {
		return nil, nil // 0.46 has none: reading again just before is all that can be done
	}
	takes := false
	if s, ok := w.caller.(schema); ok {
		names, err := s.Properties(ctx, "put_page")
		if err != nil {
			return nil, err
		}
		for _, n := range names {
			takes = takes || n == "expected_revision"
		}
	}
	if !takes {
		return nil, &swarm.Error{Code: "revision_unsupported", Provider: p.o.ID,
			Message: "This GBrain replaces a page only with its revision, but its put_page does not take one through " + label(w.name) + ".",
			Fix:     "Store a new page instead, or use `gbrain put --expected-revision`."}
	}
	return map[string]any{"expected_revision": page.Revision}, nil
}

// put writes a page and checks what the brain says of it. It is sent once: when
// no answer comes, the page is read to see what happened.
func (p *Provider) put(ctx context.Context, w way, slug, content, body string, extra map[string]any) (*wire.Put, error) {
	args := map[string]any{"slug": slug, "content": content}
	for k, v := range extra {
		args[k] = v
	}
	var put wire.Put
	_, err := p.call(ctx, w, "put_page", args, &put)
	p.pages.forget(slug)
	fail := func(code, message, fix string) (*wire.Put, error) {
		return nil, &swarm.Error{Code: code, Provider: p.o.ID, Message: message, Fix: fix, Err: p.scrub.Err(err)}
	}
	switch {
	case final(err):
		return nil, err
	case err != nil:
		// Nobody knows whether it was written.
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), readTime)
		defer cancel()
		page, again := p.fetch(late, w, "", slug)
		switch {
		case again == nil && strings.Contains(page.Content, strings.TrimSpace(body)):
			return &wire.Put{Slug: slug, Status: "created_or_updated", WriteThrough: wire.WriteThrough{Skipped: "unknown"}}, nil
		case again == nil, errors.Is(again, wire.NotFound):
			return fail("not_stored", "GBrain ended before it stored the page.", "Try again.")
		}
		return fail("unknown_outcome", "GBrain gave no answer, and the page may or may not have been stored as "+slug+".", "Look at the page before you try again.")
	case put.Status == "error":
		return fail("put_failed", "GBrain did not store the page: "+p.scrub.Text(put.Error), "Run `gbrain doctor`, then try again.")
	case put.Slug != slug:
		return fail("slug_switched", "GBrain stored nothing as "+slug+": it took the page for "+p.scrub.Text(put.Slug)+".", "Check that page; its frontmatter may have the same id.")
	case put.Status != "created_or_updated" && put.Status != "skipped":
		return fail("put_failed", "GBrain answered with the unknown status "+fmt.Sprintf("%.40q", put.Status)+".", "Look at the page "+slug+" before you try again.")
	}
	return &put, nil
}

// receipt tells truthfully what was stored where.
func (p *Provider) receipt(ctx context.Context, d *draft, slug, content string, put *wire.Put, warning string) *swarm.Receipt {
	r := &swarm.Receipt{Provider: p.o.ID, Ref: swarm.Ref{Provider: p.o.ID, Doc: slug}.String(), Text: content}
	if warning != "" {
		r.Warnings = append(r.Warnings, warning)
	}
	if put == nil {
		return r
	}
	switch wt := put.WriteThrough; {
	case wt.Written && wt.Path != "":
		// A server elsewhere speaks of its own files.
		if text, ok := repo.Read(wt.Path); ok && strings.Contains(text, strings.TrimSpace(d.body)) {
			r.Path = wt.Path
		}
	case wt.Error != "":
		r.Warnings = append(r.Warnings, "The page is in the database, but its file could not be written: "+p.scrub.Text(wt.Error)+".")
	case wt.Skipped == "unknown":
		r.Warnings = append(r.Warnings, "GBrain ended before it answered; the page was found stored.")
	}
	if r.Path == "" {
		if path, ok := p.tree.Find(ctx, slug); ok {
			r.Path = path
		}
	}
	return r
}

// unsynced is the error for a file that GBrain has not read: it would write
// over what stands there.
func unsynced(id swarm.ID, path string) error {
	return &swarm.Error{Code: "unsynced_file", Provider: id, Message: "The file " + path + " has changes that GBrain has not read, and storing would write over them.",
		Fix: "Run `gbrain sync`, then try again."}
}
