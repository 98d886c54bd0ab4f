package workspace

import (
	"context"
	"slices"

	"memswarm/swarm"
)

// Recent lists the most recently changed notes of all folders, newest first.
func (v *View) Recent(ctx context.Context, n int) ([]swarm.Result, error) {
	var all []swarm.Result
	seen := map[string]bool{}
	for _, p := range v.seats("") {
		r, ok := p.Provider.(swarm.Recenter)
		if !ok {
			continue
		}
		list, err := r.Recent(ctx, n)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			p.folder.log.Info("recent notes", "provider", p.id, "err", err)
			continue
		}
		for _, res := range p.mine(list) {
			if res.Location != nil {
				if seen[res.Location.Path] {
					continue
				}
				seen[res.Location.Path] = true
			}
			all = append(all, res)
		}
	}
	slices.SortStableFunc(all, func(a, b swarm.Result) int { return b.Modified.Compare(a.Modified) })
	return all[:min(n, len(all))], nil
}
