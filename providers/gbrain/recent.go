package gbrain

import (
	"context"

	"memswarm/swarm"
)

// Recent lists the pages changed last. It is asked while somebody types, so it
// answers only when that is allowed, and starts nothing.
func (p *Provider) Recent(ctx context.Context, n int) ([]swarm.Result, error) {
	if !p.o.Trusted || !p.o.Interactive || n <= 0 {
		return nil, nil
	}
	s := &search{Provider: p, q: &swarm.Query{Candidates: n, Prefix: true}, mode: Keyword}
	if p.sql != nil {
		results, err := s.askSQL(ctx)
		return results, p.userError(err)
	}
	for _, w := range p.ways() {
		if !p.warm(w) {
			continue
		}
		results, err := s.askTools(ctx, w)
		return results, p.userError(err)
	}
	return nil, nil
}
