package lsp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/protocol"

	"memswarm/lsp"
	"memswarm/lsp/lsptest"
)

// The test program can play the other processes that a test needs.
const roleVariable = "LSP_TEST_ROLE"

func TestMain(m *testing.M) {
	switch os.Getenv(roleVariable) {
	case "server":
		l := newLab()
		l.ParentPoll = 10 * time.Millisecond
		code, err := l.Serve(context.Background(), lsp.Stdio())
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
		os.Exit(code)
	case "editor": // starts a server as its child and lives until killed
		cmd := role("server")
		cmd.Stdin, cmd.Stdout = os.Stdin, os.Stdout
		if err := cmd.Start(); err != nil {
			panic(err)
		}
		select {}
	case "sleeper":
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func role(name string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), roleVariable+"="+name)
	cmd.Stderr = os.Stderr
	return cmd
}

func TestExitCodes(t *testing.T) {
	for _, tt := range []struct {
		name  string
		input string
		code  int
	}{
		{"exit after shutdown", frame(initialize) + frame(shutdown) + frame(exit), 0},
		{"exit without shutdown", frame(initialize) + frame(exit), 1},
		{"exit at once", frame(exit), 1},
		{"end of input", frame(initialize), 1},
		{"end of input after shutdown", frame(initialize) + frame(shutdown), 0},
		{"no input", "", 1},
		{"garbage", "garbage\r\n\r\n", 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, code, _ := play(t, newLab().Server, strings.NewReader(tt.input)); code != tt.code {
				t.Errorf("in this process: code %d, want %d", code, tt.code)
			}
			cmd := role("server")
			cmd.Stdin, cmd.Stderr = strings.NewReader(tt.input), nil
			out, err := cmd.Output()
			if code := cmd.ProcessState.ExitCode(); code != tt.code {
				t.Errorf("in a process: code %d, want %d (%v, %q)", code, tt.code, err, out)
			}
		})
	}
}

// Exit must end the process although its standard input stays open.
func TestExitWithInputOpen(t *testing.T) {
	c, wait := lsptest.Run(t, role("server"))
	c.Initialize(t, lsptest.Setup{})
	alive(t, c)
	p := c.Start("test/block", nil)
	c.Shutdown(t)
	<-c.Done() // the process has closed its output; only then is its input closed
	if code := wait(); code != 0 {
		t.Errorf("code %d", code)
	}
	if err := p.Wait(nil); err == nil {
		t.Error("the request that was running was answered")
	}
}

func TestServerEndsWithTheEditor(t *testing.T) {
	t.Run("as its child", func(t *testing.T) {
		editor := role("editor")
		c, _ := lsptest.Run(t, editor)
		c.Initialize(t, lsptest.Setup{ProcessID: &editor.Process.Pid})
		alive(t, c)
		if err := editor.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		<-c.Done()
	})
	t.Run("as a stranger", func(t *testing.T) {
		sleeper := role("sleeper")
		in, err := sleeper.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := sleeper.Start(); err != nil {
			t.Fatal(err)
		}
		c, wait := lsptest.Run(t, role("server"))
		c.Initialize(t, lsptest.Setup{ProcessID: &sleeper.Process.Pid})
		alive(t, c)
		_ = in.Close()
		_ = sleeper.Wait()
		<-c.Done()
		if code := wait(); code != 1 {
			t.Errorf("code %d", code)
		}
	})
}

func TestAProcessThatCannotBeSeenIsNotWatched(t *testing.T) {
	gone := role("sleeper")
	if err := gone.Run(); err != nil { // no input: it ends at once
		t.Fatal(err)
	}
	l := newLab()
	l.ParentPoll = time.Nanosecond
	c := lsptest.Serve(t, l.Server)
	c.Initialize(t, lsptest.Setup{ProcessID: new(gone.Process.Pid)})
	for range 100 {
		alive(t, c)
	}
	if !strings.Contains(l.logs.String(), "not visible") {
		t.Error("nothing was logged")
	}
}

