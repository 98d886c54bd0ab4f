package daemon

import (
	"context"
	"io"
	"net"
)

// Inside runs a server in this process and returns the client's end of a
// connection with it.
func Inside(ctx context.Context, serve func(ctx context.Context, rwc io.ReadWriteCloser) (int, error)) io.ReadWriteCloser {
	client, server := net.Pipe()
	go func() {
		rwc := &served{conn: server}
		code, err := serve(ctx, rwc)
		b := bye{Code: code}
		if err != nil {
			b.Reason = err.Error()
		}
		rwc.say(b)
		_ = server.Close()
	}()
	return client
}
