package lsp

import "sync"

// tally counts what is running. Unlike a sync.WaitGroup it may grow while
// somebody waits, as it does when a message arrives on a closing connection.
type tally struct {
	mu      sync.Mutex
	n       int
	waiting []chan struct{}
}

func (t *tally) add() {
	t.mu.Lock()
	t.n++
	t.mu.Unlock()
}

func (t *tally) done() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.n--; t.n == 0 {
		for _, w := range t.waiting {
			close(w)
		}
		t.waiting = nil
	}
}

// idle returns a channel that is closed when nothing runs.
func (t *tally) idle() <-chan struct{} {
	t.mu.Lock()
	defer t.mu.Unlock()
	w := make(chan struct{})
	if t.n == 0 {
		close(w)
	} else {
		t.waiting = append(t.waiting, w)
	}
	return w
}
