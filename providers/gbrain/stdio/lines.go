package stdio

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"memswarm/providers/gbrain/wire"
)

// lines is the MCP connection over a program's standard input and output: one
// message a line. It differs from the SDK's own in that it skips what a chatty
// program prints between the messages, and never reads more than a reply may
// hold.
type lines struct {
	in  *bufio.Reader
	out io.WriteCloser

	write sync.Mutex // held while writing to out
	once  sync.Once
	stop  func() // closes out and ends the program

	mu    sync.Mutex
	cause error // why the connection broke; guarded by mu
}

// errBroken says that a message was cut off or is no JSON.
var errBroken = errors.New("gbrain sent a broken message")

func newLines(in io.Reader, out io.WriteCloser, stop func()) *lines {
	return &lines{in: bufio.NewReaderSize(in, 64<<10), out: out, stop: stop}
}

// Connect makes a connection of itself, as the SDK's transports do.
func (c *lines) Connect(context.Context) (connection, error) { return c, nil }

// SessionID is empty: a program serves one session.
func (c *lines) SessionID() string { return "" }

// Read gives the next message. It ends when the program's output ends.
func (c *lines) Read(context.Context) (jsonrpc.Message, error) {
	for {
		line, err := c.line()
		if m, ok := message(line); ok {
			return m, nil
		}
		if err == nil && bytes.HasPrefix(line, []byte(`{"jsonrpc"`)) && !json.Valid(line) {
			// Somebody waits for this message, and it will not come again.
			err = errBroken
		}
		if err != nil {
			if len(line) > 0 && errors.Is(err, io.EOF) {
				err = errBroken
			}
			c.fail(err)
			return nil, err
		}
	}
}

func message(line []byte) (jsonrpc.Message, bool) {
	if len(line) == 0 || line[0] != '{' {
		return nil, false
	}
	m, err := jsonrpc.DecodeMessage(line)
	return m, err == nil
}

// line reads one line without blanks around it, of at most [wire.MaxReply] bytes.
func (c *lines) line() ([]byte, error) {
	var whole []byte
	for {
		part, err := c.in.ReadSlice('\n')
		if len(whole)+len(part) > wire.MaxReply {
			return nil, wire.ErrTooLarge
		}
		// The part is overwritten by the next read, and messages keep it.
		whole = append(whole, part...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return bytes.TrimSpace(whole), err
		}
	}
}

// Write sends one message.
func (c *lines) Write(_ context.Context, m jsonrpc.Message) error {
	b, err := jsonrpc.EncodeMessage(m)
	if err != nil {
		return err
	}
	c.write.Lock()
	defer c.write.Unlock()
	if _, err = c.out.Write(append(b, '\n')); err != nil {
		c.fail(err)
	}
	return err
}

// Close asks the program to end by closing its input.
func (c *lines) Close() error {
	c.once.Do(c.stop)
	return nil
}

// fail remembers the first reason: later ones follow from it.
func (c *lines) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cause == nil {
		c.cause = err
	}
}

func (c *lines) broken() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.cause
}
