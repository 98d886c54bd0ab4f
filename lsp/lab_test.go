package lsp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

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

var _ io.ReadWriteCloser = lsp.Stdio()