func TestLifecycleErrors(t *testing.T) {
	l := newLab()
	c := lsptest.Serve(t, l.Server)
	for _, method := range []string{"test/echo", "test/unknown", "textDocument/hover", "shutdown"} {
		wantCode(t, c.Call(method, nil, nil), -32002)
	}
	c.Open(t, docURI, "markdown", "dropped") // before initialize
	c.Initialize(t, lsptest.Setup{})
	var version int
	if err := c.Call("test/version", nil, &version); err != nil || version != -1 {
		t.Errorf("a document opened before initialize is there: %d, %v", version, err)
	}
	wantCode(t, c.Call("initialize", map[string]any{}, nil), -32600)
	wantCode(t, c.Call("shutdown", nil, nil), 0)
	for _, method := range []string{"test/echo", "test/unknown", "initialize", "shutdown"} {
		wantCode(t, c.Call(method, nil, nil), -32600)
	}
	c.Open(t, docURI, "markdown", "dropped") // after shutdown
	if err := c.Notify("exit", nil); err != nil {
		t.Fatal(err)
	}
	<-c.Done()
}

func TestRunningRequestsOutliveShutdown(t *testing.T) {
	l := newLab()
	c := l.serve(t)
	p := c.Start("test/block", nil)
	<-l.started
	wantCode(t, c.Call("shutdown", nil, nil), 0)
	close(l.release)
	wantCode(t, p.Wait(nil), 0)
}

func TestInitializeMayFailAndBeTriedAgain(t *testing.T) {
	l := newLab()
	tries := 0
	lsp.Handle(l.Router, protocol.MethodInitialize, func(_ context.Context, s *lsp.Session, p *protocol.InitializeParams) (*protocol.InitializeResult, error) {
		if tries++; tries == 1 {
			return nil, errors.New("not yet")
		}
		if tries == 2 {
			panic("worse")
		}
		return &protocol.InitializeResult{ServerInfo: protocol.ServerInfo{Name: string(s.Encoding())}}, nil
	})
	c := lsptest.Serve(t, l.Server)
	params := map[string]any{"capabilities": map[string]any{"general": map[string]any{"positionEncodings": []string{"utf-32", "utf-16", "utf-8"}}}}
	wantCode(t, c.Call("initialize", params, nil), -32603)
	wantCode(t, c.Call("test/echo", nil, nil), -32002)
	wantCode(t, c.Call("initialize", params, nil), -32603)
	wantCode(t, c.Call("initialize", "x", nil), -32602)
	var got protocol.InitializeResult
	var raw json.RawMessage
	if err := c.Call("initialize", params, &raw); err != nil {
		t.Fatal(err)
	}
	if err := protocol.Unmarshal(raw, &got); err != nil || got.ServerInfo.Name != "utf-8" {
		t.Errorf("the handler saw the encoding %q, %v", got.ServerInfo.Name, err)
	}
	alive(t, c)
}

func TestPositionEncodingIsNegotiated(t *testing.T) {
	for _, tt := range []struct {
		offered []string
		want    string
	}{
		{nil, "utf-16"}, {[]string{}, "utf-16"}, {[]string{"utf-32"}, "utf-16"}, {[]string{"utf-16"}, "utf-16"},
		{[]string{"utf-16", "utf-8"}, "utf-8"}, {[]string{"utf-7", "utf-8"}, "utf-8"},
	} {
		c := lsptest.Serve(t, newLab().Server)
		var got struct {
			Capabilities struct {
				PositionEncoding string
				TextDocumentSync struct {
					OpenClose bool
					Change    int
				}
			}
		}
		if err := json.Unmarshal(c.Initialize(t, lsptest.Setup{Encodings: tt.offered}), &got); err != nil {
			t.Fatal(err)
		}
		if caps := got.Capabilities; caps.PositionEncoding != tt.want || !caps.TextDocumentSync.OpenClose || caps.TextDocumentSync.Change != 2 {
			t.Errorf("offered %v: %+v", tt.offered, caps)
		}
	}
}

