package lsp

import (
	"math"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
)

func pos(line, char uint32) protocol.Position {
	return protocol.Position{Line: line, Character: char}
}

func TestPositions(t *testing.T) {
	const (
		emoji  = "a😀b"              // 1 + 4 + 1 bytes, 1 + 2 + 1 UTF-16 units
		family = "👨‍👩‍👧x"           // five code points joined into one picture
		accent = "e\u0301o\u0308\n" // combining marks
	)
	for _, tt := range []struct {
		name             string
		text             string
		offset           int
		utf8, u16, utf32 protocol.Position
	}{
		{"empty", "", 0, pos(0, 0), pos(0, 0), pos(0, 0)},
		{"ascii", "abc", 2, pos(0, 2), pos(0, 2), pos(0, 2)},
		{"end of text", "abc", 3, pos(0, 3), pos(0, 3), pos(0, 3)},
		{"end after a line break", "abc\n", 4, pos(1, 0), pos(1, 0), pos(1, 0)},
		{"before an emoji", emoji, 1, pos(0, 1), pos(0, 1), pos(0, 1)},
		{"after an emoji", emoji, 5, pos(0, 5), pos(0, 3), pos(0, 2)},
		{"joined emoji", family, len(family) - 1, pos(0, 18), pos(0, 8), pos(0, 5)},
		{"combining marks", accent, 6, pos(0, 6), pos(0, 4), pos(0, 4)},
		{"chinese", "知识\n图谱", 7 + 3, pos(1, 3), pos(1, 1), pos(1, 1)},
		{"CRLF", "ab\r\ncd", 5, pos(1, 1), pos(1, 1), pos(1, 1)},
		{"at a CRLF", "ab\r\ncd", 2, pos(0, 2), pos(0, 2), pos(0, 2)},
		{"lone CR", "ab\rcd", 4, pos(1, 1), pos(1, 1), pos(1, 1)},
		{"CR CR LF", "\r\r\nx", 3, pos(2, 0), pos(2, 0), pos(2, 0)},
		{"LF CR", "\n\rx", 2, pos(2, 0), pos(2, 0), pos(2, 0)},
		{"invalid UTF-8", "a\xff\xfeb", 3, pos(0, 3), pos(0, 3), pos(0, 3)},
		{"truncated rune", "a\xe2\x82b", 3, pos(0, 3), pos(0, 3), pos(0, 3)},
		{"BOM in a document", "\uFEFFab", 4, pos(0, 4), pos(0, 2), pos(0, 2)},
		{"line separators are no line breaks", "a\u2028\u0085b", 6, pos(0, 6), pos(0, 3), pos(0, 3)},
		{"NUL", "a\x00b\n", 2, pos(0, 2), pos(0, 2), pos(0, 2)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			m := NewMapper(tt.text)
			for enc, want := range map[Encoding]protocol.Position{UTF8: tt.utf8, UTF16: tt.u16, UTF32: tt.utf32} {
				if got := m.Position(tt.offset, enc); got != want {
					t.Errorf("%s position of %d is %v, want %v", enc, tt.offset, got, want)
				}
				if got := m.Offset(want, enc); got != tt.offset {
					t.Errorf("%s offset of %v is %d, want %d", enc, want, got, tt.offset)
				}
			}
		})
	}
}

func TestPlacesOutsideAreMovedInside(t *testing.T) {
	m := NewMapper("a😀\r\nlast")
	for _, tt := range []struct {
		at   protocol.Position
		enc  Encoding
		want int
	}{
		{pos(0, 2), UTF16, 1}, // inside the surrogate pair
		{pos(0, 3), UTF8, 1},  // inside the rune
		{pos(0, 99), UTF16, 5},
		{pos(0, math.MaxUint32), UTF8, 5},
		{pos(0, math.MaxUint32), UTF32, 5},
		{pos(1, 99), UTF16, 11},
		{pos(2, 0), UTF16, 11},
		{pos(math.MaxUint32, math.MaxUint32), UTF8, 11},
	} {
		if got := m.Offset(tt.at, tt.enc); got != tt.want {
			t.Errorf("%s offset of %v is %d, want %d", tt.enc, tt.at, got, tt.want)
		}
	}
	for _, tt := range []struct {
		offset int
		want   protocol.Position
	}{
		{-5, pos(0, 0)}, {3, pos(0, 1)}, {6, pos(0, 3)}, {99, pos(1, 4)}, {math.MaxInt, pos(1, 4)}, {math.MinInt, pos(0, 0)},
	} {
		if got := m.Position(tt.offset, UTF16); got != tt.want {
			t.Errorf("position of %d is %v, want %v", tt.offset, got, tt.want)
		}
	}
	if start, end := m.Span(protocol.Range{Start: pos(1, 2), End: pos(0, 1)}, UTF16); start != 1 || end != 9 {
		t.Errorf("an upside-down range spans %d to %d", start, end)
	}
}

func TestByteOrderMarkOfAFile(t *testing.T) {
	text := "\uFEFF# T\nb"
	m := NewFileMapper(text)
	if got := m.Position(5, UTF8); got != pos(0, 2) {
		t.Errorf("position %v", got)
	}
	if got := m.Offset(pos(0, 0), UTF16); got != 3 {
		t.Errorf("offset of the start %d", got)
	}
	if got := m.Position(0, UTF16); got != pos(0, 0) {
		t.Errorf("position of the mark %v", got)
	}
	if s, e := m.LineSpan(1); text[s:e] != "b" {
		t.Errorf("line 1 is %q", text[s:e])
	}
	if m.Text() != text || m.Len() != len(text) || m.Slice(0, 4) != "\uFEFF#" || m.Slice(3, 4) != "#" {
		t.Error("the text lost its mark")
	}
	if got := m.Units(7, UTF16); got != 4 {
		t.Errorf("units %d", got)
	}
}

