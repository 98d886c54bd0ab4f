package swarm

import (
	"cmp"
	"slices"
)

// Joint is the name of the joint list in a hit's contributions.
const Joint = "joint"

// Fuse merges the providers' answers into one ranking:
//
//	score = Σ weight/(K + rank)    over the lists that hold the hit
//
// The lists are each provider's own ranking, one more for each kind of hit
// that shares no words with the query ("obsidian:graph"), and the joint list,
// which ranks all providers' lexical hits together under pooled statistics. It
// is a pure function: the order of lists does not matter, equal scores stand
// in the order of their providers' weights and then of their references, and
// nothing given is changed.
func Fuse(q *Query, lists []List, p *Fusion) []Hit {
	f := &fuser{Fusion: p, q: q}
	f.collect(lists)
	if len(f.members) == 0 {
		return nil
	}
	f.groupSections(f.groupNotes())
	f.dropOutside()
	f.judge()
	f.dropNonsense()
	f.jointly()
	f.sum()
	return f.hits(f.cut())
}

// fuser holds the state of one fusion.
type fuser struct {
	*Fusion
	q       *Query
	lists   []List
	weights []float64 // of the lists' providers
	damped  []float64 // the same, for the joint list
	subs    []subList
	members []member
	cands   []candidate
	scratch []Contribution
	notes   int // notes are numbered below this
	words   int // of the query
	// joint is the joint list's weight: 0 when there is nothing to rank by.
	joint float64
}

// subList is a provider's own ranking of lexical hits, or of its hits of one
// other match type.
type subList struct {
	name   string
	weight float64
	// beside is the weight for hits that the joint list holds as well: such a
	// hit is judged by its words already, and a link or a date that the query
	// did not ask for must not count as much again.
	beside float64
}

// collect numbers the results of all lists and gives each its rank.
func (f *fuser) collect(lists []List) {
	n := 0
	for _, l := range lists {
		if l.Found == nil {
			continue
		}
		f.lists = append(f.lists, l)
		w := WeightOf(l.Provider, f.Weights)
		if l.Found.Weight > 0 {
			w *= min(l.Found.Weight, 1)
		}
		f.weights = append(f.weights, w)
		f.damped = append(f.damped, damp(w, f.Damping))
		n += len(l.Found.Results)
		if c := l.Found.Corpus; c != nil && len(c.Terms) > 0 || f.wordless() {
			f.joint = max(0, f.JointWeight)
		}
	}
	f.members = make([]member, 0, n)
	for li, l := range f.lists {
		type count struct {
			match MatchType
			sub   int
			n     int
		}
		var counts []count
		for i := range l.Found.Results {
			r := &l.Found.Results[i]
			match := r.Match
			if match.Lexical() {
				match = MatchKeyword
			}
			at := slices.IndexFunc(counts, func(c count) bool { return c.match == match })
			if at < 0 {
				at = len(counts)
				counts = append(counts, count{match: match, sub: len(f.subs)})
				f.subs = append(f.subs, f.subList(li, match))
			}
			counts[at].n++
			f.members = append(f.members, member{res: r, list: li, rank: counts[at].n, sub: counts[at].sub, next: -1})
		}
	}
}

// subList names and weighs a provider's list of hits of one match type. Hits
// that the joint list cannot hold get what it would have given them, nearly.
func (f *fuser) subList(list int, match MatchType) subList {
	id, w := string(f.lists[list].Provider), f.weights[list]
	whole := w + f.joint*damp(w, listDamping)
	switch {
	case f.wordless():
		return subList{id, w, w}
	case match != MatchKeyword:
		s := subList{name: id + ":" + string(match), weight: whole * shareOf(match, f.q.Kind), beside: w}
		if askedFor(match, f.q.Kind) {
			s.beside = s.weight
		}
		return s
	case f.joint > 0 && f.lists[list].Found.Corpus == nil && f.Analyze == nil:
		return subList{id, whole * shareOf(match, f.q.Kind), w}
	}
	return subList{id, w, w}
}

// shares gives c's share of each list that holds it, the largest first. It
// uses the fuser's scratch space.
func (f *fuser) shares(c *candidate) []Contribution {
	out := f.scratch[:0]
	full := f.fullList(c)
	for i := c.also; i >= 0; i = f.members[i].next {
		m := &f.members[i]
		sub := &f.subs[m.sub]
		weight := sub.beside
		if m.sub == full {
			weight = sub.weight
		}
		s := f.share(sub.name, m.rank, weight)
		at := slices.IndexFunc(out, func(o Contribution) bool { return o.List == s.List })
		switch {
		case at < 0:
			out = append(out, s)
		case m.rank < out[at].Rank:
			// A provider that returned a section twice counts once.
			out[at] = s
		}
	}
	if c.rank > 0 {
		out = append(out, f.share(Joint, c.rank, f.joint))
	}
	slices.SortFunc(out, func(a, b Contribution) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.List, b.List))
	})
	f.scratch = out
	return out
}

// fullList is the list that stands in for the joint one in c's score, -1 when
// the joint list holds c itself: the best of those that have its order. A hit
// that is linked and enriched is not twice as good as one that has the words.
func (f *fuser) fullList(c *candidate) int {
	if c.rank > 0 {
		return -1
	}
	full, best := -1, 0.0
	for i := c.also; i >= 0; i = f.members[i].next {
		m := &f.members[i]
		s := f.subs[m.sub].weight / (f.K + float64(m.rank))
		// Of equal ones the first by name, so that the order of lists is nothing.
		if full < 0 || s > best || s == best && f.subs[m.sub].name < f.subs[full].name {
			full, best = m.sub, s
		}
	}
	return full
}

func (f *fuser) share(list string, rank int, weight float64) Contribution {
	return Contribution{List: list, Rank: rank, Weight: weight, Score: weight / (f.K + float64(rank))}
}

// sum adds up each candidate's shares.
func (f *fuser) sum() {
	for i := range f.cands {
		c := &f.cands[i]
		for _, s := range f.shares(c) {
			c.total += s.Score
		}
	}
}
