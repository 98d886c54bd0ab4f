package lsp_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"go.lsp.dev/protocol"

	"memswarm/lsp"
	"memswarm/lsp/lsptest"
)

func TestCallingTheClientFromANotificationFailsAtOnce(t *testing.T) {
	l := newLab()
	inline, outside := make(chan error, 1), make(chan error, 1)
	call := func(ctx context.Context, s *lsp.Session) error {
		return s.Client().RegisterCapability(ctx, &protocol.RegistrationParams{})
	}
	lsp.Notify(l.Router, protocol.MethodInitialized, func(ctx context.Context, s *lsp.Session, _ *protocol.InitializedParams) error {
		inline <- call(ctx, s)
		s.Go(func(ctx context.Context) { outside <- call(ctx, s) })
		return nil
	})
	c := l.serve(t)
	if err := <-inline; err == nil || !strings.Contains(err.Error(), "Session.Go") {
		t.Errorf("inline: %v", err)
	}
	if err := <-outside; err != nil {
		t.Errorf("outside: %v", err)
	}
	if n := len(c.Requests("client/registerCapability")); n != 1 {
		t.Errorf("the client got %d requests", n)
	}
}

func TestCustomCallsAndNotificationsToTheClient(t *testing.T) {
	l := newLab()
	type answer struct {
		Sum int `json:"sum"`
	}
	lsp.HandleRaw(l.Router, "test/back", func(ctx context.Context, s *lsp.Session, _ json.RawMessage) (any, error) {
		var a answer
		if err := s.Call(ctx, "client/add", []int{1, 2}, &a); err != nil {
			return nil, err
		}
		if err := s.Notify(ctx, "swarm/didChangeStatus", a); err != nil {
			return nil, err
		}
		raw, err := s.Configuration(ctx, "memswarm")
		return map[string]any{"sum": a.Sum, "config": raw}, err
	})
	c := lsptest.Serve(t, l.Server)
	c.Handle("client/add", func(p json.RawMessage) (any, error) {
		var ns []int
		_ = json.Unmarshal(p, &ns)
		return map[string]int{"sum": ns[0] + ns[1]}, nil
	})
	c.Handle("workspace/configuration", func(p json.RawMessage) (any, error) {
		return []any{map[string]string{"asked": string(p)}}, nil
	})
	c.Initialize(t, lsptest.Setup{Capabilities: map[string]any{"workspace": map[string]bool{"configuration": true}}})
	var got struct {
		Sum    int
		Config struct{ Asked string }
	}
	if err := c.Call("test/back", nil, &got); err != nil || got.Sum != 3 || got.Config.Asked != `{"items":[{"section":"memswarm"}]}` {
		t.Errorf("got %+v, %v", got, err)
	}
	if p, err := c.Await("swarm/didChangeStatus", nil); err != nil || string(p) != `{"sum":3}` {
		t.Errorf("notification %s, %v", p, err)
	}
}

// A request of the server's is cancelled at the client when its context ends.
func TestCancellingACallToTheClient(t *testing.T) {
	l := newLab()
	lsp.HandleRaw(l.Router, "test/back", func(ctx context.Context, s *lsp.Session, _ json.RawMessage) (any, error) {
		return nil, s.Call(ctx, "client/never", nil, nil)
	})
	c := l.serve(t)
	never := make(chan struct{})
	defer close(never)
	c.Handle("client/never", func(json.RawMessage) (any, error) { <-never; return nil, nil })
	p := c.Start("test/back", nil)
	if _, err := c.AwaitRequest("client/never", nil); err != nil {
		t.Fatal(err)
	}
	_ = p.Cancel()
	wantCode(t, p.Wait(nil), -32800)
	if _, err := c.Await("$/cancelRequest", nil); err != nil {
		t.Error(err)
	}
}
