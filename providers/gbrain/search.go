package gbrain

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"memswarm/providers/gbrain/stdio"
	"memswarm/providers/internal/budget"
	"memswarm/swarm"
)

// Search asks the brain. What a query must not tell it (personal questions,
// text taken from notes and code) does not leave, whatever the caller forgot.
func (p *Provider) Search(ctx context.Context, q *swarm.Query) (*swarm.Found, error) {
	if !p.o.Trusted {
		return &swarm.Found{Skip: p.untrusted()}, nil
	}
	if why := p.refuses(q); why != "" {
		return &swarm.Found{Exclude: why}, nil
	}
	s, ok := p.newSearch(q)
	if !ok {
		return &swarm.Found{}, nil
	}
	if skip := s.budget(ctx); skip != nil {
		return &swarm.Found{Skip: skip}, nil
	}
	return s.run(ctx)
}

// refuses says why the brain is not asked at all.
func (p *Provider) refuses(q *swarm.Query) string {
	switch {
	case q.Kind == swarm.Personal:
		return "personal queries stay on this machine"
	case q.Local:
		return "the query stays on this machine"
	case q.Prefix && !p.o.Interactive:
		return "it is asked while you type only if providers.gbrain.interactive allows it"
	}
	return ""
}

// search is one search on its way.
type search struct {
	*Provider
	q     *swarm.Query
	text  string   // what the brain gets to read
	words []string // to be marked in excerpts
	scope string   // slug prefix, "" for all
	mode  string   // the configured one, or Keyword when that may not be used

	degraded *swarm.Error // why less than configured was done; the first reason
	cost     budget.Cents // spent so far
	weight   float64
	capped   bool // nothing more may be spent
}

// newSearch prepares a search. ok is false when nothing can match.
func (p *Provider) newSearch(q *swarm.Query) (*search, bool) {
	s := &search{Provider: p, q: q, mode: p.o.Mode}
	if q.Prefix {
		s.mode = Keyword // an embedding for every key would be waste
	}
	s.text = p.text(q, s.mode)
	s.words = wordsOf(q)
	if q.Scope != "" {
		var ok bool
		if s.scope, ok = p.slugScope(q.Scope); !ok {
			return nil, false
		}
	}
	return s, true
}

// text is what of a query goes to the brain: what the user typed, and terms
// derived from notes or code only when the user's configuration allows it.
func (p *Provider) text(q *swarm.Query, mode string) string {
	parts := []string{q.Words}
	if q.Words == "" {
		parts[0] = q.Subject
	}
	for _, ph := range q.Phrases {
		parts = append(parts, `"`+strings.ReplaceAll(ph, `"`, " ")+`"`)
	}
	for _, w := range q.Exclude {
		if strings.ContainsAny(w, " \t") {
			w = `"` + strings.ReplaceAll(w, `"`, " ") + `"`
		}
		parts = append(parts, "-"+w)
	}
	if p.o.ShareDerived && mode != Keyword {
		// Keyword search wants all words, so more of them would find less.
		const most = 5
		for _, t := range q.Expand[:min(most, len(q.Expand))] {
			parts = append(parts, t.Term)
		}
	}
	if len(parts) == 1+len(q.Exclude) && parts[0] == "" {
		return "" // exclusions alone find nothing
	}
	return strings.TrimSpace(strings.Join(parts, " "))
}

// run asks by the ways in turn until one answers, and the files when none does.
func (s *search) run(ctx context.Context) (*swarm.Found, error) {
	remote, cancel := s.leaveTime(ctx)
	defer cancel()
	results, via, err := s.ask(remote)
	if errors.Is(err, errNotAsked) {
		return &swarm.Found{Exclude: "while you type it is asked only where that costs nothing, and it is not known to"}, nil
	}
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if found := s.files(ctx, err, via); found != nil {
			return found, nil
		}
		e := s.explain(via, err)
		if e.Code == "locked" || e.Code == "over_budget" || errors.Is(err, stdio.ErrPaused) {
			// Known before anything was asked: a reason to skip, not a failure.
			return &swarm.Found{Skip: e, CostCents: s.cost.Float()}, nil
		}
		return nil, e
	}
	s.last.Store(&via)
	found := &swarm.Found{Results: results, Degraded: s.degraded, CostCents: s.cost.Float(), Weight: s.weight}
	return found, nil
}

