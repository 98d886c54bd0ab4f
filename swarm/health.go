package swarm

import (
	"context"
	"sync"
	"time"
)

// HealthCache remembers the providers' health for a while, as a gate for
// [Options.Health]. It is safe for concurrent use.
type HealthCache struct {
	TTL time.Duration // how long a health is believed

	mu   sync.Mutex
	seen map[Provider]healthSeen
}

type healthSeen struct {
	health Health
	at     time.Time
}

// Health gives the provider's health, asking it when the one known is older
// than the TTL.
func (h *HealthCache) Health(ctx context.Context, p Provider) Health {
	h.mu.Lock()
	known, ok := h.seen[p]
	h.mu.Unlock()
	if ok && time.Since(known.at) < h.TTL {
		return known.health
	}
	// Asked without the lock: one slow provider must not hold up the others.
	now := p.Health(ctx)
	if ctx.Err() != nil {
		return now
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.seen == nil {
		h.seen = make(map[Provider]healthSeen)
	}
	h.seen[p] = healthSeen{now, time.Now()}
	return now
}

// Forget drops what is known, so that the next query asks again.
func (h *HealthCache) Forget() {
	h.mu.Lock()
	defer h.mu.Unlock()
	clear(h.seen)
}
