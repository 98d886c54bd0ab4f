package daemon

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

// Server is the one that all clients of a user share.
type Server struct {
	Place   Place
	Version string // of the program
	Log     *slog.Logger
	// Idle is how long the server stays without a client; 0 is for ever.
	Idle time.Duration
	// Serve speaks the protocol with one client and returns the code that a
	// process of its own would have ended with. It must return soon after ctx
	// ended or rwc was closed.
	Serve func(ctx context.Context, hello Hello, rwc io.ReadWriteCloser) (code int, err error)
	// Close, when set, is called when the last client has gone and before
	// another server may start.
	Close func() error

	started time.Time
	stop    context.CancelCauseFunc

	mu     sync.Mutex
	live   int         // connections that speak the protocol; guarded by mu
	served int         // guarded by mu
	timer  *time.Timer // runs while live is 0; guarded by mu
	conns  sync.WaitGroup
}

// ErrRunning says that the place has a server already.
var ErrRunning = errors.New("the server is running already")

// Why a server ends by itself.
var (
	errIdle    = errors.New("no client for a while")
	errStopped = errors.New("asked to stop")
)

// Run serves until ctx ends, a client asks it to stop, or it has been idle for
// long enough. ready gets a line when clients may join, or why they cannot; nil
// for nobody.
func (s *Server) Run(ctx context.Context, ready *os.File) error {
	err := s.run(ctx, func() {
		if ready != nil {
			_, _ = ready.WriteString(readyLine)
			_ = ready.Close()
		}
	})
	if err != nil && ready != nil {
		_, _ = fmt.Fprintln(ready, err) // closed when it had got ready
		_ = ready.Close()
	}
	return err
}

func (s *Server) run(ctx context.Context, ready func()) (err error) {
	if !supported {
		return ErrUnsupported
	}
	if err := s.Place.prepare(); err != nil {
		return err
	}
	alive := flock.New(s.Place.Alive, flock.SetPermissions(0o600))
	// One that is leaving still holds the lock until its indexes are closed.
	lctx, cancel := context.WithTimeout(ctx, startTimeout*2/3)
	ok, err := alive.TryLockContext(lctx, pollEvery)
	cancel()
	if !ok {
		return fmt.Errorf("%w (%v)", ErrRunning, err)
	}
	defer func() { _ = alive.Close() }()
	if s.Close != nil {
		defer func() { err = errors.Join(err, s.Close()) }()
	}
	// Whoever left this socket is dead: it would hold the lock.
	if err := os.Remove(s.Place.Socket); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	ln, err := net.Listen("unix", s.Place.Socket)
	if err != nil {
		return fmt.Errorf("the server's socket cannot be made: %w", err)
	}
	if err := os.Chmod(s.Place.Socket, 0o600); err != nil {
		return errors.Join(err, ln.Close())
	}
	s.started = time.Now()
	ctx, s.stop = context.WithCancelCause(ctx)
	defer s.stop(nil)
	s.mu.Lock()
	s.rest()
	s.mu.Unlock()
	context.AfterFunc(ctx, func() { _ = ln.Close() })
	s.Log.Info("serving", "socket", s.Place.Socket, "pid", os.Getpid(), "version", s.Version, "idle", s.Idle)
	ready()
	go s.watchSocket(ctx)
	s.accept(ctx, ln)
	s.conns.Wait()
	s.Log.Info("leaving", "why", context.Cause(ctx))
	return nil
}

// accept takes connections until ctx ends.
func (s *Server) accept(ctx context.Context, ln net.Listener) {
	for {
		raw, err := ln.Accept()
		if ctx.Err() != nil {
			if err == nil {
				_ = raw.Close() // the client starts another server
			}
			return
		}
		if err != nil {
			// Too many open files, most likely: serve those who are here.
			s.Log.Error("a connection cannot be taken", "err", err)
			select {
			case <-time.After(100 * time.Millisecond):
			case <-ctx.Done():
			}
			continue
		}
		s.conns.Go(func() { s.one(ctx, &Conn{Conn: raw, in: bufio.NewReaderSize(raw, 64<<10)}) })
	}
}
