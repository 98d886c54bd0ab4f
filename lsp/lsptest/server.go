package lsptest

import (
	"encoding/json"
	"io"
	"net"
	"os/exec"
	"sync"
	"testing"
	"time"

	"memswarm/lsp"
)

// Serve starts a server in this process and returns a client of it. The
// connection is closed when the test ends, and the test fails if the server does
// not end then. Initialize is left to the caller.
//
// It does not work in a synctest bubble: the JSON-RPC library keeps the channels
// on which it waits in a pool that all bubbles share.
func Serve(t testing.TB, srv *lsp.Server) *Client {
	t.Helper()
	near, far := net.Pipe()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if _, err := srv.Serve(t.Context(), far); err != nil && t.Context().Err() == nil {
			t.Logf("the server ended: %v", err)
		}
	}()
	c := New(near)
	t.Cleanup(func() {
		_ = c.Close()
		<-ended
	})
	return c
}

// Run starts a program that serves on its standard input and output. Its
// standard error is where cmd says. wait closes the program's input, if that was
// not done already, and returns its exit code.
func Run(t testing.TB, cmd *exec.Cmd) (c *Client, wait func() int) {
	t.Helper()
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatalf("start %s: %v", cmd.Path, err)
	}
	c = New(pipes{out, in})
	wait = sync.OnceValue(func() int {
		_ = in.Close()
		guard := time.AfterFunc(Patience, func() { _ = cmd.Process.Kill() })
		defer guard.Stop()
		<-c.Done() // all output must be read before Wait closes it
		_ = cmd.Wait()
		return cmd.ProcessState.ExitCode()
	})
	t.Cleanup(func() { wait() })
	return c, wait
}

type pipes struct {
	io.ReadCloser
	in io.WriteCloser
}

func (p pipes) Write(b []byte) (int, error) { return p.in.Write(b) }

// Close closes the program's input; its output ends when it does.
func (p pipes) Close() error { return p.in.Close() }

// Setup is what Initialize tells the server. The zero value says as little as
// the specification allows.
type Setup struct {
	ProcessID    *int              // of the client; nil for none
	Encodings    []string          // position encodings, the preferred one first
	Folders      map[string]string // workspace folders, name by URI
	Options      any               // initializationOptions
	Capabilities map[string]any    // added to those that Encodings needs
}

// Initialize does the opening exchange and returns the server's answer.
func (c *Client) Initialize(t testing.TB, s Setup) json.RawMessage {
	t.Helper()
	caps := map[string]any{}
	for k, v := range s.Capabilities {
		caps[k] = v
	}
	if s.Encodings != nil {
		caps["general"] = map[string]any{"positionEncodings": s.Encodings}
	}
	params := map[string]any{"processId": s.ProcessID, "rootUri": nil, "capabilities": caps}
	if s.Options != nil {
		params["initializationOptions"] = s.Options
	}
	if s.Folders != nil {
		folders := []map[string]string{}
		for uri, name := range s.Folders {
			folders = append(folders, map[string]string{"uri": uri, "name": name})
		}
		params["workspaceFolders"] = folders
	}
	var result json.RawMessage
	if err := c.Call("initialize", params, &result); err != nil {
		t.Fatalf("initialize: %v", err)
	}
	if err := c.Notify("initialized", map[string]any{}); err != nil {
		t.Fatalf("initialized: %v", err)
	}
	return result
}

// Shutdown does the closing exchange.
func (c *Client) Shutdown(t testing.TB) {
	t.Helper()
	if err := c.Call("shutdown", nil, nil); err != nil {
		t.Fatalf("shutdown: %v", err)
	}
	if err := c.Notify("exit", nil); err != nil {
		t.Fatalf("exit: %v", err)
	}
}
