package index

import (
	"context"
	"slices"
	"strings"

	"memswarm/providers/internal/text"
	"memswarm/swarm"
)

// learner is the [swarm.Learner] of one answer.
type learner struct {
	x       *Index
	query   string
	langs   []text.Lang
	corpus  *swarm.Corpus
	unsaved []*Note
	// returned are the sections of the answer, by their evidence.
	returned map[*swarm.Evidence]returned
}

type returned struct {
	doc     string
	ordinal int // -1 for a note without a section
}

func (s *search) learner(x *Index, cs []candidate, ev [][perNote]*swarm.Evidence) swarm.Learner {
	l := &learner{
		x: x, query: s.q.Words, langs: s.p.langs, corpus: &s.corpus, unsaved: s.opt.Unsaved,
		returned: make(map[*swarm.Evidence]returned, 2*len(cs)),
	}
	for i := range cs {
		doc := cs[i].seg.info.notes[cs[i].note].doc
		for k, e := range ev[i] {
			if e == nil {
				break
			}
			r := returned{doc, -1}
			if k < cs[i].sections {
				r.ordinal = int(cs[i].best[k].ordinal)
			}
			l.returned[e] = r
		}
	}
	return l
}

// view gives the index as it is now, which may be later than the answer.
func (l *learner) view() (v *view, masked map[uint32]bool, release func(), err error) {
	under, err := l.x.acquire()
	if err != nil {
		return nil, nil, nil, err
	}
	if v, masked, err = l.x.overlay(under, l.unsaved); err != nil {
		under.release()
		return nil, nil, nil, err
	}
	return v, masked, under.release, nil
}

// Typical implements [swarm.Learner].
func (l *learner) Typical(ctx context.Context, of []*swarm.Evidence, weights []float64) (out []swarm.Typical, err error) {
	v, masked, release, err := l.view()
	if err != nil {
		return nil, err
	}
	defer release()
	defer l.x.guard(&err)()
	var texts []weighed
	for i, e := range of {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		r, ok := l.returned[e]
		if !ok || r.ordinal < 0 {
			continue
		}
		sv, note, ok := v.findLast(r.doc, masked)
		if !ok {
			continue
		}
		if sec, err := sv.section(note, r.ordinal); err == nil {
			texts = append(texts, weighed{sec.Heading + "\n" + sec.Text, weights[i]})
		}
	}
	return v.typical(l.query, texts), nil
}

// Widen implements [swarm.Learner].
func (l *learner) Widen(ctx context.Context, terms []swarm.WeightedTerm) (corpus *swarm.Corpus, evidence map[*swarm.Evidence]*swarm.Evidence, err error) {
	v, masked, release, err := l.view()
	if err != nil {
		return nil, nil, err
	}
	defer release()
	defer l.x.guard(&err)()
	sc := l.x.scratch.Get().(*scratch)
	defer func() {
		sc.end()
		l.x.scratch.Put(sc)
	}()
	sc.begin(int(v.heads))
	p := &plan{q: &swarm.Query{}, langs: l.langs}
	for _, t := range terms {
		if !slices.ContainsFunc(l.corpus.Terms, func(have swarm.Term) bool { return have.Key == strings.ToLower(t.Term) }) {
			p.widen(t)
		}
	}
	s := &search{scratch: sc, v: v, p: p, q: p.q, masked: masked}
	c := *l.corpus
	c.Terms = slices.Clip(slices.Clone(c.Terms))
	for i := range p.slots {
		sl := &p.slots[i]
		if err := p.expand(v, sl); err != nil {
			return nil, nil, err
		}
		df, err := s.gather(ctx, sl)
		if err != nil {
			return nil, nil, err
		}
		c.Terms = append(c.Terms, swarm.Term{Key: sl.key, Word: -1, Weight: sl.weight, DF: df})
	}
	return &c, s.added(l.returned), nil
}
