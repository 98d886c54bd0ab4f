package watch

import (
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// work tells of changes when they have rested.
func (t *Tree) work() {
	defer close(t.done)
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		batch, look, waiters, next := t.take(time.Now())
		if len(batch) > 0 || look || len(waiters) > 0 {
			t.tell(batch, look)
			t.mu.Lock()
			t.busy = false
			t.mu.Unlock()
			for _, w := range waiters {
				close(w)
			}
			if t.ctx.Err() != nil {
				return
			}
			continue
		}
		timer.Reset(next)
		select {
		case <-t.wake:
		case <-timer.C:
		case <-t.ctx.Done():
			return
		}
	}
}

// take removes what is due, all of it when somebody waits for it, and says when
// to look again.
func (t *Tree) take(now time.Time) (batch map[string]*change, look bool, waiters []chan struct{}, next time.Duration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	waiters, t.waiters = t.waiters, nil
	all := len(waiters) > 0
	next = time.Hour
	if t.lost {
		if look = all || !now.Before(t.lostDue); look {
			t.lost = false
			t.looked = now
		} else {
			next = t.lostDue.Sub(now)
		}
	}
	batch = map[string]*change{}
	for path, c := range t.pending {
		if all || look || !now.Before(c.due) {
			delete(t.pending, path)
			if c.file {
				t.wanted--
				t.recent[path] = now
			}
			batch[path] = c
			continue
		}
		next = min(next, c.due.Sub(now))
	}
	if len(t.recent) > bulk {
		for path, at := range t.recent {
			if now.Sub(at) > t.opts.Debounce {
				delete(t.recent, path)
			}
		}
	}
	t.busy = len(batch) > 0 || look || all
	return batch, look, waiters, next
}

// tell tells of a batch, and has the tree looked through when asked or needed.
func (t *Tree) tell(batch map[string]*change, look bool) {
	var paths []string
	for path, c := range batch {
		if look {
			break
		}
		info, err := os.Lstat(path)
		switch {
		case err == nil && info.IsDir():
			look = !t.enter(path, &paths)
		case err == nil && info.Mode()&fs.ModeSymlink != 0:
			// It may lead to a folder.
			if target, err := os.Stat(path); c.file || err == nil && target.IsDir() {
				paths = append(paths, path)
			}
		case c.file:
			paths = append(paths, path)
		}
		look = look || len(paths) > bulk
	}
	switch {
	case t.ctx.Err() != nil:
	case look:
		t.opts.Reconcile(t.ctx)
	case len(paths) > 0:
		t.opts.Changed(t.ctx, paths)
	}
}

// enter watches a folder that has appeared and all below it, and collects the
// files that are in them already. It is false when the tree must be looked
// through instead.
func (t *Tree) enter(dir string, paths *[]string) bool {
	enter, unsure := t.opts.Enter(dir)
	if unsure {
		return false
	}
	if !enter {
		return true
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return true // gone again
	}
	t.w.mu.Lock()
	if err = t.w.add(t, real, dir); err == nil {
		t.dirs[real] = t.pass
	}
	t.w.mu.Unlock()
	if err != nil && !isGone(err) {
		return false // Set says what is wrong
	}
	// Listed only now: what is made from here on is told of.
	entries, err := os.ReadDir(dir)
	if err != nil {
		return true
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		switch {
		case e.IsDir():
			if !t.enter(path, paths) {
				return false
			}
		case e.Type()&fs.ModeSymlink != 0, t.opts.Wanted(path):
			*paths = append(*paths, path)
		}
		if len(*paths) > bulk {
			return false
		}
	}
	return true
}
