package watch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// patience is how long a test waits for what must come.
const patience = 20 * time.Second

// listener is the owner of a tree: it knows what it was told, and the files as
// it would know them.
type listener struct {
	t    *testing.T
	root string
	tree *Tree

	mu      sync.Mutex
	told    map[string]int // how often each path was told of
	looks   int
	arrived *sync.Cond
}

func newListener(t *testing.T, w *Watcher, root string, debounce time.Duration) *listener {
	l := &listener{t: t, root: root, told: map[string]int{}}
	l.arrived = sync.NewCond(&l.mu)
	l.tree = w.Tree(Options{
		Debounce: debounce,
		Wanted:   func(p string) bool { return strings.HasSuffix(p, ".md") },
		Enter:    func(dir string) (bool, bool) { return !strings.HasPrefix(filepath.Base(dir), "."), false },
		Changed: func(_ context.Context, paths []string) {
			l.mu.Lock()
			defer l.mu.Unlock()
			for _, p := range paths {
				rel, _ := filepath.Rel(root, p)
				l.told[filepath.ToSlash(rel)]++
			}
			l.arrived.Broadcast()
		},
		Reconcile: func(context.Context) {
			l.set()
			l.mu.Lock()
			defer l.mu.Unlock()
			l.looks++
			l.arrived.Broadcast()
		},
	})
	t.Cleanup(l.tree.Close)
	l.set()
	return l
}

// set watches every folder that there is.
func (l *listener) set() {
	var folders []Folder
	_ = filepath.WalkDir(l.root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() {
			real, _ := filepath.EvalSymlinks(path)
			folders = append(folders, Folder{path, real})
		}
		return nil
	})
	l.tree.Set(folders)
}

// until waits until a condition on what was told holds.
func (l *listener) until(what string, ok func() bool) {
	l.t.Helper()
	timer := time.AfterFunc(patience, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.arrived.Broadcast()
	})
	defer timer.Stop()
	end := time.Now().Add(patience)
	l.mu.Lock()
	defer l.mu.Unlock()
	for !ok() {
		if time.Now().After(end) {
			l.t.Fatalf("never: %s (told %.300v, %d looks)", what, l.told, l.looks)
		}
		l.arrived.Wait()
	}
}

func (l *listener) path(rel string) string { return filepath.Join(l.root, filepath.FromSlash(rel)) }

func (l *listener) write(rel, text string) {
	l.t.Helper()
	if err := os.WriteFile(l.path(rel), []byte(text), 0o644); err != nil {
		l.t.Fatal(err)
	}
}

func (l *listener) must(errs ...error) {
	l.t.Helper()
	if err := errors.Join(errs...); err != nil {
		l.t.Fatal(err)
	}
}

func watcher(t *testing.T) *Watcher {
	t.Helper()
	w := New(filepath.Join(t.TempDir(), "cookies"))
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	if w.fs == nil {
		t.Skip(w.problem)
	}
	return w
}

func TestTellsOfFiles(t *testing.T) {
	for _, test := range []struct {
		name string
		do   func(l *listener)
		told []string
	}{
		{"a new file", func(l *listener) { l.write("new.md", "x") }, []string{"new.md"}},
		{"an edited file", func(l *listener) { l.write("a.md", "longer") }, []string{"a.md"}},
		{"a file in a folder", func(l *listener) { l.write("sub/b.md", "y") }, []string{"sub/b.md"}},
		{"a deleted file", func(l *listener) { l.must(os.Remove(l.path("a.md"))) }, []string{"a.md"}},
		{"an atomic save", func(l *listener) {
			l.write(".a.md.tmp", "x")
			l.must(os.Rename(l.path(".a.md.tmp"), l.path("a.md")))
		}, []string{"a.md"}},
		{"a renamed file", func(l *listener) { l.must(os.Rename(l.path("a.md"), l.path("z.md"))) }, []string{"a.md", "z.md"}},
		{"a new folder with a file", func(l *listener) {
			l.must(os.MkdirAll(l.path("one/two/three"), 0o755))
			l.write("one/two/three/deep.md", "x")
		}, []string{"one/two/three/deep.md"}},
		{"a deleted folder", func(l *listener) { l.must(os.RemoveAll(l.path("sub"))) }, []string{"sub", "sub/b.md"}},
		{"a renamed folder", func(l *listener) { l.must(os.Rename(l.path("sub"), l.path("other"))) }, []string{"sub", "other/b.md"}},
		{"a folder moved in", func(l *listener) {
			away := filepath.Join(l.t.TempDir(), "away")
			l.must(os.Mkdir(away, 0o755), os.WriteFile(filepath.Join(away, "in.md"), nil, 0o644), os.Rename(away, l.path("in")))
		}, []string{"in/in.md"}},
		{"a folder moved out", func(l *listener) { l.must(os.Rename(l.path("sub"), filepath.Join(l.t.TempDir(), "out"))) }, []string{"sub"}},
		{"an emoji and an accent", func(l *listener) { l.write("café 🦘.md", "x") }, []string{"café 🦘.md"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			root := t.TempDir()
			l := &listener{t: t, root: root}
			l.must(os.Mkdir(l.path("sub"), 0o755))
			l.write("a.md", "x")
			l.write("sub/b.md", "x")
			l = newListener(t, watcher(t), root, time.Second)
			test.do(l)
			l.until(fmt.Sprint(test.told), func() bool {
				return !slices.ContainsFunc(test.told, func(p string) bool { return l.told[p] == 0 })
			})
		})
	}
}

