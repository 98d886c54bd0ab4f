package retry

import (
	"fmt"
	"sync"
	"time"
)

type breakerState int

const (
	closed breakerState = iota
	open
	halfOpen
)

// CircuitBreaker cuts off one carrier in one region.
type CircuitBreaker struct {
	mu       sync.Mutex
	state    breakerState
	outcomes [20]bool // true: failed
	next     int
	openedAt time.Time
	good     int
}

// CutOffError is E2007.
type CutOffError struct{ Carrier, Region string }

func (e CutOffError) Error() string {
	return fmt.Sprintf("E2007: %s is cut off in %s", e.Carrier, e.Region)
}

// Allow says whether a call may be made now.
func (c *CircuitBreaker) Allow(now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state == open && now.Sub(c.openedAt) >= 30*time.Second {
		c.state, c.good = halfOpen, 0
	}
	return c.state != open
}

// Record notes how a call went.
func (c *CircuitBreaker) Record(now time.Time, failed bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.outcomes[c.next%len(c.outcomes)] = failed
	c.next++
	switch {
	case c.state == halfOpen && failed:
		c.state, c.openedAt = open, now
	case c.state == halfOpen:
		if c.good++; c.good == 3 {
			c.state, c.outcomes = closed, [20]bool{}
		}
	case c.failures() >= 10:
		c.state, c.openedAt = open, now
	}
}

func (c *CircuitBreaker) failures() (n int) {
	for _, f := range c.outcomes {
		if f {
			n++
		}
	}
	return n
}
