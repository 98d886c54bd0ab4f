package daemon

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Limits of a message, as the server has them.
const (
	maxFrame  = 256 << 20 // bytes of a body
	maxHeader = 64        // lines of a header
	readStep  = 1 << 20   // bytes reserved before they have arrived
)

// errFrame is wrapped by the errors that say that what arrives is no message.
var errFrame = errors.New("this is no language server message")

// readFrame reads one message and returns its body. The end of input between
// two messages is io.EOF.
func readFrame(r *bufio.Reader) ([]byte, error) {
	length := -1
	for i := range maxHeader {
		line, err := r.ReadSlice('\n')
		if err != nil {
			if errors.Is(err, io.EOF) && (i > 0 || len(line) > 0) {
				err = io.ErrUnexpectedEOF
			}
			if errors.Is(err, bufio.ErrBufferFull) {
				err = fmt.Errorf("%w: a line of its header is too long", errFrame)
			}
			return nil, err
		}
		text := strings.TrimRight(string(line), "\r\n")
		if text == "" {
			if length < 0 {
				return nil, fmt.Errorf("%w: its header has no Content-Length", errFrame)
			}
			return readBody(r, length)
		}
		name, value, ok := strings.Cut(text, ":")
		if !ok {
			return nil, fmt.Errorf("%w: %.60q stands where a header such as \"Content-Length: 120\" should", errFrame, text)
		}
		if !strings.EqualFold(strings.TrimSpace(name), "Content-Length") {
			continue
		}
		n, err := strconv.ParseUint(strings.TrimSpace(value), 10, 63)
		if err != nil || n > maxFrame {
			return nil, fmt.Errorf("%w: its Content-Length is %.60q", errFrame, value)
		}
		length = int(n)
	}
	return nil, fmt.Errorf("%w: its header has more than %d lines", errFrame, maxHeader)
}

func readBody(r io.Reader, n int) ([]byte, error) {
	body := make([]byte, 0, min(n, readStep))
	for len(body) < n {
		at := len(body)
		body = append(body, make([]byte, min(n-at, max(at, readStep)))...)
		if _, err := io.ReadFull(r, body[at:]); err != nil {
			if errors.Is(err, io.EOF) {
				err = io.ErrUnexpectedEOF
			}
			return nil, err
		}
	}
	return body, nil
}

// writeFrame writes a message in one piece.
func writeFrame(w io.Writer, body []byte) error {
	out := make([]byte, 0, len(body)+32)
	out = append(out, "Content-Length: "...)
	out = strconv.AppendInt(out, int64(len(body)), 10)
	out = append(out, "\r\n\r\n"...)
	_, err := w.Write(append(out, body...))
	return err
}

// envelope is what all messages have.
type envelope struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
	Error  json.RawMessage `json:"error,omitempty"`
}

func (e *envelope) hasID() bool { return len(e.ID) > 0 && string(e.ID) != "null" }

// encode makes a message of an envelope.
func encode(e envelope) []byte {
	b, err := json.Marshal(struct {
		Version string `json:"jsonrpc"`
		envelope
	}{"2.0", e})
	if err != nil { // its parts are JSON already
		panic(err)
	}
	return b
}

// methodBye is the last message of a server, kept from the client.
const methodBye = "$/memswarm/bye"

// bye says how a connection ended.
type bye struct {
	Code    int    `json:"code"`              // for the client's process to end with
	Leaving bool   `json:"leaving,omitempty"` // the server ends, not the client
	Reason  string `json:"reason,omitempty"`
}

func writeBye(w io.Writer, b bye) error {
	params, err := json.Marshal(b)
	if err != nil {
		return err
	}
	return writeFrame(w, encode(envelope{Method: methodBye, Params: params}))
}
