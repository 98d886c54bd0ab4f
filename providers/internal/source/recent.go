package source

import (
	"context"

	"memswarm/swarm"
)

// Recent lists the most recently changed notes, newest first.
func (v *View) Recent(ctx context.Context, n int) ([]swarm.Result, error) {
	s := v.src
	ix, err := s.index(ctx)
	if err != nil {
		return nil, v.named(err)
	}
	results, err := ix.Recent(ctx, n, s.searchOptions(v.info.ID))
	if err != nil {
		return nil, v.named(s.check(err))
	}
	return s.fresh(ctx, results, nil, true)
}

// Expand gives the words that are typical of the best results, to widen another
// provider's query.
func (v *View) Expand(ctx context.Context, q *swarm.Query, found *swarm.Found) []swarm.WeightedTerm {
	ix, err := v.src.index(ctx)
	if err != nil {
		return nil
	}
	terms := ix.Feedback(ctx, q, found, maxTerms)
	for i := range terms {
		terms[i].From = v.info.ID
	}
	return terms
}

// maxTerms is how many words a provider offers; the coordinator chooses among
// those of all.
const maxTerms = 10
