package walk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// listing is what one folder holds.
type listing struct {
	files  []File
	dirs   []dir
	links  []link
	report Report
	err    error
}

// readAll reads folders in parallel. Two goroutines a processor keep a disk
// busy; more did not pay.
func (w *walker) readAll(ctx context.Context, level []dir) []listing {
	out := make([]listing, len(level))
	workers := min(len(level), 2*runtime.GOMAXPROCS(0), 8)
	if workers < 2 {
		for i := range level {
			w.read(ctx, level[i], &out[i])
		}
		return out
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(level) || ctx.Err() != nil {
					return
				}
				w.read(ctx, level[i], &out[i])
			}
		})
	}
	wg.Wait()
	return out
}

// read lists one folder.
func (w *walker) read(ctx context.Context, d dir, l *listing) {
	if w.rules.Entering != nil {
		w.rules.Entering(Folder{d.abs, d.real})
	}
	f, err := os.Open(d.real)
	if err != nil {
		l.fail(d, err)
		return
	}
	defer f.Close()
	if w.rules.Gitignore {
		d.git = nestedIgnores(d, &l.report)
	}
	var all []fs.DirEntry
	for ctx.Err() == nil {
		if n := w.entries.Load(); n >= int64(w.rules.MaxEntries) {
			l.report.Truncated = true
			l.report.skip(d.rel, ReasonTooMany, fmt.Sprintf("The folder was not read to its end: more than %d entries.", w.rules.MaxEntries))
			break
		}
		entries, err := f.ReadDir(1024)
		w.entries.Add(int64(len(entries)))
		all = append(all, entries...)
		if err == io.EOF || len(entries) == 0 && err == nil {
			break
		}
		if err != nil {
			l.fail(d, err)
			break
		}
	}
	l.report.Entries = len(all)
	slices.SortFunc(all, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	for i, e := range all {
		if i%256 == 0 && ctx.Err() != nil {
			return
		}
		w.entry(d, e, l)
	}
}

func (l *listing) fail(d dir, err error) {
	l.err = err
	if errors.Is(err, fs.ErrNotExist) {
		l.report.skip(d.rel, ReasonVanished, "The folder vanished while it was read.")
		return
	}
	l.report.skip(d.rel, ReasonUnreadable, "The folder cannot be read: "+cause(err)+".")
}

// cause is an error without the path, which the report names anyway.
func cause(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}
