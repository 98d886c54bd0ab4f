package index

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/blevesearch/bleve/v2/index/scorch"
	index "github.com/blevesearch/bleve_index_api"
	"github.com/gofrs/flock"

	"memswarm/swarm"
)

// FormatVersion grows whenever the index on disk would be read or analysed
// differently; an index of another version is thrown away.
const FormatVersion = 2

const (
	lockFile   = "lock"
	formatFile = "format" // names the version; written last when an index is begun
	storeDir   = "store"  // bleve's
	// boltTimeout bounds the wait for bleve's own lock, which a process that
	// does not know ours may hold.
	boltTimeout = 500 * time.Millisecond
)

// Open opens the index in dir, an absolute path, and creates it when there is
// none. An index of another format, or one that is visibly damaged, is thrown
// away and begun anew. It never waits for another process longer than about a
// second: ErrHeld.
func Open(dir string, opt Options) (*Index, error) {
	if !filepath.IsAbs(dir) {
		return nil, fmt.Errorf("the index folder %q is not an absolute path", dir)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("the index folder cannot be made: %w", err)
	}
	lock, err := hold(dir)
	if err != nil {
		return nil, err
	}
	x := &Index{dir: dir, opt: opt, scoring: opt.Scoring, lock: lock, failure: make(chan struct{}), stop: make(chan struct{})}
	if x.scoring == nil {
		x.scoring = &swarm.DefaultScoring
	}
	x.scratch.New = func() any { return new(scratch) }
	if err := x.open(); err != nil {
		_ = lock.Unlock()
		return nil, err
	}
	x.checking.Go(x.check)
	return x, nil
}

// hold takes the lock of the folder.
func hold(dir string) (*flock.Flock, error) {
	lock := flock.New(filepath.Join(dir, lockFile), flock.SetPermissions(0o600))
	ok, err := lock.TryLock()
	switch {
	case err != nil:
		return nil, fmt.Errorf("the index folder cannot be locked: %w", err)
	case !ok:
		return nil, fmt.Errorf("%w: %s", ErrHeld, dir)
	}
	return lock, nil
}

// open opens what is there or begins anew.
func (x *Index) open() error {
	had := formatOf(x.dir)
	if had == FormatVersion {
		err := x.openStore()
		if err == nil || errors.Is(err, ErrHeld) || errors.Is(err, os.ErrPermission) {
			return err
		}
		x.log("The index in %s does not open and is built again: %v", x.dir, err)
	} else if had != 0 {
		x.log("The index in %s has format %d, not %d, and is built again.", x.dir, had, FormatVersion)
	}
	if err := x.begin(); err != nil {
		return err
	}
	return x.openStore()
}

// begin makes an empty index.
func (x *Index) begin() error {
	if err := clearDir(x.dir); err != nil {
		return err
	}
	x.damaged = nil
	return os.WriteFile(filepath.Join(x.dir, formatFile), []byte(strconv.Itoa(FormatVersion)+"\n"), 0o600)
}

// clearDir removes all of an index but the lock.
func clearDir(dir string) error {
	if err := os.Remove(filepath.Join(dir, formatFile)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("the old index cannot be removed: %w", err)
	}
	if err := os.RemoveAll(filepath.Join(dir, storeDir)); err != nil {
		return fmt.Errorf("the old index cannot be removed: %w", err)
	}
	return nil
}

// formatOf is the version of the index in dir, 0 when there is none.
func formatOf(dir string) int {
	b, err := os.ReadFile(filepath.Join(dir, formatFile))
	if err != nil {
		return 0
	}
	n, err := strconv.Atoi(strings.TrimSpace(string(b)))
	if err != nil {
		return -1
	}
	return n
}

// Remove deletes the index in dir; ErrHeld when it is open somewhere.
func Remove(dir string) error {
	if _, err := os.Stat(dir); errors.Is(err, os.ErrNotExist) {
		return nil
	}
	lock, err := hold(dir)
	if err != nil {
		return err
	}
	defer func() { _ = lock.Unlock() }()
	return clearDir(dir)
}

func (x *Index) openStore() (err error) {
	// bleve reads what it opens unchecked.
	defer x.guard(&err)()
	queue := index.NewAnalysisQueue(runtime.GOMAXPROCS(0))
	store, err := scorch.NewScorch(scorch.Name, map[string]any{
		"path":                   filepath.Join(x.dir, storeDir),
		"bolt_timeout":           boltTimeout.String(),
		"asyncErrorCallbackName": asyncErrors,
		"scorchMergePlanOptions": mergePlan,
	}, queue)
	if err != nil {
		queue.Close()
		return err
	}
	s := store.(*scorch.Scorch)
	if err := s.Open(); err != nil {
		queue.Close()
		if strings.Contains(err.Error(), "timeout") {
			return fmt.Errorf("%w: %s", ErrHeld, x.dir)
		}
		return err
	}
	x.store, x.queue = s, queue
	watch(filepath.Join(x.dir, storeDir), x)
	if err := x.refresh(); err != nil {
		x.closeStore()
		x.storeOnce = sync.Once{}
		return err
	}
	return nil
}

// mergePlan keeps few segments, since every term is looked up in each.
var mergePlan = map[string]any{
	"maxSegmentsPerTier":   4,
	"segmentsPerMergeTask": 6,
	"floorSegmentSize":     4000,
	"maxSegmentSize":       5000000,
	"tierGrowth":           10.0,
	"reclaimDeletesWeight": 2.0,
}

// closeStore ends what writes. It may be called twice.
func (x *Index) closeStore() {
	x.storeOnce.Do(func() {
		unwatch(filepath.Join(x.dir, storeDir))
		x.storeErr = x.store.Close()
		x.queue.Close()
	})
}

// Close ends the index. Searches that are running finish; later ones get
// ErrClosed.
func (x *Index) Close() error {
	x.mu.Lock()
	if x.closed {
		x.mu.Unlock()
		return nil
	}
	v := x.view
	x.view, x.closed = nil, true
	close(x.stop)
	x.mu.Unlock()
	// A change that is being written ends first.
	x.writing.Lock()
	defer x.writing.Unlock()
	x.checking.Wait()
	if v != nil {
		v.release()
	}
	x.closeStore()
	err := x.storeErr
	if e := x.lock.Unlock(); err == nil {
		err = e
	}
	return err
}

// sizeOf sums the files below dir.
func sizeOf(dir string) int64 {
	var n int64
	_ = filepath.WalkDir(dir, func(_ string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if fi, err := d.Info(); err == nil {
				n += fi.Size()
			}
		}
		return nil
	})
	return n
}
