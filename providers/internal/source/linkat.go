package source

import (
	"context"
	"path/filepath"
	"strings"

	"memswarm/providers/internal/index"
	"memswarm/providers/internal/markdown"
	"memswarm/providers/internal/walk"
	"memswarm/swarm"
)

// LinkAt finds the link at a place of a note as it is on screen, and the section
// it leads to.
func (v *View) LinkAt(ctx context.Context, note swarm.Buffer, line, col int, unsaved []swarm.Buffer) (swarm.Link, bool) {
	s := v.src
	ms := *s.mounts.Load()
	doc, m, ok := ms.doc(note.Path)
	if !ok {
		return swarm.Link{}, false
	}
	rel := strings.TrimPrefix(doc, m.Prefix)
	if !s.isNote(m, rel) {
		return swarm.Link{}, false
	}
	page := s.pageOf(&File{Doc: doc, Rel: rel, Data: []byte(note.Text), ModTime: now()})
	if page == nil {
		return swarm.Link{}, false
	}
	link, ok := linkIn(page.Note.Links, line, col)
	if !ok {
		return swarm.Link{}, false
	}
	out := swarm.Link{Line: line, Start: link.StartCol, End: link.EndCol}
	if r, ok := s.follow(ctx, doc, page, m, link, unsaved); ok {
		r.Ref.Provider = v.info.ID
		out.Target = r
	}
	return out, true
}

// linkIn is the innermost link that holds a place: an image within a link.
func linkIn(links []markdown.Link, line, col int) (found markdown.Link, ok bool) {
	for _, l := range links {
		if l.Line == line && l.StartCol <= col && col < max(l.EndCol, l.StartCol+1) && (!ok || l.StartCol >= found.StartCol) {
			found, ok = l, true
		}
	}
	if ok {
		return found, true
	}
	for _, l := range links { // the cursor stands right behind one
		if l.Line == line && l.EndCol == col {
			return l, true
		}
	}
	return found, false
}

// pageOf parses a file; nil when it is no note or the parser fails.
func (s *Source) pageOf(f *File) (page *Page) {
	defer func() {
		if p := recover(); p != nil {
			page = nil
		}
	}()
	page, _ = s.opts.Parse(f)
	return page
}

// follow makes a result of what a link leads to. page is that of the note doc,
// in which the link stands.
func (s *Source) follow(ctx context.Context, doc string, page *Page, m Mount, link markdown.Link, unsaved []swarm.Buffer) (swarm.Result, bool) {
	to := doc
	if link.Target != "" {
		g := s.graphFor(ctx, false)
		if g == nil {
			return swarm.Result{}, false
		}
		id, ok := g.resolve(doc, link)
		if !ok {
			target := link.Target
			at, ok := s.attachment(m, strings.TrimPrefix(doc, m.Prefix), target)
			if !ok {
				return swarm.Result{}, false
			}
			return swarm.Result{Ref: swarm.Ref{Doc: target}, Title: filepath.Base(at.Path), Location: &at, Source: target}, true
		}
		if to = g.docs[id]; to != doc {
			if page = s.current(ctx, to, unsaved); page == nil {
				return swarm.Result{}, false
			}
		}
	}
	path, ok := s.mounts.Load().path(to)
	if !ok {
		return swarm.Result{}, false
	}
	n := s.noteOf(to, page, now())
	r := swarm.Result{
		Ref: swarm.Ref{Doc: to}, Title: n.Title, Note: n.Title, Aliases: n.Aliases, Tags: n.Tags, NoteKind: n.Kind, Source: to,
		Breadcrumb: crumbs(n, nil), Location: &swarm.Location{Path: path},
	}
	if link.Heading == "" && link.Block == "" {
		for i := range n.Sections {
			if n.Sections[i].Text != "" {
				r.Excerpt = passage(n.Sections[i].Text, 0)
				break
			}
		}
		return r, true
	}
	section, line, ok := page.Note.Find(link.Heading, link.Block)
	if !ok {
		return r, true // the note, at least
	}
	r.Location.StartLine, r.Location.EndLine = line, line+1
	if section < 0 || section >= len(n.Sections) {
		return r, true
	}
	sec := &n.Sections[section]
	r.Ref.Anchor, r.Breadcrumb, r.Words = sec.Anchor, crumbs(n, sec.Path), len(strings.Fields(sec.Text))
	if sec.Heading != "" {
		r.Title = sec.Heading
	}
	at := 0
	if link.Block == "" {
		r.Location.EndLine = max(line+1, sec.End)
	} else {
		at = lineStart(sec.Text, line-sec.TextStart)
	}
	r.Excerpt = passage(sec.Text, at)
	return r, true
}

// current is a document as the one who asks sees it.
func (s *Source) current(ctx context.Context, doc string, unsaved []swarm.Buffer) *Page {
	for _, b := range unsaved {
		if d, m, ok := s.mounts.Load().doc(b.Path); ok && d == doc {
			return s.pageOf(&File{Doc: doc, Rel: strings.TrimPrefix(doc, m.Prefix), Data: []byte(b.Text), ModTime: now()})
		}
	}
	file, ok := s.fileOf(doc)
	if !ok {
		return nil
	}
	data, err := walk.ReadFile(ctx, file, 0)
	if err != nil {
		return nil
	}
	return s.pageOf(&File{Doc: doc, Rel: file.Rel, Data: data, ModTime: file.ModTime})
}

// crumbs are a note's folders and title and the headings down to a section.
func crumbs(n *index.Note, headings []string) []string {
	var list []string
	if i := strings.LastIndexByte(n.Doc, '/'); i >= 0 {
		list = strings.Split(n.Doc[:i], "/")
	}
	return append(append(list, n.Title), headings...)
}

// lineStart is where line n of a text begins; the text's lines are about those
// of the file.
func lineStart(text string, n int) int {
	at := 0
	for range n {
		i := strings.IndexByte(text[at:], '\n')
		if i < 0 {
			break
		}
		at += i + 1
	}
	return at
}