func TestContextEndsTheConnection(t *testing.T) {
	l := newLab()
	ctx, cancel := context.WithCancel(t.Context())
	near, far := net.Pipe()
	ended := make(chan error, 1)
	go func() {
		_, err := l.Serve(ctx, far)
		ended <- err
	}()
	c := lsptest.New(near)
	c.Initialize(t, lsptest.Setup{})
	c.Start("test/block", nil)
	<-l.started
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("ended with %v", err)
	}
	if l.stopped.Load() != 1 {
		t.Error("the handler was not stopped")
	}
	<-c.Done()
}

// A client that goes away while the server writes must not leave it hanging.
func TestClientGoesAwayDuringAnAnswer(t *testing.T) {
	for range 50 {
		c := newLab().serve(t)
		for range 10 {
			c.Start("workspace/symbol", nil)
		}
		_ = c.Close()
	}
}

func TestInitializeParamsAreKept(t *testing.T) {
	l := newLab()
	lsp.HandleRaw(l.Router, "test/params", func(_ context.Context, s *lsp.Session, _ json.RawMessage) (any, error) {
		folders, _ := s.InitializeParams().WorkspaceFolders.Get()
		return []string{string(folders[0].URI), string(s.InitializeParams().InitializationOptions)}, nil
	})
	c := lsptest.Serve(t, l.Server)
	c.Initialize(t, lsptest.Setup{Folders: map[string]string{"file:///n": "n"}, Options: map[string]bool{"trusted": true}})
	var got []string
	if err := c.Call("test/params", nil, &got); err != nil || got[0] != "file:///n" || got[1] != `{"trusted":true}` {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestTrace(t *testing.T) {
	l := newLab()
	lsp.HandleRaw(l.Router, "test/trace", func(ctx context.Context, s *lsp.Session, _ json.RawMessage) (any, error) {
		return s.Trace(), s.LogTrace(ctx, "m", "v")
	})
	c := l.serve(t)
	for i, tt := range []struct{ set, want string }{{"off", ""}, {"messages", `{"message":"m"}`}, {"verbose", `{"message":"m","verbose":"v"}`}} {
		_ = c.Notify("$/setTrace", map[string]string{"value": tt.set})
		_ = c.Notify("$/logTrace", map[string]string{"message": "from the client"})
		var got string
		if err := c.Call("test/trace", nil, &got); err != nil || got != tt.set {
			t.Errorf("trace %q, %v", got, err)
		}
		ms := c.Notifications("$/logTrace")
		if len(ms) != i || i > 0 && string(ms[i-1].Params) != tt.want {
			t.Errorf("with %s the client was told %s", tt.set, ms)
		}
	}
}

// Two clients of one server over a socket, as a shared server has them.
func TestSocket(t *testing.T) {
	listener, err := net.Listen("unix", filepath.Join(t.TempDir(), "s"))
	if err != nil {
		t.Skip("no unix sockets here:", err)
	}
	defer func() { _ = listener.Close() }()
	l := newLab()
	codes := make(chan int, 2)
	go func() {
		for range 2 {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				code, _ := l.Serve(t.Context(), conn)
				codes <- code
			}()
		}
	}()
	dial := func() *lsptest.Client {
		conn, err := net.Dial("unix", listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		c := lsptest.New(conn)
		c.Initialize(t, lsptest.Setup{})
		return c
	}
	a, b := dial(), dial()
	a.Open(t, docURI, "markdown", "only of a")
	var version int
	if err := b.Call("test/version", nil, &version); err != nil || version != -1 {
		t.Errorf("b sees a's document: %d, %v", version, err)
	}
	_ = a.Close()
	if code := <-codes; code != 1 {
		t.Errorf("code %d", code)
	}
	alive(t, b)
	b.Shutdown(t)
	<-b.Done()
	if code := <-codes; code != 0 {
		t.Errorf("code %d", code)
	}
}
