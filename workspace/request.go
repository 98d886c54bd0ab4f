package workspace

import (
	"slices"
	"strings"
	"time"

	"memswarm/swarm"
)

// Request is what a client asks, before it is parsed.
type Request struct {
	Text      string
	Limit     int // 0 takes the configured default; negative gives nothing
	Providers []string
	Type      swarm.Kind // "" classifies the text
	Scope     string
	Local     bool
	Prefix    bool          // the last word may be unfinished
	Wait      time.Duration // how long to wait for an index that is being built
	Unsaved   []swarm.Buffer
	// Context are words around the cursor, as weak context for local providers.
	Context []swarm.WeightedTerm
	Now     time.Time // the time of the question; zero means now
}

// maxLimit bounds what a client may ask for.
const maxLimit = 1000

// Validate says what is wrong with a request, or nil.
func (r *Request) Validate() *swarm.Error {
	switch r.Type {
	case "", swarm.Factual, swarm.Temporal, swarm.Relational, swarm.Personal:
	default:
		return &swarm.Error{Code: "invalid_type", Message: "There is no query type “" + string(r.Type) + "”.",
			Fix: "Use factual, temporal, relational or personal."}
	}
	return nil
}

// parse makes the query of the domain from a request.
func (r *Request) parse() *swarm.Query {
	now := r.Now
	if now.IsZero() {
		now = time.Now()
	}
	q := swarm.Parse(r.Text, now)
	if r.Type != "" {
		q.Kind = r.Type
	}
	q.Limit = min(r.Limit, maxLimit)
	for _, p := range r.Providers {
		if p = strings.TrimSpace(p); p != "" && !slices.Contains(q.Providers, swarm.ID(p)) {
			q.Providers = append(q.Providers, swarm.ID(p))
		}
	}
	if r.Scope != "" {
		q.Scope = r.Scope
	}
	q.Local = q.Local || r.Local
	q.Prefix = r.Prefix
	q.Unsaved = r.Unsaved
	q.Expand = append(q.Expand, r.Context...)
	return q
}
