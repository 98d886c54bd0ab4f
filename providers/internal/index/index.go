package index

import (
	"errors"
	"fmt"
	"iter"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"github.com/blevesearch/bleve/v2/index/scorch"
	"github.com/gofrs/flock"

	index "github.com/blevesearch/bleve_index_api"

	"memswarm/swarm"
)

var (
	// ErrHeld says that another process owns the index.
	ErrHeld = errors.New("another process holds the index")
	// ErrDamaged says that the index on disk cannot be trusted. Close it,
	// [Remove] it, open it again and fill it.
	ErrDamaged = errors.New("the index is damaged")
	// ErrClosed says that the index was closed.
	ErrClosed = errors.New("the index is closed")
)

// Index is the index of one source. It is safe for concurrent use.
type Index struct {
	dir     string
	opt     Options
	scoring *swarm.Scoring
	lock    *flock.Flock
	store   *scorch.Scorch
	queue   *index.AnalysisQueue

	// writing is held by whoever changes the index.
	writing sync.RWMutex

	mu      sync.Mutex    // guards what follows
	view    *view         // nil when closed
	damaged error         // why the index cannot be trusted
	failed  error         // why it cannot be written
	failure chan struct{} // closed when failed is set
	closed  bool

	showing sync.Mutex // held while a new view is made

	generation atomic.Uint64
	scratch    sync.Pool // *scratch
	buffers    bufferCache
	checking   sync.WaitGroup
	stop       chan struct{} // closed by Close

	storeOnce sync.Once
	storeErr  error
}

// acquire gives the current view; release it after use.
func (x *Index) acquire() (*view, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	switch {
	case x.damaged != nil:
		return nil, x.damaged
	case x.closed || x.view == nil:
		return nil, ErrClosed
	}
	x.view.refs.Add(1)
	return x.view, nil
}

// refresh makes what was written visible.
func (x *Index) refresh() (err error) {
	defer x.guard(&err)()
	x.showing.Lock()
	defer x.showing.Unlock()
	x.mu.Lock()
	failed := x.failed
	x.mu.Unlock()
	if failed != nil {
		// bleve closed the segment that it could not write, which may be in its
		// latest snapshot all the same.
		return failed
	}
	reader, err := x.store.Reader()
	if err != nil {
		return err
	}
	snapshot, ok := reader.(*scorch.IndexSnapshot)
	if !ok || snapshot == nil {
		if err := x.Err(); err != nil {
			return err
		}
		return ErrClosed
	}
	x.mu.Lock()
	var infos map[uint64]*segmentInfo
	if x.view != nil {
		infos = x.view.infos()
	}
	x.mu.Unlock()
	v, err := newView(snapshot, infos)
	if err != nil {
		_ = snapshot.Close()
		return x.damage(err)
	}
	v.generation = x.generation.Add(1)
	x.mu.Lock()
	old := x.view
	if x.closed {
		old, err = v, ErrClosed
	} else {
		x.view = v
	}
	x.mu.Unlock()
	if old != nil {
		old.release()
	}
	return err
}

// guard turns a panic into ErrDamaged: what bleve reads is not checked, so
// damaged files make it index out of range, and a file that was cut short while
// it is mapped makes the processor fault.
func (x *Index) guard(err *error) func() {
	faults := debug.SetPanicOnFault(true)
	return func() {
		debug.SetPanicOnFault(faults)
		if p := recover(); p != nil {
			*err = x.damage(fmt.Errorf("%v\n%s", p, debug.Stack()))
		}
	}
}

// damage marks the index as damaged and says so.
func (x *Index) damage(cause error) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.damaged == nil {
		x.damaged = fmt.Errorf("%w: %v", ErrDamaged, cause)
		x.log("The index in %s is damaged and will be built again: %.300v", x.dir, cause)
	}
	return x.damaged
}

func (x *Index) log(format string, args ...any) {
	if x.opt.Log != nil {
		x.opt.Log(fmt.Sprintf(format, args...))
	}
}

// Generation grows whenever the answers may have changed.
func (x *Index) Generation() uint64 { return x.generation.Load() }

// Entries lists all notes, in no order.
func (x *Index) Entries() iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		v, err := x.acquire()
		if err != nil {
			return
		}
		defer v.release()
		for i := range v.segs {
			s := &v.segs[i]
			for n := range s.info.notes {
				if s.alive(uint32(n)) && !yield(s.info.notes[n].entry()) {
					return
				}
			}
		}
	}
}

// Entry looks up one note.
func (x *Index) Entry(doc string) (Entry, bool) {
	v, err := x.acquire()
	if err != nil {
		return Entry{}, false
	}
	defer v.release()
	s, n, ok := v.find(doc)
	if !ok {
		return Entry{}, false
	}
	return s.info.notes[n].entry(), true
}

// Stats describe an index.
type Stats struct {
	Notes, Sections int
	Bytes           int64 // on disk
}

// Stats counts.
func (x *Index) Stats() Stats {
	v, err := x.acquire()
	if err != nil {
		return Stats{}
	}
	defer v.release()
	return Stats{Notes: v.notes, Sections: v.sections, Bytes: sizeOf(x.dir)}
}

// noteCount is the number of notes.
func (x *Index) noteCount() int {
	v, err := x.acquire()
	if err != nil {
		return 0
	}
	defer v.release()
	return v.notes
}
