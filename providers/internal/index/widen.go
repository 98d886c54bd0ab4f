package index

import (
	"slices"

	"memswarm/swarm"
)

// added copies the evidence with the frequencies of the plan's slots behind.
func (s *search) added(of map[*swarm.Evidence]returned) map[*swarm.Evidence]*swarm.Evidence {
	// The notes' places among those of interest, by their numbers.
	s.epoch++
	s.all = s.epoch
	type note struct {
		freqs    []swarm.Freqs // of the note, then of the sections of interest
		sections map[uint32]int
	}
	var notes []note
	at := make(map[string]int)
	terms := len(s.p.slots)
	for _, r := range of {
		i, ok := at[r.doc]
		if !ok {
			i = -1
			if sv, local, found := s.v.findLast(r.doc, s.masked); found {
				i = len(notes)
				notes = append(notes, note{freqs: make([]swarm.Freqs, terms), sections: make(map[uint32]int)})
				number := sv.noteBase + local
				s.seen[number], s.chosen[number] = s.all, int32(i)
			}
			at[r.doc] = i
		}
		if i >= 0 && r.ordinal >= 0 {
			n := &notes[i]
			n.sections[uint32(r.ordinal)] = len(n.freqs)
			n.freqs = append(n.freqs, make([]swarm.Freqs, terms)...)
		}
	}
	for t := range s.p.slots {
		forms := s.p.slots[t].forms
		for _, h := range s.hitsOf(t) {
			if s.seen[h.note] != s.all {
				continue
			}
			n := &notes[s.chosen[h.note]]
			share := forms[h.form&^ownDoc].share
			if h.form&ownDoc != 0 {
				h.freq.noteFreqs(&n.freqs[t], share)
				for _, block := range n.sections {
					h.freq.titleFreqs(&n.freqs[block+t], share)
				}
				continue
			}
			h.freq.bodyFreqs(&n.freqs[t], share)
			sv, _ := s.v.segmentOfNote(h.note)
			if block, ok := n.sections[sv.info.ordinal[h.doc-sv.docBase]]; ok {
				h.freq.sectionFreqs(&n.freqs[block+t], share)
			}
		}
	}
	out := make(map[*swarm.Evidence]*swarm.Evidence, len(of))
	merged := make(map[string][]swarm.Freqs) // a note's sections share its evidence
	for e, r := range of {
		c := *e
		more, section := make([]swarm.Freqs, terms), make([]swarm.Freqs, terms)
		if i := at[r.doc]; i >= 0 {
			more = notes[i].freqs[:terms]
			if block, ok := notes[i].sections[uint32(r.ordinal)]; ok && r.ordinal >= 0 {
				section = notes[i].freqs[block : block+terms]
			}
		}
		if merged[r.doc] == nil {
			merged[r.doc] = slices.Concat(e.Note, more)
		}
		c.Note = merged[r.doc]
		if e.Section != nil {
			c.Section = slices.Concat(e.Section, section)
		}
		out[e] = &c
	}
	return out
}
