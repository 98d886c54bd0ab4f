package swarm

import "slices"

// judge scores the lexical members under the pooled statistics.
func (f *fuser) judge() {
	pool := newPool(f.lists, f.Scoring)
	views := make([]*view, len(f.lists))
	for i, l := range f.lists {
		if c := l.Found.Corpus; c != nil {
			views[i] = pool.view(c.Terms)
		}
	}
	var texts *view // for results without evidence
	terms := pool.corpus.Terms
	if f.Analyze != nil && len(terms) > 0 {
		texts = pool.view(terms)
	}
	want := sortedWords(f.q.Words)
	f.words = pool.wordCount()
	if f.wordless() {
		f.date()
		return
	}
	for ci := range f.cands {
		c := &f.cands[ci]
		for i := c.also; i >= 0; i = f.members[i].next {
			m := &f.members[i]
			if !m.res.Match.Lexical() {
				continue
			}
			v, e := views[m.list], m.res.Evidence
			if e == nil || v == nil {
				c.exact = c.exact || exactTitle(m.res, want)
				if v, e = texts, nil; v != nil {
					fs, length := f.Analyze(m.res.Title+"\n"+m.res.Excerpt, terms)
					e = &Evidence{Note: fs, NoteLen: length, Section: fs, SectionLen: length}
				}
			}
			c.exact = c.exact || m.res.Match == MatchTitle
			if v != nil {
				f.weigh(c, m.res, f.damped[m.list], v, e)
			}
		}
	}
}

// wordless says that the query has a time or operators only. The joint list
// then holds all hits, the newest first.
func (f *fuser) wordless() bool { return f.q.Words == "" && f.q.Subject == "" }

// date scores the candidates of a query without words.
func (f *fuser) date() {
	for i := range f.cands {
		c := &f.cands[i]
		t := c.res.Modified
		if t.IsZero() {
			t = c.res.Created
		}
		c.scored, c.joint = true, 1
		if !t.IsZero() {
			c.joint = max(1, float64(t.UnixMilli()))
		}
	}
}

// weigh takes the better of c's scores under its members' evidence.
func (f *fuser) weigh(c *candidate, r *Result, damped float64, v *view, e *Evidence) {
	s, cover, judged := v.evidence(e, r.Match == MatchFuzzy)
	s *= f.prior(r) * damped
	if !c.scored || s > c.joint {
		c.scored, c.joint = true, s
	}
	if judged {
		c.judged, c.cover = true, max(c.cover, cover)
	}
}

// jointly ranks the scored candidates in the joint list.
func (f *fuser) jointly() {
	if f.joint == 0 {
		return
	}
	// Later sections of a note step back so that other notes come between.
	best := make([]*candidate, f.notes)
	for i := range f.cands {
		if c := &f.cands[i]; c.scored {
			if b := best[c.note]; b == nil || c.joint > b.joint || c.joint == b.joint && c.before(b) < 0 {
				best[c.note] = c
			}
		}
	}
	rs := make([]ranked, 0, len(f.cands))
	for i := range f.cands {
		c := &f.cands[i]
		if best[c.note] != c {
			c.joint *= f.Further
		}
		if c.scored && c.joint > 0 {
			rs = append(rs, ranked{c.joint, int32(i)})
		}
	}
	f.sort(rs)
	for i, r := range rs {
		f.cands[r.cand].rank = i + 1
	}
}

// ranked is a candidate by its score; small, since sorting moves it about.
type ranked struct {
	score float64
	cand  int32
}

// sort orders by score, and equal scores by provider weight and reference.
func (f *fuser) sort(rs []ranked) {
	slices.SortFunc(rs, func(a, b ranked) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		}
		return f.cands[a.cand].before(&f.cands[b.cand])
	})
}
