package swarm

import (
	"slices"
	"time"
)

// timeOrigin is a time for when only the presence of a time expression
// matters.
var timeOrigin = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)

// span is a stretch of time, end exclusive.
type span struct{ start, end time.Time }

// window collects the time expressions of a query.
//
// Expressions that speak of when something was written (yesterday, last week,
// 3 days ago, since, before, after, between) bound the results. Plain dates
// (2026-05, in May 2026, Q2 2026) and those that also mean "now" (today, this
// week, recently) are a preference only: "roadmap Q2 2026" was written before
// that quarter. Their words still count a little (soft), since the date may
// stand in the text.
type window struct {
	since, until time.Time
	hard         bool // since and until bound the results
	found        bool
	soft         []string // the texts of plain dates
}

// take parses the time expressions in ts as seen at now and returns the tokens
// without those that parsed.
func (w *window) take(ts []token, now time.Time) []token {
	var rest []token
	for i := 0; i < len(ts); {
		n := w.at(ts[i:], now)
		if n == 0 {
			rest = append(rest, ts[i])
			n = 1
		}
		i += n
	}
	return rest
}

// at parses one expression at the start of ts and returns how many tokens it
// takes, 0 when there is none.
func (w *window) at(ts []token, now time.Time) int {
	if ts[0].quoted {
		return 0
	}
	d := dates{now: now}
	switch low := ts[0].low; low {
	case "recently", "lately":
		w.found = true
		return 1
	case "between", "from":
		return w.between(ts, d, low)
	case "since", "after", "before", "until", "till":
		s, n := d.parse(ts[1:], true)
		if n == 0 {
			return 0
		}
		switch low {
		case "since":
			return w.bound(span{start: s.start}, 1+n)
		case "after":
			return w.bound(span{start: s.end}, 1+n)
		case "before":
			return w.bound(span{end: s.start}, 1+n)
		}
		return w.bound(span{end: s.end}, 1+n)
	case "in", "within", "during", "over", "the", "past", "last":
		// in the last 3 days, past week
		if s, n := d.rolling(ts); n > 0 {
			return w.bound(s, n)
		}
	}
	lead := 0
	if slices.Contains([]string{"in", "on", "during", "of", "from"}, ts[0].low) {
		lead = 1
	}
	s, n := d.parse(ts[lead:], lead > 0)
	if n == 0 {
		return 0
	}
	if d.relative {
		return w.bound(s, lead+n)
	}
	if !d.vague {
		w.soft = append(w.soft, joinBare(ts[lead:lead+n]))
	}
	return w.prefer(s, lead+n)
}

// between parses "between A and B" and "from A to B".
func (w *window) between(ts []token, d dates, low string) int {
	joints := []string{"and", "&"}
	if low == "from" {
		joints = []string{"to", "until", "till", "-", "–"}
	}
	a, n := d.parse(ts[1:], true)
	if n == 0 || 1+n >= len(ts) || !slices.Contains(joints, ts[1+n].low) {
		return 0
	}
	b, m := d.parse(ts[2+n:], true)
	if m == 0 {
		return 0
	}
	// A month without a year is the last one before the other end.
	if a.start.After(b.start) {
		early := dates{now: b.start.Add(-time.Nanosecond)}
		if a, n = early.parse(ts[1:], true); a.start.After(b.start) {
			return 0
		}
	}
	return w.bound(span{a.start, b.end}, 2+n+m)
}

// bound narrows the window to s; one that would leave nothing is not taken.
func (w *window) bound(s span, n int) int {
	since, until := s.start, s.end
	if w.hard {
		if since.Before(w.since) {
			since = w.since
		}
		if until.IsZero() || !w.until.IsZero() && w.until.Before(until) {
			until = w.until
		}
	}
	if !since.IsZero() && !until.IsZero() && !since.Before(until) {
		return 0
	}
	w.since, w.until, w.hard, w.found = since, until, true, true
	return n
}

func (w *window) prefer(s span, n int) int {
	if !w.hard && w.since.IsZero() {
		w.since, w.until = s.start, s.end
	}
	w.found = true
	return n
}
