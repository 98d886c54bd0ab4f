package workspace

import (
	"context"
	"path/filepath"
	"sync"
	"time"

	"memswarm/contract"
	"memswarm/swarm"
)

// Limits of comparing providers' notes for a status.
const (
	compareNotes    = 400 // the newest of each provider
	compareDeadline = 60 * time.Millisecond
)

// duplicates finds notes that two providers both have: by their folders, and by
// the text of their newest notes.
func (f *Folder) duplicates(ctx context.Context) []contract.StatusDuplicate {
	type owned struct {
		id    swarm.ID
		root  string
		notes []swarm.Result
	}
	var all []owned
	for _, s := range f.sources {
		if s.Provider != nil && s.Info.Root != "" {
			all = append(all, owned{id: s.Info.ID, root: realPath(s.Info.Root)})
		}
	}
	if len(all) < 2 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, compareDeadline)
	defer cancel()
	var wg sync.WaitGroup
	at := 0
	for _, s := range f.sources {
		if s.Provider == nil || s.Info.Root == "" {
			continue
		}
		into := &all[at]
		at++
		if r, ok := s.Provider.(swarm.Recenter); ok {
			wg.Go(func() {
				if list, err := r.Recent(ctx, compareNotes); err == nil {
					into.notes = list
				}
			})
		}
	}
	wg.Wait()
	var out []contract.StatusDuplicate
	for i, a := range all {
		for _, b := range all[:i] {
			d := contract.StatusDuplicate{Providers: [2]string{string(b.id), string(a.id)}}
			switch {
			case a.root == b.root:
				d.Reason, d.Example = "same folder", a.root
			case within(a.root, b.root) || within(b.root, a.root):
				d.Reason, d.Example = "folder within folder", a.root
				if within(b.root, a.root) {
					d.Example = b.root
				}
			}
			n, example := sameText(b.notes, a.notes)
			if d.Notes = n; n > 0 && d.Reason == "" {
				d.Reason, d.Example = "same text", example
			}
			if d.Reason != "" {
				out = append(out, d)
			}
		}
	}
	return out
}

// sameText counts the notes of b whose text, or file, a has too.
func sameText(a, b []swarm.Result) (n int, example string) {
	hashes, paths := map[uint64]bool{}, map[string]bool{}
	for _, r := range a {
		if r.NoteHash != 0 {
			hashes[r.NoteHash] = true
		}
		if r.Location != nil {
			paths[r.Location.Path] = true
		}
	}
	for _, r := range b {
		if hashes[r.NoteHash] && r.NoteHash != 0 || r.Location != nil && paths[r.Location.Path] {
			if n++; example == "" {
				example = r.Ref.Doc
			}
		}
	}
	return n, example
}

func realPath(path string) string {
	if p, err := filepath.EvalSymlinks(path); err == nil {
		return p
	}
	return filepath.Clean(path)
}
