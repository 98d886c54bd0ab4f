package lsp_test

import (
	"bufio"
	"net"
	"strings"
	"testing"

	"memswarm/lsp"
	"memswarm/lsp/lsptest"
)

// A round trip of a hundred symbols (22 kB). The answer is read and not decoded.
func BenchmarkRoundTrip(b *testing.B) {
	near, far := net.Pipe()
	go newLab().Serve(b.Context(), far) //nolint:errcheck // it ends with the benchmark
	defer near.Close()
	in := bufio.NewReader(near)
	ask := func(body string) {
		if _, err := near.Write([]byte(frame(body))); err != nil {
			b.Fatal(err)
		}
		if _, err := lsptest.ReadBody(in); err != nil {
			b.Fatal(err)
		}
	}
	ask(initialize)
	b.ReportAllocs()
	for b.Loop() {
		ask(`{"jsonrpc":"2.0","id":7,"method":"workspace/symbol","params":{"query":"x"}}`)
	}
}

func BenchmarkRoundTripSmall(b *testing.B) {
	c := newLab().serve(b)
	b.ReportAllocs()
	for b.Loop() {
		if err := c.Call("test/version", nil, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// A keystroke in the middle of a document of a megabyte, through the protocol.
func BenchmarkEdit(b *testing.B) {
	c := newLab().serve(b)
	c.Open(b, docURI, "markdown", strings.Repeat("A line with 知识 in it.\n", 1<<20/27))
	version := 1
	b.ReportAllocs()
	for b.Loop() {
		version++
		c.Change(b, docURI, version, lsptest.Edit{
			Start: lsptest.Position{Line: 20_000, Character: 5}, End: lsptest.Position{Line: 20_000, Character: 6}, Text: "x",
		})
	}
	if err := c.Call("test/version", nil, nil); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkMapper(b *testing.B) {
	for _, tt := range []struct{ name, line string }{
		{"ascii", "A line with words in it and some more of them.\n"},
		{"mixed", "A line with 知识 and 😀 in it.\r\n"},
	} {
		text := strings.Repeat(tt.line, 1<<20/len(tt.line))
		m := lsp.NewMapper(text)
		at := m.Position(len(text)/2+7, lsp.UTF16)
		b.Run(tt.name+"/new", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				lsp.NewMapper(text)
			}
		})
		b.Run(tt.name+"/position", func(b *testing.B) {
			for b.Loop() {
				m.Position(len(text)/2+7, lsp.UTF16)
			}
		})
		b.Run(tt.name+"/offset", func(b *testing.B) {
			for b.Loop() {
				m.Offset(at, lsp.UTF16)
			}
		})
	}
}
