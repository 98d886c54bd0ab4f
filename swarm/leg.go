package swarm

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync/atomic"
	"time"
)

// maxAbandoned is how many searches of one provider may still be running
// after their deadlines before it is asked no more: a provider that hangs must
// not pile up goroutines.
const maxAbandoned = 8

// source is a configured provider with its searches that were given up.
type source struct {
	Source
	abandoned atomic.Int32
}

// run is one query on its way through the providers.
type run struct {
	ctx    context.Context
	cancel context.CancelFunc
	q      *Query
	start  time.Time
	legs   []*leg
	slots  chan struct{} // held while searching
	share  bool
}

// leg is one provider's part in a run. Its fields are written by its own
// goroutine and read after that has ended; given is written before terms is closed.
type leg struct {
	*run
	src      *source
	asked    bool
	deadline time.Duration
	health   func(context.Context, Provider) Health
	fusion   *Fusion
	before   []*leg // those that enrich this one
	enriches bool

	report Report
	found  *Found
	terms  chan struct{} // closed when given holds the terms for the successors
	given  []WeightedTerm
}

func (c *Coordinator) newRun(ctx context.Context, q *Query, why []string, start time.Time) *run {
	r := &run{q: q, start: start, slots: make(chan struct{}, c.opts.MaxConcurrent), share: c.opts.ShareDerived}
	r.ctx, r.cancel = context.WithCancel(ctx)
	byID := make(map[ID]*leg, len(c.sources))
	for i, s := range c.sources {
		l := &leg{run: r, src: s, health: c.opts.Health, fusion: &c.fusion, terms: make(chan struct{}), deadline: c.opts.Deadline}
		if d, ok := c.opts.Deadlines[s.Info.ID]; ok && d > 0 {
			l.deadline = d
		}
		l.report = Report{Provider: s.Info.ID, Selected: why[i] == "", Exclude: why[i]}
		switch {
		case why[i] != "":
			l.report.State = StateExcluded
		case s.Skip != nil:
			l.report.State, l.report.Error = StateSkipped, s.Skip
		case q.blank():
			l.report.State = StateEmpty
		case s.abandoned.Load() >= maxAbandoned:
			l.report.State = StateSkipped
			l.report.Error = &Error{Code: "busy", Provider: s.Info.ID,
				Message: fmt.Sprintf("it has not finished %d earlier queries", maxAbandoned), Fix: "Check the provider, then restart the server."}
		default:
			l.asked = true
			l.report.CostCents = c.opts.Cost[s.Info.ID]
		}
		r.legs = append(r.legs, l)
		byID[s.Info.ID] = l
	}
	for _, l := range r.legs {
		for _, id := range c.graph.before[l.src.Info.ID] {
			if pre := byID[id]; pre.asked {
				l.before = append(l.before, pre)
				pre.enriches = true
			}
		}
	}
	return r
}

// serve asks the provider and reports. It returns at its deadline even when the
// provider does not.
func (l *leg) serve() {
	published := false
	defer func() {
		if !published {
			close(l.terms)
		}
	}()
	ctx, cancel := context.WithTimeout(l.ctx, l.deadline)
	defer cancel()
	q := l.query(ctx)

	select {
	case l.slots <- struct{}{}:
	case <-ctx.Done():
		l.ended(ctx)
		return
	}
	asked := time.Now()
	answer := make(chan result, 1)
	go func() {
		answer <- l.ask(ctx, q)
	}()
	select {
	case a := <-answer:
		<-l.slots
		l.report.Latency = time.Since(asked)
		l.accept(ctx, a)
		if l.enriches && l.found != nil {
			published = true
			go l.publish(q)
		}
	case <-ctx.Done():
		<-l.slots
		l.report.Latency = time.Since(asked)
		// A provider that heeds its context answers about now; one that does
		// not is left to itself and its answer dropped.
		l.src.abandoned.Add(1)
		go func() {
			<-answer
			l.src.abandoned.Add(-1)
		}()
		l.ended(ctx)
	}
}

// result is what a provider's search gave.
type result struct {
	found  *Found
	err    error
	health *Health // why it was not searched
}

// ask searches the provider, with panics contained.
func (l *leg) ask(ctx context.Context, q *Query) (r result) {
	defer func() {
		if p := recover(); p != nil {
			r = result{err: panicError(l.src.Info.ID, p)}
		}
	}()
	if l.health != nil {
		if h := l.health(ctx, l.src.Provider); h.State == StateFailed || h.State == StateSkipped {
			return result{health: &h}
		}
	}
	found, err := l.src.Provider.Search(ctx, q)
	return result{found: found, err: err}
}

func panicError(id ID, p any) *Error {
	return &Error{Code: "panic", Provider: id, Message: "the provider crashed on this query",
		Fix: "Please report it with the server's log.", Err: fmt.Errorf("panic: %v\n%s", p, debug.Stack())}
}

// accept turns the provider's result into the report.
func (l *leg) accept(ctx context.Context, r result) {
	id := l.src.Info.ID
	switch {
	case r.health != nil:
		l.report.State, l.report.Error = StateSkipped, r.health.Error
		l.report.CostCents = 0
		if l.report.Error == nil {
			l.report.Error = &Error{Code: "unhealthy", Provider: id, Message: "the provider is not healthy"}
		}
	case r.err != nil && ctx.Err() != nil:
		l.ended(ctx)
	case r.err != nil:
		if errors.Is(r.err, context.DeadlineExceeded) {
			l.timeout()
			return
		}
		l.report.State, l.report.Error = StateFailed, AsError(r.err, "search_failed", id)
	default:
		l.found = r.found
		if l.found == nil {
			l.found = &Found{}
		}
		l.report.State = StateOK
		l.report.Results = len(l.found.Results)
		l.report.Indexing = l.found.Indexing
		l.report.CostCents += l.found.CostCents
		switch {
		case l.found.Exclude != "":
			l.report.State, l.report.Exclude, l.report.Selected = StateExcluded, l.found.Exclude, false
		case l.found.Skip != nil:
			l.report.State, l.report.Error = StateSkipped, l.found.Skip
		case l.found.Degraded != nil:
			l.report.State, l.report.Error = StateDegraded, l.found.Degraded
		case l.report.Results == 0:
			l.report.State = StateEmpty
		}
	}
}

// ended reports that the leg's time was up, or the query's.
func (l *leg) ended(ctx context.Context) {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		l.timeout()
		return
	}
	l.report.State = StateFailed
	l.report.Error = &Error{Code: "cancelled", Provider: l.src.Info.ID, Message: "the query was cancelled", Err: ctx.Err()}
}

func (l *leg) timeout() {
	l.report.State = StateTimeout
	l.report.Error = &Error{
		Code: "timeout", Provider: l.src.Info.ID,
		Message: fmt.Sprintf("no answer within %v", l.deadline.Round(time.Millisecond)),
		Fix:     "Raise performance.max_query_latency_ms, or check the provider.",
		Err:     context.DeadlineExceeded,
	}
}
