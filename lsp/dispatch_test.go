package lsp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"memswarm/lsp"
	"memswarm/lsp/lsptest"
)

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
	gate := make(chan struct{})
	lsp.HandleRaw(l.Router, "test/late", func(ctx context.Context, s *lsp.Session, _ json.RawMessage) (any, error) {
		<-gate
		d, _ := s.Document(ctx, docURI)
		now, _ := s.Document(s.Context(), docURI)
		return []int32{d.Version(), now.Version()}, nil
	})
	c := l.serve(t)
	c.Open(t, docURI, "markdown", "")
	// All in one write, so that the next edit is at hand when a request starts.
	const rounds = 2000
	var pending []*lsptest.Pending
	var input strings.Builder
	for v := 2; v <= rounds; v++ {
		id := fmt.Sprint("late", v)
		pending = append(pending, c.Expect(id))
		input.WriteString(frame(`{"jsonrpc":"2.0","id":"` + id + `","method":"test/late"}`))
		input.WriteString(frame(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":%q,"version":%d},"contentChanges":[{"text":"x"}]}}`, docURI, v)))
	}
	if err := c.WriteRaw([]byte(input.String())); err != nil {
		t.Fatal(err)
	}
	alive(t, c) // the edits have been applied
	close(gate)
	for i, p := range pending {
		var got [2]int32
		if err := p.Wait(&got); err != nil || got != [2]int32{int32(i + 1), rounds} {
			t.Fatalf("request %d saw version %d while %d was the newest: %v", i, got[0], got[1], err)
		}
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