func TestLines(t *testing.T) {
	m := NewMapper("one\r\ntwo\n\nfour")
	if m.LineCount() != 4 {
		t.Fatalf("%d lines", m.LineCount())
	}
	for line, want := range map[int]string{-1: "one", 0: "one", 1: "two", 2: "", 3: "four", 99: "four"} {
		if got := m.LineText(line); got != want {
			t.Errorf("line %d is %q, want %q", line, got, want)
		}
	}
	if s, e := m.LinesSpan(0, 1); m.Slice(s, e) != "one\r\ntwo\n" {
		t.Errorf("lines 0 to 1 are %q", m.Slice(s, e))
	}
	if s, e := m.LinesSpan(3, 3); m.Slice(s, e) != "four" {
		t.Errorf("line 3 is %q", m.Slice(s, e))
	}
	if got := m.LineRange(1, UTF16); got != (protocol.Range{Start: pos(1, 0), End: pos(1, 3)}) {
		t.Errorf("range of line 1 is %v", got)
	}
	if got := m.Line(6); got != 1 {
		t.Errorf("offset 6 is on line %d", got)
	}
}

func TestUnits(t *testing.T) {
	for _, tt := range []struct {
		s         string
		b, w, cps int
	}{{"", 0, 0, 0}, {"abc", 3, 3, 3}, {"é知😀", 9, 4, 3}, {"\xff😀", 5, 3, 2}} {
		for enc, want := range map[Encoding]int{UTF8: tt.b, UTF16: tt.w, UTF32: tt.cps, "": tt.w} {
			if got := Units(tt.s, enc); got != want {
				t.Errorf("%q has %d units of %q, want %d", tt.s, got, enc, want)
			}
		}
	}
	if got := NewMapper("😀\r\n知b").Units(6+3, UTF16); got != 5 {
		t.Errorf("%d units before b", got)
	}
}

func TestConvert(t *testing.T) {
	m := NewMapper("x\n知😀b")
	if got := m.Convert(pos(1, 7), UTF8, UTF16); got != pos(1, 3) {
		t.Errorf("got %v", got)
	}
}

// One enormous line must not cost a scan of it all.
func TestHugeLine(t *testing.T) {
	text := strings.Repeat("知😀a", 1_000_000) // 8 MB, 4 M UTF-16 units
	m := NewMapper(text)
	for _, n := range []int{0, 1, 499_999, 999_999} {
		off := n * 8
		if got := m.Position(off, UTF16); got != pos(0, uint32(n*4)) {
			t.Errorf("position of %d is %v", off, got)
		}
		if got := m.Offset(pos(0, uint32(n*4)), UTF16); got != off {
			t.Errorf("offset is %d, want %d", got, off)
		}
	}
}

func FuzzMapper(f *testing.F) {
	for _, s := range []string{
		"", "a", "\r", "\n\r\n\r", "a😀\r\nb\xff\xe2\x82\r知识\n\n", "\uFEFFx\n", strings.Repeat("ab\r\n", 30),
		strings.Repeat("\x80", 40), strings.Repeat("😀", 20), strings.Repeat("é\r", 20), "\xf0\x9f\x98" + strings.Repeat("\xf0\x9f\x98\x80", 9),
	} {
		f.Add(s, 3, uint32(1), uint32(2), uint8(0))
		f.Add(s, 17, uint32(0), uint32(9), uint8(5))
	}
	f.Fuzz(func(t *testing.T, text string, off int, line, char uint32, size uint8) {
		smallChunks(t, 8+int(size)%64)
		m := NewMapper(text)
		checkChunks(t, m.text, text)
		bounded := min(max(off, 0), len(text))
		for _, enc := range encodings {
			if got, want := m.Position(off, enc), modelPosition(text, bounded, enc); got != want {
				t.Fatalf("%s position of %d in %q is %v, want %v", enc, off, text, got, want)
			}
			p := pos(line, char)
			got, want := m.Offset(p, enc), modelOffset(text, p, enc)
			if got != want {
				t.Fatalf("%s offset of %v in %q is %d, want %d", enc, p, text, got, want)
			}
			if back := m.Offset(m.Position(got, enc), enc); back != got {
				t.Fatalf("%s offset %d of %q comes back as %d", enc, got, text, back)
			}
			if got, want := m.Units(bounded, enc), Units(text[:runeFloor(text, bounded)], enc); got != want {
				t.Fatalf("%s units before %d of %q: %d, want %d", enc, bounded, text, got, want)
			}
		}
		start, end := m.LineSpan(int(line))
		if start > end || end > len(text) || strings.ContainsAny(text[start:end], "\r\n") || m.LineText(int(line)) != text[start:end] {
			t.Fatalf("line %d of %q spans %d to %d: %q", line, text, start, end, m.LineText(int(line)))
		}
		var all strings.Builder
		for i := range m.LineCount() {
			all.WriteString(m.Slice(m.LinesSpan(i, i)))
		}
		if all.String() != text {
			t.Fatalf("the lines of %q make %q", text, all.String())
		}
		if got := m.Slice(bounded, len(text)); got != text[bounded:] {
			t.Fatalf("slice %q", got)
		}
		fm := NewFileMapper(byteOrderMark + text)
		if got, want := fm.Position(bounded+3, UTF16), m.Position(bounded, UTF16); got != want {
			t.Fatalf("behind a mark the position is %v, want %v", got, want)
		}
	})
}
