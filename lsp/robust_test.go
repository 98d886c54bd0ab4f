package lsp_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"memswarm/lsp"
	"memswarm/lsp/lsptest"
)

func TestNotificationsNeverKillTheConnection(t *testing.T) {
	c := newLab().serve(t)
	for _, method := range []string{
		"$/foo", "foo", "", "test/panicking", "initialized", "textDocument/didSave", "textDocument/didOpen",
		"textDocument/didChange", "textDocument/didClose", "textDocument/willSave", "$/setTrace", "$/logTrace",
		"workspace/didChangeConfiguration", "workspace/didChangeWatchedFiles", "window/workDoneProgress/cancel",
		"$/progress", "initialize", "shutdown", "test/echo", strings.Repeat("long/", 5000),
	} {
		for _, params := range []string{
			``, `,"params":null`, `,"params":{}`, `,"params":[]`, `,"params":[1,{"a":2}]`, `,"params":7`, `,"params":"x"`,
			`,"params":{"textDocument":5,"value":5,"token":{},"id":{}}`,
			`,"params":{"textDocument":{"uri":":::%%"},"contentChanges":[null,{},{"text":5}]}`,
		} {
			name, _ := json.Marshal(method)
			if err := c.WriteBody([]byte(`{"jsonrpc":"2.0","method":` + string(name) + params + `}`)); err != nil {
				t.Fatal(err)
			}
		}
	}
	alive(t, c)
}

func TestErrorCodes(t *testing.T) {
	l := newLab()
	c := l.serve(t)
	for _, tt := range []struct {
		name, method string
		params       any
		code         int
	}{
		{"unknown method", "test/unknown", nil, -32601},
		{"unimplemented method of the specification", "textDocument/rename", nil, -32601},
		{"unknown method of the protocol's own", "$/unknown", nil, -32601},
		{"bad params", "textDocument/hover", map[string]any{"position": "here"}, -32602},
		{"params by position", "textDocument/hover", []int{1, 2}, -32602},
		{"plain error", "test/error", nil, -32603},
		{"error with a code", "test/coded", nil, -32803},
		{"panic", "test/panic", nil, -32603},
		{"a result that is no JSON", "test/unencodable", nil, -32603},
	} {
		t.Run(tt.name, func(t *testing.T) {
			wantCode(t, c.Call(tt.method, tt.params, nil), tt.code)
			alive(t, c)
		})
	}
	if logs := l.logs.String(); !strings.Contains(logs, "boom") || !strings.Contains(logs, "lab_test.go") {
		t.Errorf("the panic was not logged with its stack:\n%s", logs)
	}
	var e *lsptest.Error
	if err := c.Call("test/coded", nil, nil); !errors.As(err, &e) || string(e.Data) != `{"fix":"say <yes>"}` {
		t.Errorf("error data: %v", e)
	}
}

func TestAPanicHurtsNobodyElse(t *testing.T) {
	l := newLab()
	c := l.serve(t)
	other := c.Start("test/block", nil)
	<-l.started
	wantCode(t, c.Call("test/panic", nil, nil), -32603)
	close(l.release)
	wantCode(t, other.Wait(nil), 0)
}

func TestEndOfInputStopsRunningHandlers(t *testing.T) {
	l := newLab()
	closed := make(chan struct{})
	l.Closed = func(*lsp.Session) { close(closed) }
	c := l.serve(t)
	for range 5 {
		c.Start("test/block", nil)
		<-l.started
	}
	_ = c.Close()
	<-closed
	if n := l.stopped.Load(); n != 5 {
		t.Errorf("%d of 5 handlers were stopped", n)
	}
}

func TestAHandlerThatIgnoresItsContextDoesNotHoldTheEnd(t *testing.T) {
	l := newLab()
	l.Grace = time.Millisecond
	hang, running := make(chan struct{}), make(chan struct{})
	defer close(hang)
	lsp.HandleRaw(l.Router, "test/deaf", func(context.Context, *lsp.Session, json.RawMessage) (any, error) {
		close(running)
		<-hang
		return nil, nil
	})
	c := l.serve(t)
	c.Start("test/deaf", nil)
	<-running
	_ = c.Close() // the cleanup fails to end unless Serve returns
}

// The library recycles its request contexts; deriving from one crashes the
// process within this many calls.
func TestManyHandlersDeriveContexts(t *testing.T) {
	l := newLab()
	lsp.HandleRaw(l.Router, "test/derive", func(ctx context.Context, s *lsp.Session, _ json.RawMessage) (any, error) {
		ctx, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		kept, stop := context.WithTimeout(ctx, time.Minute)
		go func() { <-kept.Done(); stop() }()
		return kept.Err() == nil, nil
	})
	lsp.NotifyRaw(l.Router, "test/deriveToo", func(ctx context.Context, s *lsp.Session, _ json.RawMessage) error {
		kept, stop := context.WithTimeout(ctx, time.Minute)
		go func() { <-kept.Done(); stop() }()
		return nil
	})
	c := l.serve(t)
	calls := 20_000
	if testing.Short() {
		calls = 2_000
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range calls / 4 {
				var ok bool
				if err := c.Call("test/derive", nil, &ok); err != nil || !ok {
					t.Errorf("derive: %v, %v", ok, err)
					return
				}
				_ = c.Notify("test/deriveToo", nil)
			}
		})
	}
	wg.Wait()
	alive(t, c)
}

func TestABrokenHookIsAnErrorOfItsRequest(t *testing.T) {
	l := newLab()
	l.Before = func(ctx context.Context, _ *lsp.Session, method string) context.Context {
		if method == "test/version" {
			return nil
		}
		if method == "test/error" {
			panic("hook")
		}
		return ctx
	}
	c := l.serve(t)
	wantCode(t, c.Call("test/error", nil, nil), -32603)
	wantCode(t, c.Call("test/version", nil, nil), -32603)
	alive(t, c)
}
