package lsp

import (
	"math"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"go.lsp.dev/protocol"
)

// byteOrderMark may stand first in a file on disk; editors never show it.
const byteOrderMark = "\uFEFF"

// Mapper converts between byte offsets, lines and columns of one text. It is
// immutable and safe for concurrent use, and the only place that does such
// arithmetic.
//
// Nothing is out of range: offsets and positions outside the text are moved to
// the nearest place inside, and those inside a rune, a surrogate pair or a
// "\r\n" to the place before it. Lines count from 0 and end with "\n", "\r\n"
// or a lone "\r"; a text that ends with a line break has an empty last line.
type Mapper struct {
	text  chunks
	bom   int // bytes of a byte order mark that precede text; 0 or 3
	whole atomic.Pointer[string]
}

// NewMapper returns a Mapper for text as an editor holds it: a byte order mark
// counts as the character it is.
func NewMapper(text string) *Mapper {
	m := &Mapper{text: newChunks(text)}
	m.whole.Store(&text)
	return m
}

// NewFileMapper returns a Mapper for the bytes of a file. A leading byte order
// mark takes part in byte offsets but not in columns, since editors strip it.
func NewFileMapper(text string) *Mapper {
	m := &Mapper{text: newChunks(strings.TrimPrefix(text, byteOrderMark))}
	m.bom = len(text) - m.text.total().bytes
	m.whole.Store(&text)
	return m
}

// Text returns the whole text. It is put together on first use.
func (m *Mapper) Text() string {
	if p := m.whole.Load(); p != nil {
		return *p
	}
	s := m.text.slice(0, m.text.total().bytes)
	m.whole.Store(&s)
	return s
}

// Len returns the length of the text in bytes.
func (m *Mapper) Len() int { return m.bom + m.text.total().bytes }

// LineCount returns the number of lines, at least 1.
func (m *Mapper) LineCount() int { return m.text.total().breaks + 1 }

// inner moves a byte offset of the whole into the text behind the byte order
// mark and to a place where a position can be.
func (m *Mapper) inner(off int) int {
	off = min(max(off-m.bom, 0), m.text.total().bytes)
	i := m.text.atByte(off)
	s, at := m.text[i].text, m.text[i].before.bytes
	k := off - at
	if k > 0 && k < len(s) && s[k] == '\n' && s[k-1] == '\r' {
		return off - 1
	}
	return at + runeFloor(s, k)
}

// runeFloor moves k back to the start of the rune that it lies in.
func runeFloor(s string, k int) int {
	if k <= 0 || k >= len(s) || utf8.RuneStart(s[k]) {
		return k
	}
	for back := 1; back < utf8.UTFMax && back <= k; back++ {
		if utf8.RuneStart(s[k-back]) {
			if _, w := utf8.DecodeRuneInString(s[k-back:]); w > back {
				return k - back
			}
			return k
		}
	}
	return k
}

// Position returns the position of a byte offset.
func (m *Mapper) Position(offset int, enc Encoding) protocol.Position {
	off := m.inner(offset)
	here := m.text.upTo(off)
	start := m.text.upTo(m.lineStart(here.breaks))
	return protocol.Position{
		Line:      clampUint32(here.breaks),
		Character: clampUint32(here.units(enc) - start.units(enc)),
	}
}

// Offset returns the byte offset of a position.
func (m *Mapper) Offset(p protocol.Position, enc Encoding) int {
	if uint64(p.Line) >= uint64(m.LineCount()) {
		return m.Len()
	}
	start, end := m.lineBounds(int(p.Line))
	if uint64(p.Character) >= uint64(end-start) && enc == UTF8 {
		return m.bom + end
	}
	target := m.text.upTo(start).units(enc) + clampInt(p.Character)
	if target >= m.text.upTo(end).units(enc) {
		return m.bom + end
	}
	return m.bom + m.text.atUnits(target, enc)
}

// Range returns the range of a byte span. A span that is upside down is turned.
func (m *Mapper) Range(start, end int, enc Encoding) protocol.Range {
	if start > end {
		start, end = end, start
	}
	return protocol.Range{Start: m.Position(start, enc), End: m.Position(end, enc)}
}

// Span returns the byte span of a range. A range that is upside down is turned.
func (m *Mapper) Span(r protocol.Range, enc Encoding) (start, end int) {
	start, end = m.Offset(r.Start, enc), m.Offset(r.End, enc)
	return min(start, end), max(start, end)
}

// Convert re-expresses a position that counts in from as one that counts in to.
func (m *Mapper) Convert(p protocol.Position, from, to Encoding) protocol.Position {
	return m.Position(m.Offset(p, from), to)
}

// Units returns how many units of enc stand before a byte offset, line breaks
// included: the offset that a program holding the text in that encoding uses.
// A byte order mark that [NewFileMapper] set aside does not count.
func (m *Mapper) Units(offset int, enc Encoding) int {
	off := min(max(offset-m.bom, 0), m.text.total().bytes)
	i := m.text.atByte(off)
	at := m.text[i].before.bytes
	return m.text.upTo(at + runeFloor(m.text[i].text, off-at)).units(enc)
}

// Line returns the line that holds a byte offset.
func (m *Mapper) Line(offset int) int { return m.text.upTo(m.inner(offset)).breaks }

// LineSpan returns the byte span of a line without its line break. Lines before
// the first and after the last give the nearest one.
func (m *Mapper) LineSpan(line int) (start, end int) {
	start, end = m.lineBounds(m.clampLine(line))
	return m.bom + start, m.bom + end
}

// LineText returns a line without its line break.
func (m *Mapper) LineText(line int) string {
	return m.text.slice(m.lineBounds(m.clampLine(line)))
}

// LineRange returns the range of a whole line without its line break.
func (m *Mapper) LineRange(line int, enc Encoding) protocol.Range {
	start, end := m.LineSpan(line)
	return m.Range(start, end, enc)
}

// LinesSpan returns the byte span of the lines first to last, both included,
// with the line break of the last one.
func (m *Mapper) LinesSpan(first, last int) (start, end int) {
	if first > last {
		first, last = last, first
	}
	start = m.lineStart(m.clampLine(first))
	end = m.text.total().bytes
	if _, e, ok := m.text.lineBreak(m.clampLine(last) + 1); ok {
		end = e
	}
	return m.bom + start, m.bom + end
}

// Slice returns the text of a byte span, clamped to the text.
func (m *Mapper) Slice(start, end int) string {
	n := m.Len()
	start = min(max(start, 0), n)
	end = min(max(end, start), n)
	if m.bom > 0 && start < m.bom {
		return m.Text()[start:end]
	}
	return m.text.slice(start-m.bom, end-m.bom)
}

// replace returns a Mapper for the text with a byte span replaced. Only for
// mappers without a byte order mark set aside.
func (m *Mapper) replace(start, end int, s string) *Mapper {
	return &Mapper{text: m.text.replace(start, end, s)}
}

func (m *Mapper) clampLine(line int) int { return min(max(line, 0), m.LineCount()-1) }

func (m *Mapper) lineStart(line int) int {
	if _, end, ok := m.text.lineBreak(line); ok {
		return end
	}
	return 0
}

func (m *Mapper) lineBounds(line int) (start, end int) {
	start = m.lineStart(line)
	if at, _, ok := m.text.lineBreak(line + 1); ok {
		return start, at
	}
	return start, m.text.total().bytes
}

func clampUint32(n int) uint32 {
	return uint32(min(uint64(max(n, 0)), math.MaxUint32))
}

func clampInt(n uint32) int { return int(min(n, math.MaxInt32)) }
