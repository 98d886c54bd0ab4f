package workspace

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"

	"memswarm/swarm"
)

// aboutPerProvider is how many notes each provider may name for a hover.
const aboutPerProvider = 5

// About answers what the folder's providers (all folders' for "") know of a
// subject, best first, copies merged. Providers that are not local are asked
// only where the configuration lets them answer unasked.
func (v *View) About(ctx context.Context, subject swarm.Subject, dir string) ([]swarm.Hit, error) {
	limit := subject.Limit
	subject.Limit = aboutPerProvider
	found := ask(ctx, v.seats(dir), func(ctx context.Context, s *seat) ([]swarm.Result, error) {
		k, ok := s.Provider.(swarm.Knower)
		if !ok || !s.interactive() {
			return nil, nil
		}
		return k.About(ctx, subject)
	})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	hits := merge(found)
	if limit > 0 {
		hits = hits[:min(limit, len(hits))]
	}
	return hits, nil
}

// found is what one provider answered.
type found struct {
	*seat
	results []swarm.Result
}

// ask puts a question to all seats at once and waits for each no longer than a
// query may take. One that fails or is late is left out; its trouble shows in
// the status.
func ask(ctx context.Context, seats []seat, f func(context.Context, *seat) ([]swarm.Result, error)) []found {
	out := make([]found, len(seats))
	var wg sync.WaitGroup
	for i := range seats {
		s := &seats[i]
		wg.Go(func() {
			within := s.folder.cfg.Performance.MaxQueryLatency
			if within <= 0 {
				within = swarm.DefaultDeadline
			}
			ctx, cancel := context.WithTimeout(ctx, within)
			defer cancel()
			done := make(chan []swarm.Result, 1)
			go func() {
				results, err := guarded(ctx, s, f)
				if err != nil && ctx.Err() == nil {
					s.folder.log.Info("a provider did not answer", "provider", s.id, "err", err)
				}
				done <- results
			}()
			select {
			case results := <-done:
				out[i] = found{s, s.mine(results)}
			case <-ctx.Done():
			}
		})
	}
	wg.Wait()
	return out
}

// guarded contains a provider's panic.
func guarded(ctx context.Context, s *seat, f func(context.Context, *seat) ([]swarm.Result, error)) (results []swarm.Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			results, err = nil, &swarm.Error{Code: "panic", Provider: s.id, Message: "The provider crashed."}
			s.folder.log.Error("a provider crashed", "provider", s.id, "panic", p)
		}
	}()
	return f(ctx, s)
}

// copyWords is the number of words from which equal sections of different notes
// count as copies, as in the fusion of queries.
const copyWords = 50

// merge lists the results of all providers by their confidence, and where that
// is about the same by their providers' weights. A note that two providers have
// is one hit.
func merge(answers []found) []swarm.Hit {
	type ranked struct {
		swarm.Hit
		weight float64
	}
	var all []ranked
	for _, a := range answers {
		for _, r := range a.results {
			all = append(all, ranked{swarm.Hit{Result: r, Total: r.Score}, a.weight()})
		}
	}
	slices.SortStableFunc(all, func(a, b ranked) int {
		// In steps, so that a hair of confidence does not outweigh a provider.
		sa, sb := math.Round(a.Score*50), math.Round(b.Score*50)
		return cmp.Or(cmp.Compare(sb, sa), cmp.Compare(b.weight, a.weight), cmp.Compare(b.Score, a.Score))
	})
	var hits []swarm.Hit
	for _, r := range all {
		at := slices.IndexFunc(hits, func(h swarm.Hit) bool { return sameNote(&h.Result, &r.Result) })
		if at < 0 {
			hits = append(hits, r.Hit)
			continue
		}
		if h := &hits[at]; h.Ref != r.Ref && h.Ref.Provider != r.Ref.Provider {
			h.AlsoIn = append(h.AlsoIn, r.Ref)
		}
	}
	return hits
}

// sameNote says that two results are of one note: the same file, the same whole
// content, or the same long section.
func sameNote(a, b *swarm.Result) bool {
	switch {
	case a.Location != nil && b.Location != nil && a.Location.Path == b.Location.Path:
		return true
	case a.NoteHash != 0 && a.NoteHash == b.NoteHash:
		return true
	}
	return a.SectionHash != 0 && a.SectionHash == b.SectionHash && a.Words >= copyWords
}
