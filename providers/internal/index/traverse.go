package index

import (
	"context"

	"memswarm/swarm"
)

// checkEvery is how many postings are read between looks at the context.
const checkEvery = 4096

// search is one search on its way.
type search struct {
	*scratch
	v      *view
	p      *plan
	q      *swarm.Query
	opt    *SearchOptions
	corpus swarm.Corpus
	scorer *swarm.Scorer
	k1     float32

	masked  map[uint32]bool // notes that unsaved ones replace
	blocked map[uint32]bool // documents with an excluded word
	reads   int
	// sections that were read.
	sections map[sectionAt]*storedSection
	all      uint32 // the stamp of score
}

// gather reads the postings of a slot's forms and returns the number of notes
// that have one. The hits stay for scoring and evidence.
func (s *search) gather(ctx context.Context, sl *slot) (df int, err error) {
	s.epoch++
	epoch := s.epoch
	err = s.postingsOf(ctx, sl, func(h hit) {
		if s.stamp[h.note] != epoch {
			s.stamp[h.note] = epoch
			df++
		}
		s.hits = append(s.hits, h)
	})
	s.ends = append(s.ends, len(s.hits))
	return df, err
}

// postingsOf visits the postings of a slot's forms in live notes that are
// neither masked nor blocked.
func (s *search) postingsOf(ctx context.Context, sl *slot, visit func(hit)) error {
	for i := range s.v.segs {
		sv := &s.v.segs[i]
		in := sv.info
		dict, err := sv.seg.Dictionary(termField)
		if err != nil {
			return err
		}
		for f := range sl.forms {
			pl, err := dict.PostingsList([]byte(sl.forms[f].term), nil, s.postings)
			if err != nil {
				return err
			}
			if pl.Count() == 0 {
				continue
			}
			s.postings = pl
			s.iterator = pl.Iterator(true, false, false, s.iterator)
			for {
				p, err := s.iterator.Next()
				if err != nil {
					return err
				}
				if p == nil {
					break
				}
				if s.reads++; s.reads%checkEvery == 0 && ctx.Err() != nil {
					return ctx.Err()
				}
				doc := uint32(p.Number())
				local := in.note[doc]
				if local == noNote || !sv.alive(local) {
					continue
				}
				h := hit{doc: sv.docBase + doc, note: sv.noteBase + local, freq: packed(p.Frequency()), form: formNumber(f)}
				if in.ordinal[doc] == noteDoc {
					h.form |= ownDoc
				}
				if s.masked != nil && s.masked[h.note] || s.blocked != nil && s.blocked[h.doc] {
					continue
				}
				visit(h)
			}
		}
	}
	return nil
}

// hitsOf are the hits of slot i.
func (s *search) hitsOf(i int) []hit {
	from := 0
	if i > 0 {
		from = s.ends[i-1]
	}
	return s.hits[from:s.ends[i]]
}

// scoreNotes adds up the scores of all notes with hits: what
// [swarm.Scorer.Text] gives for each, computed word by word.
func (s *search) scoreNotes() {
	s.epoch++
	s.all = s.epoch
	s.touched = s.touched[:0]
	for w := range s.scorer.Words() {
		s.scoreWord(w)
	}
}

// scoreWord adds a word's share to the scores.
func (s *search) scoreWord(w int) {
	norms := s.v.normsOf(s.scorer)
	s.epoch++
	epoch := s.epoch
	s.met = s.met[:0]
	for i := range s.p.slots {
		word, share := s.scorer.WordOf(i)
		if word != w || share == 0 {
			continue
		}
		forms := s.p.slots[i].forms
		for _, h := range s.hitsOf(i) {
			if s.stamp[h.note] != epoch {
				s.stamp[h.note] = epoch
				s.tf[h.note] = 0
				s.met = append(s.met, h.note)
			}
			n := &norms[h.note]
			var sum float32
			if h.form&ownDoc != 0 {
				sum = h.freq.in(inTitle)*n[swarm.FieldTitle] + h.freq.in(inMeta)*n[swarm.FieldMeta] + h.freq.in(inPath)*n[swarm.FieldPath]
			} else {
				sum = h.freq.in(inBody)*n[swarm.FieldBody] + h.freq.in(inOwn)*n[swarm.FieldHeading]
			}
			s.tf[h.note] += sum * forms[h.form&^ownDoc].share * float32(share)
		}
	}
	weight := float32(s.scorer.Weight(w)) * (s.k1 + 1)
	for _, note := range s.met {
		tf := s.tf[note]
		if tf <= 0 {
			continue
		}
		if s.seen[note] != s.all {
			s.seen[note] = s.all
			s.score[note] = 0
			s.chosen[note] = -1
			s.touched = append(s.touched, note)
		}
		s.score[note] += weight * tf / (tf + s.k1)
	}
}