// TestFollowsRenamedFolders has a file change in a folder that was moved, made
// again under its old name, and moved twice.
func TestFollowsRenamedFolders(t *testing.T) {
	l := newListener(t, watcher(t), t.TempDir(), 10*time.Millisecond)
	l.must(os.MkdirAll(l.path("a/in"), 0o755))
	l.write("a/in/x.md", "1")
	l.until("a", func() bool { return l.told["a/in/x.md"] > 0 })
	l.must(os.Rename(l.path("a"), l.path("b")))
	l.until("b", func() bool { return l.told["b/in/x.md"] > 0 && l.told["a"] > 0 })
	l.must(os.MkdirAll(l.path("a/in"), 0o755))
	l.write("a/in/y.md", "1")
	l.until("a again", func() bool { return l.told["a/in/y.md"] > 0 })
	l.write("b/in/z.md", "22")
	l.until("in b", func() bool { return l.told["b/in/z.md"] > 0 })
	l.must(os.Rename(l.path("b"), l.path("c")))
	l.until("c", func() bool { return l.told["c/in/z.md"] > 0 })
	l.write("c/in/w.md", "22")
	l.until("in c", func() bool { return l.told["c/in/w.md"] > 0 })
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.told["a/in/w.md"]+l.told["b/in/w.md"] > 0 {
		t.Errorf("told under a name that is wrong: %v", l.told)
	}
}

func TestManyChangesAreALook(t *testing.T) {
	l := newListener(t, watcher(t), t.TempDir(), 10*time.Millisecond)
	away := filepath.Join(t.TempDir(), "away")
	l.must(os.Mkdir(away, 0o755))
	for i := range 2 * bulk {
		l.must(os.WriteFile(filepath.Join(away, fmt.Sprintf("n%d.md", i)), nil, 0o644))
	}
	l.must(os.Rename(away, l.path("in")))
	l.until("a look", func() bool { return l.looks > 0 })
	l.write("in/last.md", "x")
	l.until("last.md", func() bool { return l.told["in/last.md"] > 0 })
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.told) > bulk {
		t.Errorf("%d files were told of singly", len(l.told))
	}
}

// TestOverflow has the system drop changes.
func TestOverflow(t *testing.T) {
	w := watcher(t)
	l := newListener(t, w, t.TempDir(), 10*time.Millisecond)
	w.overflow()
	l.until("a look", func() bool { return l.looks > 0 })
	l.write("after.md", "x")
	l.until("after.md", func() bool { return l.told["after.md"] > 0 })
}

// TestSettle asks right after each change, without waiting for it to rest.
func TestSettle(t *testing.T) {
	w := watcher(t)
	l := newListener(t, w, t.TempDir(), time.Hour)
	for i := range 50 {
		name := fmt.Sprintf("s%d.md", i)
		l.write(name, "x")
		err := l.tree.Settle(t.Context())
		if errors.Is(err, errNoBarrier) {
			t.Skip(err)
		}
		l.must(err)
		l.mu.Lock()
		told := l.told[name]
		l.mu.Unlock()
		if told == 0 {
			t.Fatalf("settled without %s", name)
		}
	}
	// The folder for cookies is taken away: a failure, and then all is well again.
	l.must(os.RemoveAll(w.cookies.dir))
	l.write("after.md", "x")
	if err := l.tree.Settle(t.Context()); err != nil {
		l.must(l.tree.Settle(t.Context()))
	}
	l.until("after.md", func() bool { return l.told["after.md"] > 0 })
}

