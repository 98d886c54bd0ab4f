package lsp

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"go.lsp.dev/protocol"
)

// The parameters of document synchronisation are decoded here and not by the
// protocol package: an edit that it cannot decode (a null or a negative range)
// it takes for a replacement of the whole document, which would lose the text.
type (
	wirePosition struct{ Line, Character float64 }
	wireChange   struct {
		Range *struct{ Start, End wirePosition }
		Text  *string
	}
	wireDocument struct {
		URI        string
		LanguageID string
		Version    *float64
		Text       string
	}
	wireSync struct {
		TextDocument   wireDocument
		ContentChanges []wireChange
		Text           *string
	}
)

// DocumentEvent says how an open document changed. Exactly one of Old and New is
// nil when the document was opened or closed.
type DocumentEvent struct {
	Method   string // textDocument/didOpen, didChange, didSave or didClose
	Old, New *Document
}

// applySync applies a document notification to the session's documents. It
// returns an error for what makes no sense, with the documents unchanged.
func (s *Session) applySync(method string, params []byte) (DocumentEvent, error) {
	var p wireSync
	if err := json.Unmarshal(params, &p); err != nil {
		return DocumentEvent{}, fmt.Errorf("%s: %w", method, err)
	}
	if p.TextDocument.URI == "" {
		return DocumentEvent{}, fmt.Errorf("%s: textDocument.uri is missing", method)
	}
	u := NormalizeURI(p.TextDocument.URI)
	docs := s.documents()
	old := docs.docs[u]
	if old == nil && method != protocol.MethodTextDocumentDidOpen {
		return DocumentEvent{}, fmt.Errorf("%s: %s is not open", method, u)
	}
	ev := DocumentEvent{Method: strings.Clone(method), Old: old} // method is the message's
	switch method {
	case protocol.MethodTextDocumentDidOpen:
		ev.New = &Document{
			uri:     u,
			sent:    strings.Clone(p.TextDocument.URI),
			lang:    strings.Clone(p.TextDocument.LanguageID),
			version: p.TextDocument.version(0),
			mapper:  NewMapper(p.TextDocument.Text),
		}
	case protocol.MethodTextDocumentDidChange:
		ev.New = old.changed(p, s.Encoding())
	case protocol.MethodTextDocumentDidSave:
		ev.New = old.saved(p.Text)
	case protocol.MethodTextDocumentDidClose:
		s.docs.Store(new(docs.without(u)))
		return ev, nil
	}
	s.docs.Store(new(docs.with(ev.New)))
	return ev, nil
}

// changed applies the edits of a didChange one after another, each to the
// result of the one before.
func (d *Document) changed(p wireSync, enc Encoding) *Document {
	m := d.mapper
	for _, c := range p.ContentChanges {
		switch {
		case c.Text == nil: // nothing to put there: not an edit
		case c.Range == nil:
			m = NewMapper(*c.Text)
		default:
			start, end := m.Span(protocol.Range{Start: c.Range.Start.clamp(), End: c.Range.End.clamp()}, enc)
			m = m.replace(start, end, *c.Text)
		}
	}
	next := *d
	next.mapper, next.version, next.dirty = m, p.TextDocument.version(d.version), true
	return &next
}

func (d *Document) saved(text *string) *Document {
	next := *d
	next.dirty = false
	if text != nil && *text != d.Text() {
		next.mapper = NewMapper(*text)
	}
	return &next
}

func (d wireDocument) version(fallback int32) int32 {
	if d.Version == nil {
		return fallback
	}
	return int32(min(max(*d.Version, math.MinInt32), math.MaxInt32))
}

// clamp brings a position into the range of its type. Clients send -1, 1e9 and
// more for "the end of the line".
func (p wirePosition) clamp() protocol.Position {
	c := func(f float64) uint32 { return uint32(min(max(f, 0), math.MaxInt32)) }
	return protocol.Position{Line: c(p.Line), Character: c(p.Character)}
}
