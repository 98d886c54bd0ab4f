package lsp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.lsp.dev/protocol"

	"memswarm/lsp"
	"memswarm/lsp/lsptest"
)

const docURI = "file:///notes/a.md"

// lab is a server with a handler for each thing that can go right or wrong.
type lab struct {
	*lsp.Server
	logs    syncBuffer
	started chan string   // names the "test/block" requests that run
	release chan struct{} // lets those go on
	stopped atomic.Int32  // how many saw their context end
}

type syncBuffer struct {
	mu sync.Mutex
	b  strings.Builder
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

func newLab() *lab {
	l := &lab{started: make(chan string, 100), release: make(chan struct{})}
	r := lsp.NewRouter()
	l.Server = &lsp.Server{
		Router: r,
		Logger: slog.New(slog.NewTextHandler(&l.logs, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
	lsp.Handle(r, protocol.MethodTextDocumentHover, func(ctx context.Context, s *lsp.Session, p *protocol.HoverParams) (*protocol.Hover, error) {
		d, ok := s.Document(ctx, p.TextDocument.URI)
		if !ok {
			return nil, nil
		}
		return &protocol.Hover{Contents: &protocol.MarkupContent{
			Kind: protocol.MarkupKindMarkdown, Value: fmt.Sprintf("%d:%s", d.Version(), d.Text()),
		}}, nil
	})
	lsp.Handle(r, protocol.MethodWorkspaceSymbol, func(context.Context, *lsp.Session, *protocol.WorkspaceSymbolParams) (protocol.WorkspaceSymbolResult, error) {
		return symbols(100), nil
	})
	lsp.Handle(r, protocol.MethodTextDocumentCodeAction, func(context.Context, *lsp.Session, *protocol.CodeActionParams) ([]protocol.CommandOrCodeAction, error) {
		return []protocol.CommandOrCodeAction{&protocol.CodeAction{Title: "Insert link"}}, nil
	})
	lsp.HandleRaw(r, "test/echo", func(_ context.Context, _ *lsp.Session, params json.RawMessage) (any, error) {
		return map[string]any{"got": params}, nil
	})
	lsp.HandleRaw(r, "test/panic", func(context.Context, *lsp.Session, json.RawMessage) (any, error) { panic("boom") })
	lsp.HandleRaw(r, "test/error", func(context.Context, *lsp.Session, json.RawMessage) (any, error) {
		return nil, errors.New("plain error \xff")
	})
	lsp.HandleRaw(r, "test/coded", func(context.Context, *lsp.Session, json.RawMessage) (any, error) {
		return nil, lsp.ErrorWithData(lsp.CodeRequestFailed, "no", map[string]string{"fix": "say <yes>"})
	})
	lsp.HandleRaw(r, "test/unencodable", func(context.Context, *lsp.Session, json.RawMessage) (any, error) {
		return make(chan int), nil
	})
	block := func(ctx context.Context, _ *lsp.Session, params json.RawMessage) (any, error) {
		l.started <- string(params)
		select {
		case <-ctx.Done():
			l.stopped.Add(1)
			return "partial", nil
		case <-l.release:
			return "whole", nil
		}
	}
	lsp.HandleRaw(r, "test/block", block)
	lsp.HandleRaw(r, "test/effect", block, lsp.KeepResult)
	lsp.HandleRaw(r, "test/version", func(ctx context.Context, s *lsp.Session, _ json.RawMessage) (any, error) {
		d, ok := s.Document(ctx, docURI)
		if !ok {
			return -1, nil
		}
		return d.Version(), nil
	})
	lsp.NotifyRaw(r, "test/panicking", func(context.Context, *lsp.Session, json.RawMessage) error { panic("notified") })
	return l
}

func symbols(n int) protocol.WorkspaceSymbolSlice {
	out := make(protocol.WorkspaceSymbolSlice, n)
	for i := range out {
		line := uint32(i)
		out[i] = protocol.WorkspaceSymbol{
			BaseSymbolInformation: protocol.BaseSymbolInformation{
				Name: fmt.Sprintf("Heading number %d", i), Kind: protocol.SymbolKindString,
				ContainerName: new("Help / Plugins"),
			},
			Location: &protocol.Location{URI: "file:///vault/en/Plugins/Some%20note.md", Range: protocol.Range{
				Start: protocol.Position{Line: line}, End: protocol.Position{Line: line, Character: 20},
			}},
		}
	}
	return out
}

// serve starts the lab's server and initializes it.
func (l *lab) serve(t testing.TB) *lsptest.Client {
	t.Helper()
	c := lsptest.Serve(t, l.Server)
	c.Initialize(t, lsptest.Setup{})
	return c
}

// alive fails the test when the connection no longer answers.
func alive(t *testing.T, c *lsptest.Client) {
	t.Helper()
	var got struct{ Got json.RawMessage }
	if err := c.Call("test/echo", map[string]int{"n": 1}, &got); err != nil || string(got.Got) != `{"n":1}` {
		t.Fatalf("the connection does not answer any more: %s, %v", got.Got, err)
	}
}

func wantCode(t *testing.T, err error, code int) {
	t.Helper()
	if got := lsptest.Code(err); got != code {
		t.Fatalf("answered with %d (%v), want %d", got, err, code)
	}
}

func TestRequestsOfTheSpecificationAndCustomOnes(t *testing.T) {
	c := newLab().serve(t)
	c.Open(t, docURI, "markdown", "hello")
	at := map[string]any{"textDocument": map[string]string{"uri": docURI}, "position": map[string]int{"line": 0, "character": 0}}
	var hover struct{ Contents struct{ Kind, Value string } }
	if err := c.Call("textDocument/hover", at, &hover); err != nil || hover.Contents.Value != "1:hello" {
		t.Errorf("hover: %+v, %v", hover, err)
	}
	var syms []struct {
		Name     string
		Location struct {
			Range struct{ Start lsptest.Position }
		}
	}
	if err := c.Call("workspace/symbol", map[string]string{"query": "x"}, &syms); err != nil || len(syms) != 100 || syms[7].Location.Range.Start.Line != 7 {
		t.Errorf("symbols: %d, %v", len(syms), err)
	}
	var actions []struct{ Title string }
	if err := c.Call("textDocument/codeAction", at, &actions); err != nil || len(actions) != 1 {
		t.Errorf("code actions: %+v, %v", actions, err)
	}
	var none json.RawMessage
	at["textDocument"] = map[string]string{"uri": "file:///not/open.md"}
	if err := c.Call("textDocument/hover", at, &none); err != nil || string(none) != "null" {
		t.Errorf("a nil result: %s, %v", none, err)
	}
	alive(t, c)
}

func TestMissingParametersAreAnEmptyObject(t *testing.T) {
	c := newLab().serve(t)
	for _, params := range []any{nil, json.RawMessage("null"), json.RawMessage("{}")} {
		var got struct{ Got json.RawMessage }
		if err := c.Call("test/echo", params, &got); err != nil || string(got.Got) != "{}" {
			t.Errorf("params %s arrived as %s, %v", params, got.Got, err)
		}
		wantCode(t, c.Call("textDocument/hover", params, nil), 0)
	}
}

func TestRequestsRunConcurrently(t *testing.T) {
	l := newLab()
	c := l.serve(t)
	slow := c.Start("test/block", nil)
	<-l.started
	alive(t, c) // would wait for ever if requests ran one after another
	close(l.release)
	var got string
	if err := slow.Wait(&got); err != nil || got != "whole" {
		t.Errorf("the slow request: %q, %v", got, err)
	}
}

func TestThreeThousandEditsInOrder(t *testing.T) {
	l := newLab()
	var last, disorder int32
	lsp.OnDocument(l.Router, func(_ context.Context, _ *lsp.Session, ev lsp.DocumentEvent) {
		if v := ev.New.Version(); v != last+1 {
			disorder++
		} else {
			last = v
		}
	})
	c := l.serve(t)
	c.Open(t, docURI, "markdown", "")
	var want strings.Builder
	for v := 2; v <= 3001; v++ {
		ch := string(rune('a' + v%26))
		c.Change(t, docURI, v, lsptest.Edit{
			Start: lsptest.Position{Character: v - 2}, End: lsptest.Position{Character: v - 2}, Text: ch,
		})
		want.WriteString(ch)
	}
	var hover struct{ Contents struct{ Value string } }
	err := c.Call("textDocument/hover", map[string]any{"textDocument": map[string]string{"uri": docURI}}, &hover)
	if err != nil || hover.Contents.Value != "3001:"+want.String() {
		t.Errorf("the request after the edits saw %.40q…, %v", hover.Contents.Value, err)
	}
	if disorder != 0 || last != 3001 {
		t.Errorf("%d edits out of order, the last was %d", disorder, last)
	}
}

// A request must see the documents of its moment even if it starts to work after
// later edits were applied.
func TestARequestSeesTheDocumentsOfItsMoment(t *testing.T) {
	l := newLab()
	var rounds atomic.Int32
	gate := make(chan struct{})
	lsp.HandleRaw(l.Router, "test/late", func(ctx context.Context, s *lsp.Session, _ json.RawMessage) (any, error) {
		rounds.Add(1)
		<-gate
		d, _ := s.Document(ctx, docURI)
		now, _ := s.Document(s.Context(), docURI)
		return []int32{d.Version(), now.Version()}, nil
	})
	c := l.serve(t)
	c.Open(t, docURI, "markdown", "")
	var pending []*lsptest.Pending
	for v := 2; v <= 200; v++ {
		pending = append(pending, c.Start("test/late", nil))
		c.Replace(t, docURI, v, "x")
	}
	alive(t, c) // the edits have been applied
	close(gate)
	for i, p := range pending {
		var got [2]int32
		if err := p.Wait(&got); err != nil || got != [2]int32{int32(i + 1), 200} {
			t.Fatalf("request %d saw version %d while %d was the newest: %v", i, got[0], got[1], err)
		}
	}
}

func TestCancel(t *testing.T) {
	for _, id := range []any{7, -1, int64(1) << 40, "seven", "7", "é\"x", ""} {
		t.Run(fmt.Sprint(id), func(t *testing.T) {
			l := newLab()
			c := l.serve(t)
			p := c.StartID(id, "test/block", nil)
			<-l.started
			if err := p.Cancel(); err != nil {
				t.Fatal(err)
			}
			wantCode(t, p.Wait(nil), -32800)
			if l.stopped.Load() != 1 {
				t.Error("the handler was not stopped")
			}
			alive(t, c)
		})
	}
}

func TestCancelTellsNumbersFromStrings(t *testing.T) {
	l := newLab()
	c := l.serve(t)
	number := c.StartID(5, "test/block", nil)
	text := c.StartID("5", "test/block", nil)
	<-l.started
	<-l.started
	_ = text.Cancel()
	wantCode(t, text.Wait(nil), -32800)
	close(l.release)
	wantCode(t, number.Wait(nil), 0)
}

func TestCancelledRequestWithEffectsKeepsItsResult(t *testing.T) {
	l := newLab()
	c := l.serve(t)
	p := c.Start("test/effect", nil)
	<-l.started
	_ = p.Cancel()
	var got string
	if err := p.Wait(&got); err != nil || got != "partial" {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestCancelOfNothingIsHarmless(t *testing.T) {
	c := newLab().serve(t)
	for _, params := range []any{
		map[string]any{"id": 99}, map[string]any{"id": nil}, map[string]any{"id": int64(1) << 62},
		map[string]any{"id": 1.5}, map[string]any{"id": []int{1}}, map[string]any{}, []int{1}, nil,
		map[string]any{"id": json.RawMessage("1e400")}, map[string]any{"id": json.RawMessage("99999999999999999999999")},
	} {
		if err := c.Notify("$/cancelRequest", params); err != nil {
			t.Fatal(err)
		}
	}
	alive(t, c)
}

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
	if logs := l.logs.String(); !strings.Contains(logs, "boom") || !strings.Contains(logs, "server_test.go") {
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

func TestBeforeRunsInOrder(t *testing.T) {
	l := newLab()
	type key struct{}
	var n int // no lock: the hook runs on the reading goroutine
	l.Before = func(ctx context.Context, _ *lsp.Session, method string) context.Context {
		if method == "test/order" {
			n++
		}
		return context.WithValue(ctx, key{}, n)
	}
	lsp.HandleRaw(l.Router, "test/order", func(ctx context.Context, _ *lsp.Session, _ json.RawMessage) (any, error) {
		return ctx.Value(key{}), nil
	})
	c := l.serve(t)
	var ps []*lsptest.Pending
	for range 100 {
		ps = append(ps, c.Start("test/order", nil))
	}
	var got []int
	for _, p := range ps {
		var i int
		if err := p.Wait(&i); err != nil {
			t.Fatal(err)
		}
		got = append(got, i)
	}
	if !slices.IsSorted(got) || got[99] != 100 {
		t.Errorf("the hook ran out of order: %v", got)
	}
}

func TestStateOfTheApplication(t *testing.T) {
	l := newLab()
	l.NewState = func(*lsp.Session) any { return new(atomic.Int32) }
	lsp.HandleRaw(l.Router, "test/count", func(_ context.Context, s *lsp.Session, _ json.RawMessage) (any, error) {
		return lsp.State[*atomic.Int32](s).Add(1), nil
	})
	a, b := l.serve(t), l.serve(t) // two connections, two states
	var n int
	for want := 1; want <= 3; want++ {
		if err := a.Call("test/count", nil, &n); err != nil || n != want {
			t.Errorf("count %d, %v", n, err)
		}
	}
	if err := b.Call("test/count", nil, &n); err != nil || n != 1 {
		t.Errorf("the other connection's count %d, %v", n, err)
	}
}

func TestInvalidUTF8BecomesTheReplacementCharacter(t *testing.T) {
	c := newLab().serve(t)
	if err := c.WriteBody([]byte(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"` + docURI + "\",\"version\":1,\"languageId\":\"x\",\"text\":\"a\xffb\\ud800c\"}}}")); err != nil {
		t.Fatal(err)
	}
	var hover struct{ Contents struct{ Value string } }
	err := c.Call("textDocument/hover", map[string]any{"textDocument": map[string]string{"uri": docURI}}, &hover)
	if err != nil || hover.Contents.Value != "1:a\uFFFDb\uFFFDc" {
		t.Errorf("got %q, %v", hover.Contents.Value, err)
	}
	var e *lsptest.Error
	if err := c.Call("test/error", nil, nil); !errors.As(err, &e) || e.Message != "plain error \uFFFD" {
		t.Errorf("error text: %v", err)
	}
}

var _ io.ReadWriteCloser = lsp.Stdio()

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
