package index

import (
	"slices"
	"sync"

	index "github.com/blevesearch/bleve_index_api"
	zap "github.com/blevesearch/zapx/v17"
)

// bufferCache keeps the view with the unsaved notes of the last searches: while
// a note is not edited, the next search finds it analysed.
type bufferCache struct {
	mu   sync.Mutex
	last []overlay // newest last
}

// overlay is a view with unsaved notes over the saved ones.
type overlay struct {
	generation uint64
	notes      []noteVersion
	view       *view
	masked     map[uint32]bool // notes of the view below
}

type noteVersion struct {
	doc  string
	hash uint64
}

const maxOverlays = 4

// overlay puts unsaved notes over a view. They make a segment of their own in
// memory, so that searching knows no difference. The result lives as long as v.
func (x *Index) overlay(v *view, notes []*Note) (*view, map[uint32]bool, error) {
	if len(notes) == 0 {
		return v, nil, nil
	}
	versions := make([]noteVersion, len(notes))
	for i, n := range notes {
		versions[i] = noteVersion{n.Doc, n.Hash}
	}
	c := &x.buffers
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, o := range c.last {
		if o.generation == v.generation && slices.Equal(o.notes, versions) {
			return o.view, o.masked, nil
		}
	}
	o, err := layOver(v, notes)
	if err != nil {
		return nil, nil, err
	}
	o.generation, o.notes = v.generation, versions
	if len(c.last) == maxOverlays {
		c.last = slices.Delete(c.last, 0, 1)
	}
	c.last = append(c.last, o)
	return o.view, o.masked, nil
}

func layOver(v *view, notes []*Note) (overlay, error) {
	a := newAnalyzer()
	var docs []index.Document
	var vocab vocabulary
	masked := make(map[uint32]bool, len(notes))
	for _, n := range notes {
		out := a.note(n)
		docs = append(docs, out.docs...)
		vocab.add(out.forms)
		if s, local, ok := v.find(n.Doc); ok {
			masked[s.noteBase+local] = true
		}
	}
	if d := vocab.take(); d != nil {
		docs = append(docs, d)
	}
	seg, _, err := new(zap.ZapPlugin).New(docs)
	if err != nil {
		return overlay{}, err
	}
	info, err := loadSegment(seg)
	if err != nil {
		return overlay{}, err
	}
	over := &view{
		generation: v.generation, segs: append(slices.Clone(v.segs), segmentView{info: info, seg: seg, docBase: v.docs, noteBase: v.heads}),
		notes: v.notes + len(info.notes) - len(masked), sections: v.sections,
		docs: v.docs + uint32(len(info.note)), heads: v.heads + uint32(len(info.notes)), total: v.total, langs: v.langs,
	}
	for i := range info.notes {
		for f, n := range info.notes[i].lengths() {
			over.total[f] += float64(n)
		}
	}
	for number := range masked {
		s, local := v.segmentOfNote(number)
		for f, n := range s.info.notes[local].lengths() {
			over.total[f] -= float64(n)
		}
	}
	return overlay{view: over, masked: masked}, nil
}
