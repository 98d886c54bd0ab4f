package lsp_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"memswarm/lsp"
	"memswarm/lsp/lsptest"
)

// script is a connection whose input is fixed and whose output is kept.
type script struct {
	io.Reader
	out syncBuffer
}

func (s *script) Write(p []byte) (int, error) { return s.out.Write(p) }
func (s *script) Close() error                { return nil }

// play serves a fixed input to its end.
func play(t testing.TB, srv *lsp.Server, input io.Reader) (out []json.RawMessage, code int, err error) {
	t.Helper()
	s := &script{Reader: input}
	code, err = srv.Serve(t.Context(), s)
	in := bufio.NewReader(strings.NewReader(s.out.String()))
	for {
		body, rerr := lsptest.ReadBody(in)
		if errors.Is(rerr, io.EOF) && in.Buffered() == 0 {
			return out, code, err
		}
		if rerr != nil || !json.Valid(body) {
			t.Fatalf("the server wrote %q: %v", s.out.String(), rerr)
		}
		out = append(out, body)
	}
}

func frame(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

const (
	initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}`
	shutdown   = `{"jsonrpc":"2.0","id":2,"method":"shutdown"}`
	exit       = `{"jsonrpc":"2.0","method":"exit"}`
)

func TestWhatIsNoMessageEndsTheConnection(t *testing.T) {
	for _, tt := range []struct{ name, input, want string }{
		{"text", "hello\r\n", `"hello" stands where a header`},
		{"http", "GET / HTTP/1.1\r\nHost: x\r\n\r\n", "GET / HTTP"},
		{"json without a header", initialize + "\n", "stands where a header"},
		{"no length", "Content-Type: x\r\n\r\n{}", "no Content-Length"},
		{"negative length", "Content-Length: -5\r\n\r\n", `"-5"`},
		{"no number", "Content-Length: many\r\n\r\n", `"many"`},
		{"fraction", "Content-Length: 1.5\r\n\r\n", `"1.5"`},
		{"overflow", "Content-Length: 99999999999999999999\r\n\r\n", "99999999999999999999"},
		{"absurd length", "Content-Length: 1073741823\r\n\r\n{", "limit of 268435456 bytes"},
		{"endless header line", strings.Repeat("a", 1<<20), "longer than 8192 bytes"},
		{"endless header", strings.Repeat("a: b\r\n", 1000), "more than 64 lines"},
		{"end in a header", "Content-Le", "middle of a message"},
		{"end after a header line", "Content-Length: 5\r\n", "middle of a message"},
		{"end in a body", "Content-Length: 5\r\n\r\n{", "middle of a message"},
		{"binary", "\x00\xff\xfe\n", "stands where a header"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out, code, err := play(t, newLab().Server, strings.NewReader(tt.input))
			if code != 1 || err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("code %d, error %v, want %q", code, err, tt.want)
			}
			if len(out) != 0 {
				t.Errorf("answered %s", out)
			}
		})
	}
}

func TestHeadersThatAreUnusualButRight(t *testing.T) {
	for name, head := range map[string]string{
		"lower case":   "content-length: %d\r\n\r\n",
		"content type": "Content-Length: %d\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n",
		"type first":   "Content-Type: x:y\r\nContent-Length:%d  \r\n\r\n",
		"line feeds":   "Content-Length: %d\n\n",
	} {
		t.Run(name, func(t *testing.T) {
			var in strings.Builder
			for _, body := range []string{initialize, shutdown, exit} {
				fmt.Fprintf(&in, head+"%s", len(body), body)
			}
			out, code, err := play(t, newLab().Server, iotest.OneByteReader(strings.NewReader(in.String())))
			if code != 0 || err != nil || len(out) != 2 {
				t.Errorf("code %d, error %v, answers %s", code, err, out)
			}
		})
	}
}

func TestWhatIsNoRequestIsAnswered(t *testing.T) {
	for _, tt := range []struct {
		body string
		code int // 0 for no answer
	}{
		{``, -32700},
		{`{`, -32700},
		{`{"jsonrpc":"2.0","id":1,"method":"test/echo"`, -32700},
		{`{"jsonrpc":"2.0","id":1,"method":"test/echo"} x`, -32700},
		{`nul`, -32700},
		{`7`, -32700},
		{`"text"`, -32700},
		{strings.Repeat("[", 1_000_000), -32700},
		{strings.Repeat(`{"a":`, 1_000_000), -32700},
		{`{}`, -32600},
		{`{"jsonrpc":"1.0","id":1,"method":"test/echo"}`, -32600},
		{`{"id":1,"method":"test/echo"}`, -32600},
		{`{"jsonrpc":"2.0","id":1,"method":5}`, -32600},
		{`{"jsonrpc":"2.0","id":{},"method":"test/echo"}`, -32600},
		{`{"jsonrpc":"2.0","id":1.5,"method":"test/echo"}`, -32600},
		{`{"jsonrpc":"2.0","id":1,"method":"test/echo","result":1}`, -32600},
		{`{"jsonrpc":"2.0","id":1}`, -32600},
		{`[]`, -32600},
		{`{"jsonrpc":"2.0","id":77,"result":null}`, 0},
		{`{"jsonrpc":"2.0","id":"x","error":{"code":1,"message":"m"}}`, 0},
		{`{"jsonrpc":"2.0","id":null,"result":1}`, 0},
	} {
		t.Run(tt.body[:min(len(tt.body), 60)], func(t *testing.T) {
			c := newLab().serve(t)
			if err := c.WriteBody([]byte(tt.body)); err != nil {
				t.Fatal(err)
			}
			alive(t, c)
			strays := c.Notifications(lsptest.Stray)
			if tt.code == 0 {
				if len(strays) != 0 {
					t.Errorf("answered %s", strays[0].Params)
				}
				return
			}
			var got struct{ Error lsptest.Error }
			if len(strays) != 1 || json.Unmarshal(strays[0].Params, &got) != nil || got.Error.Code != tt.code {
				t.Errorf("answered %s, want %d", strays, tt.code)
			}
		})
	}
}

func TestBrokenParametersBelongToTheirRequest(t *testing.T) {
	c := newLab().serve(t)
	p := c.StartID("deep", "textDocument/hover", json.RawMessage(strings.Repeat(`[`, 9000)+strings.Repeat(`]`, 9000)))
	wantCode(t, p.Wait(nil), -32602)
	alive(t, c)
}

func TestBatch(t *testing.T) {
	l := newLab()
	c := l.serve(t)
	c.Open(t, docURI, "markdown", "a")
	batch := `[
		{"jsonrpc":"2.0","id":"v1","method":"test/version"},
		{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"` + docURI + `","version":2},"contentChanges":[{"text":"b"}]}},
		{"jsonrpc":"2.0","id":"v2","method":"test/version"},
		{"jsonrpc":"2.0","id":"no","method":"test/unknown"},
		{"jsonrpc":"2.0","id":"boom","method":"test/panic"},
		5
	]`
	v1, v2 := c.Expect("v1"), c.Expect("v2")
	no, boom := c.Expect("no"), c.Expect("boom")
	if err := c.WriteBody([]byte(batch)); err != nil {
		t.Fatal(err)
	}
	var a, b int
	if err := errors.Join(v1.Wait(&a), v2.Wait(&b)); err != nil || a != 1 || b != 2 {
		t.Errorf("versions %d and %d, %v", a, b, err)
	}
	wantCode(t, no.Wait(nil), -32601)
	wantCode(t, boom.Wait(nil), -32603)
	if _, err := c.Await(lsptest.Stray, func(p json.RawMessage) bool { return strings.Contains(string(p), "-32700") }); err != nil {
		t.Error(err)
	}
	alive(t, c)
}

// A header that promises much must not reserve memory for it.
func TestMemoryIsNotReservedAhead(t *testing.T) {
	l := newLab()
	l.MaxMessage = 1 << 30
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, code, err := play(t, l.Server, strings.NewReader("Content-Length: 1073741823\r\n\r\n{"))
	runtime.ReadMemStats(&after)
	if code != 1 || err == nil {
		t.Errorf("code %d, error %v", code, err)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 64<<20 {
		t.Errorf("%d bytes allocated", used)
	}
}

func TestLargeMessages(t *testing.T) {
	c := newLab().serve(t)
	text := strings.Repeat("知识 <b>\n", 1_200_000) // 14 MB
	c.Open(t, docURI, "markdown", text)
	var hover struct{ Contents struct{ Value string } }
	err := c.Call("textDocument/hover", map[string]any{"textDocument": map[string]string{"uri": docURI}}, &hover)
	if err != nil || hover.Contents.Value != "1:"+text {
		t.Errorf("%d bytes came back, %v", len(hover.Contents.Value), err)
	}
}

func FuzzFraming(f *testing.F) {
	for _, s := range []string{
		"", "hello\r\n", frame(initialize) + frame(shutdown) + frame(exit), frame(initialize) + frame("[1,{}]") + frame("{"),
		frame(initialize) + frame(`[{"jsonrpc":"2.0","id":1,"method":"test/echo"},{"jsonrpc":"2.0","id":"a","method":"test/panic"}]`),
		"Content-Length: 3\r\n\r\n{}", "Content-Length: 99999999999\r\n\r\n", "content-length:2\n\n{}Content-Length: 0\r\n\r\n",
		frame(initialize) + frame(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"a:b","text":"\ud800"}}}`),
		frame(initialize) + frame(`{"jsonrpc":"2.0","id":3,"method":"workspace/symbol","params":{"query":"a\u0000"}}`),
		frame(initialize) + frame(`{"jsonrpc":"2.0","id":4,"method":"textDocument/hover","params":{"textDocument":{"uri":"%"},"position":{"line":-1}}}`),
		frame(initialize) + frame(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"x"}}`),
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		l := newLab()
		l.Logger = slog.New(slog.DiscardHandler)
		l.Before = nil
		play(t, l.Server, bytes.NewReader(input))
	})
}
