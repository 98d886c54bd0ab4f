package index

import (
	"cmp"
	"slices"

	"memswarm/swarm"
)

// candidate is a note that may be among the results.
type candidate struct {
	seg    *segmentView
	note   uint32 // in the segment
	number uint32 // in the view
	score  float64
	exact  bool // its title, an alias or its file name is the query

	noteScore float64
	first     int // its places, one for each section
	best      [perNote]*place
	sections  int // used of best
	proximity float64
}

// perNote is how many sections of a note are returned at most.
const perNote = 3

// place is a section of a candidate.
type place struct {
	candidate int32
	ordinal   uint32
	body      float32 // norms
	heading   float32
	score     float32
	hit       bool // it has a word of the query itself
}

// scoreSections scores the sections of the candidates, each with its note's
// title, aliases and tags, and picks each note's best.
func (s *search) scoreSections(cs []candidate) {
	n := 0
	for i := range cs {
		cs[i].first = n
		n += int(cs[i].seg.info.notes[cs[i].note].sections)
		s.chosen[cs[i].number] = int32(i)
	}
	s.places = slices.Grow(s.places[:0], n)[:n]
	s.stf = slices.Grow(s.stf[:0], n)[:n]
	clear(s.stf)
	s.ctf = slices.Grow(s.ctf[:0], len(cs))[:len(cs)]
	clear(s.ctf)
	norms := s.v.normsOf(s.scorer)
	for i := range cs {
		c := &cs[i]
		in := c.seg.info
		for ord := range in.notes[c.note].sections {
			pl := place{candidate: int32(i), ordinal: ord}
			if doc := in.docOf[in.first[c.note]+1+ord]; doc != noNote {
				norms := s.scorer.Norms(swarm.Lengths{swarm.FieldBody: float32(in.body[doc]), swarm.FieldHeading: in.heading[doc]})
				pl.body, pl.heading = float32(norms[swarm.FieldBody]), float32(norms[swarm.FieldHeading])
			}
			s.places[c.first+int(ord)] = pl
		}
	}
	for w := range s.scorer.Words() {
		for i := range s.p.slots {
			word, share := s.scorer.WordOf(i)
			if word != w || share == 0 {
				continue
			}
			forms := s.p.slots[i].forms
			for _, h := range s.hitsOf(i) {
				if s.seen[h.note] != s.all || s.chosen[h.note] < 0 {
					continue
				}
				if h.form&ownDoc != 0 {
					n := &norms[h.note]
					sum := h.freq.in(inTitle)*n[swarm.FieldTitle] + h.freq.in(inMeta)*n[swarm.FieldMeta]
					s.ctf[s.chosen[h.note]] += sum * forms[h.form&^ownDoc].share * float32(share)
					continue
				}
				at := s.placeOf(h, cs)
				pl := &s.places[at]
				sum := h.freq.in(inBody)*pl.body + (h.freq.in(inOwn)+aboveShare*h.freq.in(inAbove))*pl.heading
				s.stf[at] += sum * forms[h.form&^ownDoc].share * float32(share)
			}
		}
		weight := float32(s.scorer.Weight(w)) * (s.k1 + 1)
		for at, tf := range s.stf {
			pl := &s.places[at]
			pl.hit = pl.hit || tf > 0
			if tf += s.ctf[pl.candidate]; tf > 0 {
				pl.score += weight * tf / (tf + s.k1)
			}
		}
		clear(s.stf)
		clear(s.ctf)
	}
	for i := range cs {
		c := &cs[i]
		ps := s.places[c.first : c.first+int(c.seg.info.notes[c.note].sections)]
		for at := range ps {
			c.offer(&ps[at])
		}
	}
}

// placeOf is the index of the place that a hit is in, -1 when it is in no
// candidate's section.
func (s *search) placeOf(h hit, cs []candidate) int {
	if h.form&ownDoc != 0 || s.seen[h.note] != s.all {
		return -1
	}
	i := s.chosen[h.note]
	if i < 0 {
		return -1
	}
	c := &cs[i]
	return c.first + int(c.seg.info.ordinal[h.doc-c.seg.docBase])
}

