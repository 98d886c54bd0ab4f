package swarm

import "time"

// Spending is what a provider that costs money has spent.
type Spending struct {
	SpentCents float64 // in the month of the question
	CapCents   float64 // the most that it may spend in a month
	Queries    int     // paid for in the month
}

// Spender tells what it has spent; ok is false when nothing is known.
type Spender interface {
	Spending(now time.Time) (s Spending, ok bool)
}
