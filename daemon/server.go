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
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
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

// one serves one connection.
func (s *Server) one(ctx context.Context, conn *Conn) {
	defer func() {
		_ = conn.Close()
		if p := recover(); p != nil {
			s.Log.Error("panic", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
		}
	}()
	_ = conn.SetDeadline(time.Now().Add(greetTimeout))
	stop := context.AfterFunc(ctx, func() { _ = conn.SetReadDeadline(time.Unix(1, 0)) })
	var hello Hello
	err := readLine(conn.in, &hello)
	stop()
	if err != nil {
		s.Log.Debug("a client did not greet", "err", err)
		return
	}
	w := s.welcome(hello.Purpose == PurposeStatus)
	switch {
	case hello.Protocol != Protocol:
		w.Error = fmt.Sprintf("the server speaks version %d, the client version %d", Protocol, hello.Protocol)
	case hello.Purpose == PurposeLSP:
		if !s.enter(ctx) {
			return // the client starts another server
		}
		defer s.leave()
	case hello.Purpose != PurposeStatus && hello.Purpose != PurposeStop:
		w.Error = fmt.Sprintf("the server knows no purpose %q", hello.Purpose)
	}
	if err := writeLine(conn, w); err != nil || w.Error != "" {
		return
	}
	_ = conn.SetDeadline(time.Time{})
	switch hello.Purpose {
	case PurposeStop:
		s.stop(errStopped)
	case PurposeLSP:
		s.speak(ctx, hello, conn)
	}
}

// speak serves the protocol and says how it ended.
func (s *Server) speak(ctx context.Context, hello Hello, conn *Conn) {
	log := s.Log.With("client", hello.PID)
	log.Debug("a client has come", "dir", hello.Dir, "version", hello.Version)
	rwc := &served{conn: conn}
	code, err := s.Serve(ctx, hello, rwc)
	if err != nil && ctx.Err() == nil {
		log.Info("a connection ended", "err", err)
	}
	log.Debug("a client has gone", "code", code)
	b := bye{Code: code, Leaving: ctx.Err() != nil}
	if err != nil {
		b.Reason = err.Error()
	}
	rwc.say(b)
}

// served is a connection whose Close leaves room for a last word.
type served struct {
	conn   net.Conn
	closed atomic.Bool

	mu     sync.Mutex // serialises writes
	broken bool       // a message was cut short; guarded by mu
}

func (c *served) Read(p []byte) (int, error) { return c.conn.Read(p) }

func (c *served) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed.Load() {
		return 0, net.ErrClosed
	}
	n, err := c.conn.Write(p)
	c.broken = c.broken || n > 0 && err != nil
	return n, err
}

// Close ends a read that waits and a write that hangs.
func (c *served) Close() error {
	c.closed.Store(true)
	return c.conn.SetDeadline(time.Unix(1, 0))
}

// say writes the last word.
func (c *served) say(b bye) {
	c.closed.Store(true)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.broken {
		return
	}
	_ = c.conn.SetWriteDeadline(time.Now().Add(time.Second))
	_ = writeBye(c.conn, b)
}

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
		// What the clients needed is given back to the system.
		go debug.FreeOSMemory()
	}
}

// rest begins to count the time without clients. s.mu is held.
func (s *Server) rest() {
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

// welcome is the server's answer; measured says that the memory is asked for,
// which stops the program for a moment.
func (s *Server) welcome(measured bool) Welcome {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := Welcome{
		Protocol: Protocol, Version: s.Version, PID: os.Getpid(), Started: s.started, Connections: s.live, Served: s.served,
		IdleSeconds: s.Idle.Seconds(), Socket: s.Place.Socket, Log: s.Place.Log,
	}
	if measured {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		w.MemoryBytes = m.Sys - m.HeapReleased
	}
	return w
}
