package workspace

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"memswarm/contract"
	"memswarm/swarm"
	"memswarm/swarm/config"
)

// healthDeadline is how long status waits for a provider's health.
const healthDeadline = 1500 * time.Millisecond

// The overall states of a status, worst last.
const (
	stateOK           = "ok"
	stateIndexing     = "indexing"
	stateUnconfigured = "unconfigured"
	stateDegraded     = "degraded"
	stateFailed       = "failed"
)

// Status reports on the folders: one's when dir names it, else all together.
func (v *View) Status(ctx context.Context, dir string) *contract.Status {
	return v.status(ctx, dir, (*Folder).status)
}

// Note is the status in short, cheap enough to be asked for several times a
// second.
func (v *View) Note(ctx context.Context) contract.StatusNote {
	return v.status(ctx, "", (*Folder).briefly).Note()
}

func (v *View) status(ctx context.Context, dir string, add func(*Folder, context.Context, *contract.Status, bool)) *contract.Status {
	out := newStatus()
	folders := v.Pick(dir)
	if len(folders) == 0 {
		out.State, out.Summary = stateUnconfigured, ErrNoFolder.Message
		out.Suggestions = append(out.Suggestions, ErrNoFolder.Fix)
		return out
	}
	for i, f := range folders {
		add(f, ctx, out, i == 0)
	}
	summarize(out)
	return out
}

func newStatus() *contract.Status {
	return &contract.Status{
		Config: contract.StatusConfig{Files: []string{}, Providers: []contract.StatusProvider{}, Problems: []contract.StatusProblem{},
			Enrichment: contract.StatusEnrichment{Edges: []contract.StatusEdge{}},
			Trust:      contract.StatusTrust{HeldBack: []string{}, Allowed: []string{}, Reads: []string{}}},
		Providers: []contract.ProviderStatus{}, Targets: []swarm.Target{}, Duplicates: []contract.StatusDuplicate{},
		Versions: contract.StatusVersions{Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH},
		Errors:   []string{}, Warnings: []string{}, Hints: []string{}, Suggestions: []string{},
	}
}

// status adds a folder's to out.
func (f *Folder) status(ctx context.Context, out *contract.Status, first bool) {
	f.trust(&out.Config.Trust, first)
	out.Targets = append(out.Targets, f.Targets()...)
	var checked []config.Problem
	for _, p := range f.cfg.CheckPaths(ctx, f.spec.Trusted) {
		// What is missing, and what waits for trust, the provider says itself.
		if p.Severity == config.Warning && p.Code != config.CodeUntrustedNow && p.Code != config.CodeSlowPath {
			checked = append(checked, p)
		}
	}
	f.problems(checked, out)
	f.briefly(ctx, out, first)
	f.budget(out)
	out.Duplicates = append(out.Duplicates, f.duplicates(ctx)...)
}

// briefly adds what costs next to nothing: the configuration and the providers'
// health.
func (f *Folder) briefly(ctx context.Context, out *contract.Status, first bool) {
	if first {
		out.Config.Workspace = f.cfg.Workspace.Root
		out.Config.ZeroConfig = f.cfg.ZeroConfig
		out.Config.Trusted = f.spec.Trusted
	}
	for _, s := range f.cfg.Sources {
		out.Config.Files = append(out.Config.Files, s.Path)
	}
	for _, e := range f.cfg.Enrichment {
		out.Config.Enrichment.Edges = append(out.Config.Enrichment.Edges, contract.StatusEdge{From: string(e.From), To: string(e.To)})
	}
	f.problems(f.cfg.Problems, out)
	list := make([]contract.ProviderStatus, len(f.sources))
	var wg sync.WaitGroup
	for i, s := range f.sources {
		wg.Go(func() { list[i] = f.providerStatus(ctx, s) })
	}
	wg.Wait()
	for _, p := range list {
		out.Providers = append(out.Providers, p)
		out.Config.Providers = append(out.Config.Providers, contract.StatusProvider{ID: p.ID, Enabled: true, Configured: true, Path: p.Root})
		if p.Error != nil {
			out.Errors = append(out.Errors, p.ID+": "+p.Error.Message)
			if fix := p.Error.Fix; fix != "" && !slices.Contains(out.Suggestions, fix) {
				out.Suggestions = append(out.Suggestions, fix)
			}
		}
		for _, w := range p.Warnings {
			out.Warnings = append(out.Warnings, p.ID+": "+w)
		}
	}
}

