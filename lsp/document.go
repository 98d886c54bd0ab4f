package lsp

import (
	"iter"
	"maps"
	"slices"

	"go.lsp.dev/uri"
)

// Document is one version of a text document that the client has open. It never
// changes; an edit makes a new one.
type Document struct {
	uri     uri.URI
	sent    string // the URI as the client spelled it
	lang    string
	version int32
	dirty   bool
	mapper  *Mapper
}

// URI is the document's URI as [NormalizeURI] spells it.
func (d *Document) URI() uri.URI { return d.uri }

// Path is the file that the document belongs to; ok is false when it has none,
// such as an untitled or a virtual document.
func (d *Document) Path() (path string, ok bool) {
	// Normalizing loses what an escape of bytes that are no UTF-8 stands for.
	return PathFromURI(uri.URI(d.sent))
}

// LanguageID is the language that the client opened the document with.
func (d *Document) LanguageID() string { return d.lang }

// Version is the number that the client gave this version.
func (d *Document) Version() int32 { return d.version }

// Dirty reports whether the document was edited since it was opened or saved.
func (d *Document) Dirty() bool { return d.dirty }

// Text is the document's whole text, always valid UTF-8.
func (d *Document) Text() string { return d.mapper.Text() }

// Mapper converts between offsets and positions in the document.
func (d *Document) Mapper() *Mapper { return d.mapper }

// Snapshot is the set of open documents at one moment. It never changes. The
// zero Snapshot has none.
type Snapshot struct {
	docs map[uri.URI]*Document
}

// Document returns the open document of u, however it is spelled.
func (s Snapshot) Document(u uri.URI) (*Document, bool) {
	if d, ok := s.docs[u]; ok {
		return d, true
	}
	d, ok := s.docs[NormalizeURI(string(u))]
	return d, ok
}

// Len is the number of open documents.
func (s Snapshot) Len() int { return len(s.docs) }

// All yields the open documents in order of their URIs.
func (s Snapshot) All() iter.Seq[*Document] {
	return func(yield func(*Document) bool) {
		for _, u := range slices.Sorted(maps.Keys(s.docs)) {
			if !yield(s.docs[u]) {
				return
			}
		}
	}
}

// with returns a snapshot in which d replaces the document of its URI. The map
// is copied: edits are far rarer than documents are few.
func (s Snapshot) with(d *Document) Snapshot {
	docs := make(map[uri.URI]*Document, len(s.docs)+1)
	maps.Copy(docs, s.docs)
	docs[d.uri] = d
	return Snapshot{docs}
}

func (s Snapshot) without(u uri.URI) Snapshot {
	docs := maps.Clone(s.docs)
	delete(docs, u)
	return Snapshot{docs}
}
