package watch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
)

// cookies are passing files in a watched folder of our own. Linux tells the
// changes of all folders in one queue and in their order, so when the making of
// a cookie is told, all that happened before has been told too.
type cookies struct {
	dir string

	mu      sync.Mutex
	watched bool                     // guarded by mu
	next    int                      // guarded by mu
	waiting map[string]chan struct{} // by the file's path; guarded by mu
}

// cookieTimeout is how long the system may take to tell of a cookie.
const cookieTimeout = 500 * time.Millisecond

// errNoBarrier says that the order of changes is not known here.
var errNoBarrier = errors.New("whether all changes have been told is not known")

func (c *cookies) init(dir string) {
	if runtime.GOOS == "linux" && dir != "" {
		// Events carry the path that was added, without links.
		if err := os.MkdirAll(dir, 0o700); err == nil {
			if real, err := filepath.EvalSymlinks(dir); err == nil {
				c.dir = real
			}
		}
	}
	c.waiting = map[string]chan struct{}{}
}

// barrier returns when every change that was made before the call has been
// noted.
func (w *Watcher) barrier(ctx context.Context) error {
	c := &w.cookies
	if w.fs == nil || c.dir == "" {
		return errNoBarrier
	}
	seen := make(chan struct{})
	c.mu.Lock()
	if !c.watched {
		err := os.MkdirAll(c.dir, 0o700)
		if err == nil {
			err = w.fs.Add(c.dir)
		}
		if err != nil {
			c.mu.Unlock()
			return err
		}
		c.watched = true
	}
	c.next++
	name := filepath.Join(c.dir, strconv.Itoa(os.Getpid())+"-"+strconv.Itoa(c.next))
	c.waiting[name] = seen
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		delete(c.waiting, name)
		c.mu.Unlock()
		_ = os.Remove(name)
	}()
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		c.mu.Lock()
		c.watched = false // the folder was taken away; it is made again next time
		c.mu.Unlock()
		return err
	}
	timer := time.NewTimer(cookieTimeout)
	defer timer.Stop()
	select {
	case <-seen:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		c.mu.Lock()
		c.watched = false
		c.mu.Unlock()
		return errNoBarrier
	}
}

// seen takes note of a cookie and says whether the event was about one.
func (c *cookies) seen(ev fsnotify.Event) bool {
	if c.dir == "" || ev.Name != c.dir && filepath.Dir(ev.Name) != c.dir {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if ev.Name == c.dir && (ev.Has(fsnotify.Remove) || ev.Has(fsnotify.Rename)) {
		c.watched = false
	}
	if waiting := c.waiting[ev.Name]; waiting != nil {
		close(waiting)
		delete(c.waiting, ev.Name)
	}
	return true
}

// remove takes away the folder when nothing is in it; another process may use
// it too.
func (c *cookies) remove() {
	if c.dir != "" {
		_ = os.Remove(c.dir)
	}
}
