package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// Server serves connections with the handlers of a Router. Its fields must not
// change once it serves; any number of connections may be served at a time.
type Server struct {
	Router *Router

	// Logger gets panics, dropped notifications and the like; slog.Default when
	// nil. It must not write to the connection's output.
	Logger *slog.Logger

	// ClientLog, when set, is the level from which on what is logged with
	// [Session.Logger], and by this package about a connection, also shows in the
	// log of its client.
	ClientLog slog.Leveler

	// NewState, when set, makes the application's own state of a connection.
	NewState func(*Session) any

	// Closed, when set, is called after the last handler of a connection has
	// returned, or after Grace.
	Closed func(*Session)

	// Before, when set, is called for each request in the order of arrival and
	// before any later message is looked at: the place to take a snapshot of the
	// application's own state. It returns the context for the handler, which
	// must derive from ctx. It must not block.
	Before func(ctx context.Context, s *Session, method string) context.Context

	// ParentPoll is how often the client's process is looked for. 0 means every
	// 3 seconds, a negative value never.
	ParentPoll time.Duration

	// Grace is how long running handlers are waited for, after their contexts
	// were cancelled, when the connection ends. 0 means 2 seconds.
	Grace time.Duration

	// MaxMessage limits the length of one message, in bytes. 0 means 256 MiB.
	MaxMessage int
}

// Serve talks to one client until it sends exit, closes its end or dies, or ctx
// ends. Serve closes rwc.
//
// The code is what a process that serves only this client should exit with: 0
// when the client had sent shutdown, else 1. The error is nil for an orderly
// end, including that of a client that just went away, and ctx's error when ctx
// ended the connection.
func (sv *Server) Serve(ctx context.Context, rwc io.ReadWriteCloser) (code int, err error) {
	c := &conn{
		server:   sv,
		ended:    make(chan struct{}),
		inflight: map[jsonrpc2.ID]*call{},
	}
	c.ctx, c.cancel = context.WithCancel(ctx)
	defer c.cancel()
	limit := sv.MaxMessage
	if limit <= 0 {
		limit = maxMessage
	}
	c.stream = newStream(rwc, limit, func(err error) { c.finish(endError(err)) })
	c.rpc = jsonrpc2.NewConn(c.stream, jsonrpc2.WithCodec(codec{}))
	c.session = newSession(c)
	c.log = sv.logger(c.session)
	c.session.client = protocol.ClientDispatcher(c.outgoing())
	if sv.NewState != nil {
		c.session.state = sv.NewState(c.session)
	}
	stop := context.AfterFunc(ctx, func() { c.finish(ctx.Err()) })
	defer stop()

	c.rpc.Go(c.ctx, c.handle)
	<-c.ended
	c.drain()
	if sv.Closed != nil {
		sv.Closed(c.session)
	}
	return c.exitCode(), c.err
}

// drain closes the connection and waits for running handlers, but not for long:
// one that ignores its context must not keep an editor from closing, and a read
// from a terminal or a pipe may be impossible to interrupt.
func (c *conn) drain() {
	if err := c.stream.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
		c.log.Debug("close the connection", "error", err)
	}
	grace := c.server.Grace
	if grace <= 0 {
		grace = 2 * time.Second
	}
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case <-c.work.idle():
	case <-timer.C:
		c.log.Warn("handlers still run after their connection ended", "waited", grace)
	}
}

// logger is where a connection logs to.
func (sv *Server) logger(s *Session) *slog.Logger {
	l := sv.Logger
	if l == nil {
		l = slog.Default()
	}
	if sv.ClientLog == nil {
		return l
	}
	return slog.New(slog.NewMultiHandler(l.Handler(), s.LogHandler(sv.ClientLog)))
}

// endError tells an orderly end of a connection from one worth reporting.
func endError(err error) error {
	switch {
	case errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF),
		errors.Is(err, io.ErrClosedPipe), errors.Is(err, os.ErrClosed), isClosed(err):
		return nil
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("the client closed the connection in the middle of a message: %w", err)
	}
	return err
}
