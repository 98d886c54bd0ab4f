package source

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"memswarm/providers/internal/index"
	"memswarm/providers/internal/watch"
	"memswarm/swarm"
)

// Source is a folder of notes with its index. It is safe for concurrent use.
type Source struct {
	opts    Options
	root    Mount
	flights flights
	ready   chan struct{}               // closed when a first complete index exists
	opened  chan struct{}               // closed when ix or openErr is set
	ix      atomic.Pointer[index.Index] // set before opened is closed
	openErr *swarm.Error                // set before opened is closed, then only read
	at      atomic.Pointer[at]          // where ix is; set before it

	readyOnce sync.Once
	closeOnce sync.Once
	closeErr  error
	ctx       context.Context // ends when the source is closed
	cancel    context.CancelFunc
	workMu    sync.Mutex
	work      sync.WaitGroup // background work that uses ix; added to under workMu

	links    links
	mounts   atomic.Pointer[mounts]
	status   status
	racy     racy
	refused  refused
	buffers  unsavedCache
	catching atomic.Bool // a query's changed notes are being read in the background
	complete atomic.Bool // a sync has come to its end on this index, now or earlier
	stated   int         // notes in the state on disk; only used by the running sync
	repairs  int         // how often the index was replaced; guarded by writes
	tree     *watch.Tree // nil when nothing is watched
	reopened time.Time   // guarded by writes
	writes   turn        // of whoever brings the index up to date
}

// Open returns at once; the index is opened beside, which takes milliseconds,
// or about a second when another process holds it.
func Open(o Options) (*Source, error) {
	if !filepath.IsAbs(o.Root) {
		return nil, fmt.Errorf("the folder %q is not an absolute path", o.Root)
	}
	s := &Source{
		opts:   o,
		root:   NewMount("", o.Root),
		ready:  make(chan struct{}),
		opened: make(chan struct{}),
		writes: newTurn(),
	}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.flights.run = s.sync
	s.refreshMounts()
	s.watch()
	s.background(s.open)
	return s, nil
}

// refreshMounts reads the folder's own settings again.
func (s *Source) refreshMounts() mounts {
	var warnings []string
	if s.opts.Refresh != nil {
		warnings = s.opts.Refresh()
	}
	// The root may be a link that leads elsewhere by now.
	ms := mounts{NewMount("", s.opts.Root)}
	if s.opts.Shared != nil {
		ms = append(ms, s.opts.Shared()...)
	}
	s.mounts.Store(&ms)
	s.status.setSettingsWarnings(warnings)
	return ms
}

// Close stops what is running and closes the index. It may be called twice.
func (s *Source) Close() error {
	s.closeOnce.Do(func() {
		s.workMu.Lock() // no background work begins after this
		s.cancel()
		s.workMu.Unlock()
		if s.tree != nil {
			s.tree.Close()
		}
		s.flights.stop()
		s.work.Wait()
		if ix := s.ix.Load(); ix != nil {
			s.closeErr = ix.Close()
		}
		if at := s.at.Load(); at != nil && at.private {
			_ = os.RemoveAll(at.dir)
		}
	})
	return s.closeErr
}

// Sync brings the index up to date with the files: it lists them, reads what is
// new or changed, newest first, and drops what is gone. With full everything is
// read again. Several calls share their work. What was done when ctx ends is
// kept, and the next sync goes on from there. Errors are *swarm.Error or that of
// ctx.
func (s *Source) Sync(ctx context.Context, full bool, progress func(done, total int)) error {
	if s.ctx.Err() != nil {
		return errClosed
	}
	return s.flights.do(ctx, full, progress)
}

// finished notes that the index agrees with the files.
func (s *Source) finished() {
	was := s.complete.Load()
	s.setComplete()
	at := s.at.Load()
	if at.private {
		return
	}
	st := state{Root: s.opts.Root, Kind: s.opts.Kind, Version: s.opts.Version, Complete: true, Indexed: now()}
	if ix := s.ix.Load(); ix != nil {
		st.Notes = ix.Stats().Notes
	}
	if was && st.Notes == s.stated {
		return // a look that found nothing new is no reason to write
	}
	s.stated = st.Notes
	if err := st.write(at.dir); err != nil {
		s.log("the state of the index could not be written: " + err.Error())
	}
}

func (s *Source) setComplete() {
	s.complete.Store(true)
	s.readyOnce.Do(func() { close(s.ready) })
}

// background runs f beside; Close waits for it. It does nothing when the source
// is closed.
func (s *Source) background(f func()) {
	s.workMu.Lock()
	defer s.workMu.Unlock()
	if s.ctx.Err() == nil {
		s.work.Go(f)
	}
}

func (s *Source) log(line string) {
	if s.opts.Log != nil {
		s.opts.Log(line)
	}
}

// now is the time; a variable so that tests can set file times against it.
var now = time.Now
