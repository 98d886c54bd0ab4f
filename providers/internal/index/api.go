package index

import (
	"context"
	"errors"
	"iter"

	"memswarm/swarm"
)

var (
	// ErrHeld says that another process owns the index.
	ErrHeld = errors.New("another process holds the index")
	// ErrDamaged says that the index on disk cannot be trusted. Close it, open
	// it with Rebuild, and fill it again.
	ErrDamaged = errors.New("the index is damaged")
	// ErrClosed says that the index was closed.
	ErrClosed = errors.New("the index is closed")
)

// Index is the index of one source. It is safe for concurrent use.
type Index struct{}

// Open opens the index in dir, an absolute path, and creates it when there is
// none. An index of another format, or one that is visibly damaged, is thrown
// away and begun anew. It never waits more than about a second for another
// process: ErrHeld.
func Open(dir string, opt Options) (*Index, error) { panic("todo") }

// Remove deletes the index in dir; ErrHeld when it is open.
func Remove(dir string) error { panic("todo") }

// Close ends the index. Searches that are running end with ErrClosed or finish.
func (x *Index) Close() error { panic("todo") }

// Generation grows whenever the answers may have changed.
func (x *Index) Generation() uint64 { panic("todo") }

// Entries lists all notes in no order.
func (x *Index) Entries() iter.Seq[Entry] { panic("todo") }

// Entry looks up one note.
func (x *Index) Entry(doc string) (Entry, bool) { panic("todo") }

// Begin starts a set of changes. Several may be made one after another.
func (x *Index) Begin() *Batch { panic("todo") }

// Batch collects changes. Put may be called from several goroutines at once: it
// analyses in the caller's. Changes become visible from time to time, all of
// them when Commit returns.
type Batch struct{}

// Put adds or replaces a note.
func (b *Batch) Put(ctx context.Context, n *Note) error { panic("todo") }

// Delete removes a note; an unknown one is no error.
func (b *Batch) Delete(ctx context.Context, doc string) error { panic("todo") }

// Commit writes what is left and waits until all is on disk.
func (b *Batch) Commit(ctx context.Context) error { panic("todo") }

// Search ranks the notes for a query.
func (x *Index) Search(ctx context.Context, q *swarm.Query, opt SearchOptions) (*swarm.Found, error) {
	panic("todo")
}

// Feedback gives at most n words that are typical of the first results of an
// answer and not in the query, heaviest first, by relevance feedback; none when
// the answer is no good base.
func (x *Index) Feedback(ctx context.Context, q *swarm.Query, found *swarm.Found, n int) []swarm.WeightedTerm {
	panic("todo")
}

// Recent lists the n notes whose knowledge changed last, newest first, as
// results for their first sections.
func (x *Index) Recent(ctx context.Context, n int, opt SearchOptions) ([]swarm.Result, error) {
	panic("todo")
}

// Results makes results for whole notes (their first sections), in the order of
// docs, without those that are not indexed.
func (x *Index) Results(ctx context.Context, docs []string, opt SearchOptions) ([]swarm.Result, error) {
	panic("todo")
}

// Note reads a note's record with its sections and their text.
func (x *Index) Note(doc string) (*Note, bool) { panic("todo") }

// Notes visits the records of all notes, without their sections.
func (x *Index) Notes(ctx context.Context, visit func(*Note) bool) error { panic("todo") }

// Stats describe an index.
type Stats struct {
	Notes, Sections int
	Bytes           int64 // on disk
}

// Stats counts.
func (x *Index) Stats() Stats { panic("todo") }
