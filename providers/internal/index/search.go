package index

import (
	"context"
	"slices"

	"memswarm/providers/internal/text"
	"memswarm/swarm"
)

const (
	// spare candidates are scored by their sections too, since these may lift
	// them among the wanted ones.
	spareShare = 1.5
	// closeLook is how many of the best notes are read to see how close the
	// query's words stand.
	closeLook = 40
	// maxTries is how many words are completed or corrected: more unknown words
	// are no mistakes of typing.
	maxTries = 6
)

// Search ranks the notes for a query.
func (x *Index) Search(ctx context.Context, q *swarm.Query, opt SearchOptions) (found *swarm.Found, err error) {
	v, err := x.acquire()
	if err != nil {
		return nil, err
	}
	defer v.release()
	defer x.guard(&err)()
	over, masked, err := x.overlay(v, opt.Unsaved)
	if err != nil {
		return nil, err
	}
	sc := x.scratch.Get().(*scratch)
	defer func() {
		sc.end()
		x.scratch.Put(sc)
	}()
	sc.begin(int(over.heads))
	s := &search{scratch: sc, v: over, q: q, opt: &opt, masked: masked, k1: float32(x.scoring.K1)}
	return s.run(ctx, x)
}

// wanted is how many notes are returned at most.
func (s *search) wanted() int {
	if s.opt.Exact && s.q.Candidates > 0 {
		return s.q.Candidates
	}
	return max(s.q.Candidates, swarm.MinCandidates)
}

func (s *search) run(ctx context.Context, x *Index) (*swarm.Found, error) {
	var err error
	if s.p, err = newPlan(ctx, s.v, s.q); err != nil {
		return nil, err
	}
	if err := s.exclude(ctx); err != nil {
		return nil, err
	}
	f, err := s.newFilter(ctx)
	if err != nil {
		return nil, err
	}
	s.corpus = swarm.Corpus{Notes: s.v.notes, Total: s.v.total}
	if len(s.p.slots) == 0 {
		return s.browse(f)
	}
	if err := s.gatherAll(ctx); err != nil {
		return nil, err
	}
	s.scorer = x.scoring.Scorer(&s.corpus)
	s.scoreNotes()
	exact, err := s.exact(ctx)
	if err != nil {
		return nil, err
	}
	cs := s.choose(f, exact)
	m := s.newMatcher()
	if !s.opt.Exact {
		s.look(m, cs)
	}
	want := s.wanted()
	if len(s.q.Phrases) > 0 {
		if cs, err = s.keepPhrases(ctx, cs, want); err != nil {
			return nil, err
		}
	}
	cs = cut(cs, want)
	ev := s.evidence(cs)
	order := make([]int, len(cs))
	for i := range cs {
		cs[i].score = s.scorer.Score(ev[i][0], nil) * float64(cs[i].seg.info.notes[cs[i].note].weight)
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return byScore(cs[a], cs[b]) })
	found, err := s.results(ctx, m, cs, ev, order)
	if err == nil {
		found.Learner = s.learner(x, cs, ev)
	}
	return found, err
}

// choose takes the best notes by their scores and those of their sections.
func (s *search) choose(f *filter, exact map[uint32]bool) []candidate {
	pool := int(float64(s.wanted()) * spareShare)
	if len(s.q.Phrases) > 0 {
		pool = len(s.touched) + 1
	}
	cs := s.pick(pool, f, exact)
	s.scoreSections(cs)
	for i := range cs {
		c := &cs[i]
		var best float64
		if c.sections > 0 {
			best = float64(c.best[0].score)
		}
		c.score = s.scorer.Combine(c.noteScore, 0, best, 0) * float64(c.seg.info.notes[c.note].weight)
	}
	slices.SortFunc(cs, byScore)
	return cs
}

// cut keeps the n best, and the exact ones in place of the worst of these.
func cut(cs []candidate, n int) []candidate {
	if len(cs) <= n {
		return cs
	}
	at := n
	for _, c := range cs[n:] {
		if c.exact && at > 0 {
			at--
			cs[at] = c
		}
	}
	return cs[:n]
}

// gatherAll reads the postings of all slots; words that no note has are
// completed or corrected.
func (s *search) gatherAll(ctx context.Context) error {
	n := len(s.p.slots)
	last := -1
	for i := range n {
		if s.p.slots[i].word >= 0 && s.p.slots[i].kind != text.Part {
			last = i
		}
	}
	add := func(i int, sl *slot) (int, error) {
		df, err := s.gather(ctx, sl)
		s.corpus.Terms = append(s.corpus.Terms, swarm.Term{Key: sl.key, Word: sl.word, Weight: sl.weight, DF: df, Loose: sl.loose})
		return df, err
	}
	var guesses []slot
	tries := 0
	for i := range n {
		sl := &s.p.slots[i]
		df, err := add(i, sl)
		if err != nil {
			return err
		}
		if df > 0 && !sl.prefix || s.opt.Exact || s.q.Unasked {
			continue
		}
		if tries == maxTries {
			continue
		}
		tries++
		g, err := s.v.guessAt(sl, i == last)
		if err != nil {
			return err
		}
		if g != nil {
			guesses = append(guesses, *g)
		}
	}
	for i := range guesses {
		s.p.slots = append(s.p.slots, guesses[i])
		if _, err := add(n+i, &guesses[i]); err != nil {
			return err
		}
	}
	return nil
}
