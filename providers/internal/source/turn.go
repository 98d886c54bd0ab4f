package source

import (
	"context"
	"sync/atomic"
)

// turn lets one writer at a time bring the index up to date. A long one, the
// sync, looks now and then whether somebody waits and lets him in between.
type turn struct {
	slot    chan struct{} // holds one element while somebody writes
	waiting atomic.Int32
}

func newTurn() turn { return turn{slot: make(chan struct{}, 1)} }

// take waits for the turn; the only error is that of ctx.
func (t *turn) take(ctx context.Context) error {
	select {
	case t.slot <- struct{}{}:
		return nil
	default:
	}
	t.waiting.Add(1)
	defer t.waiting.Add(-1)
	select {
	case t.slot <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t *turn) give() { <-t.slot }

// wanted says whether somebody waits.
func (t *turn) wanted() bool { return t.waiting.Load() > 0 }
