package providers

import (
	"errors"
	"log/slog"
	"sync"

	"memswarm/providers/internal/source"
)

// Pool shares one open source per folder, kind and rules between all
// workspaces of a process, so that an index has one owner and is in memory
// once. The zero value is ready.
type Pool struct {
	// Watcher has sources follow their files; nil leaves that to Sync and
	// Changed. Set it before the first use.
	Watcher *Watcher

	mu   sync.Mutex
	open map[string]*pooled // guarded by mu

	brains map[string]*brain // by their settings; guarded by mu
}

type pooled struct {
	source *source.Source
	users  int
	closed chan struct{} // made when users is 0, closed when the source is
}

// acquire opens the source that the options describe, or the one that is open
// already. release must be called once for each acquire; the last one closes
// the source.
func (p *Pool) acquire(o source.Options, log *slog.Logger) (s *source.Source, release func() error, err error) {
	key := o.Key()
	o.Watcher = p.Watcher
	p.mu.Lock()
	defer p.mu.Unlock()
	entry := p.open[key]
	for entry != nil && entry.closed != nil {
		// It must find its index free when it is opened again.
		p.mu.Unlock()
		<-entry.closed
		p.mu.Lock()
		entry = p.open[key]
	}
	if entry == nil {
		s, err := source.Open(o)
		if err != nil {
			return nil, nil, err
		}
		if p.open == nil {
			p.open = map[string]*pooled{}
		}
		entry = &pooled{source: s}
		p.open[key] = entry
		log.Debug("opened a source", "kind", o.Kind, "root", o.Root)
	}
	entry.users++
	var once sync.Once
	return entry.source, func() (err error) {
		once.Do(func() { err = p.release(key, entry) })
		return err
	}, nil
}

// release closes the source with its last user. Others open and close theirs
// meanwhile: closing may wait for a write to end.
func (p *Pool) release(key string, entry *pooled) error {
	p.mu.Lock()
	if entry.users--; entry.users > 0 || p.open[key] != entry {
		p.mu.Unlock()
		return nil
	}
	entry.closed = make(chan struct{})
	p.mu.Unlock()
	err := entry.source.Close()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.open[key] == entry {
		delete(p.open, key)
	}
	close(entry.closed)
	return err
}

// Close closes every source and brain, whoever still uses it.
func (p *Pool) Close() error {
	errs := p.closeBrains() // first: they hold sources
	p.mu.Lock()
	defer p.mu.Unlock()
	for key, entry := range p.open {
		errs = append(errs, entry.source.Close())
		delete(p.open, key)
	}
	return errors.Join(errs...)
}
