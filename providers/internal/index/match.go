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
	near    []int // the least distance to the next slot, by slot
	found   []match
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
	n := len(m.p.slots)
	for i := range n {
		m.last[i], m.near[i] = -far, far
	}
	for _, f := range found {
		i := int(f.slot)
		if i > 0 {
			if d := f.pos - m.last[i-1]; d < m.near[i-1] {
				m.near[i-1] = max(d, 1)
			}
		}
		if i+1 < n {
			if d := f.pos - m.last[i+1] + 1; d < m.near[i] {
				m.near[i] = max(d, 1)
			}
		}
		m.last[i] = f.pos
	}
	var sum, all float64
	for i := range n - 1 {
		if !m.pairs(i) {
			continue
		}
		w := min(m.weights[i], m.weights[i+1])
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

// pairs says whether slot i and the next one are neighbouring words.
func (m *matcher) pairs(i int) bool {
	a, b := &m.p.slots[i], &m.p.slots[i+1]
	return a.word >= 0 && b.word >= 0 && a.word != b.word && !a.loose && !b.loose &&
		a.kind != text.Whole && b.kind != text.Whole && a.kind != text.Char && b.kind != text.Char
}
