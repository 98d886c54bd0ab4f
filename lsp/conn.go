package lsp

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"strings"
	"sync"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// conn dispatches the messages of one connection.
type conn struct {
	server  *Server
	session *Session
	rpc     jsonrpc2.Conn
	stream  *stream
	log     *slog.Logger

	ctx    context.Context // ends with the connection
	cancel context.CancelFunc
	ended  chan struct{} // closed when the connection is to end
	end    sync.Once
	err    error // why, set before ended is closed; nil for an orderly end

	mu       sync.Mutex // guards inflight, phase
	inflight map[jsonrpc2.ID]*call
	phase    phase

	work tally // running handlers and background work
}

// call is a request that is being handled.
type call struct{ cancel context.CancelFunc }

// scope is what a handler's context carries.
type scope struct {
	docs   Snapshot
	inline bool // runs on the goroutine that reads the connection
}

type scopeKey struct{}

func scopeOf(ctx context.Context) (scope, bool) {
	s, ok := ctx.Value(scopeKey{}).(scope)
	return s, ok
}

// finish ends the connection: nothing more is read and every handler's context
// is cancelled. Only the first call counts.
func (c *conn) finish(err error) {
	c.end.Do(func() {
		c.err = err
		c.stream.stopped.Store(true)
		c.cancel()
		close(c.ended)
	})
}

// handle is the handler given to the JSON-RPC library. ctx is recycled by it,
// and deriving a context from it can crash the process: everything below starts
// from DetachContext.
func (c *conn) handle(ctx context.Context, req *jsonrpc2.Request) (any, error) {
	c.work.add()
	defer c.work.done()
	if !req.IsCall() {
		c.notification(jsonrpc2.DetachContext(ctx), req)
		return nil, nil // an error would end the connection
	}
	return c.request(ctx, req)
}

func (c *conn) request(ctx context.Context, req *jsonrpc2.Request) (any, error) {
	r, inline, err := c.admit(req.Method())
	if err != nil {
		return nil, err
	}
	id := req.ID()
	own, cancel := context.WithCancel(jsonrpc2.DetachContext(ctx))
	this := &call{cancel}
	c.mu.Lock()
	c.inflight[id] = this
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		// A client that reuses the id of a running request must not lose the
		// means to cancel the second one.
		if c.inflight[id] == this {
			delete(c.inflight, id)
		}
		c.mu.Unlock()
		cancel()
	}()

	// The documents are taken before Async lets the next message in, or a later
	// edit could overtake this request.
	hctx := context.WithValue(own, scopeKey{}, scope{c.session.documents(), inline})
	var result jsonrpc2.RawMessage
	err = c.guard(r.method, func() error {
		if hook := c.server.Before; hook != nil {
			hctx = hook(hctx, c.session, r.method)
		}
		if !inline {
			jsonrpc2.Async(ctx) // from here on the request owns its bytes
		}
		v, err := r.run(hctx, c.session, req.Params())
		if err != nil {
			return err
		}
		result, err = r.encode(v)
		return err
	})
	switch {
	case err != nil:
		return nil, wireError(own, err)
	case own.Err() != nil && !r.keep:
		return nil, protocol.ErrRequestCancelled
	}
	return result, nil
}

// encode turns a handler's result into JSON, here and not in the library, so
// that what goes wrong is this request's error.
func (r *request) encode(v any) (jsonrpc2.RawMessage, error) {
	if r.raw {
		raw, err := encodeJSON(v)
		return jsonrpc2.RawMessage(raw), err
	}
	return protocol.Marshal(v)
}

// guard runs f and turns a panic into an error.
func (c *conn) guard(method string, f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			method := strings.Clone(method)
			c.log.Error("panic", "method", method, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			err = Errorf(CodeInternalError, "internal error in %s: %v", method, p)
		}
	}()
	return f()
}

// notification runs a notification to its end, in wire order.
func (c *conn) notification(root context.Context, req *jsonrpc2.Request) {
	method := req.Method()
	if method == protocol.MethodExit {
		c.exit()
		return
	}
	if !c.running() {
		return // the specification has these dropped
	}
	err := c.guard(method, func() error {
		switch method {
		case protocol.MethodCancelRequest:
			return c.cancelRequest(req.Params())
		case protocol.MethodSetTrace:
			return c.session.setTrace(req.Params())
		case protocol.MethodLogTrace:
			return nil
		case protocol.MethodWindowWorkDoneProgressCancel:
			return c.session.cancelProgress(req.Params())
		}
		return c.dispatch(root, method, req.Params())
	})
	if err != nil {
		c.log.Warn("notification dropped", "method", strings.Clone(method), "error", err)
	}
}

// dispatch applies a notification to the documents and passes it to the
// application. An unknown one is ignored.
func (c *conn) dispatch(root context.Context, method string, params []byte) error {
	var ev DocumentEvent
	var errs []error
	switch method {
	case protocol.MethodTextDocumentDidOpen, protocol.MethodTextDocumentDidChange,
		protocol.MethodTextDocumentDidSave, protocol.MethodTextDocumentDidClose:
		var err error
		if ev, err = c.session.applySync(method, params); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithCancel(root)
	defer cancel()
	ctx = context.WithValue(ctx, scopeKey{}, scope{c.session.documents(), true})
	if ev.Method != "" {
		for _, h := range c.server.Router.onDocument {
			errs = append(errs, c.guard(method, func() error { h(ctx, c.session, ev); return nil }))
		}
	}
	if h := c.server.Router.notifications[method]; h != nil {
		errs = append(errs, h(ctx, c.session, params))
	}
	return errors.Join(errs...)
}

// cancelRequest cancels the running request that the parameters name. Naming
// none is no error: it may have been answered in the meantime.
func (c *conn) cancelRequest(params []byte) error {
	id, err := parseID(params)
	if err != nil {
		return err
	}
	c.mu.Lock()
	running := c.inflight[id]
	c.mu.Unlock()
	if running != nil {
		running.cancel()
	}
	return nil
}
