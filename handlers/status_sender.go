package handlers

import (
	"context"
	"fmt"
	"sync"
	"time"

	"memswarm/lsp"
	"memswarm/workspace"
)

// progressDelay is how long indexing may take before it shows: a check that
// finds nothing to do should not flash in the editor.
const progressDelay = 300 * time.Millisecond

// statusSender shows the client how indexing goes and when the overall state
// changes.
type statusSender struct {
	c *connection

	mu          sync.Mutex
	unwatch     []func()      // guarded by mu
	progress    *lsp.Progress // guarded by mu
	since       time.Time     // when the indexing under way began; guarded by mu
	latest      workspace.Progress
	lastSent    string        // guarded by mu
	wake        chan struct{} // asks for a status
	stopped     bool          // guarded by mu
	running     bool          // guarded by mu
	problemTold bool          // only run uses it
}

func newStatusSender(c *connection) *statusSender {
	return &statusSender{c: c, wake: make(chan struct{}, 1)}
}

// follow watches the folders that are open now.
func (s *statusSender) follow() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unwatchAll()
	if s.stopped {
		return
	}
	for _, f := range s.c.view.Folders() {
		s.unwatch = append(s.unwatch, f.Watch(s.moved))
	}
	if !s.running {
		s.running = true
		s.c.session.Go(s.run)
	}
	s.poke()
}

func (s *statusSender) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stopped = true
	s.unwatchAll()
}

// unwatchAll needs s.mu.
func (s *statusSender) unwatchAll() {
	for _, f := range s.unwatch {
		f()
	}
	s.unwatch = nil
}

func (s *statusSender) poke() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// moved is called by the workspace; it must not block.
func (s *statusSender) moved(p workspace.Progress) {
	s.mu.Lock()
	s.latest = p
	if p.Active && s.since.IsZero() {
		s.since = time.Now()
	}
	s.mu.Unlock()
	s.poke()
}

// run sends progress and status, at most a few times a second.
func (s *statusSender) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
		}
		s.step(ctx)
		select {
		case <-ctx.Done():
			return
		case <-time.After(100 * time.Millisecond):
		}
	}
}

func (s *statusSender) step(ctx context.Context) {
	s.mu.Lock()
	p, since, progress := s.latest, s.since, s.progress
	if !p.Active {
		s.since, s.progress = time.Time{}, nil
	}
	s.mu.Unlock()
	switch {
	case !p.Active && progress != nil:
		progress.End("done")
	case p.Active && progress == nil && time.Since(since) >= progressDelay:
		progress = s.c.session.Progress(ctx, lsp.ProgressOptions{Title: "Indexing notes", Measured: true})
		s.mu.Lock()
		s.progress = progress
		s.mu.Unlock()
		report(progress, p)
	case p.Active && progress != nil:
		report(progress, p)
	case p.Active:
		defer s.poke() // look again when the delay has passed
	}
	note := s.c.view.Note(ctx)
	key := fmt.Sprint(note.State, note.Providers)
	s.mu.Lock()
	same := key == s.lastSent
	s.lastSent = key
	s.mu.Unlock()
	s.tellProblem(ctx)
	if !same && ctx.Err() == nil {
		_ = s.c.session.Notify(ctx, "swarm/didChangeStatus", note)
	}
}

func report(p *lsp.Progress, at workspace.Progress) {
	if at.Total > 0 {
		p.Report(fmt.Sprintf("%d of %d notes (%s)", at.Done, at.Total, at.Provider), at.Done*100/at.Total)
		return
	}
	p.Report(fmt.Sprintf("%d notes (%s)", at.Done, at.Provider), 0)
}
