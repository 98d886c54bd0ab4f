// Package budget keeps account of what providers that cost money have spent, in
// a file that all of the user's processes share.
package budget

import (
	"errors"
	"math"
	"time"
)

// Cents is an amount of money in US cents, kept as millionths so that many
// small amounts add up exactly.
type Cents int64

// FromCents rounds to millionths of a cent. What is no amount is 0.
func FromCents(c float64) Cents {
	if !(c > 0) { // also NaN
		return 0
	}
	return Cents(math.Round(min(c, 1e9) * 1e6))
}

// Float is the amount in cents.
func (c Cents) Float() float64 { return float64(c) / 1e6 }

// Limits are what a provider may spend. The warning and reduction thresholds
// are shares of a cap in per cent.
type Limits struct {
	Global    Cents // a month, all providers together; 0 allows nothing
	Cap       Cents // a month, this provider; negative sets no cap
	PerMinute int   // queries a minute; 0 sets no limit
	WarnPct   int
	ReducePct int
}

// The reasons why a query may not be made.
var (
	ErrCap  = errors.New("the monthly budget is used up")
	ErrRate = errors.New("the limit of queries a minute is reached")
	// ErrUnavailable: the account could not be read or written, so that nothing
	// may be spent.
	ErrUnavailable = errors.New("the account of what was spent cannot be used")
)

// Usage is what a month has cost so far.
type Usage struct {
	Month   string // "2026-12"
	Queries int    // of the provider that were paid for
	Spent   Cents  // by the provider
	All     Cents  // by all providers
	Limits  Limits
}

// Share is the part of the tighter cap that is used: 0 to 1, or more when a
// cap was lowered. Without any allowance it is 1.
func (u *Usage) Share() float64 {
	share := part(u.All, u.Limits.Global)
	if u.Limits.Cap >= 0 {
		share = max(share, part(u.Spent, u.Limits.Cap))
	}
	return share
}

func part(spent, limit Cents) float64 {
	if limit <= 0 {
		return 1
	}
	return float64(spent) / float64(limit)
}

// Warning says whether the warning threshold is reached.
func (u *Usage) Warning() bool {
	return u.Spent > 0 && u.Share()*100 >= float64(u.Limits.WarnPct)
}

// lowest is the weight factor of a provider whose budget is used up.
const lowest = 0.5

// Weight is the factor for the provider's weight in the ranking: 1 below the
// threshold, falling in a line to one half at the cap.
func (u *Usage) Weight() float64 {
	from, share := float64(u.Limits.ReducePct)/100, u.Share()
	if u.Spent == 0 || share < from {
		return 1
	}
	if share >= 1 || from >= 1 {
		return lowest
	}
	return 1 - (1-lowest)*(share-from)/(1-from)
}

// month names the month of a time, in the time's own zone.
func month(t time.Time) string { return t.Format("2006-01") }