// leaveTime keeps some of the caller's time for the files.
func (s *search) leaveTime(ctx context.Context) (context.Context, context.CancelFunc) {
	end, ok := ctx.Deadline()
	if !ok || s.o.Files == nil {
		return context.WithCancel(ctx)
	}
	left := time.Until(end)
	return context.WithDeadline(ctx, end.Add(-min(400*time.Millisecond, left/4)))
}

// less notes why the answer is less than what was configured.
func (s *search) less(code, message, fix string, cause error) {
	if s.degraded == nil {
		s.degraded = &swarm.Error{Code: code, Provider: s.o.ID, Message: message, Fix: fix, Err: cause}
	}
}

// errNotAsked: a query made while typing found no way that is free.
var errNotAsked = errors.New("not asked")

// ask tries the ways in turn. via is the last one that was tried.
func (s *search) ask(ctx context.Context) (results []swarm.Result, via string, err error) {
	first := error(nil)
	firstVia := ""
	failed := func(way string, err error) {
		if first == nil {
			first, firstVia = err, way
		}
		s.log("cannot search through "+label(way), err)
	}
	tried := false
	sql := func() bool {
		if s.sql == nil {
			return false
		}
		tried = true
		if results, err = s.askSQL(ctx); err == nil {
			via = Postgres
			return true
		}
		failed(Postgres, err)
		return false
	}
	if s.mode == Keyword && sql() {
		return results, via, nil
	}
	for _, w := range s.ways() {
		if s.q.Prefix && !s.freeAndWarm(w) {
			continue
		}
		if ctx.Err() != nil || w.name == CLI && s.hopeless(first) {
			break
		}
		if s.capped && s.vector.Load() == paid {
			failed(w.name, budget.ErrCap)
			continue
		}
		tried = true
		if results, err = s.askTools(ctx, w); err == nil {
			if first != nil {
				e := s.explain(firstVia, first)
				s.less(e.Code, fmt.Sprintf("%s It was searched through %s instead.", e.Message, label(w.name)), e.Fix, e.Err)
			}
			return results, w.name, nil
		}
		failed(w.name, err)
		if final(err) {
			return nil, w.name, err
		}
	}
	if s.mode != Keyword && sql() {
		why := "It was searched by keyword only, through direct SQL."
		e := &swarm.Error{Code: "keyword_only", Fix: "Set search_mode to keyword, or use a transport that serves " + s.o.Mode + " search."}
		if first != nil {
			e = s.explain(firstVia, first)
			why = e.Message + " " + why
		}
		s.less(e.Code, why, e.Fix, e.Err)
		return results, via, nil
	}
	switch {
	case first == nil && s.q.Prefix:
		return nil, "", errNotAsked
	case first == nil && !tried:
		return nil, "", s.noWay()
	}
	return nil, firstVia, first
}

// hopeless says that a process for this call would fail for the same reason as
// the session did, or cannot be in time.
func (s *search) hopeless(before error) bool {
	return before != nil && !errors.Is(before, stdio.ErrPaused) && s.explain(MCP, before).Code != "unavailable"
}

// freeAndWarm says whether a query made while typing may go this way: the
// answer is near, and the brain buys no embedding for it.
func (s *search) freeAndWarm(w way) bool { return s.vector.Load() == free && s.warm(w) }

// warm says whether a way answers without starting or connecting anything.
func (p *Provider) warm(w way) bool {
	switch w.name {
	case HTTP:
		warm, _ := p.server.State()
		return warm
	case MCP:
		return p.session.State().Warm
	}
	return false
}

// noWay says that the configuration names no way to the brain.
func (p *Provider) noWay() *swarm.Error {
	if p.broken != nil {
		return p.broken
	}
	fix := "Install gbrain, or set providers.gbrain.connection_string, or url and token."
	switch p.o.Transport {
	case Postgres:
		fix = "Set providers.gbrain.connection_string."
	case HTTP:
		fix = "Set providers.gbrain.url and token."
	case MCP, CLI:
		fix = "Install gbrain, so that it is found on the PATH."
	}
	message := "There is no way to reach GBrain: no gbrain program was found and no connection is configured."
	if len(p.o.RepoCommand) > 0 && !p.o.AllowRepoCLI && len(p.o.Command) == 0 {
		message = "There is no way to reach GBrain: no gbrain program was found, and the one in the repository is not started without your leave."
		fix = "Install gbrain, or set providers.gbrain.repo_path in your own configuration file."
	}
	return &swarm.Error{Code: "no_transport", Provider: p.o.ID, Message: message, Fix: fix}
}