// offer puts a section among the best when it is; equal ones stay in the order
// of the file.
func (c *candidate) offer(p *place) {
	if !p.hit {
		return
	}
	at := c.sections
	for at > 0 && c.best[at-1].score < p.score {
		at--
	}
	if at == perNote {
		return
	}
	copy(c.best[at+1:], c.best[at:perNote-1])
	c.best[at] = p
	c.sections = min(c.sections+1, perNote)
}

// byScore orders candidates, best first; equal ones by path.
func byScore(a, b candidate) int {
	return cmp.Or(
		cmp.Compare(b.score, a.score),
		cmp.Compare(a.seg.info.notes[a.note].doc, b.seg.info.notes[b.note].doc),
	)
}

// evidence fills in how the candidates and their best sections match.
func (s *search) evidence(cs []candidate) [][perNote]*swarm.Evidence {
	terms := len(s.p.slots)
	blocks := len(cs)
	at := make([]int32, len(s.places)) // place → 1 + block of its frequencies
	for i := range cs {
		s.chosen[cs[i].number] = int32(i)
		for k := range cs[i].sections {
			ord := int(cs[i].best[k].ordinal)
			at[cs[i].first+ord] = int32(blocks) + 1
			blocks++
		}
	}
	freqs := make([]swarm.Freqs, blocks*terms)
	block := func(n int) []swarm.Freqs { return freqs[n*terms : (n+1)*terms : (n+1)*terms] }
	for t := range s.p.slots {
		forms := s.p.slots[t].forms
		for _, h := range s.hitsOf(t) {
			if s.seen[h.note] != s.all {
				continue
			}
			i := s.chosen[h.note]
			if i < 0 || int(i) >= len(cs) || cs[i].number != h.note {
				continue
			}
			share := forms[h.form&^ownDoc].share
			if h.form&ownDoc != 0 {
				h.freq.noteFreqs(&block(int(i))[t], share)
				for k := range cs[i].sections {
					b := at[cs[i].first+int(cs[i].best[k].ordinal)] - 1
					h.freq.titleFreqs(&block(int(b))[t], share)
				}
				continue
			}
			h.freq.bodyFreqs(&block(int(i))[t], share)
			if b := at[s.placeOf(h, cs)]; b > 0 {
				h.freq.sectionFreqs(&block(int(b - 1))[t], share)
			}
		}
	}
	all := make([]swarm.Evidence, blocks) // one for each section, or one for a note without
	out := make([][perNote]*swarm.Evidence, len(cs))
	used := 0
	for i := range cs {
		c := &cs[i]
		in := c.seg.info
		h := &in.notes[c.note]
		note, lengths := block(i), h.lengths()
		if c.sections == 0 {
			all[used] = swarm.Evidence{Note: note, NoteLen: lengths}
			out[i][0] = &all[used]
			used++
		}
		for k := range c.sections {
			pl := c.best[k]
			doc := in.docOf[in.first[c.note]+1+pl.ordinal]
			all[used] = swarm.Evidence{
				Note: note, NoteLen: lengths,
				Section: block(int(at[c.first+int(pl.ordinal)] - 1)),
				SectionLen: swarm.Lengths{
					swarm.FieldTitle: h.title, swarm.FieldMeta: h.meta,
					swarm.FieldBody: float32(in.body[doc]), swarm.FieldHeading: in.heading[doc],
				},
			}
			if k == 0 {
				all[used].Proximity = c.proximity
			}
			out[i][k] = &all[used]
			used++
		}
	}
	return out
}

// byPlace orders places by score, best first.
func byPlace(ps []place) []*place {
	out := make([]*place, len(ps))
	for i := range ps {
		out[i] = &ps[i]
	}
	slices.SortStableFunc(out, func(a, b *place) int { return cmp.Compare(b.score, a.score) })
	return out
}
