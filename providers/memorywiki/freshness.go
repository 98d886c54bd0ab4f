package memorywiki

import (
	"time"

	"memswarm/swarm"
)

// The wiki's own limits of freshness, in days since the page was confirmed.
const (
	freshDays = 30
	staleDays = 90
)

// Freshness is the wiki's word for the age of knowledge: fresh, aging, stale,
// or unknown when nothing says when it was confirmed.
func Freshness(updated, now time.Time) string {
	if updated.IsZero() {
		return "unknown"
	}
	switch days := now.Sub(updated).Hours() / 24; {
	case days < freshDays:
		return "fresh"
	case days < staleDays:
		return "aging"
	}
	return "stale"
}

// Prior weighs a page by its kind and, when boostFresh is set, by its
// freshness. It decides between pages that answer about as well; the reference
// product's factors (1.2 to 1.4) would let a fresh page beat a right one.
func Prior(boostFresh bool) func(q *swarm.Query, r *swarm.Result) float64 {
	return func(q *swarm.Query, r *swarm.Result) float64 {
		p := 1.0
		switch r.NoteKind {
		case "entity":
			p = 1.08
		case "concept":
			p = 1.06
		case "synthesis":
			p = 1.04
		case "report":
			p = 0.9
		}
		if boostFresh {
			switch Freshness(r.Modified, q.Now) {
			case "fresh":
				p *= 1.1
			case "stale":
				p *= 0.95
			}
		}
		return p
	}
}
