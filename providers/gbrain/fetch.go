package gbrain

import (
	"context"
	"errors"
	"strings"

	"memswarm/providers/gbrain/direct"
	"memswarm/providers/gbrain/pages"
	"memswarm/providers/gbrain/repo"
	"memswarm/providers/gbrain/wire"
	"memswarm/swarm"
)

// Fetch gives a page as markdown: frontmatter with title and tags, body,
// timeline, and with direct SQL the links of the brain's graph.
func (p *Provider) Fetch(ctx context.Context, doc string) (string, error) {
	if !p.o.Trusted {
		return "", p.untrusted()
	}
	// The address of a page ends in .md, its slug hardly ever.
	names := []string{doc}
	if bare, ok := strings.CutSuffix(doc, ".md"); ok {
		names = []string{bare, doc}
	}
	var err error
	for _, name := range names {
		var text string
		if text, err = p.page(ctx, name); !errors.Is(err, wire.NotFound) {
			return text, p.userError(err)
		}
	}
	return "", p.userError(err)
}

// userError makes an error for a person of any, and nil of nil.
func (p *Provider) userError(err error) error {
	if err == nil {
		return nil
	}
	return p.explain("", err)
}

// page reads a page by the ways in turn. It is wire.NotFound when the brain
// does not have it or must not show it.
func (p *Provider) page(ctx context.Context, doc string) (string, error) {
	source, slug := splitDoc(doc)
	var first error
	if p.sql != nil {
		page, err := p.sql.Page(ctx, source, slug)
		switch {
		case err == nil:
			return markdown(page), nil
		case errors.Is(err, direct.ErrNotFound):
			return "", wire.NotFound
		}
		first = err
	}
	for _, w := range p.ways() {
		page, err := p.fetch(ctx, w, source, slug)
		if err == nil {
			if (page.Private() || pages.Private(page.Content)) && !p.o.IncludePrivate {
				return "", wire.NotFound
			}
			return page.Content, nil
		}
		if first == nil || final(err) {
			first = err
		}
		if ctx.Err() != nil || final(err) {
			break
		}
	}
	if text, ok := p.fromFile(ctx, source, slug); ok && !final(first) {
		return text, nil
	}
	if first == nil {
		first = p.noWay()
	}
	return "", first
}

// fetch reads a page with its content.
func (p *Provider) fetch(ctx context.Context, w way, source, slug string) (*wire.Page, error) {
	args := map[string]any{"slug": slug, "include_content": true}
	if source != "" && source != defaultSource {
		args["source_id"] = source
	}
	var page wire.Page
	if _, err := p.call(ctx, w, "get_page", args, &page); err != nil {
		return nil, err
	}
	if page.Slug != slug {
		return nil, errors.New("gbrain gave another page than the one asked for")
	}
	if page.Content == "" { // an older version, which does not give it
		page.Content = (&pages.Page{Type: page.Type, Title: page.Title, Body: page.Body, Timeline: page.Timeline,
			Tags: page.Tags, Frontmatter: page.Frontmatter}).Markdown()
	}
	p.pages.put(docOf(source, slug), &page)
	return &page, nil
}

// fromFile reads a page's file while the brain cannot be asked.
func (p *Provider) fromFile(ctx context.Context, source, slug string) (string, bool) {
	if source != "" && source != defaultSource {
		return "", false
	}
	path, ok := p.tree.Find(ctx, slug)
	if !ok {
		return "", false
	}
	text, ok := repo.Read(path)
	if !ok || pages.Private(text) && !p.o.IncludePrivate {
		return "", false
	}
	return text, true
}

// markdown is the text of a page that was read by SQL.
func markdown(p *direct.Page) string {
	page := pages.Page{Type: p.Type, Title: p.Title, Body: p.Body, Timeline: p.Timeline, Tags: p.Tags, Frontmatter: p.Frontmatter}
	for _, l := range p.Links {
		page.Links = append(page.Links, pages.Link(l))
	}
	return page.Markdown()
}

var _ swarm.Fetcher = (*Provider)(nil)
