package workspace

import (
	"errors"
	"log/slog"
	"sync"

	"memswarm/providers"
)

// Host owns what the connections of one process share: the open sources with
// their indexes, and the folders made from them.
type Host struct {
	opts HostOptions
	pool providers.Pool

	mu      sync.Mutex
	folders map[string]*Folder // by Spec.key; guarded by mu
	closed  bool               // guarded by mu
}

// HostOptions configure a Host. All are optional.
type HostOptions struct {
	CacheDir string // of the indexes; the user's cache folder when ""
	Log      *slog.Logger
}

// NewHost returns a Host with nothing open.
func NewHost(o HostOptions) *Host {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Host{opts: o, folders: map[string]*Folder{}}
}

// Open returns the folder of a spec, loading it when no connection has it
// open. Release it when done.
func (h *Host) Open(spec Spec) (*Folder, error) {
	key := spec.key()
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return nil, errors.New("the server is shutting down")
	}
	if f := h.folders[key]; f != nil {
		f.users++
		return f, nil
	}
	f, err := load(h, spec)
	if err != nil {
		return nil, err
	}
	f.users = 1
	h.folders[key] = f
	return f, nil
}

// Release gives a folder back; the last user's release closes its providers.
func (h *Host) Release(f *Folder) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if f.users--; f.users > 0 {
		return nil
	}
	for key, open := range h.folders {
		if open == f {
			delete(h.folders, key)
		}
	}
	return f.close()
}

// Close closes everything.
func (h *Host) Close() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	var errs []error
	for key, f := range h.folders {
		errs = append(errs, f.close())
		delete(h.folders, key)
	}
	errs = append(errs, h.pool.Close())
	return errors.Join(errs...)
}