func TestAFileThatIsWrittenOften(t *testing.T) {
	l := newListener(t, watcher(t), t.TempDir(), time.Hour)
	l.write("log.md", "1")
	l.until("the first", func() bool { return l.told["log.md"] == 1 })
	for i := range 20 {
		l.write("log.md", strings.Repeat("x", i+2))
	}
	l.write("other.md", "1")
	l.until("another", func() bool { return l.told["other.md"] == 1 })
	l.mu.Lock()
	n := l.told["log.md"]
	l.mu.Unlock()
	if n != 1 {
		t.Errorf("a file that does not rest was told of %d times", n)
	}
	if err := l.tree.Settle(t.Context()); err == nil {
		l.until("on being asked", func() bool { return l.told["log.md"] == 2 })
	}
}

func TestTheRootGoesAndComes(t *testing.T) {
	root := filepath.Join(t.TempDir(), "root")
	if err := os.Mkdir(root, 0o755); err != nil {
		t.Fatal(err)
	}
	l := newListener(t, watcher(t), root, 10*time.Millisecond)
	if !l.tree.Complete() {
		t.Skip("this folder cannot be watched whole")
	}
	l.must(os.RemoveAll(root))
	l.until("a look", func() bool { return l.looks > 0 })
	if l.tree.Complete() {
		t.Error("a tree without its root counts as watched")
	}
	if err := l.tree.Settle(t.Context()); err == nil {
		t.Error("it settled without its root")
	}
	l.must(os.Mkdir(root, 0o755))
	l.set()
	l.write("back.md", "x")
	l.until("back.md", func() bool { return l.told["back.md"] > 0 })
}

func TestTwoTreesAndALink(t *testing.T) {
	w := watcher(t)
	dir := t.TempDir()
	real, alias := filepath.Join(dir, "real"), filepath.Join(dir, "alias")
	if err := errors.Join(os.Mkdir(real, 0o755), os.Symlink(real, alias)); err != nil {
		t.Skip(err)
	}
	a, b := newListener(t, w, real, 10*time.Millisecond), newListener(t, w, alias, 10*time.Millisecond)
	resolved, _ := filepath.EvalSymlinks(real)
	b.tree.Set([]Folder{{alias, resolved}})
	a.write("x.md", "1")
	a.until("one", func() bool { return a.told["x.md"] > 0 })
	b.until("the other", func() bool { return b.told["x.md"] > 0 })
	a.tree.Close()
	b.write("y.md", "1")
	b.until("after the first was closed", func() bool { return b.told["y.md"] > 0 })
}

func TestLimitsAreTold(t *testing.T) {
	w := watcher(t)
	l := newListener(t, w, t.TempDir(), time.Second)
	if p := l.tree.Problem(); p != "" {
		t.Fatal(p)
	}
	for _, err := range []error{fmt.Errorf("no: %w", enospc), fmt.Errorf("no: %w", emfile)} {
		if !isLimit(err) {
			t.Errorf("%v is no limit", err)
		}
		if text := explain(err); !strings.Contains(text, "sysctl") && needsRemedy {
			t.Errorf("%q has no remedy", text)
		}
	}
	broken := &Watcher{problem: "none", dirs: map[string]*place{}, trees: map[*Tree]struct{}{}, done: make(chan struct{})}
	close(broken.done)
	tree := broken.Tree(Options{Reconcile: func(context.Context) {}})
	defer tree.Close()
	tree.Set([]Folder{{"/", "/"}})
	if tree.Complete() || tree.Problem() != "none" {
		t.Errorf("without a watcher: complete %v, problem %q", tree.Complete(), tree.Problem())
	}
}

func TestNothingIsLeftBehind(t *testing.T) {
	w := watcher(t)
	for range 20 {
		l := newListener(t, w, t.TempDir(), time.Second)
		l.must(os.MkdirAll(l.path("a/b/c"), 0o755))
		l.write("a/x.md", "1")
		l.until("x", func() bool { return l.told["a/x.md"] > 0 })
		l.tree.Close()
	}
	if n := w.Folders(); n != 0 {
		t.Errorf("%d folders are still watched", n)
	}
	if n := len(w.trees); n != 0 {
		t.Errorf("%d trees are left", n)
	}
}
