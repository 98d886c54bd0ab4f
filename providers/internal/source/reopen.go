package source

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"memswarm/providers/internal/index"
)

// reopenEvery is how often an index that could not be written or had is tried
// again. A variable for tests.
var reopenEvery = 10 * time.Second

// room is how much must fit onto a disk for an index to be tried again, in
// bytes.
const room = 4 << 20

// reopen goes back to the source's own index when that could not be written or
// was held by another process: the disk may have room again, the folder may have
// been made anew, the other process may have ended. Every sync calls it.
func (s *Source) reopen(ctx context.Context) error {
	ix, place := s.ix.Load(), s.at.Load()
	failed := ix.Err() != nil && !errors.Is(ix.Err(), index.ErrDamaged)
	if !failed && !place.private || s.opts.CacheDir == "" {
		return nil
	}
	if err := s.writes.take(ctx); err != nil {
		return err
	}
	defer s.writes.give()
	own := filepath.Join(s.opts.CacheDir, s.opts.Key())
	if s.ix.Load() != ix || time.Since(s.reopened) < reopenEvery || !hasRoom(filepath.Join(own, indexDir)) {
		return nil
	}
	s.reopened = time.Now()
	if !place.private {
		_ = ix.Close() // its lock is this process's own
	}
	err := s.openIn(own)
	if err != nil && !place.private {
		err = s.openPrivate()
	}
	if s.ix.Load() == ix {
		if place.private {
			return nil // as before
		}
		return err
	}
	if place.private {
		_ = ix.Close()
		_ = os.RemoveAll(place.dir)
	}
	// What the new one lacks is found by the sync that asked.
	s.status.setWarnings(aboutIndex, nil)
	s.links.reset()
	return nil
}

// sound says whether the index is the source's own and can be written.
func (s *Source) sound() bool {
	ix, place := s.ix.Load(), s.at.Load()
	return ix != nil && place != nil && !place.private && ix.Err() == nil
}

// hasRoom says whether a folder can be written.
func hasRoom(dir string) bool {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return false
	}
	f, err := os.CreateTemp(dir, "room-*")
	if err != nil {
		return false
	}
	_, err = f.Write(make([]byte, room))
	return errors.Join(err, f.Close(), os.Remove(f.Name())) == nil
}

// cause is the last part of an error that names what the system said.
func cause(err error) string {
	text := err.Error()
	if i := strings.LastIndex(text, ": "); i >= 0 {
		return text[i+2:]
	}
	return text
}
