package gbrain

import (
	"context"
	"sync"
	"time"

	"memswarm/providers/gbrain/pages"
	"memswarm/providers/gbrain/repo"
	"memswarm/providers/gbrain/slugs"
	"memswarm/swarm"
)

// files searches the brain's files when the brain cannot be asked; nil when
// there are none, or the search fails too.
func (s *search) files(ctx context.Context, why error, via string) *swarm.Found {
	if s.o.Files == nil {
		return nil
	}
	s.synced.start(s.o.Files)
	found, err := s.o.Files.Search(ctx, s.q)
	if err != nil || found == nil {
		s.log("cannot search the brain's files either", err)
		return nil
	}
	e := s.explain(via, why)
	out := *found
	out.Results = nil
	out.CostCents = s.cost.Float()
	out.Degraded = &swarm.Error{Code: e.Code, Provider: s.o.ID, Message: e.Message + " Its files were searched instead.", Fix: e.Fix, Err: e.Err}
	for _, r := range found.Results {
		if s.asPage(&r) {
			out.Results = append(out.Results, r)
		}
	}
	files := "its files"
	s.last.Store(&files)
	return &out
}

// asPage makes a result of a file one of its page, by the brain's rules of
// what may be shown. ok is false when it may not.
func (s *search) asPage(r *swarm.Result) (ok bool) {
	if r.Location == nil {
		return false
	}
	slug, ok := s.tree.Slug(r.Location.Path)
	if !ok || slugs.Hidden(slug) {
		return false
	}
	if !s.o.IncludePrivate {
		text, ok := repo.Read(r.Location.Path)
		if !ok || pages.Private(text) {
			return false
		}
	}
	r.Ref.Provider, r.Ref.Doc = s.o.ID, slug
	return true
}

// filesSync brings the index of the files up to date when they are needed: most
// brains can be asked, and their files need no index.
type filesSync struct {
	mu      sync.Mutex
	running bool      // guarded by mu
	at      time.Time // of the last one's end; guarded by mu
}

// filesFresh is how long the index is believed.
const filesFresh = 15 * time.Second

// start brings the index up to date and waits for the first time a moment: a
// small brain is ready by then, a large one says that it is indexing.
func (f *filesSync) start(p swarm.Provider) {
	syncer, ok := p.(swarm.Syncer)
	if !ok {
		return
	}
	f.mu.Lock()
	if f.running || time.Since(f.at) < filesFresh {
		f.mu.Unlock()
		return
	}
	f.running = true
	f.mu.Unlock()
	done := make(chan struct{})
	go func() {
		defer close(done)
		// A failure shows in the search that follows.
		_ = syncer.Sync(context.Background(), false, func(int, int) {})
		f.mu.Lock()
		f.running, f.at = false, time.Now()
		f.mu.Unlock()
	}()
	wait := time.NewTimer(filesWait)
	defer wait.Stop()
	select {
	case <-done:
	case <-wait.C:
	}
}

// filesWait is how long a search waits for the index of the files.
const filesWait = 150 * time.Millisecond
