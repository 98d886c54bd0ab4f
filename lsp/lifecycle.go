package lsp

import (
	"context"
	"errors"

	"go.lsp.dev/protocol"
)

// phase is where a connection stands in the protocol's lifecycle.
type phase int

const (
	fresh phase = iota // before a successful initialize
	ready
	shut // after shutdown
)

// admit decides whether a request may run now and finds its handler. inline is
// true for the lifecycle requests, which finish before the next message is read.
func (c *conn) admit(method string) (r *request, inline bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.phase == shut:
		return nil, false, Errorf(CodeInvalidRequest, "the server has been shut down; start a new one")
	case method == protocol.MethodInitialize && c.phase == ready:
		return nil, false, Errorf(CodeInvalidRequest, "initialize was sent a second time")
	case method == protocol.MethodInitialize:
		return &request{method: protocol.MethodInitialize, run: c.initialize}, true, nil
	case c.phase == fresh:
		return nil, false, Errorf(CodeNotInitialized, "the first request must be initialize")
	case method == protocol.MethodShutdown:
		c.phase = shut
		return &request{method: protocol.MethodShutdown, run: c.shutdown, keep: true}, true, nil
	}
	r, ok := c.server.Router.requests[method]
	if !ok {
		return nil, false, Errorf(CodeMethodNotFound, "the method %q is not known here", short(method))
	}
	return r, false, nil
}

// running reports whether notifications are to be handled.
func (c *conn) running() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.phase == ready
}

func (c *conn) initialize(ctx context.Context, s *Session, params []byte) (any, error) {
	p := new(protocol.InitializeParams)
	if err := decode(params, p); err != nil {
		return nil, err
	}
	s.begin(p)
	result := &protocol.InitializeResult{}
	if h := c.server.Router.requests[protocol.MethodInitialize]; h != nil {
		v, err := h.run(ctx, s, params)
		if err != nil {
			return nil, err // still fresh: the client may try again
		}
		own, ok := v.(*protocol.InitializeResult)
		if !ok {
			return nil, errors.New("the handler of initialize does not return an *InitializeResult")
		}
		if own != nil {
			result = own
		}
	}
	caps := &result.Capabilities
	caps.PositionEncoding = s.Encoding()
	if caps.TextDocumentSync == nil {
		caps.TextDocumentSync = &protocol.TextDocumentSyncOptions{
			OpenClose: new(true),
			Change:    new(protocol.TextDocumentSyncKindIncremental),
			Save:      &protocol.SaveOptions{IncludeText: new(false)},
		}
	}
	c.mu.Lock()
	c.phase = ready
	c.mu.Unlock()
	if p.ProcessID != nil {
		c.watchParent(int(*p.ProcessID))
	}
	return result, nil
}

func (c *conn) shutdown(ctx context.Context, s *Session, params []byte) (any, error) {
	if h := c.server.Router.requests[protocol.MethodShutdown]; h != nil {
		return h.run(ctx, s, params)
	}
	return nil, nil
}

func (c *conn) exit() { c.finish(nil) }

// exitCode is the code that the process should end with, as the specification
// of exit has it.
func (c *conn) exitCode() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.phase == shut {
		return 0
	}
	return 1
}

// negotiate chooses the position encoding: UTF-8 when the client offers it,
// since then columns are byte offsets, and else what every client must know.
func negotiate(p *protocol.InitializeParams) Encoding {
	if g := p.Capabilities.General; g != nil {
		for _, e := range g.PositionEncodings {
			if e == UTF8 {
				return UTF8
			}
		}
	}
	return UTF16
}
