// Package retry decides whether and when a failed call is repeated.
package retry

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"time"
)

const (
	depositPerRequest = 0.1
	minTokens         = 3
	maxTokens         = 600
	baseDelay         = 200 * time.Millisecond
	maxDelay          = 20 * time.Second
	maxAttempts       = 6
)

// ErrBudgetExhausted means that too many calls failed lately to repeat this one.
var ErrBudgetExhausted = errors.New("retry_budget_exhausted")

// RetryBudget bounds the retries to one destination (DEC-0054).
type RetryBudget struct {
	mu     sync.Mutex
	tokens float64
}

func NewBudget() *RetryBudget { return &RetryBudget{tokens: minTokens} }

func (b *RetryBudget) deposit() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tokens = min(b.tokens+depositPerRequest, maxTokens)
}

func (b *RetryBudget) withdraw() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.tokens < 1 {
		return false
	}
	b.tokens--
	return true
}

// Do calls fn until it succeeds, the budget is empty or the attempts are used up.
func (b *RetryBudget) Do(ctx context.Context, fn func(context.Context) error) error {
	b.deposit()
	var err error
	for attempt := range maxAttempts {
		if err = fn(ctx); err == nil || !retryable(err) {
			return err
		}
		if !b.withdraw() {
			return errors.Join(ErrBudgetExhausted, err)
		}
		timer := time.NewTimer(backoffDelay(attempt))
		select {
		case <-timer.C:
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		}
	}
	return err
}

// backoffDelay draws from the whole range below the exponential bound: full
// jitter gave the lowest peak.
func backoffDelay(attempt int) time.Duration {
	bound := min(maxDelay, baseDelay<<attempt)
	return rand.N(bound)
}

type temporary interface{ Temporary() bool }

func retryable(err error) bool {
	var t temporary
	return errors.As(err, &t) && t.Temporary()
}
