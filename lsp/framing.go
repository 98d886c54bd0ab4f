package lsp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"go.lsp.dev/jsonrpc2"
)

const (
	maxHeaderLine  = 8 << 10   // bytes of one header line
	maxHeaderLines = 64        // lines of one header
	maxMessage     = 256 << 20 // default limit of a message's body, bytes
	keepBuffer     = 1 << 20   // a larger buffer is not kept for the next message
)

// errFraming is wrapped by every error that says that what arrives cannot be
// divided into messages. The connection cannot go on after one.
var errFraming = errors.New("this is no language server message")

// stream frames messages. Unlike the library's own it answers a body that is no
// JSON-RPC with an error and reads on, limits what a header may ask for, and
// never reserves memory that has not arrived.
type stream struct {
	rwc     io.ReadWriteCloser
	in      *bufio.Reader
	max     int
	body    []byte
	onEnd   func(error) // called when reading or writing has failed
	stopped atomic.Bool // set to end reading at the next message
	closing sync.Once

	mu  sync.Mutex // serialises writes
	out []byte
}

func newStream(rwc io.ReadWriteCloser, limit int, onEnd func(error)) *stream {
	return &stream{rwc: rwc, in: bufio.NewReader(rwc), max: limit, onEnd: onEnd}
}

// ReadFrame returns the body of the next message that is worth dispatching. It
// is valid until the next call. The library looks for this method.
func (s *stream) ReadFrame(ctx context.Context) ([]byte, int64, error) {
	for {
		if s.stopped.Load() || ctx.Err() != nil {
			return nil, 0, io.EOF
		}
		body, err := s.readBody()
		if err != nil {
			s.onEnd(err)
			return nil, 0, err
		}
		if bad := checkBody(body); bad != nil {
			if err := s.write(ctx, jsonrpc2.AppendResponse(nil, jsonrpc2.ID{}, nil, bad)); err != nil {
				return nil, 0, err
			}
			continue
		}
		return body, int64(len(body)), nil
	}
}

// checkBody returns the error to answer a body with that the library would end
// the connection for.
func checkBody(body []byte) *jsonrpc2.Error {
	var err error
	if first := bytes.TrimLeft(body, " \t\r\n"); len(first) > 0 && first[0] == '[' {
		_, err = jsonrpc2.ParseRequests(body)
	} else {
		_, err = jsonrpc2.DecodeMessage(body)
	}
	if err == nil {
		return nil
	}
	if e, ok := errors.AsType[*jsonrpc2.Error](err); ok && json.Valid(body) {
		return e
	}
	return jsonrpc2.ErrParse // which the library does not say of every broken array
}

func (s *stream) readBody() ([]byte, error) {
	n, err := s.readHeader()
	if err != nil {
		return nil, err
	}
	if cap(s.body) > keepBuffer {
		s.body = nil
	}
	s.body = s.body[:0]
	for len(s.body) < n {
		// At most a megabyte, or as much as has arrived already, at a time.
		step := min(n-len(s.body), max(len(s.body), keepBuffer))
		at := len(s.body)
		s.body = append(s.body, make([]byte, step)...)
		if _, err := io.ReadFull(s.in, s.body[at:]); err != nil {
			return nil, unexpected(err)
		}
	}
	return s.body, nil
}

// readHeader reads a header and returns the length that it announces.
func (s *stream) readHeader() (int, error) {
	length := -1
	for i := range maxHeaderLines {
		line, err := s.readLine()
		if err != nil {
			if i > 0 {
				err = unexpected(err)
			}
			return 0, err
		}
		if line == "" {
			if length < 0 {
				return 0, fmt.Errorf("%w: its header has no Content-Length", errFraming)
			}
			return length, nil
		}
		name, value, ok := strings.Cut(line, ":")
		name = strings.TrimSpace(name)
		if !ok || strings.IndexFunc(name, notInHeaderName) >= 0 {
			return 0, fmt.Errorf("%w: %q stands where a header such as \"Content-Length: 120\" should", errFraming, short(line))
		}
		if !strings.EqualFold(name, "Content-Length") {
			continue
		}
		value = strings.TrimSpace(value)
		n, err := strconv.ParseUint(value, 10, 63)
		if err != nil {
			return 0, fmt.Errorf("%w: its Content-Length is %q", errFraming, short(value))
		}
		if n > uint64(s.max) {
			return 0, fmt.Errorf("%w: its Content-Length %d is beyond the limit of %d bytes", errFraming, n, s.max)
		}
		length = int(n)
	}
	return 0, fmt.Errorf("%w: its header has more than %d lines", errFraming, maxHeaderLines)
}

// notInHeaderName is stricter than the standard allows, so that JSON sent without
// a header is not taken for one.
func notInHeaderName(r rune) bool {
	return r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
}

// readLine reads a header line without its line break. The end of input before
// the first byte is io.EOF.
func (s *stream) readLine() (string, error) {
	var line []byte
	for {
		part, err := s.in.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case err == nil:
			line = bytes.TrimSuffix(line[:len(line)-1], []byte("\r"))
			return string(line), nil
		case !errors.Is(err, bufio.ErrBufferFull):
			if len(line) > 0 {
				err = unexpected(err)
			}
			return "", err
		case len(line) > maxHeaderLine:
			return "", fmt.Errorf("%w: a header line is longer than %d bytes: %q", errFraming, maxHeaderLine, short(string(line)))
		}
	}
}

// unexpected marks an end of input in the middle of a message.
func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

func short(s string) string {
	const limit = 60
	if len(s) > limit {
		return s[:limit] + "…"
	}
	return s
}

// WriteFrame frames and writes a body. The library looks for this method.
func (s *stream) WriteFrame(ctx context.Context, body []byte) (int64, error) {
	return int64(len(body)), s.write(ctx, body)
}

// Write frames and writes a message.
func (s *stream) Write(ctx context.Context, msg jsonrpc2.Message) (int64, error) {
	body := jsonrpc2.AppendMessage(nil, msg)
	return int64(len(body)), s.write(ctx, body)
}

func (s *stream) write(ctx context.Context, body []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	s.out = append(s.out[:0], "Content-Length: "...)
	s.out = strconv.AppendInt(s.out, int64(len(body)), 10)
	s.out = append(s.out, "\r\n\r\n"...)
	s.out = append(s.out, body...)
	_, err := s.rwc.Write(s.out)
	if cap(s.out) > keepBuffer {
		s.out = nil
	}
	if err != nil {
		s.onEnd(err)
	}
	return err
}

// Read is part of jsonrpc2.Stream; the library prefers ReadFrame.
func (s *stream) Read(ctx context.Context) (jsonrpc2.Message, int64, error) {
	body, n, err := s.ReadFrame(ctx)
	if err != nil {
		return nil, 0, err
	}
	msg, err := jsonrpc2.DecodeMessage(body)
	return msg, n, err
}

// Close closes the underlying connection, once.
func (s *stream) Close() (err error) {
	s.stopped.Store(true)
	s.closing.Do(func() { err = s.rwc.Close() })
	return err
}
