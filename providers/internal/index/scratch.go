package index

import (
	segment "github.com/blevesearch/scorch_segment_api/v2"
)

// scratch is what a search needs beside the view, kept for the next one. The
// flat arrays are by note number; stamps tell which values are of this search,
// so that nothing need be cleared.
type scratch struct {
	epoch uint32 // the last stamp that was given

	stamp []uint32  // of tf
	tf    []float32 // of the word that is being scored

	seen    []uint32 // of score
	score   []float32
	touched []uint32 // notes that match at all
	met     []uint32 // notes that the word is in

	hits []hit
	ends []int // of the slots' hits

	chosen []int32 // the index of a note's candidate; -1 for none

	// Of the candidates' sections, see sections.go.
	places []place
	stf    []float32 // by place, of the word that is being scored
	ctf    []float32 // by candidate, of its title

	postings segment.PostingsList
	iterator segment.PostingsIterator
}

// hit is one posting.
type hit struct {
	doc  uint32 // number in the view
	note uint32
	freq packed
	form formNumber
}

// formNumber is the index of a form in its slot, with a bit that says that the
// document is the note's own and not a section.
type formNumber uint16

const ownDoc formNumber = 1 << 15

// begin makes the scratch ready for a view of so many notes.
func (s *scratch) begin(heads int) {
	if len(s.stamp) < heads {
		n := heads + heads/8 + 64
		s.stamp, s.seen, s.chosen = make([]uint32, n), make([]uint32, n), make([]int32, n)
		s.tf, s.score = make([]float32, n), make([]float32, n)
		s.epoch = 0
	}
	if s.epoch > 1<<31 { // long before it overflows
		clear(s.stamp)
		clear(s.seen)
		s.epoch = 0
	}
	s.touched, s.hits, s.ends = s.touched[:0], s.hits[:0], s.ends[:0]
}

// maxKeptHits bounds what an idle scratch keeps: 12 bytes a hit.
const maxKeptHits = 1 << 18

func (s *scratch) end() {
	if cap(s.hits) > maxKeptHits {
		s.hits = nil
	}
}
