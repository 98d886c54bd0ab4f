package index

import (
	"container/heap"
	"context"
	"slices"
	"strings"
	"time"

	"memswarm/providers/internal/text"
	"memswarm/swarm"
)

// filter says which notes may be results at all.
type filter struct {
	s     *search
	scope string
	abs   bool // scope is an absolute path
	paths []string
	// must counts, by note, how many of the tags and title words it has; it
	// needs all.
	must   map[uint32]int
	wanted int
}

func (s *search) newFilter(ctx context.Context) (*filter, error) {
	f := &filter{s: s}
	f.scope = strings.TrimSuffix(strings.ReplaceAll(s.q.Scope, `\`, "/"), "/")
	f.abs = strings.HasPrefix(f.scope, "/") || len(f.scope) > 1 && f.scope[1] == ':'
	f.scope = strings.TrimPrefix(f.scope, "./")
	if f.scope == "." {
		f.scope = ""
	}
	for _, p := range s.q.Paths {
		f.paths = append(f.paths, text.Fold(strings.ReplaceAll(p, `\`, "/")))
	}
	for _, t := range s.q.Tags {
		if err := f.require(ctx, &slot{forms: []formTerm{{tagMark + tagKey(t), 1}}}); err != nil {
			return nil, err
		}
	}
	for _, t := range s.q.Titles {
		sub := &plan{q: &swarm.Query{}, langs: s.p.langs}
		sub.addWords(t)
		for i := range sub.slots {
			sl := &sub.slots[i]
			if sl.kind == text.Whole || sl.kind == text.Char {
				continue
			}
			if err := sub.expand(s.v, sl); err != nil {
				return nil, err
			}
			if err := f.require(ctx, sl); err != nil {
				return nil, err
			}
		}
	}
	return f, nil
}

// require makes the filter demand that a note's own document has the slot's
// term, in its title, aliases or tags.
func (f *filter) require(ctx context.Context, sl *slot) error {
	if f.must == nil {
		f.must = make(map[uint32]int)
	}
	f.wanted++
	met := make(map[uint32]bool)
	return f.s.postingsOf(ctx, sl, func(h hit) {
		if h.form&ownDoc != 0 && h.freq.in(inTitle)+h.freq.in(inMeta) > 0 && !met[h.note] {
			met[h.note] = true
			f.must[h.note]++
		}
	})
}

// keeps says whether the note passes.
func (f *filter) keeps(h *noteHead, number uint32) bool {
	q := f.s.q
	if f.wanted > 0 && f.must[number] < f.wanted {
		return false
	}
	if f.scope != "" {
		p := h.doc
		if f.abs {
			if f.s.opt.Path == nil {
				return false
			}
			p = strings.ReplaceAll(f.s.opt.Path(h.doc), `\`, "/")
		}
		if p != f.scope && !strings.HasPrefix(p, f.scope+"/") {
			return false
		}
	}
	if len(f.paths) > 0 {
		folded := text.Fold(h.doc)
		for _, p := range f.paths {
			if !strings.Contains(folded, p) {
				return false
			}
		}
	}
	if !q.SoftTime && !inTime(q, h) {
		return false
	}
	return f.s.opt.Keep == nil || f.s.opt.Keep(h.doc)
}

// inTime says whether one of the note's dates lies in the query's time.
func inTime(q *swarm.Query, h *noteHead) bool {
	if q.Since.IsZero() && q.Until.IsZero() {
		return true
	}
	within := func(sec int64) bool {
		if sec == 0 {
			return false
		}
		t := time.Unix(sec, 0)
		return !t.Before(q.Since) && (q.Until.IsZero() || t.Before(q.Until))
	}
	return within(h.date()) || within(h.created)
}

// noteHeap keeps the best notes, the worst of them on top.
type noteHeap []rankedNote

type rankedNote struct {
	score  float32
	number uint32
}

func (h noteHeap) Len() int           { return len(h) }
func (h noteHeap) Less(i, j int) bool { return h[i].worse(h[j]) }
func (h noteHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *noteHeap) Push(x any)        { *h = append(*h, x.(rankedNote)) }
func (h *noteHeap) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

func (a rankedNote) worse(b rankedNote) bool {
	return a.score < b.score || a.score == b.score && a.number > b.number
}

// pick takes the n best notes that pass the filter, and the exact ones whatever
// their score.
func (s *search) pick(n int, f *filter, exact map[uint32]bool) []candidate {
	h := make(noteHeap, 0, n+1)
	for _, number := range s.touched {
		score := s.score[number]
		if len(h) == n && score <= h[0].score {
			continue
		}
		sv, local := s.v.segmentOfNote(number)
		head := &sv.info.notes[local]
		score *= head.weight
		r := rankedNote{score, number}
		if len(h) == n && !h[0].worse(r) || !f.keeps(head, number) {
			continue
		}
		if len(h) < n {
			heap.Push(&h, r)
		} else {
			h[0] = r
			heap.Fix(&h, 0)
		}
	}
	cs := make([]candidate, 0, len(h)+len(exact))
	add := func(number uint32, score float32) {
		sv, local := s.v.segmentOfNote(number)
		cs = append(cs, candidate{seg: sv, note: local, number: number, noteScore: float64(score), exact: exact[number]})
	}
	for _, r := range h {
		add(r.number, s.score[r.number])
	}
	for number := range exact {
		if slices.ContainsFunc(h, func(r rankedNote) bool { return r.number == number }) {
			continue
		}
		sv, local := s.v.segmentOfNote(number)
		if !f.keeps(&sv.info.notes[local], number) {
			continue
		}
		if s.seen[number] != s.all {
			s.seen[number], s.score[number] = s.all, 0
		}
		add(number, s.score[number])
	}
	return cs
}
