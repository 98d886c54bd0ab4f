package source

import (
	"cmp"
	"context"
	"slices"
	"time"

	"memswarm/providers/internal/index"
	"memswarm/swarm"
)

// Search ranks the notes for a query. Notes whose files are gone are left out,
// and notes whose files have changed are read again first, so that nothing is
// shown as it no longer is.
func (v *View) Search(ctx context.Context, q *swarm.Query) (*swarm.Found, error) {
	var found *swarm.Found
	err := v.src.withIndex(ctx, func(ix *index.Index) (err error) {
		found, err = v.search(ctx, ix, q)
		return err
	})
	if err != nil {
		return nil, v.named(err)
	}
	return found, nil
}

func (v *View) search(ctx context.Context, ix *index.Index, q *swarm.Query) (*swarm.Found, error) {
	s := v.src
	opt := s.searchOptions(v.info.ID)
	opt.Keep = s.inScope(q.Scope)
	opt.Unsaved = s.unsaved(q.Unsaved)
	found, err := ix.Search(ctx, q, opt)
	if err != nil {
		return nil, err
	}
	stale, err := s.stale(ctx, found.Results, opt.Unsaved)
	if err != nil {
		return nil, err
	}
	if len(stale) > 0 {
		current, err := s.catchUp(ctx, stale)
		if err != nil {
			return nil, err
		}
		if found, err = ix.Search(ctx, q, opt); err != nil {
			return nil, err
		}
		if found.Results, err = s.fresh(ctx, found.Results, opt.Unsaved, current); err != nil {
			return nil, err
		}
		found.Indexing = found.Indexing || !current
	}
	v.weigh(q, found.Results)
	found.Results = firstNotes(found.Results, q.Candidates)
	if v.prefs.FollowLinks || q.Kind == swarm.Relational || q.Subject != "" {
		linked, err := s.linked(ctx, ix, q, found.Results, opt)
		if err != nil {
			return nil, err
		}
		found.Results = append(found.Results, linked...)
	}
	dated, err := v.dated(ctx, ix, q, opt, found.Results)
	if err != nil {
		return nil, err
	}
	found.Results = append(found.Results, dated...)
	found.Indexing = found.Indexing || !s.complete.Load()
	if problem, _, _ := s.status.last(); problem != nil && problem.Code == CodeIndex {
		found.Degraded, _ = v.named(problem).(*swarm.Error)
		found.Indexing = false // it does not get further
	}
	return found, nil
}

// firstNotes keeps the results of the first n notes; all for n ≤ 0.
func firstNotes(results []swarm.Result, n int) []swarm.Result {
	if n <= 0 || len(results) <= n {
		return results
	}
	docs := make(map[string]bool, n)
	return slices.DeleteFunc(results, func(r swarm.Result) bool {
		if !docs[r.Ref.Doc] && len(docs) == n {
			return true
		}
		docs[r.Ref.Doc] = true
		return false
	})
}

// weigh applies the provider's own prior. Results found by their title stay in
// front, and the sections of a note in a row.
func (v *View) weigh(q *swarm.Query, results []swarm.Result) {
	if v.prefs.Prior == nil || len(results) < 2 {
		return
	}
	rank := func(r *swarm.Result) int {
		switch r.Match {
		case swarm.MatchTitle:
			return 0
		case swarm.MatchFuzzy:
			return 2
		}
		return 1
	}
	best := map[string]*swarm.Result{} // of each note
	for i := range results {
		r := &results[i]
		r.Score *= v.prefs.Prior(q, r)
		b := best[r.Ref.Doc]
		if b == nil || cmp.Or(cmp.Compare(rank(r), rank(b)), cmp.Compare(b.Score, r.Score)) < 0 {
			c := *r
			best[r.Ref.Doc] = &c
		}
	}
	slices.SortStableFunc(results, func(a, b swarm.Result) int {
		x, y := best[a.Ref.Doc], best[b.Ref.Doc]
		return cmp.Or(cmp.Compare(rank(x), rank(y)), cmp.Compare(y.Score, x.Score),
			cmp.Compare(x.Ref.Doc, y.Ref.Doc), cmp.Compare(b.Score, a.Score))
	})
}

// patience is how long a query waits for changed notes to be read again: while
// a whole folder is being indexed, its answer does without them.
const patience = 150 * time.Millisecond

// catchUp reads changed files again and says whether that was done in time. The
// only error is that of ctx.
func (s *Source) catchUp(ctx context.Context, paths []string) (current bool, err error) {
	short, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	err = s.Changed(short, paths)
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	if short.Err() == nil {
		return true, nil // an error is told by Health
	}
	if s.catching.CompareAndSwap(false, true) {
		s.background(func() {
			defer s.catching.Store(false)
			_ = s.Changed(s.ctx, paths)
		})
	}
	return false, nil
}

// searchOptions are those of every answer.
func (s *Source) searchOptions(id swarm.ID) index.SearchOptions {
	ms := *s.mounts.Load()
	return index.SearchOptions{Provider: id, Path: func(doc string) string {
		path, _ := ms.path(doc)
		return path
	}}
}
