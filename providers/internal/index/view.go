package index

import (
	"sync"
	"sync/atomic"

	"github.com/blevesearch/bleve/v2/index/scorch"
	segment "github.com/blevesearch/scorch_segment_api/v2"

	"memswarm/providers/internal/text"
	"memswarm/swarm"
)

// view is the index at one moment. Searches share it and never see a change;
// the files it reads stay until the last one lets go.
type view struct {
	generation uint64
	snapshot   *scorch.IndexSnapshot
	segs       []segmentView
	notes      int // live ones
	sections   int
	docs       uint32 // numbers given to documents, notes likewise
	heads      uint32
	total      [swarm.NumFields]float64
	langs      [text.NumLangs]int
	refs       atomic.Int64

	normsOnce sync.Once
	norms     []noteNorms
}

type segmentView struct {
	info     *segmentInfo
	seg      segment.Segment
	dead     []bool // by note; nil when all live
	docBase  uint32
	noteBase uint32
}

// alive says whether the segment's note is not replaced or deleted.
func (s *segmentView) alive(note uint32) bool { return s.dead == nil || !s.dead[note] }

// newView reads a snapshot, with what is cached of its segments.
func newView(snapshot *scorch.IndexSnapshot, cached map[uint64]*segmentInfo) (*view, error) {
	v := &view{snapshot: snapshot}
	v.refs.Store(1)
	for _, s := range snapshot.Segments() {
		seg := s.Segment()
		in := cached[s.Id()]
		if in == nil || len(in.note) != int(seg.Count()) {
			var err error
			if in, err = loadSegment(seg); err != nil {
				return nil, err
			}
		}
		sv := segmentView{info: in, seg: seg, dead: in.deadNotes(s.Deleted()), docBase: v.docs, noteBase: v.heads}
		v.docs += uint32(len(in.note))
		v.heads += uint32(len(in.notes))
		for i := range in.notes {
			if !sv.alive(uint32(i)) {
				continue
			}
			h := &in.notes[i]
			v.notes++
			v.sections += int(h.sections)
			v.total[swarm.FieldTitle] += float64(h.title)
			v.total[swarm.FieldHeading] += float64(h.heading)
			v.total[swarm.FieldMeta] += float64(h.meta)
			v.total[swarm.FieldPath] += float64(h.path)
			v.total[swarm.FieldBody] += float64(h.body)
			if h.lang < text.NumLangs {
				v.langs[h.lang]++
			}
		}
		v.segs = append(v.segs, sv)
	}
	return v, nil
}

// infos are the view's segments for the next view to reuse.
func (v *view) infos() map[uint64]*segmentInfo {
	out := make(map[uint64]*segmentInfo, len(v.segs))
	for i, s := range v.snapshot.Segments() {
		out[s.Id()] = v.segs[i].info
	}
	return out
}

// release gives the view back; the last one closes it.
func (v *view) release() {
	if v.refs.Add(-1) == 0 {
		_ = v.snapshot.Close()
	}
}

// find looks up a live note.
func (v *view) find(doc string) (seg *segmentView, note uint32, ok bool) {
	key := keyOf(doc)
	for i := range v.segs {
		s := &v.segs[i]
		if n, ok := s.info.byKey[key]; ok && s.alive(n) && s.info.notes[n].doc == doc {
			return s, n, true
		}
	}
	return nil, 0, false
}

// findLast looks up a live note that is not masked; unsaved notes come last.
func (v *view) findLast(doc string, masked map[uint32]bool) (*segmentView, uint32, bool) {
	key := keyOf(doc)
	for i := len(v.segs) - 1; i >= 0; i-- {
		s := &v.segs[i]
		if n, ok := s.info.byKey[key]; ok && s.alive(n) && !masked[s.noteBase+n] && s.info.notes[n].doc == doc {
			return s, n, true
		}
	}
	return nil, 0, false
}

// segmentOfNote finds the segment of a numbered note.
func (v *view) segmentOfNote(note uint32) (*segmentView, uint32) {
	lo, hi := 0, len(v.segs)
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; v.segs[mid].noteBase <= note {
			lo = mid
		} else {
			hi = mid
		}
	}
	return &v.segs[lo], note - v.segs[lo].noteBase
}

// lengths of a note's fields.
func (h *noteHead) lengths() swarm.Lengths {
	return swarm.Lengths{
		swarm.FieldTitle: h.title, swarm.FieldHeading: h.heading, swarm.FieldMeta: h.meta,
		swarm.FieldPath: h.path, swarm.FieldBody: h.body,
	}
}

// noteNorms is what one occurrence counts in each field of a note.
type noteNorms [swarm.NumFields]float32

// normsOf computes the norms of all notes, once a view.
func (v *view) normsOf(s *swarm.Scorer) []noteNorms {
	v.normsOnce.Do(func() {
		v.norms = make([]noteNorms, v.heads)
		for i := range v.segs {
			sv := &v.segs[i]
			for j := range sv.info.notes {
				for f, n := range s.Norms(sv.info.notes[j].lengths()) {
					v.norms[sv.noteBase+uint32(j)][f] = float32(n)
				}
			}
		}
	})
	return v.norms
}

// stored reads a document's record.
func (s *segmentView) stored(doc uint32) (string, error) {
	var out string
	found := false
	err := s.seg.VisitStoredFields(uint64(doc), func(name string, _ byte, value []byte, _ []uint64) bool {
		if name != recordField {
			return true
		}
		out, found = string(value), true
		return false
	})
	if err == nil && !found {
		err = errRecord
	}
	return out, err
}

// note reads a note's record.
func (s *segmentView) note(note uint32) (*Note, error) {
	in := s.info
	record, err := s.stored(in.docOf[in.first[note]])
	if err != nil {
		return nil, err
	}
	return decodeNote(&in.notes[note], record)
}

// section reads a section's record.
func (s *segmentView) section(note uint32, ordinal int) (*storedSection, error) {
	in := s.info
	if ordinal < 0 || uint32(ordinal) >= in.notes[note].sections {
		return nil, errRecord
	}
	doc := in.docOf[in.first[note]+1+uint32(ordinal)]
	if doc == noNote {
		return nil, errRecord
	}
	record, err := s.stored(doc)
	if err != nil {
		return nil, err
	}
	out, err := decodeSection(record)
	if err == nil {
		out.ordinal = ordinal
	}
	return out, err
}
