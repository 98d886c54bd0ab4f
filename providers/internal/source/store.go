package source

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"memswarm/providers/internal/index"
	"memswarm/swarm"
)

// indexDir is the folder of the index below the source's own folder of the
// cache.
const indexDir = "index"

var errNoCache = errors.New("there is no cache folder: HOME or XDG_CACHE_HOME is not set")

// open opens the index, or a private one when another process holds it. It
// runs beside Open.
func (s *Source) open() {
	defer close(s.opened)
	dir := filepath.Join(s.opts.CacheDir, s.opts.Key())
	err := errNoCache
	if s.opts.CacheDir != "" {
		err = os.MkdirAll(filepath.Join(dir, indexDir), 0o700)
	}
	if err == nil {
		err = s.openIn(dir)
	}
	if err == nil {
		st := readState(dir)
		// An index that was thrown away as damaged is empty again.
		if notes := s.ix.Load().Stats().Notes; st.Complete && (notes > 0 || st.Notes == 0) {
			s.status.setIndexed(st.Indexed)
			s.setComplete()
		}
		return
	}
	warning := fmt.Sprintf("The index in %s cannot be used (%v); a temporary one is built, which takes a while on each start.", dir, err)
	if errors.Is(err, index.ErrHeld) {
		warning = "Another process holds the index of this folder; a temporary one is built. Use the shared server (without --standalone) to share it."
	}
	s.status.setWarnings(aboutIndex, []string{warning})
	s.log(warning)
	if err = s.openPrivate(); err != nil {
		s.openErr = &swarm.Error{Code: CodeIndex, Err: err,
			Message: fmt.Sprintf("No index can be written, neither in %s nor in the folder for temporary files: %v.", dir, err),
			Fix:     "Free some space, or allow your user to write there."}
	}
}

// at is where an index is.
type at struct {
	dir     string // holds the index and its state
	private bool   // a temporary folder, removed on close
}

// openPrivate opens an index of this process alone.
func (s *Source) openPrivate() error {
	dir, err := os.MkdirTemp("", "memswarm-index-")
	if err != nil {
		return err
	}
	if err := s.openAt(&at{dir: dir, private: true}); err != nil {
		_ = os.RemoveAll(dir)
		return err
	}
	return nil
}

func (s *Source) openIn(dir string) error { return s.openAt(&at{dir: dir}) }

func (s *Source) openAt(place *at) error {
	ix, err := index.Open(filepath.Join(place.dir, indexDir), index.Options{Log: s.log})
	if err != nil {
		return err
	}
	s.at.Store(place)
	s.ix.Store(ix)
	return nil
}

// index waits until the index is open.
func (s *Source) index(ctx context.Context) (*index.Index, error) {
	select {
	case <-s.opened:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if s.ctx.Err() != nil {
		return nil, errClosed
	}
	if s.openErr != nil {
		return nil, s.openErr
	}
	return s.ix.Load(), nil
}

// maxRepairs is how often a source replaces its index: a disk that fails must
// not make it index for ever.
const maxRepairs = 3

// repair replaces an index that turned out to be damaged by an empty one, which
// is then filled in the background. Searches meanwhile find what there is and
// say so.
func (s *Source) repair(ctx context.Context, broken *index.Index) error {
	if err := s.writes.take(ctx); err != nil {
		return err
	}
	defer s.writes.give()
	if s.ctx.Err() != nil {
		return errClosed
	}
	if s.ix.Load() != broken {
		return nil // somebody else was faster
	}
	if s.repairs++; s.repairs > maxRepairs {
		return &swarm.Error{Code: CodeIndex,
			Message: fmt.Sprintf("The index in %s is damaged again and again.", s.at.Load().dir),
			Fix:     "Check the disk that it is on, or set XDG_CACHE_HOME to a folder on another."}
	}
	s.complete.Store(false)
	dir := filepath.Join(s.at.Load().dir, indexDir)
	_ = broken.Close() // it may say once more that it is damaged
	err := index.Remove(dir)
	var ix *index.Index
	if err == nil {
		ix, err = index.Open(dir, index.Options{Log: s.log})
	}
	if err != nil {
		return &swarm.Error{Code: CodeIndex, Err: err,
			Message: fmt.Sprintf("The index in %s is damaged and cannot be replaced: %v.", s.at.Load().dir, err),
			Fix:     "Delete that folder and start again."}
	}
	s.ix.Store(ix)
	s.links.reset()
	s.background(func() { _ = s.Sync(s.ctx, false, nil) })
	return nil
}

// withIndex runs f on the index, and once more on its replacement when it turns
// out to be damaged.
func (s *Source) withIndex(ctx context.Context, f func(*index.Index) error) error {
	for again := true; ; again = false {
		ix, err := s.index(ctx)
		if err != nil {
			return err
		}
		err = f(ix)
		if again && errors.Is(err, index.ErrClosed) && s.ix.Load() != ix {
			continue // another was opened meanwhile
		}
		if again && errors.Is(err, index.ErrDamaged) {
			if err := s.repair(ctx, ix); err != nil {
				return err
			}
			continue
		}
		return s.check(err)
	}
}

// check turns the index's own errors into those of the source.
func (s *Source) check(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, index.ErrDamaged):
		return &swarm.Error{Code: CodeIndex, Err: err,
			Message: "The index is damaged and could not be built again.",
			Fix:     fmt.Sprintf("Delete the folder %s and start again.", s.at.Load().dir)}
	case errors.Is(err, index.ErrClosed) && s.ctx.Err() != nil:
		return errClosed
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	}
	if e, ok := errors.AsType[*swarm.Error](err); ok {
		return e
	}
	return &swarm.Error{Code: CodeIndex, Err: err,
		Message: fmt.Sprintf("The index in %s cannot be written (%s), so not everything is found.", s.at.Load().dir, cause(err)),
		Fix:     "Free some space there, or allow your user to write; the next query tries again."}
}
