package watch

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"

	"github.com/fsnotify/fsnotify"
)

// Watcher watches folders for all trees of a process. It is safe for concurrent
// use.
type Watcher struct {
	fs      *fsnotify.Watcher // nil when the system gives none
	problem string            // why fs is nil
	cookies cookies
	done    chan struct{} // closed when run has returned

	mu    sync.Mutex
	dirs  map[string]*place  // by the folder's path without links; guarded by mu
	trees map[*Tree]struct{} // guarded by mu
}

// place is a watched folder: the trees it belongs to, with the path by which
// each knows it.
type place struct{ trees map[*Tree]string }

// New returns a Watcher. It never fails: without the system's help every tree
// has a Problem. dir is a folder for passing files, used to know that all earlier
// changes have been told; it is made when needed, and "" does without.
func New(dir string) *Watcher {
	w := &Watcher{dirs: map[string]*place{}, trees: map[*Tree]struct{}{}, done: make(chan struct{})}
	w.cookies.init(dir)
	fs, err := fsnotify.NewBufferedWatcher(4096)
	if err != nil {
		w.problem = explain(err)
		close(w.done)
		return w
	}
	w.fs = fs
	go w.run()
	return w
}

// Close stops watching. Trees must be closed before.
func (w *Watcher) Close() error {
	if w.fs == nil {
		return nil
	}
	err := w.fs.Close()
	<-w.done
	w.cookies.remove()
	return err
}

// Folders is how many folders are watched.
func (w *Watcher) Folders() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.dirs)
}

func (w *Watcher) run() {
	defer close(w.done)
	for {
		select {
		case ev, ok := <-w.fs.Events:
			if !ok {
				return
			}
			w.event(ev)
		case err, ok := <-w.fs.Errors:
			if !ok {
				return
			}
			if errors.Is(err, fsnotify.ErrEventOverflow) {
				w.overflow()
			}
		}
	}
}

// event passes a change on to the trees that have its folder.
func (w *Watcher) event(ev fsnotify.Event) {
	if ev.Name == "" || w.cookies.seen(ev) {
		return
	}
	dir, base := filepath.Dir(ev.Name), filepath.Base(ev.Name)
	w.mu.Lock()
	defer w.mu.Unlock()
	self, gone := w.dirs[ev.Name], ev.Has(fsnotify.Remove) || ev.Has(fsnotify.Rename)
	if self != nil && gone {
		w.forget(ev.Name)
	}
	parent := w.dirs[dir]
	if parent == nil {
		return
	}
	for t, spelled := range parent.trees {
		t.note(filepath.Join(spelled, base), self != nil && gone, ev.Has(fsnotify.Create))
	}
}

// forget gives up a folder that has gone and all below it: the system goes on
// watching what was moved away, under a name that is wrong now. w.mu is held.
func (w *Watcher) forget(dir string) {
	below := dir + string(filepath.Separator)
	for path, p := range w.dirs {
		if path != dir && !strings.HasPrefix(path, below) {
			continue
		}
		_ = w.fs.Remove(path) // it may be gone already
		delete(w.dirs, path)
		for t := range p.trees {
			if path == t.top {
				t.lose() // nobody tells when it comes back
			}
		}
	}
}

// overflow is called when the system has dropped changes.
func (w *Watcher) overflow() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for t := range w.trees {
		t.lose()
	}
}

// add watches a folder for a tree. Adding what is watched already finds out
// whether it still is the same folder. w.mu is held.
func (w *Watcher) add(t *Tree, real, spelled string) error {
	if err := w.fs.Add(real); err != nil {
		return err
	}
	p := w.dirs[real]
	if p == nil {
		p = &place{trees: map[*Tree]string{}}
		w.dirs[real] = p
	}
	p.trees[t] = spelled
	return nil
}

// release gives up a tree's share of a folder. w.mu is held.
func (w *Watcher) release(t *Tree, real string) {
	p := w.dirs[real]
	if p == nil {
		return
	}
	delete(p.trees, t)
	if len(p.trees) == 0 {
		_ = w.fs.Remove(real)
		delete(w.dirs, real)
	}
}

// explain says why a folder cannot be watched and what helps.
func explain(err error) string {
	const fallback = " Changes are found when the folder is looked through, which is done now and then and on each query."
	switch {
	case errors.Is(err, syscall.ENOSPC) && runtime.GOOS == "linux":
		return "The system's limit on watched folders is reached, so changes on disk are not seen at once." + fallback +
			" Raise it with: sudo sysctl fs.inotify.max_user_watches=524288"
	case errors.Is(err, syscall.EMFILE) && runtime.GOOS == "linux":
		return "The system's limit on watchers is reached, so changes on disk are not seen at once." + fallback +
			" Raise it with: sudo sysctl fs.inotify.max_user_instances=512"
	}
	return fmt.Sprintf("The folder cannot be watched (%v).", err) + fallback
}
