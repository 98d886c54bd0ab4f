package swarm

import (
	"cmp"
	"slices"
	"strings"
)

// pool holds the statistics of several providers as if their notes lay in one
// index: numbers of notes, lengths and document frequencies are summed, terms
// are aligned by key. A note that two providers share is counted twice, which
// hardly moves an idf.
type pool struct {
	corpus Corpus
	index  map[string]int // of corpus.Terms, by key
	scorer *Scorer
}

func newPool(lists []List, scoring *Scoring) *pool {
	p := &pool{index: make(map[string]int)}
	c := &p.corpus
	corpora := 0
	in := make(map[string]int) // in how many corpora a widening term is
	for _, l := range lists {
		own := l.Found.Corpus
		if own == nil {
			continue
		}
		corpora++
		c.Notes += own.Notes
		for f := range c.Total {
			c.Total[f] += own.Total[f]
		}
		for _, t := range own.Terms {
			if t.Word < 0 {
				in[t.Key]++
			}
			i, ok := p.index[t.Key]
			if !ok {
				p.index[t.Key] = len(c.Terms)
				c.Terms = append(c.Terms, t)
				continue
			}
			have := &c.Terms[i]
			have.DF += t.DF
			have.Weight = max(have.Weight, t.Weight)
			have.Word = max(have.Word, t.Word)
			have.Loose = have.Loose && t.Loose
		}
	}
	// Terms that widen one provider's query only (enrichment) do not count in
	// the joint list: they would lift that provider's hits over the others'.
	for i := range c.Terms {
		if t := &c.Terms[i]; t.Word < 0 && in[t.Key] < corpora {
			t.Weight = 0
		}
	}
	// One order whatever the order of the lists, so that sums are the same to
	// the last bit.
	slices.SortFunc(c.Terms, func(a, b Term) int {
		return cmp.Or(cmp.Compare(a.Word, b.Word), strings.Compare(a.Key, b.Key))
	})
	for i, t := range c.Terms {
		p.index[t.Key] = i
	}
	p.scorer = scoring.Scorer(c)
	return p
}

// wordCount is the number of the query's own words.
func (p *pool) wordCount() int {
	n := 0
	for _, w := range p.scorer.words {
		if w.own {
			n++
		}
	}
	return n
}

// view reads evidence that is aligned with one provider's terms. It is for one
// goroutine.
type view struct {
	*pool
	align []int   // the provider's terms in the pool
	hit   []uint8 // scratch, by word
	last  judgement
}

// judgement is what a note's evidence comes to.
type judgement struct {
	note         *Freqs // the evidence, as its first element
	loose        bool
	score, share float64 // of [Scorer.Text]
	cover        float64
	judged       bool // cover is known
}

func (p *pool) view(terms []Term) *view {
	v := &view{pool: p, align: make([]int, len(terms)), hit: make([]uint8, len(p.scorer.words))}
	for i, t := range terms {
		v.align[i] = p.index[t.Key]
	}
	return v
}

// text scores frequencies; those without a term are left out.
func (v *view) text(fs []Freqs, length Lengths) (score, share float64) {
	return v.scorer.Text(fs[:min(len(fs), len(v.align))], length, v.align)
}

// evidence scores a result and says how much of the query its note covers.
func (v *view) evidence(e *Evidence, loose bool) (score, cover float64, judged bool) {
	v.note(e, loose)
	section, _ := v.text(e.Section, e.SectionLen)
	return v.scorer.Combine(v.last.score, v.last.share, section, e.Proximity), v.last.cover, v.last.judged
}

// note judges a result's note. A note's sections come in a row and share the
// evidence about the note, so the last answer is kept.
func (v *view) note(e *Evidence, loose bool) (cover float64, judged bool) {
	m := &v.last
	if len(e.Note) == 0 {
		*m = judgement{}
		return 0, false
	}
	if m.note != &e.Note[0] || m.loose != loose {
		m.note, m.loose = &e.Note[0], loose
		m.score, m.share = v.text(e.Note, e.NoteLen)
		m.cover, m.judged = v.coverage(e.Note, loose)
	}
	return m.cover, m.judged
}
