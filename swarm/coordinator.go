package swarm

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"
)

// Coordinator sends a query to every provider that may answer it and fuses
// the answers. It is safe for concurrent use.
type Coordinator struct {
	sources  []*source
	infos    []Info
	graph    *Graph
	fusion   Fusion
	opts     Options
	warnings []*EdgeError
}

// New checks the options and makes a Coordinator. Two providers of one id and
// an enrichment graph that is no DAG are errors. The caller closes the
// providers.
func New(o Options) (*Coordinator, error) {
	if o.Deadline <= 0 {
		o.Deadline = DefaultDeadline
	}
	if o.MaxConcurrent <= 0 {
		o.MaxConcurrent = DefaultMaxConcurrent
	}
	c := &Coordinator{opts: o, fusion: o.Fusion}
	if c.fusion.K == 0 {
		c.fusion = DefaultFusion()
	}
	if c.fusion.Scoring == nil {
		c.fusion.Scoring = &DefaultScoring
	}
	seen := make(map[ID]bool)
	for _, s := range o.Sources {
		if s.Provider == nil && s.Skip == nil {
			s.Skip = &Error{Code: "unavailable", Provider: s.Info.ID, Message: "the provider is not available"}
		}
		if s.Provider != nil && s.Info.ID == "" {
			s.Info = s.Provider.Info()
		}
		if seen[s.Info.ID] {
			return nil, &Error{Code: "duplicate_provider", Provider: s.Info.ID,
				Message: fmt.Sprintf("two providers are called %q", s.Info.ID), Fix: "Give one of them another name."}
		}
		seen[s.Info.ID] = true
		c.sources = append(c.sources, &source{Source: s})
		c.infos = append(c.infos, s.Info)
	}
	var problems []*EdgeError
	c.graph, problems = NewGraph(o.Edges, c.infos, o.ShareDerived)
	for _, p := range problems {
		if !p.Warning {
			return nil, p
		}
		c.warnings = append(c.warnings, p)
	}
	return c, nil
}

// Infos lists the configured providers in configuration order.
func (c *Coordinator) Infos() []Info { return slices.Clone(c.infos) }

// Graph is the enrichment graph.
func (c *Coordinator) Graph() *Graph { return c.graph }

// Warnings lists the edges that have no effect.
func (c *Coordinator) Warnings() []*EdgeError { return slices.Clone(c.warnings) }

// Query asks the providers and fuses their answers. It reads q only; each
// provider gets a copy. The answer is there when every provider that was asked
// has answered, failed or passed its deadline, so after the longest deadline at
// the latest. Errors: the context's when it ends first, and an *Error when q
// asks for a provider that is not configured.
func (c *Coordinator) Query(ctx context.Context, q *Query) (*Answer, error) {
	start := time.Now()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	why, err := Route(q, c.infos)
	if err != nil {
		return nil, err
	}
	q = c.complete(q, start)
	run := c.newRun(ctx, q, why, start)
	defer run.cancel()
	var wg sync.WaitGroup
	for _, l := range run.legs {
		if l.asked {
			wg.Go(l.serve)
		}
	}
	// Legs end with the context, so this waits no longer than it lasts.
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return run.answer(c), nil
}

// complete fills in what the caller left open, in a copy.
func (c *Coordinator) complete(q *Query, start time.Time) *Query {
	q = q.clone()
	if q.Limit <= 0 {
		q.Limit = c.fusion.Limit
	}
	q.Candidates = max(q.Candidates, q.Limit, MinCandidates)
	if q.Now.IsZero() {
		q.Now = start
	}
	if q.Kind == "" {
		q.Kind = Factual
	}
	return q
}

// clone copies q so deeply that a provider may change its copy.
func (q *Query) clone() *Query {
	p := *q
	p.Phrases = slices.Clone(q.Phrases)
	p.Exclude = slices.Clone(q.Exclude)
	p.Tags = slices.Clone(q.Tags)
	p.Paths = slices.Clone(q.Paths)
	p.Titles = slices.Clone(q.Titles)
	p.Providers = slices.Clone(q.Providers)
	p.Expand = slices.Clone(q.Expand)
	p.Unsaved = slices.Clone(q.Unsaved)
	return &p
}

// blank says that there is nothing to look for.
func (q *Query) blank() bool {
	return q.Words == "" && q.Subject == "" && len(q.Phrases)+len(q.Tags)+len(q.Paths)+len(q.Titles) == 0 &&
		q.Since.IsZero() && q.Until.IsZero() && !q.SoftTime
}

// answer fuses what the legs brought.
func (r *run) answer(c *Coordinator) *Answer {
	a := &Answer{Query: r.q, Reports: make([]Report, len(r.legs))}
	var lists []List
	for i, l := range r.legs {
		a.Reports[i] = l.report
		a.CostCents += l.report.CostCents
		a.Indexing = a.Indexing || l.report.Indexing
		switch l.report.State {
		case StateTimeout, StateFailed:
			a.Incomplete = true
		case StateSkipped:
			// A provider that the configuration closes is not missed.
			a.Incomplete = a.Incomplete || l.src.Skip == nil && l.report.Selected
		}
		if l.found != nil {
			lists = append(lists, List{Provider: l.report.Provider, Found: l.found})
		}
	}
	a.Hits = Fuse(r.q, lists, &c.fusion)
	if wider := c.fusion.learn(r.ctx, r.q, lists, a.Hits); wider != nil {
		a.Hits = Fuse(r.q, wider, &c.fusion)
	}
	a.Latency = time.Since(r.start)
	return a
}
