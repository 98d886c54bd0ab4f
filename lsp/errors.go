package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// Error codes that a handler may answer with.
const (
	CodeInvalidRequest   = jsonrpc2.InvalidRequest
	CodeMethodNotFound   = jsonrpc2.MethodNotFound
	CodeInvalidParams    = jsonrpc2.InvalidParams
	CodeInternalError    = jsonrpc2.InternalError
	CodeNotInitialized   = jsonrpc2.ServerNotInitialized
	CodeRequestCancelled = protocol.CodeRequestCancelled
	CodeContentModified  = protocol.CodeContentModified
	// CodeRequestFailed is for a request that was right and still failed.
	CodeRequestFailed jsonrpc2.Code = -32803
)

// Errorf returns an error that is answered with the given code. Any other error
// that a handler returns is answered with CodeInternalError.
func Errorf(code jsonrpc2.Code, format string, args ...any) error {
	return jsonrpc2.Errorf(code, format, args...)
}

// ErrorWithData returns an error with a code and data that the client can read.
func ErrorWithData(code jsonrpc2.Code, message string, data any) error {
	raw, err := encodeJSON(data)
	if err != nil {
		return fmt.Errorf("encode the data of error %q: %w", message, err)
	}
	e := jsonrpc2.NewError(code, message)
	e.Data = jsonrpc2.RawMessage(raw)
	return e
}

// wireError turns a handler's error into the one that the client reads. ctx is
// the request's own context.
func wireError(ctx context.Context, err error) *jsonrpc2.Error {
	if ctx.Err() != nil {
		return protocol.ErrRequestCancelled
	}
	out := &jsonrpc2.Error{Code: CodeInternalError, Message: err.Error()}
	if coded, ok := errors.AsType[*jsonrpc2.Error](err); ok && coded != nil {
		out.Code, out.Data = coded.Code, coded.Data
	}
	// The JSON-RPC library copies the message as it is.
	out.Message = strings.ToValidUTF8(out.Message, "\uFFFD")
	return out
}

// encodeJSON is encoding/json without the escaping of <, > and &.
func encodeJSON(v any) (json.RawMessage, error) {
	if raw, ok := v.(json.RawMessage); ok && raw != nil {
		return raw, nil
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}
