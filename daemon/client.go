package daemon

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
)

// Client asks a server for something, for a program that is no editor. Its
// methods are safe for concurrent use.
type Client struct {
	rwc    io.ReadWriteCloser
	notify func(method string, params json.RawMessage)

	wmu sync.Mutex // serialises writes

	mu      sync.Mutex
	next    int                      // guarded by mu
	waiting map[string]chan envelope // guarded by mu
	err     error                    // why the connection ended; guarded by mu
	done    chan struct{}
}

// ErrGone is wrapped by the error of a call whose connection ended.
var ErrGone = errors.New("the server has gone")

// ResponseError is an error that the server answered with.
type ResponseError struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data,omitempty"`
}

func (e *ResponseError) Error() string { return e.Message }

// NewClient returns a client on a connection. notify gets the server's
// notifications, one after another; it may be nil and must not block.
func NewClient(rwc io.ReadWriteCloser, notify func(method string, params json.RawMessage)) *Client {
	c := &Client{rwc: rwc, notify: notify, waiting: map[string]chan envelope{}, done: make(chan struct{})}
	go c.read()
	return c
}

// Close ends the connection.
func (c *Client) Close() error {
	err := c.rwc.Close()
	<-c.done
	return err
}

// Call sends a request and decodes its result, which may be nil. When ctx ends
// the request is cancelled.
func (c *Client) Call(ctx context.Context, method string, params, result any) error {
	raw, err := json.Marshal(params)
	if err != nil {
		return err
	}
	answer := make(chan envelope, 1)
	c.mu.Lock()
	if c.err != nil {
		defer c.mu.Unlock()
		return c.err
	}
	c.next++
	id := strconv.Itoa(c.next)
	c.waiting[id] = answer
	c.mu.Unlock()
	if err := c.send(envelope{ID: json.RawMessage(id), Method: method, Params: raw}); err != nil {
		return fmt.Errorf("%w: %w", ErrGone, err)
	}
	select {
	case e := <-answer:
		return decodeAnswer(e, result)
	case <-ctx.Done():
		_ = c.send(envelope{Method: "$/cancelRequest", Params: json.RawMessage(`{"id":` + id + `}`)})
		return ctx.Err()
	case <-c.done:
	}
	select {
	case e := <-answer:
		return decodeAnswer(e, result)
	default:
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.err
	}
}

func decodeAnswer(e envelope, result any) error {
	if len(e.Error) > 0 && string(e.Error) != "null" {
		var re ResponseError
		if err := json.Unmarshal(e.Error, &re); err != nil {
			return fmt.Errorf("the server's error cannot be read: %w", err)
		}
		return &re
	}
	if result == nil {
		return nil
	}
	if err := json.Unmarshal(e.Result, result); err != nil {
		return fmt.Errorf("the server's answer cannot be read: %w", err)
	}
	return nil
}

// Notify sends a notification.
func (c *Client) Notify(method string, params any) error {
	raw, err := json.Marshal(params)
	if err != nil {
		return err
	}
	return c.send(envelope{Method: method, Params: raw})
}

func (c *Client) send(e envelope) error {
	c.wmu.Lock()
	defer c.wmu.Unlock()
	return writeFrame(c.rwc, encode(e))
}

func (c *Client) read() {
	defer close(c.done)
	in := bufio.NewReaderSize(c.rwc, 64<<10)
	for {
		body, err := readFrame(in)
		if err == nil {
			var e envelope
			if err = json.Unmarshal(body, &e); err == nil && !c.receive(e) {
				err = io.EOF
			}
		}
		if err != nil {
			c.mu.Lock()
			c.err = fmt.Errorf("%w: %w", ErrGone, err)
			c.mu.Unlock()
			return
		}
	}
}

// receive takes one message; false says that it was the last.
func (c *Client) receive(e envelope) bool {
	switch {
	case e.Method == methodBye:
		return false
	case e.Method == "" && e.hasID():
		c.mu.Lock()
		answer := c.waiting[string(e.ID)]
		delete(c.waiting, string(e.ID))
		c.mu.Unlock()
		if answer != nil {
			answer <- e
		}
	case e.hasID():
		reply := envelope{ID: e.ID, Result: json.RawMessage("null")}
		switch e.Method {
		case "window/workDoneProgress/create", "client/registerCapability", "client/unregisterCapability":
		default:
			reply = envelope{ID: e.ID, Error: json.RawMessage(`{"code":-32601,"message":"not known here"}`)}
		}
		_ = c.send(reply)
	case e.Method != "" && c.notify != nil:
		c.notify(e.Method, e.Params)
	}
	return true
}
