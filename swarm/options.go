package swarm

import (
	"context"
	"time"
)

// Defaults of [Options].
const (
	DefaultDeadline      = 2 * time.Second
	DefaultMaxConcurrent = 4
)

// Source is one configured provider.
type Source struct {
	// Provider answers; nil when Skip says why it cannot be asked.
	Provider Provider
	Info     Info   // needed when Provider is nil, else taken from it
	Skip     *Error // why it is not asked: untrusted, missing path, over budget
}

// Options configure a Coordinator.
type Options struct {
	// Sources are the configured providers, in configuration order.
	Sources []Source
	// Edges of the enrichment graph.
	Edges []Edge
	// ShareDerived lets text derived from local notes or code (enrichment
	// terms, the words around the cursor) reach providers that are not local.
	ShareDerived bool

	// Deadline is how long a query waits for a provider, DefaultDeadline when
	// 0; Deadlines override it by id.
	Deadline  time.Duration
	Deadlines map[ID]time.Duration
	// MaxConcurrent is how many providers of a query search at a time,
	// DefaultMaxConcurrent when 0.
	MaxConcurrent int

	// Health gates providers: one whose state is failed or skipped is not
	// asked. It runs within the provider's deadline and must be cheap, so
	// cache it ([HealthCache]). Nil asks everyone.
	Health func(context.Context, Provider) Health
	// Cost is what one query costs a provider, in US cents.
	Cost map[ID]float64

	// Fusion holds the constants of the fusion; the zero value means
	// [DefaultFusion].
	Fusion Fusion
}
