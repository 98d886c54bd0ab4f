package source

import (
	"context"
	"sync"
)

// flights runs one sync at a time. A caller who comes while one is running
// waits for the next, which all such callers share: the running one may
// already have passed the file that the caller knows has changed.
type flights struct {
	run func(ctx context.Context, full bool, progress func(done, total int)) error

	mu      sync.Mutex
	current *flight // guarded by mu
	next    *flight // guarded by mu; starts when current ends
}

// flight is one sync with everybody who waits for it. It is canceled when
// nobody does any more.
type flight struct {
	full      bool
	ctx       context.Context
	cancel    context.CancelFunc
	done      chan struct{}
	err       error // set before done is closed
	waiters   int
	listeners map[*func(done, total int)]struct{}
}

func newFlight() *flight {
	f := &flight{done: make(chan struct{}), listeners: map[*func(int, int)]struct{}{}}
	f.ctx, f.cancel = context.WithCancel(context.Background())
	return f
}

// do joins or starts a sync and waits for it, or for ctx.
func (fs *flights) do(ctx context.Context, full bool, progress func(done, total int)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	fs.mu.Lock()
	var f, running *flight
	switch {
	case fs.current == nil:
		f = newFlight()
		f.full = full
		fs.current = f
		go fs.fly(f)
	case fs.next == nil:
		f = newFlight()
		f.full = full
		fs.next = f
		running = fs.current
	default:
		f = fs.next
		f.full = f.full || full
		running = fs.current
	}
	f.waiters++
	if progress != nil {
		f.listeners[&progress] = struct{}{}
		if running != nil {
			running.listeners[&progress] = struct{}{}
		}
	}
	fs.mu.Unlock()

	var err error
	select {
	case <-f.done:
		err = f.err
	case <-ctx.Done():
		err = ctx.Err()
	}

	fs.mu.Lock()
	defer fs.mu.Unlock()
	delete(f.listeners, &progress)
	if running != nil {
		delete(running.listeners, &progress)
	}
	if f.waiters--; f.waiters == 0 {
		f.cancel()
		if fs.next == f { // a later caller must not join what is canceled
			fs.next = nil
		}
	}
	return err
}

// wait waits for the sync that is running, if one is, or for ctx, whose error it
// returns. It does not set one off.
func (fs *flights) wait(ctx context.Context) error {
	fs.mu.Lock()
	f := fs.current
	fs.mu.Unlock()
	if f == nil {
		return nil
	}
	select {
	case <-f.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// fly runs f, then whatever has queued up behind it.
func (fs *flights) fly(f *flight) {
	for f != nil {
		fs.mu.Lock()
		full := f.full
		fs.mu.Unlock()
		f.err = f.ctx.Err()
		if f.err == nil {
			f.err = fs.run(f.ctx, full, func(done, total int) { fs.tell(f, done, total) })
		}
		fs.mu.Lock()
		f.cancel()
		close(f.done)
		fs.current, fs.next = fs.next, nil
		f = fs.current
		fs.mu.Unlock()
	}
}

// tell passes progress on outside the lock, so that a listener may do anything
// but wait for the sync.
func (fs *flights) tell(f *flight, done, total int) {
	fs.mu.Lock()
	listeners := make([]func(int, int), 0, len(f.listeners))
	for l := range f.listeners {
		listeners = append(listeners, *l)
	}
	fs.mu.Unlock()
	for _, l := range listeners {
		l(done, total)
	}
}

// stop cancels what runs and what waits, and returns when nothing does.
func (fs *flights) stop() {
	for {
		fs.mu.Lock()
		f := fs.current
		if f != nil {
			f.cancel()
			if fs.next != nil {
				fs.next.cancel()
			}
		}
		fs.mu.Unlock()
		if f == nil {
			return
		}
		<-f.done
	}
}
