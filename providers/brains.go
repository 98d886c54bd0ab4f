package providers

import (
	"sync"

	"memswarm/providers/gbrain"
	"memswarm/swarm"
)

// brain is an open brain with the number of its users.
type brain struct {
	*gbrain.Provider
	users int // guarded by Pool.mu
}

// lease is one user's share of a brain: closing it leaves the brain to others.
type lease struct {
	*gbrain.Provider
	release func() error
}

// Close gives the share back.
func (l *lease) Close() error { return l.release() }

var _ swarm.Provider = (*lease)(nil)

// brain opens a brain, or shares the one that is open under the key.
func (p *Pool) brain(key string, open func() (*gbrain.Provider, error)) (swarm.Provider, error) {
	p.mu.Lock()
	b := p.brains[key]
	if b != nil {
		b.users++
	}
	p.mu.Unlock()
	if b == nil {
		// Opened without the lock: it may acquire a source of the pool.
		opened, err := open()
		if err != nil {
			return nil, err
		}
		p.mu.Lock()
		if b = p.brains[key]; b != nil { // somebody else was faster
			b.users++
			p.mu.Unlock()
			_ = opened.Close()
		} else {
			b = &brain{Provider: opened, users: 1}
			if p.brains == nil {
				p.brains = map[string]*brain{}
			}
			p.brains[key] = b
			p.mu.Unlock()
		}
	}
	var once sync.Once
	return &lease{b.Provider, func() (err error) {
		once.Do(func() { err = p.leave(key, b) })
		return err
	}}, nil
}

// leave closes a brain with its last user. Closing ends a program, which may
// take seconds, so others are not kept waiting.
func (p *Pool) leave(key string, b *brain) error {
	p.mu.Lock()
	if b.users--; b.users > 0 {
		p.mu.Unlock()
		return nil
	}
	if p.brains[key] == b {
		delete(p.brains, key)
	}
	p.mu.Unlock()
	return b.Provider.Close()
}

// closeBrains closes all brains, whoever still uses them.
func (p *Pool) closeBrains() (errs []error) {
	p.mu.Lock()
	all := p.brains
	p.brains = nil
	p.mu.Unlock()
	for _, b := range all {
		errs = append(errs, b.Provider.Close())
	}
	return errs
}
