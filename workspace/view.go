package workspace

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"memswarm/swarm"
)

// View is what one connection sees: its folders, asked together or one by one.
type View struct {
	host *Host

	mu      sync.Mutex
	folders []*Folder                     // guarded by mu
	joined  map[string]*swarm.Coordinator // by folder, "" for all; guarded by mu
}

// NewView returns a view with no folders.
func (h *Host) NewView() *View {
	return &View{host: h, joined: map[string]*swarm.Coordinator{}}
}

// Set replaces the folders of the view by those of the specs, keeping the ones
// that are open already. The errors of folders that could not be opened are
// joined; the others are open.
func (v *View) Set(specs []Spec) error {
	var next []*Folder
	var errs []error
	for _, s := range specs {
		f, err := v.host.Open(s)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		next = append(next, f)
	}
	v.mu.Lock()
	before := v.folders
	v.folders = next
	clear(v.joined)
	v.mu.Unlock()
	for _, f := range before {
		errs = append(errs, v.host.Release(f))
	}
	return errors.Join(errs...)
}

// Close releases the folders.
func (v *View) Close() error { return v.Set(nil) }

// Folders lists the open folders.
func (v *View) Folders() []*Folder {
	v.mu.Lock()
	defer v.mu.Unlock()
	return slices.Clone(v.folders)
}

// Pick returns the folder of that directory, or all folders for "".
func (v *View) Pick(dir string) []*Folder {
	all := v.Folders()
	if dir == "" {
		return all
	}
	for _, f := range all {
		if f.Dir() == dir {
			return []*Folder{f}
		}
	}
	return all
}

// ErrNoFolder is the answer where nothing is open.
var ErrNoFolder = &swarm.Error{Code: "no_workspace", Message: "No folder is open, so there is nothing to search.",
	Fix: "Open a folder, or list providers in your own configuration (memswarm onboard)."}

// Query answers a request from the folders (nil means all of the view).
func (v *View) Query(ctx context.Context, r *Request, dir string) (*swarm.Answer, error) {
	if err := r.Validate(); err != nil {
		return nil, err
	}
	coord, err := v.Coordinator(dir)
	if err != nil {
		return nil, err
	}
	folders := v.Pick(dir)
	v.await(ctx, folders, r.Wait)
	q := r.parse()
	if r.Limit < 0 {
		q.Limit = 0
	}
	a, err := coord.Query(ctx, q)
	if err != nil {
		return nil, err
	}
	if r.Limit < 0 {
		a.Hits = nil
	}
	for _, f := range folders {
		f.Refresh()
	}
	return a, nil
}

// await gives indexes that are being built up to wait to get ready.
func (v *View) await(ctx context.Context, folders []*Folder, wait time.Duration) {
	for _, f := range folders {
		if f.lookFirst() {
			f.Settle(ctx)
		}
	}
	if wait <= 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	for _, f := range folders {
		if f.Ready(ctx) == nil { // else the answer says that it is still indexing
			f.Settle(ctx)
		}
	}
}

// Coordinator is the one that asks the providers of a folder, or of all
// folders for "".
func (v *View) Coordinator(dir string) (*swarm.Coordinator, error) {
	folders := v.Pick(dir)
	if len(folders) == 0 {
		return nil, ErrNoFolder
	}
	if len(folders) == 1 {
		return folders[0].coord, nil
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if c := v.joined[dir]; c != nil {
		return c, nil
	}
	c, err := join(folders)
	if err != nil {
		return nil, err
	}
	v.joined[dir] = c
	return c, nil
}
