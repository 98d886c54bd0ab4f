package workspace

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"memswarm/swarm"
)

// reconcileAfter is how long an index is believed to agree with its files
// before a query sets off another look at them. The look is a stat of every
// file and runs beside the query.
const reconcileAfter = 2 * time.Second

// Progress is how far indexing has come, over all providers of a folder.
type Progress struct {
	Provider swarm.ID // the one that moved last
	Done     int      // notes looked at
	Total    int      // notes in all, 0 when not yet known
	Active   bool     // false in the last report
}

// syncer keeps the indexes of a folder's providers in step with their files.
type syncer struct {
	providers []swarm.Provider
	log       *slog.Logger
	ctx       context.Context
	cancel    context.CancelFunc
	work      sync.WaitGroup

	mu       sync.Mutex
	running  bool                      // guarded by mu
	last     time.Time                 // end of the last run; guarded by mu
	counts   map[swarm.ID]Progress     // of the run; guarded by mu
	watchers map[int]func(Progress)    // guarded by mu
	nextID   int                       // guarded by mu
	errs     map[swarm.ID]*swarm.Error // of the last run; guarded by mu
}

func newSyncer(ps []swarm.Provider, log *slog.Logger) *syncer {
	ctx, cancel := context.WithCancel(context.Background())
	return &syncer{providers: ps, log: log, ctx: ctx, cancel: cancel,
		counts: map[swarm.ID]Progress{}, watchers: map[int]func(Progress){}, errs: map[swarm.ID]*swarm.Error{}}
}

func (s *syncer) stop() {
	s.cancel()
	s.work.Wait()
}

// Sync looks at all files now, or waits for a look that has begun, and brings
// the indexes up to date. full rebuilds them. It returns the context's error,
// or what went wrong per provider joined.
func (f *Folder) Sync(ctx context.Context, full bool) error {
	return f.sync.run(ctx, full)
}

// Start sets off a first look at the files without waiting; when there was one,
// another if it is due.
func (f *Folder) Start() {
	f.Refresh()
}

// Refresh sets off another look when the last is older than a moment, or than
// some minutes where changes are noticed as they happen.
func (f *Folder) Refresh() {
	if f.sync.due(f.lookAfter(reconcileAfter)) {
		f.sync.start()
	}
}

// due says whether the last look is older than that.
func (s *syncer) due(after time.Duration) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !s.running && time.Since(s.last) > after
}

// Ready waits until every provider has a first complete index, or ctx ends.
func (f *Folder) Ready(ctx context.Context) error {
	for _, p := range f.opened {
		sy, ok := p.(swarm.Syncer)
		if !ok {
			continue
		}
		if err := f.sync.failure(p.Info().ID); err != nil {
			continue // it will not get ready; the query reports why
		}
		for waiting := true; waiting; {
			select {
			case <-sy.Ready():
				waiting = false
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(100 * time.Millisecond):
				waiting = f.sync.failure(p.Info().ID) == nil
			}
		}
	}
	return nil
}

// Watch calls f with the progress of indexing until the returned function is
// called. f must not block.
func (f *Folder) Watch(fn func(Progress)) (stop func()) {
	s := f.sync
	s.mu.Lock()
	defer s.mu.Unlock()
	id := s.nextID
	s.nextID++
	s.watchers[id] = fn
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.watchers, id)
	}
}

func (s *syncer) failure(id swarm.ID) *swarm.Error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.errs[id]
}

func (s *syncer) start() {
	s.mu.Lock()
	if s.running || s.ctx.Err() != nil {
		s.mu.Unlock()
		return
	}
	s.running = true
	s.mu.Unlock()
	s.work.Go(func() { _ = s.pass(s.ctx, false) })
}

func (s *syncer) run(ctx context.Context, full bool) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.ctx, cancel)()
	return s.pass(ctx, full)
}

// pass syncs every provider, two at a time: more would only contend for the
// processor and the disk, since each parses in parallel.
func (s *syncer) pass(ctx context.Context, full bool) error {
	s.mu.Lock()
	s.running = true
	clear(s.counts)
	s.mu.Unlock()
	slots := make(chan struct{}, 2)
	var wg sync.WaitGroup
	for _, p := range s.providers {
		sy, ok := p.(swarm.Syncer)
		if !ok {
			continue
		}
		id := p.Info().ID
		wg.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			err := sy.Sync(ctx, full, func(done, total int) { s.report(id, done, total) })
			s.finished(id, err)
		})
	}
	wg.Wait()
	s.mu.Lock()
	s.running = false
	s.last = time.Now()
	var errs []error
	for _, e := range s.errs {
		errs = append(errs, e)
	}
	s.mu.Unlock()
	s.tell(Progress{})
	if err := ctx.Err(); err != nil {
		return err
	}
	return errors.Join(errs...)
}

func (s *syncer) finished(id swarm.ID, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err == nil {
		delete(s.errs, id)
		return
	}
	if errors.Is(err, context.Canceled) {
		return
	}
	s.errs[id] = swarm.AsError(err, "index", id)
	s.log.Warn("indexing failed", "provider", id, "err", err)
}

// report adds up the providers' counts and passes them on.
func (s *syncer) report(id swarm.ID, done, total int) {
	s.mu.Lock()
	s.counts[id] = Progress{Done: done, Total: total}
	sum := Progress{Provider: id, Active: true}
	for _, c := range s.counts {
		sum.Done += c.Done
		sum.Total += c.Total
	}
	s.mu.Unlock()
	s.tell(sum)
}

func (s *syncer) tell(p Progress) {
	s.mu.Lock()
	fns := make([]func(Progress), 0, len(s.watchers))
	for _, fn := range s.watchers {
		fns = append(fns, fn)
	}
	s.mu.Unlock()
	for _, fn := range fns {
		fn(p)
	}
}
