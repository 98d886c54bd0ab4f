package source

import (
	"context"
	"errors"
	"io/fs"
	"os"

	"memswarm/providers/internal/index"
	"memswarm/swarm"
)

// Verify looks at the files behind results: gone are the references whose files
// are no more, changed those whose files are not as they were indexed. It costs
// a stat for each document, some microseconds on a local disk.
func (v *View) Verify(ctx context.Context, refs []swarm.Ref) (gone, changed []swarm.Ref, err error) {
	s := v.src
	ix, err := s.index(ctx)
	if err != nil {
		return nil, nil, v.named(err)
	}
	state := map[string]fileState{}
	for _, ref := range refs {
		st, ok := state[ref.Doc]
		if !ok {
			if st, err = s.stat(ctx, ix, ref.Doc); err != nil {
				return nil, nil, err
			}
			state[ref.Doc] = st
		}
		switch st {
		case fileGone:
			gone = append(gone, ref)
		case fileChanged:
			changed = append(changed, ref)
		}
	}
	return gone, changed, nil
}

// fileState is how a document's file is, compared with the index.
type fileState int

const (
	fileSame fileState = iota
	fileChanged
	fileGone
	fileUnknown // it cannot be looked at: the drive is away, the folder is locked
)

// stat looks at a document's file. The only error is that of ctx.
func (s *Source) stat(ctx context.Context, ix *index.Index, doc string) (fileState, error) {
	if err := ctx.Err(); err != nil {
		return fileUnknown, err
	}
	path, ok := s.mounts.Load().path(doc)
	if !ok {
		return fileGone, nil
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fileGone, nil
	case err != nil:
		return fileUnknown, nil
	}
	entry, ok := ix.Entry(doc)
	if !ok || entry.Size != info.Size() || !entry.ModTime.Equal(info.ModTime()) {
		return fileChanged, nil
	}
	return fileSame, nil
}

// stale lists the paths of files that are no longer as the results show them.
// Unsaved notes are shown as they are on screen.
func (s *Source) stale(ctx context.Context, results []swarm.Result, unsaved []*index.Note) (paths []string, err error) {
	err = s.eachDoc(ctx, results, unsaved, func(doc string, st fileState) {
		if st == fileChanged || st == fileGone {
			if path, ok := s.mounts.Load().path(doc); ok {
				paths = append(paths, path)
			}
		}
	})
	return paths, err
}

// fresh drops results whose files are gone and, when the index could not catch
// up, those whose files have changed.
func (s *Source) fresh(ctx context.Context, results []swarm.Result, unsaved []*index.Note, current bool) ([]swarm.Result, error) {
	drop := map[string]bool{}
	err := s.eachDoc(ctx, results, unsaved, func(doc string, st fileState) {
		if st == fileGone || st == fileChanged && !current {
			drop[doc] = true
		}
	})
	if err != nil || len(drop) == 0 {
		return results, err
	}
	kept := results[:0]
	for _, r := range results {
		if !drop[r.Ref.Doc] {
			kept = append(kept, r)
		}
	}
	return kept, nil
}

// eachDoc looks at the file of each document among the results. When the folder
// itself is away nothing is said of its files.
func (s *Source) eachDoc(ctx context.Context, results []swarm.Result, unsaved []*index.Note, f func(doc string, st fileState)) error {
	ix := s.ix.Load()
	type state struct {
		doc string
		st  fileState
	}
	var states []state
	seen := make(map[string]struct{}, len(results)+len(unsaved))
	for _, n := range unsaved {
		seen[n.Doc] = struct{}{}
	}
	done := make(chan error, 1)
	go func() { // a network drive may take its time
		for i := range results {
			doc := results[i].Ref.Doc
			if _, ok := seen[doc]; ok {
				continue
			}
			seen[doc] = struct{}{}
			st, err := s.stat(ctx, ix, doc)
			if err != nil {
				done <- err
				return
			}
			if st != fileSame {
				states = append(states, state{doc, st})
			}
		}
		done <- nil
	}()
	select {
	case err := <-done:
		if err != nil {
			return err
		}
	case <-ctx.Done():
		return ctx.Err()
	}
	if len(states) == 0 || checkRoot(s.opts.Root) != nil || isEmptyFolder(s.opts.Root) {
		return nil
	}
	for _, st := range states {
		f(st.doc, st.st)
	}
	return nil
}

// exists says whether a document's file is there.
func (s *Source) exists(doc string) bool {
	path, ok := s.mounts.Load().path(doc)
	if !ok {
		return false
	}
	_, err := os.Stat(path)
	return err == nil
}
