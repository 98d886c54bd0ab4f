package markdown

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// passage collects the readable text of a section.
type passage struct {
	out      []byte
	code     []Span
	lastLine int // last line of the file that gave text
	first    int // first such line, -1 when there is none yet
}

func (p *passage) reset() {
	p.out, p.code, p.first, p.lastLine = p.out[:0], p.code[:0], -1, 0
}

// block runs add, which writes the text of the block on lines first to last,
// and separates it from what is before. Its text begins on line text.
func (p *passage) block(first, text, last int, prefix string, add func()) {
	before := len(p.out)
	if before > 0 {
		p.out = append(p.out, '\n')
		if first-p.lastLine > 1 {
			p.out = append(p.out, '\n')
		}
	}
	p.out = append(p.out, prefix...)
	start := len(p.out)
	add()
	for len(p.out) > start && isHTMLSpace(p.out[len(p.out)-1]) {
		p.out = p.out[:len(p.out)-1]
	}
	if len(p.out) == start {
		p.out = p.out[:before]
		return
	}
	for i := len(p.code) - 1; i >= 0 && p.code[i].End > len(p.out); i-- {
		p.code[i].End = max(len(p.out), p.code[i].Start)
	}
	if p.first < 0 {
		p.first = text
	}
	p.lastLine = last
}

// inline writes what in has read, with its edits.
func (p *passage) inline(in *inliner) {
	byStart := func(a, b edit) int { return a.start - b.start }
	if !slices.IsSortedFunc(in.edits, byStart) {
		slices.SortStableFunc(in.edits, byStart)
	}
	start := len(p.out)
	pos, ci := 0, 0
	emit := func(to int) {
		for ci < len(in.codes) && in.codes[ci].Start < to {
			c := in.codes[ci]
			ci++
			if c.Start < pos {
				continue
			}
			p.write(in.buf[pos:c.Start], start)
			at := len(p.out)
			pos = min(c.End, to)
			p.write(in.buf[c.Start:pos], start)
			p.code = append(p.code, Span{Start: min(at, len(p.out)), End: len(p.out)})
		}
		if pos < to {
			p.write(in.buf[pos:to], start)
			pos = to
		}
	}
	for _, e := range in.edits {
		if e.start < pos {
			continue // inside a longer one
		}
		emit(e.start)
		pos = e.end
		if n := len(p.out); e.text != " " || n > start && p.out[n-1] != '\n' {
			p.out = append(p.out, e.text...)
		}
		if n := len(p.out); n == start || p.out[n-1] == '\n' {
			for pos < len(in.buf) && isSpaceTab(in.buf[pos]) {
				pos++ // what began the line is gone
			}
		}
	}
	emit(len(in.buf))
}

// write appends text; lines that are blank go, as do spaces at their ends.
func (p *passage) write(text []byte, start int) {
	for {
		n := bytes.IndexByte(text, '\n')
		if n < 0 {
			p.out = append(p.out, text...)
			return
		}
		p.out = append(p.out, text[:n]...)
		for len(p.out) > start && isSpaceTab(p.out[len(p.out)-1]) {
			p.out = p.out[:len(p.out)-1]
		}
		if len(p.out) > start && p.out[len(p.out)-1] != '\n' {
			p.out = append(p.out, '\n')
		}
		text = text[n+1:]
	}
}

// verbatim writes the lines of a code block.
func (p *passage) verbatim(src []byte, segs []segment) {
	start := len(p.out)
	for i, g := range segs {
		if i > 0 {
			p.out = append(p.out, '\n')
		}
		for range g.pad {
			p.out = append(p.out, ' ')
		}
		p.out = append(p.out, src[g.start:g.end]...)
	}
	if len(p.out) > start {
		p.code = append(p.code, Span{Start: start, End: len(p.out), Block: true})
	}
}

// text is the passage as valid UTF-8, with the code in it.
func (p *passage) text() (string, []Span) {
	var code []Span
	for _, s := range p.code {
		if s.Start < s.End && s.End <= len(p.out) {
			code = append(code, s)
		}
	}
	if utf8.Valid(p.out) && bytes.IndexByte(p.out, 0) < 0 {
		return string(p.out), code
	}
	// Replacing changes lengths, so it is done piece by piece.
	var b strings.Builder
	pos := 0
	piece := func(to int) int {
		b.WriteString(validText(string(p.out[pos:to])))
		pos = to
		return b.Len()
	}
	for i := range code {
		start, end := code[i].Start, code[i].End
		code[i].Start = piece(start)
		code[i].End = piece(end)
	}
	piece(len(p.out))
	return b.String(), code
}

// validText replaces what is not UTF-8, and NUL, by U+FFFD.
func validText(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}
