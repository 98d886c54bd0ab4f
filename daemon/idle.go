package daemon

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"time"
)

// enter counts a client in, unless the server is leaving.
func (s *Server) enter(ctx context.Context) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ctx.Err() != nil {
		return false
	}
	if s.timer != nil {
		s.timer.Stop()
	}
	s.live++
	s.served++
	return true
}

func (s *Server) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.live--; s.live == 0 {
		s.rest()
	}
}

// tidyAfter is how long after the last client the memory that was needed is
// given back to the system: at once it would delay the next command.
const tidyAfter = 5 * time.Second

// rest begins to count the time without clients. s.mu is held.
func (s *Server) rest() {
	served := s.served
	time.AfterFunc(tidyAfter, func() {
		s.mu.Lock()
		quiet := s.live == 0 && s.served == served
		s.mu.Unlock()
		if quiet {
			debug.FreeOSMemory()
		}
	})
	if s.Idle <= 0 {
		return
	}
	s.timer = time.AfterFunc(s.Idle, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.live == 0 {
			s.stop(errIdle)
		}
	})
}

// watchSocket ends the server when its socket is gone: nobody can join it any
// more, and whoever wants to starts another, which needs the lock.
func (s *Server) watchSocket(ctx context.Context) {
	mine, err := os.Stat(s.Place.Socket)
	if err != nil {
		return
	}
	ticker := time.NewTicker(socketEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		now, err := os.Stat(s.Place.Socket)
		if errors.Is(err, os.ErrNotExist) || err == nil && !os.SameFile(mine, now) {
			s.stop(fmt.Errorf("the socket %s is gone", s.Place.Socket))
			return
		}
	}
}

// socketEvery is how often the socket is looked for.
const socketEvery = time.Second
