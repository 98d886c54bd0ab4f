package daemon

import (
	"context"
	"fmt"
	"net"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
)

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
