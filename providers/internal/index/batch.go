package index

import (
	"context"
	"runtime"
	"runtime/debug"
	"sync"
	"time"

	index "github.com/blevesearch/bleve_index_api"
)

const (
	// batchDocs is how many documents make one bleve batch: larger ones make
	// fewer files to merge, smaller ones take less memory.
	batchDocs = 2500
	// batchBytes bounds a batch of few, long sections.
	batchBytes = 8 << 20
	// manyDocs is how much has been written when memory is given back.
	manyDocs = 10000
	// showEvery is how often a long set of changes becomes visible.
	showEvery = 500 * time.Millisecond
)

// Batch collects changes. Put may be called from several goroutines at once: it
// analyses in the caller's. Changes become visible from time to time, all of
// them when Commit returns. A batch that is dropped without Commit loses only
// what was not written yet.
type Batch struct {
	x     *Index
	vocab vocabulary
	pool  sync.Pool     // *analyzer
	slots chan struct{} // one for each write that is under way

	mu      sync.Mutex
	pending *index.Batch
	bytes   int
	written int // documents since the last commit
	// sections counts the sections of notes that this batch wrote, by key: the
	// view does not show them yet.
	sections map[uint64]uint32
	err      error
	shown    time.Time
	writes   sync.WaitGroup
}

// Begin starts a set of changes.
func (x *Index) Begin() *Batch {
	b := &Batch{
		x: x, pending: index.NewBatch(), sections: make(map[uint64]uint32), shown: time.Now(),
		slots: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)-1)),
	}
	b.pool.New = func() any { return newAnalyzer() }
	if x.noteCount() > 0 {
		b.vocab.known = x.knows()
	}
	return b
}

// Put adds or replaces a note.
func (b *Batch) Put(ctx context.Context, n *Note) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	a := b.pool.Get().(*analyzer)
	out := a.note(n)
	b.pool.Put(a)
	b.vocab.add(out.forms)

	b.mu.Lock()
	defer b.mu.Unlock()
	b.drop(out.head.key, n.Doc, int(out.head.sections))
	for _, d := range out.docs {
		b.pending.Update(d)
		b.bytes += d.Size()
	}
	b.sections[out.head.key] = out.head.sections
	return b.maybeFlush(ctx)
}

// Delete removes a note; an unknown one is no error.
func (b *Batch) Delete(ctx context.Context, doc string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	key := keyOf(doc)
	if b.drop(key, doc, 0) {
		b.pending.Delete(noteID(key))
		delete(b.sections, key)
	}
	return b.maybeFlush(ctx)
}

// drop removes the sections of the note's former text from keep on, and says
// whether there was one.
func (b *Batch) drop(key uint64, doc string, keep int) bool {
	had, ok := b.sections[key]
	if !ok {
		v, err := b.x.acquire()
		if err != nil {
			return false
		}
		s, n, found := v.find(doc)
		if found {
			had, ok = s.info.notes[n].sections, true
		}
		v.release()
	} else if len(b.slots) > 0 {
		// The former text may be in a write that is under way, which this one
		// must not overtake.
		b.writes.Wait()
	}
	for i := keep; i < int(had); i++ {
		b.pending.Delete(sectionID(key, i))
	}
	return ok
}

// maybeFlush writes what has gathered when it is enough.
func (b *Batch) maybeFlush(ctx context.Context) error {
	if b.err != nil {
		return b.err
	}
	if len(b.pending.IndexOps) < batchDocs && b.bytes < batchBytes {
		return nil
	}
	return b.flush(ctx)
}

// flush hands what has gathered to a writer; it waits while too many write.
func (b *Batch) flush(ctx context.Context) error {
	if d := b.vocab.take(); d != nil {
		b.pending.Update(d)
	}
	if len(b.pending.IndexOps) == 0 {
		return b.err
	}
	select {
	case b.slots <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	ops := b.pending
	b.written += len(ops.IndexOps)
	b.pending, b.bytes = index.NewBatch(), 0
	show := time.Since(b.shown) > showEvery
	if show {
		b.shown = time.Now()
	}
	b.writes.Go(func() {
		err := b.x.write(ops)
		if err == nil && show {
			err = b.x.refresh()
		}
		<-b.slots
		if err != nil {
			b.mu.Lock()
			if b.err == nil {
				b.err = err
			}
			b.mu.Unlock()
		}
	})
	return nil
}

// Commit writes what is left and waits until all is on disk and visible.
func (b *Batch) Commit(ctx context.Context) error {
	b.mu.Lock()
	err := b.flush(ctx)
	b.mu.Unlock()
	b.writes.Wait()
	b.mu.Lock()
	defer b.mu.Unlock()
	if err == nil {
		err = b.err
	}
	if e := b.x.refresh(); err == nil {
		err = e
	}
	if b.written > manyDocs {
		// What indexing took is not needed soon again.
		b.pool = sync.Pool{New: func() any { return newAnalyzer() }}
		b.vocab.seen = nil
		debug.FreeOSMemory()
	}
	b.written = 0
	return err
}

// write applies operations and waits until they are on disk, or until it is
// known that they cannot be.
func (x *Index) write(ops *index.Batch) error {
	x.writing.RLock()
	defer x.writing.RUnlock()
	x.mu.Lock()
	failed, closed := x.failed, x.closed
	x.mu.Unlock()
	switch {
	case failed != nil:
		return failed
	case closed:
		return ErrClosed
	}
	done := make(chan error, 1)
	go func() {
		var err error
		defer func() { done <- err }()
		defer x.guard(&err)()
		err = x.store.Batch(ops)
	}()
	select {
	case err := <-done:
		if err != nil {
			x.fail(err)
		}
		return err
	case <-x.failure:
		return x.Err()
	}
}

// knows looks pairs up in the vocabulary of the index as it is now.
func (x *Index) knows() func(pair string) bool {
	return func(pair string) bool {
		v, err := x.acquire()
		if err != nil {
			return false
		}
		defer v.release()
		for i := range v.segs {
			d, err := v.segs[i].seg.Dictionary(vocabField)
			if err != nil {
				continue
			}
			if ok, err := d.Contains([]byte(pair)); err == nil && ok {
				return true
			}
		}
		return false
	}
}
