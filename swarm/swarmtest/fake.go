package swarmtest

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"memswarm/swarm"
)

// Fake is a provider that behaves as its fields say. The zero value with an
// ID finds nothing. Set the fields before the first call.
type Fake struct {
	ID    swarm.ID
	Cloud bool // not local

	Found     *swarm.Found  // what Search gives
	Delay     time.Duration // before Search answers
	Err       error         // what Search fails with
	Panic     any           // what Search panics with, when not nil
	IgnoreCtx bool          // Search sleeps through the end of its context
	State     swarm.State   // of Health; "" is ok
	HealthErr *swarm.Error

	// Terms are what Expand gives, after ExpandDelay; ExpandPanic panics.
	Terms       []swarm.WeightedTerm
	ExpandDelay time.Duration
	ExpandPanic any

	// Hook, when set, is called with each query searched for.
	Hook func(*swarm.Query)

	mu      sync.Mutex
	queries []*swarm.Query
	closed  atomic.Int32
	healths atomic.Int32
}

var (
	_ swarm.Provider = (*Fake)(nil)
	_ swarm.Expander = (*Fake)(nil)
)

// Info describes the provider.
func (f *Fake) Info() swarm.Info {
	return swarm.Info{ID: f.ID, Label: string(f.ID), Local: !f.Cloud}
}

// Search records the query and answers as the fields say.
func (f *Fake) Search(ctx context.Context, q *swarm.Query) (*swarm.Found, error) {
	f.mu.Lock()
	f.queries = append(f.queries, q)
	f.mu.Unlock()
	if f.Hook != nil {
		f.Hook(q)
	}
	if err := sleep(ctx, f.Delay, f.IgnoreCtx); err != nil {
		return nil, err
	}
	if f.Panic != nil {
		panic(f.Panic)
	}
	return f.Found, f.Err
}

// Expand gives the terms.
func (f *Fake) Expand(ctx context.Context, _ *swarm.Query, _ *swarm.Found) []swarm.WeightedTerm {
	if sleep(ctx, f.ExpandDelay, f.IgnoreCtx) != nil {
		return nil
	}
	if f.ExpandPanic != nil {
		panic(f.ExpandPanic)
	}
	return append([]swarm.WeightedTerm(nil), f.Terms...)
}

// Health gives the state.
func (f *Fake) Health(context.Context) swarm.Health {
	f.healths.Add(1)
	h := swarm.Health{State: swarm.StateOK, Error: f.HealthErr}
	if f.State != "" {
		h.State = f.State
	}
	return h
}

// Close counts.
func (f *Fake) Close() error {
	f.closed.Add(1)
	return nil
}

// Queries lists what was searched for, in order.
func (f *Fake) Queries() []*swarm.Query {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]*swarm.Query(nil), f.queries...)
}

// Closed is how often Close was called.
func (f *Fake) Closed() int { return int(f.closed.Load()) }

// HealthCalls is how often Health was called.
func (f *Fake) HealthCalls() int { return int(f.healths.Load()) }

func sleep(ctx context.Context, d time.Duration, deaf bool) error {
	if d <= 0 {
		return nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	if deaf {
		<-t.C
		return nil
	}
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
