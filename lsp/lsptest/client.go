// Package lsptest is a small language client for tests. It speaks to a server in
// the same process, in another one, or over any stream, with a framing and an
// encoding of its own so that a mistake of the server's does not cancel out.
package lsptest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"
)

// Patience is how long a test waits for a message before it fails. It is a
// guard against hanging and no measure of speed.
const Patience = 30 * time.Second

// Client is the client's end of a connection. Its methods are safe for
// concurrent use.
type Client struct {
	rwc  io.ReadWriteCloser
	wmu  sync.Mutex // serialises writes
	done chan struct{}

	mu       sync.Mutex // guards the rest
	arrived  *sync.Cond
	nextID   int64
	pending  map[string]*Pending
	handlers map[string]Handler
	inbox    []Message
	requests []Message
	closed   bool
	readErr  error
}

// Message is a notification or a request that the server sent.
type Message struct {
	Method string
	Params json.RawMessage
}

// Handler answers a request of the server's.
type Handler func(params json.RawMessage) (result any, err error)

// Error is an error that the server answered with.
type Error struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data,omitempty"`
}

func (e *Error) Error() string { return fmt.Sprintf("%d: %s", e.Code, e.Message) }

// Code is the code of the server's answer: 0 for a result, and 1 for an error
// that is none of the server's.
func Code(err error) int {
	if err == nil {
		return 0
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return 1
}

// New returns a client on a stream and starts to read. Close it.
func New(rwc io.ReadWriteCloser) *Client {
	c := &Client{
		rwc:      rwc,
		done:     make(chan struct{}),
		pending:  map[string]*Pending{},
		handlers: map[string]Handler{},
	}
	c.arrived = sync.NewCond(&c.mu)
	go c.read()
	return c
}

// Close closes the stream, which the server sees as the client going away.
func (c *Client) Close() error {
	err := c.rwc.Close()
	<-c.done
	return err
}

// Done is closed when the server has closed its end.
func (c *Client) Done() <-chan struct{} { return c.done }

// Call sends a request and decodes its result, which may be nil. An error that
// the server answered with is an *Error.
func (c *Client) Call(method string, params, result any) error {
	return c.Start(method, params).Wait(result)
}

// Pending is a request that was sent.
type Pending struct {
	// ID is the request's id as JSON.
	ID json.RawMessage

	method string
	client *Client
	answer chan wire // capacity 1
}

// Start sends a request without waiting for its answer.
func (c *Client) Start(method string, params any) *Pending {
	c.mu.Lock()
	c.nextID++
	id := c.nextID
	c.mu.Unlock()
	return c.StartID(id, method, params)
}

// StartID sends a request with an id of the caller's choice.
func (c *Client) StartID(id any, method string, params any) *Pending {
	raw, err := json.Marshal(id)
	p := &Pending{ID: raw, method: method, client: c, answer: make(chan wire, 1)}
	if err == nil {
		c.mu.Lock()
		c.pending[string(raw)] = p
		c.mu.Unlock()
		err = c.send(map[string]any{"jsonrpc": "2.0", "id": p.ID, "method": method}, params)
	}
	if err != nil {
		p.answer <- wire{failure: err}
	}
	return p
}

// Cancel asks the server to cancel the request.
func (p *Pending) Cancel() error {
	return p.client.Notify("$/cancelRequest", map[string]any{"id": p.ID})
}

// Wait waits for the answer and decodes its result, which may be nil.
func (p *Pending) Wait(result any) error {
	timer := time.NewTimer(Patience)
	defer timer.Stop()
	var w wire
	select {
	case w = <-p.answer:
	case <-timer.C:
		return fmt.Errorf("%s was not answered in %v", p.method, Patience)
	case <-p.client.done:
		select {
		case w = <-p.answer:
		default:
			return fmt.Errorf("%s was not answered: the server closed the connection", p.method)
		}
	}
	switch {
	case w.failure != nil:
		return w.failure
	case w.Error != nil:
		return w.Error
	case result == nil:
		return nil
	}
	return json.Unmarshal(w.Result, result)
}

// Notify sends a notification.
func (c *Client) Notify(method string, params any) error {
	return c.send(map[string]any{"jsonrpc": "2.0", "method": method}, params)
}

// Handle answers requests of the server's for a method. Without a handler, the
// requests of the specification get a plausible answer, others -32601.
func (c *Client) Handle(method string, h Handler) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.handlers[method] = h
}

// Expect returns the answer to come for an id that the caller sends itself, with
// WriteRaw or WriteBody.
func (c *Client) Expect(id any) *Pending {
	p := &Pending{ID: mustMarshal(id), method: "a raw request", client: c, answer: make(chan wire, 1)}
	c.mu.Lock()
	c.pending[string(p.ID)] = p
	c.mu.Unlock()
	return p
}
