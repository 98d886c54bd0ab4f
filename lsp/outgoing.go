package lsp

import (
	"context"
	"errors"
	"fmt"

	"go.lsp.dev/jsonrpc2"
)

// errInline is what a call to the client fails with where it would wait forever.
var errInline = errors.New("the client cannot be called from here, since its answer is not read until this handler returns; use Session.Go")

type (
	rawParams = jsonrpc2.RawMessage
	rawResult = jsonrpc2.RawMessage
)

// outgoing is the connection as requests to the client use it.
type outgoing struct{ jsonrpc2.Conn }

func (c *conn) outgoing() jsonrpc2.Conn { return outgoing{c.rpc} }

// Call refuses to be made on the reading goroutine.
func (o outgoing) Call(ctx context.Context, method string, params, result any) (jsonrpc2.ID, error) {
	if sc, ok := scopeOf(ctx); ok && sc.inline {
		return jsonrpc2.ID{}, fmt.Errorf("%s: %w", method, errInline)
	}
	return o.Conn.Call(ctx, method, params, result)
}
