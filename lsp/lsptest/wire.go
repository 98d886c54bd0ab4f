package lsptest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"slices"
	"strconv"
)

// WriteRaw writes bytes as they are, for tests of what is no message.
func (c *Client) WriteRaw(b []byte) error {
	c.wmu.Lock()
	defer c.wmu.Unlock()
	_, err := c.rwc.Write(b)
	return err
}

// WriteBody frames a body, whatever it holds, and writes it.
func (c *Client) WriteBody(body []byte) error {
	head := "Content-Length: " + strconv.Itoa(len(body)) + "\r\n\r\n"
	return c.WriteRaw(slices.Concat([]byte(head), body))
}

func (c *Client) send(message map[string]any, params any) error {
	if params != nil {
		message["params"] = params
	}
	body, err := json.Marshal(message)
	if err != nil {
		return err
	}
	return c.WriteBody(body)
}

// wire is any message of the server's.
type wire struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *Error          `json:"error"`

	failure error
}

func (c *Client) read() {
	defer close(c.done)
	in := bufio.NewReader(c.rwc)
	for {
		body, err := ReadBody(in)
		if err == nil {
			err = c.receive(body)
		}
		if err != nil {
			c.mu.Lock()
			c.closed, c.readErr = true, err
			c.arrived.Broadcast()
			c.mu.Unlock()
			return
		}
	}
}

// ReadErr is why reading ended: io.EOF when the server closed its end between
// two messages. Ask after Done.
func (c *Client) ReadErr() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.readErr
}

// ReadBody reads one framed message and returns its body.
func ReadBody(in *bufio.Reader) ([]byte, error) {
	header, err := textproto.NewReader(in).ReadMIMEHeader()
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(header.Get("Content-Length"))
	if err != nil {
		return nil, fmt.Errorf("the server's header %v: %w", header, err)
	}
	body := make([]byte, n)
	_, err = io.ReadFull(in, body)
	return body, err
}

// receive takes one message, or a batch of answers.
func (c *Client) receive(body []byte) error {
	var ms []wire
	if len(body) > 0 && body[0] == '[' {
		if err := json.Unmarshal(body, &ms); err != nil {
			return fmt.Errorf("the server sent %q: %w", body, err)
		}
	} else {
		var m wire
		if err := json.Unmarshal(body, &m); err != nil {
			return fmt.Errorf("the server sent %q: %w", body, err)
		}
		ms = []wire{m}
	}
	for _, m := range ms {
		c.receiveOne(m)
	}
	return nil
}

func (c *Client) receiveOne(m wire) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.arrived.Broadcast()
	hasID := len(m.ID) > 0 && string(m.ID) != "null"
	switch {
	case m.Method != "" && hasID:
		c.requests = append(c.requests, Message{m.Method, m.Params})
		go c.respond(m, c.handlers[m.Method])
	case m.Method != "":
		c.inbox = append(c.inbox, Message{m.Method, m.Params})
	default:
		if p := c.pending[string(m.ID)]; p != nil {
			delete(c.pending, string(m.ID))
			p.answer <- m
			return
		}
		// An answer to nothing, as to a message without an id: keep it where a
		// test can find it.
		c.inbox = append(c.inbox, Message{Stray, mustMarshal(m)})
	}
}

func mustMarshal(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return b
}
