package handlers

import (
	"context"
	"strings"

	"memswarm/lsp"
	"memswarm/swarm"
	"memswarm/workspace"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// hoverNotes is how many notes a hover shows.
const hoverNotes = 3

// hover says what the swarm knows of what is under the cursor: in code of the
// identifier, in a note of the link. It is silent when there is nothing sure to
// say.
func hover(ctx context.Context, s *lsp.Session, p *protocol.HoverParams) (*protocol.Hover, error) {
	at, ok := cursorAt(ctx, s, &p.TextDocumentPositionParams)
	if !ok {
		return nil, nil
	}
	if conn(s).configFile(at.path) {
		return configHover(ctx, s, at), nil
	}
	v, err := view(ctx, s)
	if err != nil {
		return nil, failed(err)
	}
	if !conn(s).hovers(v, at.folder(v)) {
		return nil, nil
	}
	if isNote(at.path) {
		return noteHover(ctx, s, v, at)
	}
	return codeHover(ctx, s, v, at)
}

// hovers says whether hovers are wanted in a folder.
func (c *connection) hovers(v *workspace.View, dir string) bool {
	if set := c.now().Hover; set != nil && !*set {
		return false
	}
	for _, f := range v.Pick(dir) {
		if f.Config().Hover {
			return true
		}
	}
	return false
}

// cursor is a place in an open document.
type cursor struct {
	doc      *lsp.Document
	path     string // "" when the document has no file
	line     int
	col      int // bytes
	lineText string
	position protocol.Position
}

// cursorAt reads a position; ok is false when the document is not open.
func cursorAt(ctx context.Context, s *lsp.Session, p *protocol.TextDocumentPositionParams) (*cursor, bool) {
	d, ok := s.Document(ctx, uri.URI(p.TextDocument.URI))
	if !ok {
		return nil, false
	}
	m := d.Mapper()
	offset := m.Offset(p.Position, s.Encoding())
	c := &cursor{doc: d, line: m.Line(offset), position: p.Position}
	start, _ := m.LineSpan(c.line)
	c.col, c.lineText = offset-start, m.LineText(c.line)
	c.path, _ = d.Path()
	return c, true
}

// folder is the workspace folder that holds the document, "" for all.
func (c *cursor) folder(v *workspace.View) string {
	if c.path == "" {
		return ""
	}
	return v.Holding(c.path)
}

// span is a range of bytes of the cursor's line.
func (c *cursor) span(s *lsp.Session, start, end int) protocol.Range {
	m := c.doc.Mapper()
	at, _ := m.LineSpan(c.line)
	return m.Range(at+start, at+end, s.Encoding())
}

// codeHover shows the notes about the identifier under the cursor.
func codeHover(ctx context.Context, s *lsp.Session, v *workspace.View, at *cursor) (*protocol.Hover, error) {
	w, hits, err := known(ctx, s, v, at, hoverNotes)
	if err != nil || len(hits) == 0 {
		return nil, err
	}
	r := at.span(s, w.start, w.end)
	return &protocol.Hover{Contents: renderHover(markup(s), hits), Range: &r}, nil
}

// known asks what is known of the widest thing at the cursor of which something
// is.
func known(ctx context.Context, s *lsp.Session, v *workspace.View, at *cursor, limit int) (word, []swarm.Hit, error) {
	subject := swarm.Subject{
		Language: at.doc.LanguageID(), Path: at.path, Line: at.lineText, Limit: limit, Unsaved: unsaved(ctx, s),
	}
	for _, w := range wordsAt(at.lineText, at.col) {
		subject.Word = w.text
		hits, err := v.About(ctx, subject, at.folder(v))
		if err != nil {
			return word{}, nil, failed(err)
		}
		if len(hits) > 0 {
			return w, hits, nil
		}
	}
	return word{}, nil, nil
}

// noteHover previews what a link in a note leads to.
func noteHover(ctx context.Context, s *lsp.Session, v *workspace.View, at *cursor) (*protocol.Hover, error) {
	link, ok := v.LinkAt(ctx, swarm.Buffer{Path: at.path, Text: at.doc.Text(), Version: at.doc.Version()}, at.line, at.col, unsaved(ctx, s))
	if !ok || link.Target.Location == nil || strings.TrimSpace(link.Target.Excerpt) == "" && link.Target.Note == "" {
		return nil, nil
	}
	r := at.span(s, link.Start, link.End)
	return &protocol.Hover{Contents: renderHover(markup(s), []swarm.Hit{{Result: link.Target}}), Range: &r}, nil
}

// markup is the form of hovers that the client prefers.
func markup(s *lsp.Session) protocol.MarkupKind {
	if td := s.Capabilities().TextDocument; td != nil && td.Hover != nil && len(td.Hover.ContentFormat) > 0 {
		for _, k := range td.Hover.ContentFormat {
			if k == protocol.MarkupKindMarkdown || k == protocol.MarkupKindPlainText {
				return k
			}
		}
	}
	return protocol.MarkupKindPlainText
}
