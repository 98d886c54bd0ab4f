package swarm

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"
)

// maxTerms is how many enrichment terms a query is widened by at most. Few
// words of the best hits carry the gain of relevance feedback; more drift.
const maxTerms = 10

// enrichWeight is what the heaviest enrichment term weighs beside a word of the
// query: terms widen a query, they must not displace it.
const enrichWeight = 0.3

// query is the leg's own copy of the query, widened by the providers that
// enrich it. It waits for them half of the leg's time at most: what is slow or
// fails upstream costs its contribution and nothing else.
func (l *leg) query(ctx context.Context) *Query {
	q := l.q.clone()
	if !l.src.Info.Local && !l.share {
		// Both may hold text of notes or code that must stay here.
		q.Expand = nil
	}
	if !l.src.Info.Local {
		q.Unsaved = nil
	}
	if len(l.before) == 0 {
		return q
	}
	half := time.NewTimer(l.deadline / 2)
	defer half.Stop()
	up := true
	for _, pre := range l.before {
		var terms []WeightedTerm
		if up {
			select {
			case <-pre.terms:
				terms = pre.given
			case <-half.C:
				up = false
			case <-ctx.Done():
				up = false
			}
		} else {
			select {
			case <-pre.terms:
				terms = pre.given
			default:
			}
		}
		if len(terms) > 0 {
			l.report.EnrichedBy = append(l.report.EnrichedBy, pre.src.Info.ID)
			l.report.Terms = append(l.report.Terms, terms...)
		}
	}
	l.report.Terms = choose(q, l.report.Terms)
	q.Expand = append(q.Expand, l.report.Terms...)
	return q
}

// choose keeps the heaviest terms that the query does not hold already.
func choose(q *Query, terms []WeightedTerm) []WeightedTerm {
	have := make(map[string]bool)
	for _, t := range plainTokens(q.Words) {
		have[t.low] = true
	}
	terms = slices.Clone(terms)
	slices.SortStableFunc(terms, func(a, b WeightedTerm) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.Term, b.Term))
	})
	out := terms[:0]
	for _, t := range terms {
		low := strings.ToLower(t.Term)
		if !(t.Weight > 0) || low == "" || have[low] || len(out) == maxTerms {
			continue
		}
		have[low] = true
		t.Weight = enrichWeight * min(t.Weight, 1)
		out = append(out, t)
	}
	return out
}

// publish computes the terms that the leg's hits give its successors and
// closes l.terms.
func (l *leg) publish(q *Query) {
	defer close(l.terms)
	// A panic costs the terms only.
	defer func() { _ = recover() }()
	x, ok := l.src.Provider.(Expander)
	if !ok || !l.fusion.promising(l.found) {
		return
	}
	ctx, cancel := context.WithTimeout(l.ctx, l.deadline/2)
	defer cancel()
	terms := x.Expand(ctx, q.clone(), l.found)
	if ctx.Err() != nil {
		return
	}
	for i := range terms {
		terms[i].From = l.src.Info.ID
	}
	l.given = terms
}

// promising says whether a provider's best hits answer the query well enough
// to learn words from: terms taken from chance hits would lead astray.
func (p *Fusion) promising(found *Found) bool {
	if len(found.Results) == 0 {
		return false
	}
	if found.Corpus == nil {
		return true
	}
	pool := newPool([]List{{Found: found}}, p.Scoring)
	v := pool.view(found.Corpus.Terms)
	need := p.minCoverage(pool.wordCount())
	for i := range found.Results[:min(10, len(found.Results))] {
		e := found.Results[i].Evidence
		if e == nil {
			return true
		}
		if c, ok := v.note(e, found.Results[i].Match == MatchFuzzy); !ok || c >= need {
			return true
		}
	}
	return false
}
