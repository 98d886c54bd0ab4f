package index

import (
	"fmt"

	"github.com/RoaringBitmap/roaring/v2"
	index "github.com/blevesearch/bleve_index_api"
	segment "github.com/blevesearch/scorch_segment_api/v2"
)

// segmentInfo holds the numbers of a segment's documents in flat arrays, so
// that postings are scored without reading anything else. Segments never
// change; a deleted document stays in the arrays.
type segmentInfo struct {
	notes []noteHead
	byKey map[uint64]uint32 // note key → index in notes
	// By document number: the note it belongs to (noNote for a vocabulary),
	// and for sections their ordinal, else noteDoc.
	note    []uint32
	ordinal []uint32
	body    []uint32  // section's length
	heading []float32 // section's headings' length, those above counted in part
	// docOf gives a note's documents: its own at [first], then the sections'.
	first []uint32
	docOf []uint32
}

const (
	noNote  = ^uint32(0)
	noteDoc = ^uint32(0)
)

// loadSegment reads the heads of all documents.
func loadSegment(seg segment.Segment) (*segmentInfo, error) {
	dv, ok := seg.(segment.DocValueVisitable)
	if !ok {
		return nil, fmt.Errorf("the segment has no document values")
	}
	n := int(seg.Count())
	in := &segmentInfo{
		note: make([]uint32, n), ordinal: make([]uint32, n), body: make([]uint32, n), heading: make([]float32, n),
	}
	keys := make([]uint64, n)
	var state segment.DocVisitState
	var err error
	doc := 0
	fields := []string{headField}
	own := make([]float32, n)
	var visitor index.DocValueVisitor = func(_ string, term []byte) {
		switch {
		case len(term) == 0:
		case term[0] == 's':
			var h sectionHead
			h.decode(term[1:])
			keys[doc], own[doc] = h.key, float32(h.own)
			in.note[doc], in.ordinal[doc], in.body[doc] = 0, h.ordinal, h.body
			in.heading[doc] = float32(h.own) + aboveShare*float32(h.above)
		case term[0] == 'n':
			in.notes = append(in.notes, noteHead{})
			h := &in.notes[len(in.notes)-1]
			h.decode(term[1:])
			keys[doc] = h.key
			in.note[doc], in.ordinal[doc] = 0, noteDoc
		}
	}
	for doc = range n {
		in.note[doc] = noNote
		if state, err = dv.VisitDocValues(uint64(doc), fields, visitor, state); err != nil {
			return nil, err
		}
	}
	in.byKey = make(map[uint64]uint32, len(in.notes))
	in.first = make([]uint32, len(in.notes)+1)
	for i := range in.notes {
		h := &in.notes[i]
		in.byKey[h.key] = uint32(i)
		if h.sections > uint32(n) {
			return nil, errRecord
		}
		in.first[i+1] = in.first[i] + 1 + h.sections
	}
	if len(in.notes) > 0 && in.first[len(in.notes)] > uint32(n) {
		return nil, errRecord
	}
	in.docOf = make([]uint32, in.first[len(in.notes)])
	for i := range in.docOf {
		in.docOf[i] = noNote
	}
	for doc := range n {
		if in.note[doc] == noNote {
			continue
		}
		note, ok := in.byKey[keys[doc]]
		if !ok {
			// The rest of a note that was replaced.
			in.note[doc] = noNote
			continue
		}
		in.note[doc] = note
		at := in.first[note]
		if in.ordinal[doc] != noteDoc {
			if in.ordinal[doc] >= in.notes[note].sections {
				in.note[doc] = noNote
				continue
			}
			at += 1 + in.ordinal[doc]
			in.notes[note].heading += own[doc]
			in.notes[note].body += float32(in.body[doc])
		}
		in.docOf[at] = uint32(doc)
	}
	return in, nil
}

// deadNotes are the notes whose own document is deleted; a note's documents
// are deleted together. Nil when there are none.
func (in *segmentInfo) deadNotes(deleted *roaring.Bitmap) []bool {
	if deleted == nil || deleted.IsEmpty() {
		return nil
	}
	dead := make([]bool, len(in.notes))
	it := deleted.Iterator()
	for it.HasNext() {
		doc := it.Next()
		if int(doc) < len(in.note) && in.note[doc] != noNote && in.ordinal[doc] == noteDoc {
			dead[in.note[doc]] = true
		}
	}
	return dead
}
