package swarm

import (
	"errors"
	"fmt"
	"time"
)

// State is how a provider fared in a query, or its health.
type State string

// The states of a provider.
const (
	StateOK       State = "ok"
	StateEmpty    State = "empty"    // answered, nothing found
	StateDegraded State = "degraded" // answered by a lesser way than configured
	StateTimeout  State = "timeout"
	StateFailed   State = "failed"
	StateSkipped  State = "skipped"  // not asked: unhealthy, untrusted, over budget
	StateExcluded State = "excluded" // not asked: the query's kind or flags leave it out
)

// Report says what became of one configured provider in a query. There is one
// for each, always.
type Report struct {
	Provider ID
	Selected bool
	State    State
	Results  int // results returned, before fusion
	Latency  time.Duration
	Indexing bool
	Error    *Error
	// Exclude is why the provider was not selected.
	Exclude    string
	EnrichedBy []ID
	Terms      []WeightedTerm // the enrichment terms it received
	CostCents  float64
}

// Error is an error for a person and for a program: a code, the provider, what
// happened, and how to fix it. It never holds a secret.
type Error struct {
	Code     string // "missing_path", "timeout", "untrusted", …
	Provider ID
	Message  string // one sentence
	Fix      string // one sentence, "" when nothing helps
	Err      error  // the cause, for logs
}

func (e *Error) Error() string {
	if e.Provider != "" {
		return fmt.Sprintf("%s: %s", e.Provider, e.Message)
	}
	return e.Message
}

func (e *Error) Unwrap() error { return e.Err }

// AsError returns err as an *Error, wrapping it with the given code and
// provider when it is not one. A nil err gives nil.
func AsError(err error, code string, id ID) *Error {
	if err == nil {
		return nil
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e
	}
	return &Error{Code: code, Provider: id, Message: err.Error(), Err: err}
}

// Answer is what a query gives.
type Answer struct {
	Query   *Query
	Hits    []Hit
	Reports []Report // one per configured provider, in configuration order
	Latency time.Duration
	// Indexing: some index was still being built. Incomplete: a selected
	// provider did not answer.
	Indexing, Incomplete bool
	CostCents            float64
}
