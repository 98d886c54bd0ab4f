package lsp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/protocol"

	"memswarm/lsp"
	"memswarm/lsp/lsptest"
)

var withProgress = lsptest.Setup{Capabilities: map[string]any{"window": map[string]bool{"workDoneProgress": true}}}

// working returns a client whose request "test/work" runs work with a session.
func working(t *testing.T, setup lsptest.Setup, work func(context.Context, *lsp.Session, *protocol.ExecuteCommandParams) error) *lsptest.Client {
	l := newLab()
	lsp.Handle(l.Router, protocol.MethodWorkspaceExecuteCommand, func(ctx context.Context, s *lsp.Session, p *protocol.ExecuteCommandParams) (protocol.LSPAny, error) {
		return nil, work(ctx, s, p)
	})
	c := lsptest.Serve(t, l.Server)
	c.Initialize(t, setup)
	return c
}

type progressValue struct {
	Token json.RawMessage
	Value struct {
		Kind, Title, Message string
		Percentage           *int
		Cancellable          bool
	}
}

func progressOf(t *testing.T, c *lsptest.Client) []progressValue {
	t.Helper()
	var out []progressValue
	for _, m := range c.Notifications("$/progress") {
		var v progressValue
		if err := json.Unmarshal(m.Params, &v); err != nil {
			t.Fatal(err)
		}
		out = append(out, v)
	}
	return out
}

func work(c *lsptest.Client, token any) error {
	params := map[string]any{"command": "work"}
	if token != nil {
		params["workDoneToken"] = token
	}
	return c.Call("workspace/executeCommand", params, nil)
}

func TestProgressOfTheServer(t *testing.T) {
	lsp.SetProgressTimes(t, time.Nanosecond, time.Hour)
	next := make(chan struct{})
	c := working(t, withProgress, func(ctx context.Context, s *lsp.Session, _ *protocol.ExecuteCommandParams) error {
		p := s.Progress(ctx, lsp.ProgressOptions{Title: "Indexing", Measured: true})
		<-next
		p.Report("first", 150)
		<-next
		p.Report("second", 3)
		<-next
		p.End("done")
		p.End("again")
		p.Report("after the end", 4)
		return nil
	})
	done := make(chan error)
	go func() { done <- work(c, nil) }()
	for _, want := range []string{
		`{"kind":"begin","title":"Indexing","cancellable":false,"percentage":0}`,
		`{"kind":"report","message":"first","percentage":100}`,
		`{"kind":"report","message":"second","percentage":100}`, // a percentage never goes back
	} {
		_, err := c.Await("$/progress", func(p json.RawMessage) bool {
			var v struct{ Value json.RawMessage }
			return json.Unmarshal(p, &v) == nil && string(v.Value) == want
		})
		if err != nil {
			t.Fatalf("%s: %v", want, err)
		}
		next <- struct{}{}
	}
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	got := progressOf(t, c)
	if last := got[len(got)-1].Value; len(got) != 4 || last.Kind != "end" || last.Message != "done" {
		t.Errorf("%+v", got)
	}
	if n := len(c.Requests("window/workDoneProgress/create")); n != 1 {
		t.Errorf("%d progresses created", n)
	}
}

func TestProgressIsNotReportedMoreOftenThanUseful(t *testing.T) {
	lsp.SetProgressTimes(t, time.Hour, time.Hour)
	c := working(t, withProgress, func(ctx context.Context, s *lsp.Session, _ *protocol.ExecuteCommandParams) error {
		p := s.Progress(ctx, lsp.ProgressOptions{Title: "Indexing"})
		for i := range 1000 {
			p.Report(fmt.Sprint(i), i/10)
		}
		p.End("")
		return nil
	})
	if err := work(c, nil); err != nil {
		t.Fatal(err)
	}
	if got := progressOf(t, c); len(got) != 2 {
		t.Errorf("%d messages in less than an hour: %+v", len(got), got)
	}
}

func TestProgressWithTheClientsToken(t *testing.T) {
	for _, token := range []any{"é1", 7} {
		c := working(t, lsptest.Setup{}, func(ctx context.Context, s *lsp.Session, params *protocol.ExecuteCommandParams) error {
			p := s.Progress(ctx, lsp.ProgressOptions{Title: "Work", Token: params.WorkDoneToken})
			p.End("")
			return nil
		})
		if err := work(c, token); err != nil {
			t.Fatal(err)
		}
		got, want := progressOf(t, c), mustJSON(t, token)
		if len(got) != 2 || got[0].Value.Kind != "begin" || got[1].Value.Kind != "end" || string(got[0].Token) != want {
			t.Errorf("token %v: %+v", token, got)
		}
		if n := len(c.Requests("")); n != 0 {
			t.Errorf("%d requests to the client", n)
		}
	}
}

func mustJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestProgressThatTheClientCannotShow(t *testing.T) {
	job := func(ctx context.Context, s *lsp.Session, _ *protocol.ExecuteCommandParams) error {
		p := s.Progress(ctx, lsp.ProgressOptions{Title: "Work"})
		p.Report("x", 5)
		p.End("")
		return nil
	}
	t.Run("no capability", func(t *testing.T) {
		c := working(t, lsptest.Setup{}, job)
		if err := work(c, nil); err != nil || len(c.Requests("")) != 0 || len(progressOf(t, c)) != 0 {
			t.Errorf("%v, %v, %v", err, c.Requests(""), progressOf(t, c))
		}
	})
	t.Run("the client refuses", func(t *testing.T) {
		c := working(t, withProgress, job)
		c.Handle("window/workDoneProgress/create", func(json.RawMessage) (any, error) {
			return nil, &lsptest.Error{Code: -32603, Message: "no"}
		})
		if err := work(c, nil); err != nil || len(progressOf(t, c)) != 0 {
			t.Errorf("%v, %v", err, progressOf(t, c))
		}
	})
	t.Run("the client does not answer", func(t *testing.T) {
		lsp.SetProgressTimes(t, time.Hour, time.Millisecond)
		c := working(t, withProgress, job)
		never := make(chan struct{})
		defer close(never)
		c.Handle("window/workDoneProgress/create", func(json.RawMessage) (any, error) { <-never; return nil, nil })
		if err := work(c, nil); err != nil || len(progressOf(t, c)) != 0 {
			t.Errorf("%v, %v", err, progressOf(t, c))
		}
	})
}

func TestProgressIsCancelledByTheUser(t *testing.T) {
	c := working(t, withProgress, func(ctx context.Context, s *lsp.Session, _ *protocol.ExecuteCommandParams) error {
		p := s.Progress(ctx, lsp.ProgressOptions{Title: "Work", Cancellable: true})
		<-p.Context().Done()
		p.End("stopped")
		return ctx.Err() // nil: the request itself was not cancelled
	})
	done := make(chan error)
	go func() { done <- work(c, nil) }()
	begin, err := c.Await("$/progress", nil)
	if err != nil {
		t.Fatal(err)
	}
	var v progressValue
	if err := json.Unmarshal(begin, &v); err != nil || !v.Value.Cancellable {
		t.Fatalf("%s, %v", begin, err)
	}
	_ = c.Notify("window/workDoneProgress/cancel", map[string]any{"token": "unknown"})
	_ = c.Notify("window/workDoneProgress/cancel", map[string]any{"token": v.Token})
	if err := <-done; err != nil {
		t.Error(err)
	}
	if got := progressOf(t, c); got[len(got)-1].Value.Message != "stopped" {
		t.Errorf("%+v", got)
	}
}

func TestProgressEndsWithTheConnection(t *testing.T) {
	ended := make(chan struct{})
	c := working(t, withProgress, func(ctx context.Context, s *lsp.Session, _ *protocol.ExecuteCommandParams) error {
		p := s.Progress(ctx, lsp.ProgressOptions{Title: "Work"})
		<-p.Context().Done()
		p.End("")
		close(ended)
		return nil
	})
	go func() { _ = work(c, nil) }()
	if _, err := c.Await("$/progress", nil); err != nil {
		t.Fatal(err)
	}
	_ = c.Close()
	<-ended
}

func TestLogHandler(t *testing.T) {
	c := working(t, lsptest.Setup{}, func(ctx context.Context, s *lsp.Session, _ *protocol.ExecuteCommandParams) error {
		log := slog.New(s.LogHandler(slog.LevelInfo))
		log.Debug("not shown")
		log.Info("plain")
		log.With("provider", "notes").WithGroup("index").Warn("slow", "ms", 12, "path", "a b.md")
		log.ErrorContext(ctx, "broken", "error", fmt.Errorf("no such file"))
		return nil
	})
	if err := work(c, nil); err != nil {
		t.Fatal(err)
	}
	want := []string{
		`{"type":3,"message":"plain"}`,
		`{"type":2,"message":"slow provider=notes index.ms=12 index.path=\"a b.md\""}`,
		`{"type":1,"message":"broken error=\"no such file\""}`,
	}
	got := c.Notifications("window/logMessage")
	for i, w := range want {
		if i >= len(got) || string(got[i].Params) != w {
			t.Fatalf("message %d of %s, want %s", i, got, w)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d messages", len(got))
	}
}

func TestClientLog(t *testing.T) {
	l := newLab()
	l.ClientLog = slog.LevelWarn
	lsp.HandleRaw(l.Router, "test/log", func(_ context.Context, s *lsp.Session, _ json.RawMessage) (any, error) {
		s.Logger().Info("only here")
		s.Logger().Warn("everywhere")
		return nil, nil
	})
	c := l.serve(t)
	wantCode(t, c.Call("test/log", nil, nil), 0)
	wantCode(t, c.Call("test/panic", nil, nil), -32603)
	got := c.Notifications("window/logMessage")
	if len(got) != 2 || string(got[0].Params) != `{"type":2,"message":"everywhere"}` || !strings.Contains(string(got[1].Params), "boom") {
		t.Errorf("the client was told %s", got)
	}
	if logs := l.logs.String(); !strings.Contains(logs, "only here") || !strings.Contains(logs, "everywhere") {
		t.Errorf("logged %s", logs)
	}
}

func TestShowMessage(t *testing.T) {
	c := working(t, lsptest.Setup{}, func(ctx context.Context, s *lsp.Session, _ *protocol.ExecuteCommandParams) error {
		return s.ShowMessage(ctx, protocol.MessageTypeWarning, "careful")
	})
	if err := work(c, nil); err != nil {
		t.Fatal(err)
	}
	if got := c.Notifications("window/showMessage"); len(got) != 1 || string(got[0].Params) != `{"type":2,"message":"careful"}` {
		t.Errorf("%s", got)
	}
}
