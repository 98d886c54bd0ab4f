package workspace

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"memswarm/providers"
)

// Host owns what the connections of one process share: the open sources with
// their indexes, and the folders made from them.
type Host struct {
	opts HostOptions
	pool providers.Pool
	good lastGood
	stop context.CancelFunc
	work sync.WaitGroup // tending, and folders that are being closed

	mu      sync.Mutex
	folders map[string]*opening // by the folder's key; guarded by mu
	closed  bool                // guarded by mu
}

// HostOptions configure a Host. All are optional.
type HostOptions struct {
	CacheDir string // of the indexes; the user's cache folder when ""
	Log      *slog.Logger
	// Watch has changes of notes and configurations noticed as they happen.
	Watch bool
	// Linger is how long a folder stays open, warm and watched, after its last
	// connection has gone.
	Linger time.Duration
}

// maxIdle is how many folders without a connection stay open.
const maxIdle = 8

// opening is a folder that is open or about to be.
type opening struct {
	done  chan struct{} // closed when f or err is set
	f     *Folder
	err   error
	users int         // guarded by Host.mu
	since time.Time   // when users became 0; guarded by Host.mu
	timer *time.Timer // runs while users is 0; guarded by Host.mu
}

// NewHost returns a Host with nothing open.
func NewHost(o HostOptions) *Host {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	h := &Host{opts: o, folders: map[string]*opening{}}
	var ctx context.Context
	ctx, h.stop = context.WithCancel(context.Background())
	if o.Watch {
		h.pool.Watcher = providers.NewWatcher(o.CacheDir)
		h.work.Go(func() { h.tend(ctx) })
	}
	return h
}

var errClosed = errors.New("the server is shutting down")

// Open returns the folder of a spec as its configuration is now, loading it when
// no connection has it open. Release it when done. Opening one folder does not
// wait for another.
func (h *Host) Open(spec Spec) (*Folder, error) {
	cfg, key := h.good.read(spec)
	h.mu.Lock()
	if h.closed {
		h.mu.Unlock()
		return nil, errClosed
	}
	o := h.folders[key]
	if o != nil {
		h.enter(o)
		h.mu.Unlock()
		<-o.done
		if o.err != nil {
			return nil, o.err // its users do not count: it is in the table no more
		}
		o.f.renew()
		return o.f, nil
	}
	o = &opening{done: make(chan struct{}), users: 1}
	h.folders[key] = o
	h.mu.Unlock()

	o.f, o.err = load(h, spec, cfg, key)
	h.mu.Lock()
	if h.closed && o.err == nil {
		o.err = errors.Join(errClosed, o.f.close())
	}
	if o.err != nil {
		delete(h.folders, key)
	}
	h.mu.Unlock()
	close(o.done)
	if o.err != nil {
		return nil, o.err
	}
	o.f.watchConfig(h)
	return o.f, nil
}

// enter counts a user in. h.mu is held.
func (h *Host) enter(o *opening) {
	o.users++
	if o.timer != nil {
		o.timer.Stop()
		o.timer = nil
	}
}

// Release gives a folder back. After the last user's release its providers are
// closed, at once or when it has been of no use for a while.
func (h *Host) Release(f *Folder) error {
	h.mu.Lock()
	o := h.folders[f.key]
	if o == nil || o.f != f {
		h.mu.Unlock()
		return nil // Close was faster
	}
	if o.users--; o.users > 0 {
		h.mu.Unlock()
		return nil
	}
	if h.opts.Linger <= 0 || f.isStale() {
		delete(h.folders, f.key)
		h.mu.Unlock()
		return f.close()
	}
	o.since = time.Now()
	o.timer = time.AfterFunc(h.opts.Linger, func() { h.evict(o) })
	oldest := h.oldestIdle()
	h.mu.Unlock()
	if oldest != nil {
		h.evict(oldest)
	}
	return nil
}

// oldestIdle is the folder that has been of no use for longest, when there are
// too many of them. h.mu is held.
func (h *Host) oldestIdle() *opening {
	var oldest *opening
	n := 0
	for _, o := range h.folders {
		if o.users > 0 {
			continue
		}
		n++
		if oldest == nil || o.since.Before(oldest.since) {
			oldest = o
		}
	}
	if n <= maxIdle {
		return nil
	}
	return oldest
}

// evict closes a folder that nobody uses.
func (h *Host) evict(o *opening) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if o.users > 0 || h.closed || h.folders[o.f.key] != o {
		return
	}
	delete(h.folders, o.f.key)
	h.work.Go(func() {
		if err := o.f.close(); err != nil {
			h.opts.Log.Warn("closing a folder", "dir", o.f.Dir(), "err", err)
		}
	})
}

// all lists the folders that are open.
func (h *Host) all() []*Folder {
	h.mu.Lock()
	defer h.mu.Unlock()
	var out []*Folder
	for _, o := range h.folders {
		select {
		case <-o.done:
			out = append(out, o.f)
		default:
		}
	}
	return out
}

// Close closes everything.
func (h *Host) Close() error {
	h.stop()
	h.mu.Lock()
	h.closed = true
	var list []*opening
	for key, o := range h.folders {
		list = append(list, o)
		delete(h.folders, key)
		if o.timer != nil {
			o.timer.Stop()
		}
	}
	h.mu.Unlock()
	var errs []error
	for _, o := range list {
		<-o.done
		if o.err == nil {
			errs = append(errs, o.f.close())
		}
	}
	h.work.Wait()
	errs = append(errs, h.pool.Close())
	if h.pool.Watcher != nil {
		errs = append(errs, h.pool.Watcher.Close())
	}
	return errors.Join(errs...)
}
