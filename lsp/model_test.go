package lsp

import (
	"testing"
	"unicode/utf8"

	"go.lsp.dev/protocol"
)

var encodings = []Encoding{UTF8, UTF16, UTF32}

// smallChunks makes chunks so small that short texts have many.
func smallChunks(t testing.TB, size int) {
	old := chunkSize
	chunkSize = size
	t.Cleanup(func() { chunkSize = old })
}

// step is the length in bytes of what stands at the start of s as one: a rune,
// an invalid byte, or a line break; with its units and whether it is a break.
func step(s string, enc Encoding) (bytes, units int, isBreak bool) {
	if s[0] == '\n' || s[0] == '\r' {
		if len(s) > 1 && s[0] == '\r' && s[1] == '\n' {
			return 2, 2, true
		}
		return 1, 1, true
	}
	r, w := utf8.DecodeRuneInString(s)
	switch {
	case enc == UTF8:
		return w, w, false
	case enc == UTF16 && r > 0xFFFF:
		return w, 2, false
	}
	return w, 1, false
}

// modelPosition and modelOffset say in the plainest way what a Mapper computes.
func modelPosition(text string, off int, enc Encoding) protocol.Position {
	var p protocol.Position
	for at := 0; at < len(text); {
		n, units, isBreak := step(text[at:], enc)
		if at+n > off {
			break
		}
		at += n
		if isBreak {
			p = protocol.Position{Line: p.Line + 1}
		} else {
			p.Character += uint32(units)
		}
	}
	return p
}

func modelOffset(text string, p protocol.Position, enc Encoding) int {
	var line uint32
	at := 0
	for at < len(text) && line < p.Line {
		n, _, isBreak := step(text[at:], enc)
		at += n
		if isBreak {
			line++
		}
	}
	for col := uint64(0); at < len(text); {
		n, units, isBreak := step(text[at:], enc)
		col += uint64(units)
		if isBreak || col > uint64(p.Character) {
			break
		}
		at += n
	}
	return at
}

// checkChunks fails the test when the chunks are not as they should be.
func checkChunks(t *testing.T, cs chunks, text string) {
	t.Helper()
	var sum totals
	for i, c := range cs {
		if c.before != sum {
			t.Fatalf("chunk %d of %q: totals %+v, want %+v", i, text, c.before, sum)
		}
		if last := i == len(cs)-1; last != (c.text == "") {
			t.Fatalf("chunk %d of %d is %q", i, len(cs), c.text)
		}
		sum = sum.plus(measure(c.text))
	}
	if got := cs.slice(0, sum.bytes); got != text {
		t.Fatalf("the chunks hold %q, want %q", got, text)
	}
	if want := measure(text); sum != want {
		t.Fatalf("the chunks of %q count %+v, want %+v", text, sum, want)
	}
}
