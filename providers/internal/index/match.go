package index

import (
	"memswarm/providers/internal/text"
)

// matcher finds a query's words in the text of a section.
type matcher struct {
	scan  text.Scanner
	slots map[string]int16 // form → slot
	p     *plan
	// weights of the slots: what finding one says.
	weights []float64
	last    []int // position of the slot's last match, by slot
	near    []int // the least distance to the next slot's, by slot
	next    []int // the slot of the next word of the query, -1 for none
	prev    []int
	found   []match
	paired  bool // the query has neighbouring words
}

// match is one word of the query in a text.
type match struct {
	slot       int16
	start, end int
	pos        int
}

const far = 1 << 30

func newMatcher(p *plan, weights []float64) *matcher {
	m := &matcher{
		p: p, weights: weights, slots: make(map[string]int16, 4*len(p.slots)),
		last: make([]int, len(p.slots)), near: make([]int, len(p.slots)),
		next: make([]int, len(p.slots)), prev: make([]int, len(p.slots)),
	}
	before := -1
	for i := range p.slots {
		m.next[i], m.prev[i] = -1, -1
		if s := &p.slots[i]; s.word < 0 || s.loose || s.kind == text.Whole || s.kind == text.Char {
			continue
		}
		if before >= 0 {
			m.next[before], m.prev[i] = i, before
			m.paired = true
		}
		before = i
	}
	for i := range p.slots {
		for _, f := range p.slots[i].forms {
			if at, ok := m.slots[f.term]; !ok || weights[at] < weights[i] {
				m.slots[f.term] = int16(i)
			}
		}
	}
	return m
}

// read finds the matches in a text. They are valid until the next call.
func (m *matcher) read(s string) []match {
	m.found = m.found[:0]
	m.scan.Scan(s, func(t *text.Token) {
		if slot, ok := m.slots[string(t.Term)]; ok {
			m.found = append(m.found, match{slot, t.Start, t.End, t.Pos})
		}
	})
	return m.found
}

// proximity says how close neighbouring words of the query stand in a text: the
// mean of 1/distance over the pairs of neighbours, weighted by the lesser of
// the two words. Words in the query's order count in full, others as if one
// word stood between them.
func (m *matcher) proximity(found []match) float64 {
	for i := range m.last {
		m.last[i], m.near[i] = -far, far
	}
	for _, f := range found {
		i := int(f.slot)
		if p := m.prev[i]; p >= 0 {
			m.near[p] = min(m.near[p], max(1, f.pos-m.last[p]))
		}
		if n := m.next[i]; n >= 0 {
			m.near[i] = min(m.near[i], max(1, f.pos-m.last[n]+1))
		}
		m.last[i] = f.pos
	}
	var sum, all float64
	for i, n := range m.next {
		if n < 0 {
			continue
		}
		w := min(m.weights[i], m.weights[n])
		all += w
		if d := m.near[i]; d < 10 {
			sum += w / float64(d)
		}
	}
	if all == 0 {
		return 0
	}
	return sum / all
}
