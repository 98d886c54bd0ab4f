package watch

import (
	"context"
	"errors"
	"sync"
	"time"
)

// Options describe a Tree.
type Options struct {
	// Debounce is how long a file that has just been told of must rest before it
	// is told of again. A first change is told of after Grace.
	Debounce time.Duration
	// Wanted says whether changes of a file matter.
	Wanted func(path string) bool
	// Enter says whether a folder that has appeared belongs to the tree. unsure
	// has the whole tree looked through.
	Enter func(dir string) (enter, unsure bool)
	// Changed is told of files (absolute paths, in no order) that are new,
	// changed or gone, and of folders that are gone. It and Reconcile run one at
	// a time; their ctx ends with the tree.
	Changed func(ctx context.Context, paths []string)
	// Reconcile is asked to look through the whole tree, with a Pass: too much
	// has changed to be told singly, or changes were lost.
	Reconcile func(ctx context.Context)
}

// Grace is how long a change rests before it is told: programs save a file in
// several steps.
const Grace = 40 * time.Millisecond

// bulk is how many files are told of singly; more are cheaper to find by
// looking.
const bulk = 256

// maxPending bounds what is remembered of paths that may be new folders.
const maxPending = 1 << 16

// Folder is a folder to watch.
type Folder struct {
	Path string // as the tree's owner spells it
	Real string // without links on the way
}

// Tree is a set of watched folders. It is safe for concurrent use.
type Tree struct {
	w      *Watcher
	opts   Options
	ctx    context.Context
	cancel context.CancelFunc
	done   chan struct{}
	wake   chan struct{} // capacity 1

	top  string         // the topmost folder's real path; guarded by w.mu
	dirs map[string]int // by real path: the pass that saw the folder last; guarded by w.mu
	pass int            // guarded by w.mu

	mu       sync.Mutex
	pending  map[string]*change // guarded by mu
	wanted   int                // files among pending; guarded by mu
	recent   map[string]time.Time
	lost     bool      // guarded by mu
	lostDue  time.Time // guarded by mu
	looked   time.Time // when Reconcile was last called; guarded by mu
	complete bool      // all folders are watched and no change was missed; guarded by mu
	problem  string    // why it will not get complete; guarded by mu
	busy     bool      // guarded by mu
	waiters  []chan struct{}
}

// change is a path that is not told of yet.
type change struct {
	first, due time.Time
	file       bool // a wanted file, or a folder that is gone; else perhaps a new folder
}

// Tree returns a tree without folders; a Pass fills it.
func (w *Watcher) Tree(o Options) *Tree {
	t := &Tree{w: w, opts: o, done: make(chan struct{}), wake: make(chan struct{}, 1), dirs: map[string]int{},
		pending: map[string]*change{}, recent: map[string]time.Time{}, problem: w.problem}
	t.ctx, t.cancel = context.WithCancel(context.Background())
	w.mu.Lock()
	w.trees[t] = struct{}{}
	w.mu.Unlock()
	go t.work()
	return t
}

// Close ends the tree and waits for Changed or Reconcile to return.
func (t *Tree) Close() {
	t.cancel()
	<-t.done
	t.w.mu.Lock()
	defer t.w.mu.Unlock()
	for real := range t.dirs {
		t.w.release(t, real)
	}
	clear(t.dirs)
	delete(t.w.trees, t)
}

// Complete says whether every change is told of.
func (t *Tree) Complete() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.complete
}

// Problem says why changes are not told of, and what helps; "" when they are,
// or when nothing helps.
func (t *Tree) Problem() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.problem
}

// lose is called when changes may have been missed.
func (t *Tree) lose() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.complete = false
	t.reconcile()
}

// Look has the whole tree looked through soon.
func (t *Tree) Look() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.reconcile()
}

// reconcile asks for a look, not too soon after the last. t.mu is held.
func (t *Tree) reconcile() {
	if !t.lost {
		t.lost = true
		t.lostDue = time.Now().Add(Grace)
		if next := t.looked.Add(t.opts.Debounce); next.After(t.lostDue) {
			t.lostDue = next
		}
		t.poke()
	}
}

// note takes note of a change. gone says that the path was a watched folder,
// made that it has just appeared.
func (t *Tree) note(path string, gone, made bool) {
	file := gone || t.opts.Wanted(path)
	if !file && !made {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	now := time.Now()
	c := t.pending[path]
	if c == nil {
		if len(t.pending) >= maxPending || t.wanted >= bulk {
			clear(t.pending)
			t.wanted = 0
			t.reconcile()
			return
		}
		if t.lost && file {
			return // found by the look
		}
		c = &change{first: now}
		t.pending[path] = c
	}
	if file && !c.file {
		c.file = true
		t.wanted++
	}
	rest := Grace
	if told, ok := t.recent[path]; ok && now.Sub(told) < t.opts.Debounce {
		rest = t.opts.Debounce
	}
	c.due = now.Add(rest)
	// What never rests is told of all the same.
	if last := c.first.Add(max(t.opts.Debounce, Grace)); rest == Grace && c.due.After(last) {
		c.due = last
	}
	t.poke()
}

func (t *Tree) poke() {
	select {
	case t.wake <- struct{}{}:
	default:
	}
}

// ErrIncomplete says that changes may have been missed.
var ErrIncomplete = errors.New("not all changes are told of")

// Settle returns when every change made before the call has been told. With an
// error the tree must be looked through instead.
func (t *Tree) Settle(ctx context.Context) error {
	if !t.Complete() {
		return ErrIncomplete
	}
	if err := t.w.barrier(ctx); err != nil {
		return err
	}
	t.mu.Lock()
	if len(t.pending) == 0 && !t.lost && !t.busy {
		t.mu.Unlock()
		return nil
	}
	told := make(chan struct{})
	t.waiters = append(t.waiters, told)
	t.mu.Unlock()
	t.poke()
	select {
	case <-told:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-t.done:
		return ErrIncomplete
	}
}