// problems adds problems of the configuration.
func (f *Folder) problems(list []config.Problem, out *contract.Status) {
	for _, p := range list {
		out.Config.Problems = append(out.Config.Problems, contract.StatusProblem{
			File: p.File, Line: p.Range.Start.Line, Column: p.Range.Start.Column, Severity: p.Severity.String(),
			Code: p.Code, Key: p.Path, Message: p.Message, Fix: p.Fix})
		text := p.String()
		switch p.Severity {
		case config.Error:
			out.Errors = append(out.Errors, text)
		case config.Warning:
			out.Warnings = append(out.Warnings, text)
		default:
			out.Hints = append(out.Hints, text)
		}
		if p.Fix != "" && p.Severity != config.Hint && !slices.Contains(out.Suggestions, p.Fix) {
			out.Suggestions = append(out.Suggestions, p.Fix)
		}
	}
}

// providerStatus asks one provider for its health, for a moment only.
func (f *Folder) providerStatus(ctx context.Context, s swarm.Source) contract.ProviderStatus {
	p := contract.ProviderStatus{
		ID: string(s.Info.ID), Label: s.Info.Label, Local: s.Info.Local, Root: s.Info.Root,
		Weight: swarm.WeightOf(s.Info.ID, f.cfg.Routing.Weights), Skipped: []contract.SkippedFile{}, Warnings: []string{},
	}
	if s.Provider == nil {
		p.State = string(swarm.StateSkipped)
		p.Error = errorBody(s.Skip)
		return p
	}
	h := healthOf(ctx, s.Provider)
	p.Via = h.Via
	p.State, p.Notes, p.Sections, p.IndexBytes, p.Indexing = string(h.State), h.Notes, h.Sections, h.IndexBytes, h.Indexing
	p.SkippedTotal, p.Error = h.SkippedTotal, errorBody(h.Error)
	p.Warnings = append(p.Warnings, h.Warnings...)
	if !h.Indexed.IsZero() {
		p.IndexedAt = h.Indexed.UnixMilli()
	}
	for _, sk := range h.Skipped {
		p.Skipped = append(p.Skipped, contract.SkippedFile(sk))
	}
	if p.Error == nil {
		p.Error = errorBody(f.sync.failure(s.Info.ID))
	}
	if h.Indexing && h.State == swarm.StateOK {
		p.State = stateIndexing
	}
	return p
}

// healthOf asks for a health and gives up after healthDeadline, so that status
// never hangs on a provider that does.
func healthOf(ctx context.Context, p swarm.Provider) swarm.Health {
	ctx, cancel := context.WithTimeout(ctx, healthDeadline)
	defer cancel()
	done := make(chan swarm.Health, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				done <- swarm.Health{State: swarm.StateFailed, Error: &swarm.Error{Code: "panic", Message: fmt.Sprintf("Its health check crashed: %v.", r)}}
			}
		}()
		done <- p.Health(ctx)
	}()
	select {
	case h := <-done:
		return h
	case <-ctx.Done():
		return swarm.Health{State: swarm.StateFailed, Error: &swarm.Error{Code: "timeout",
			Message: fmt.Sprintf("It did not say how it is within %v.", healthDeadline), Fix: "Check that its folder's drive or its server answers."}}
	}
}

func errorBody(e *swarm.Error) *contract.ErrorBody {
	if e == nil {
		return nil
	}
	b := contract.NewError(e)
	return &b
}

// summarize sets the overall state and its sentence.
func summarize(s *contract.Status) {
	var working, notes, indexing, trouble int
	for _, p := range s.Providers {
		notes += p.Notes
		switch {
		case p.Indexing:
			indexing++
			working++
		case p.State == stateOK:
			working++
		case p.State == string(swarm.StateDegraded):
			working++
			trouble++
		default:
			trouble++
		}
	}
	configErrors := false
	for _, p := range s.Config.Problems {
		configErrors = configErrors || p.Severity == config.Error.String()
	}
	switch {
	case len(s.Providers) == 0:
		s.State, s.Summary = stateUnconfigured, "Nothing is configured and this folder holds no notes."
		s.Suggestions = append(s.Suggestions, "Run `memswarm onboard` to set up what to search.")
	case working == 0:
		s.State, s.Summary = stateFailed, fmt.Sprintf("None of the %s works.", count(len(s.Providers), "provider"))
	case trouble > 0 || configErrors:
		s.State, s.Summary = stateDegraded, fmt.Sprintf("Swarm is degraded (%d of %s working, %s).", working, count(len(s.Providers), "provider"), count(notes, "note"))
	case indexing > 0:
		s.State, s.Summary = stateIndexing, fmt.Sprintf("Swarm is building its index (%s so far).", count(notes, "note"))
	default:
		s.State, s.Summary = stateOK, fmt.Sprintf("Swarm is operational (%s, %s).", count(len(s.Providers), "provider"), count(notes, "note"))
	}
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
