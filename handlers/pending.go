package handlers

import (
	"context"
	"sync"
	"time"
)

// pendingWait is how long a request waits for files that the client said
// changed before it: long enough for one note, short enough that a changed
// branch does not hold up a query.
const pendingWait = 250 * time.Millisecond

// pending counts work that later requests should see done. The zero value is
// ready.
type pending struct {
	mu   sync.Mutex
	n    int           // guarded by mu
	idle chan struct{} // closed when n falls to 0; nil when it is; guarded by mu
}

// begin counts a piece of work; the returned function ends it.
func (p *pending) begin() (end func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.n == 0 {
		p.idle = make(chan struct{})
	}
	p.n++
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.n--; p.n == 0 {
			close(p.idle)
			p.idle = nil
		}
	}
}

// wait returns when nothing is pending, after pendingWait, or when ctx ends.
func (p *pending) wait(ctx context.Context) {
	p.mu.Lock()
	idle := p.idle
	p.mu.Unlock()
	if idle == nil {
		return
	}
	t := time.NewTimer(pendingWait)
	defer t.Stop()
	select {
	case <-idle:
	case <-t.C:
	case <-ctx.Done():
	}
}
