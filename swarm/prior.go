package swarm

import (
	"math"
	"strings"
	"time"
)

// Priors multiply a result's joint score. They are gentle: they decide between
// hits that answer about as well.
const (
	inTime      = 1.4  // lies in the time that the query prefers
	recentBoost = 0.3  // at most, for "recently"
	preference  = 1.15 // a first-person or preference note, for personal queries
)

// recentHalf is the age at which half of recentBoost is left, and the distance
// from a preferred time at which half of its boost is left.
const recentHalf = 30 * 24 * time.Hour

func (f *fuser) prior(r *Result) float64 {
	p := timePrior(f.q, r)
	if f.q.Kind == Personal && isPreference(r) {
		p *= preference
	}
	if f.Prior != nil {
		p *= f.Prior(r)
	}
	return p
}

// timePrior prefers results near the time that the query prefers, or recent
// ones when it names none. Results without a date are left where they are.
func timePrior(q *Query, r *Result) float64 {
	if !q.SoftTime || r.Modified.IsZero() {
		return 1
	}
	if q.Since.IsZero() && q.Until.IsZero() {
		return 1 + recentBoost*decay(q.Now.Sub(r.Modified))
	}
	near := max(0, q.Since.Sub(r.Modified))
	if !q.Until.IsZero() {
		near = max(near, r.Modified.Sub(q.Until))
	}
	if within(q, r.Modified) || within(q, r.Created) {
		near = 0
	}
	if near == 0 {
		return inTime
	}
	return 1 + (inTime-1)/2*decay(near)
}

func decay(d time.Duration) float64 {
	return math.Exp2(-float64(max(0, d)) / float64(recentHalf))
}

// within says whether t lies in the query's time.
func within(q *Query, t time.Time) bool {
	return !t.IsZero() && !t.Before(q.Since) && (q.Until.IsZero() || t.Before(q.Until))
}

// isPreference says whether a result speaks of its author's ways.
func isPreference(r *Result) bool {
	if strings.Contains(r.NoteKind, "preference") {
		return true
	}
	for _, t := range r.Tags {
		switch strings.ToLower(t) {
		case "preference", "preferences", "personal", "style", "habits", "me":
			return true
		}
	}
	return hasSignal(plainTokens(r.Title+" . "+r.Excerpt), firstPerson)
}

var firstPerson = phrases("i", "my", "preferences", "preference")
