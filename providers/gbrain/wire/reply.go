package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// MaxReply is how large a reply may be, in bytes. The largest honest one is a
// page of some megabytes; what is larger is refused before it is read.
const MaxReply = 32 << 20

// ErrTooLarge is the error for a reply of more than [MaxReply] bytes.
var ErrTooLarge = errors.New("the reply is larger than 32 MB")

// Reply is what a tool answered, by whatever transport.
type Reply struct {
	// Text is the first content block: JSON, or an error's JSON. Later blocks
	// hold prose and are dropped by the transports.
	Text string
	// IsError says that the server marked the reply as an error.
	IsError bool
	// Retrieval tells how a search went; nil when the server did not say (the
	// command line never does).
	Retrieval *Retrieval
}

// Caller calls one of GBrain's tools. The error is about the transport; what
// the tool itself complains about is in the reply.
type Caller interface {
	Call(ctx context.Context, tool string, args map[string]any) (Reply, error)
}

// Decode reads the reply's JSON into v, or gives the error that the tool
// reported as a [*ToolError].
func (r *Reply) Decode(v any) error {
	if r.IsError {
		return toolError(r.Text)
	}
	text := strings.TrimSpace(r.Text)
	if text == "" {
		return errors.New("the reply is empty")
	}
	// Some servers report an error in the shape of an answer.
	if e := disguised(text); e != nil {
		return e
	}
	if err := json.Unmarshal([]byte(text), v); err != nil {
		return fmt.Errorf("the reply is not the JSON that was expected: %w", withoutText(err))
	}
	return nil
}

// withoutText keeps the server's text out of messages: it may be a page.
func withoutText(err error) error {
	if e, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		return fmt.Errorf("%s where %s belongs", e.Value, e.Type)
	}
	return err
}

// ToolError is an error that a tool reported.
type ToolError struct {
	Code       string `json:"error"` // "page_not_found", "invalid_params", …; "" when it gave none
	Message    string `json:"message"`
	Suggestion string `json:"suggestion"`
}

func (e *ToolError) Error() string {
	if e.Code == "" {
		return e.Message
	}
	return e.Code + ": " + e.Message
}

// Is lets errors.Is compare by code.
func (e *ToolError) Is(target error) bool {
	t, ok := target.(*ToolError)
	return ok && t.Code == e.Code
}

// NotFound says that the page does not exist, or must not be seen.
var NotFound = &ToolError{Code: "page_not_found"}

func toolError(text string) *ToolError {
	var e ToolError
	if json.Unmarshal([]byte(text), &e) != nil || e.Code == "" && e.Message == "" {
		e = ToolError{Message: clip(strings.TrimSpace(text))}
	}
	if e.Message == "" {
		e.Message = e.Code
	}
	e.Message, e.Suggestion = clip(e.Message), clip(e.Suggestion)
	return &e
}

// PlainError makes a [*ToolError] of the one line that the command line prints.
func PlainError(line string) *ToolError {
	line = clip(strings.TrimSpace(line))
	e := &ToolError{Message: line}
	switch {
	case strings.HasPrefix(line, "Page not found"):
		e.Code = "page_not_found"
	case strings.HasPrefix(line, "Missing required parameter"), strings.HasPrefix(line, "JSON Parse error"):
		e.Code = "invalid_params"
	case strings.HasPrefix(line, "Unknown tool"):
		e.Code = "unknown_tool"
	}
	return e
}

// disguised finds an object that has an error code and a message and no slug:
// an error that lacks isError.
func disguised(text string) *ToolError {
	if text[0] != '{' || !strings.Contains(text, `"error"`) {
		return nil
	}
	var probe struct {
		ToolError
		Slug   *json.RawMessage `json:"slug"`
		Status *json.RawMessage `json:"status"`
	}
	if json.Unmarshal([]byte(text), &probe) != nil || probe.Code == "" || probe.Slug != nil || probe.Status != nil {
		return nil
	}
	return toolError(text)
}

// FirstJSON finds the JSON in what a command printed, past any prose before
// and after it.
func FirstJSON(out []byte) ([]byte, bool) {
	if b := bytes.TrimSpace(out); json.Valid(b) && len(b) > 0 {
		return b, true
	}
	tries := 0
	for start := 0; start < len(out); {
		line := out[start:]
		if b := bytes.TrimLeft(line, " \t\r"); len(b) > 0 && (b[0] == '{' || b[0] == '[') {
			var raw json.RawMessage
			if json.NewDecoder(bytes.NewReader(b)).Decode(&raw) == nil {
				return raw, true
			}
			if tries++; tries == 16 { // each try may read to the end
				return nil, false
			}
		}
		n := bytes.IndexByte(line, '\n')
		if n < 0 {
			break
		}
		start += n + 1
	}
	return nil, false
}

// clip keeps messages short enough to show.
func clip(s string) string {
	const most = 400
	s = strings.ToValidUTF8(s, "�")
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}
