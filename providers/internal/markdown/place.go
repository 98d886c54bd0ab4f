package markdown

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// inlineLine maps a line of buf to the file.
type inlineLine struct{ buf, line, col, length int }

// addLine adds a line of the file that begins at column col.
func (in *inliner) addLine(text []byte, line, col int) {
	if len(in.lines) > 0 {
		in.buf = append(in.buf, '\n')
	}
	in.lines = append(in.lines, inlineLine{len(in.buf), line, col, len(text)})
	in.buf = append(in.buf, text...)
}

// position maps an offset in buf to line and column of the file.
func (in *inliner) position(i int) (line, col int) {
	lo, hi := 0, len(in.lines)
	for hi-lo > 1 {
		if m := (lo + hi) / 2; in.lines[m].buf <= i {
			lo = m
		} else {
			hi = m
		}
	}
	l := in.lines[lo]
	return l.line, l.col + i - l.buf
}

// locate gives the place of buf[start:end] in the file.
func (in *inliner) locate(l *Link, start, end int) {
	l.Line, l.StartCol = in.position(start)
	line, col := in.position(end)
	if line != l.Line {
		if n := bytes.IndexByte(in.buf[start:], '\n'); n >= 0 {
			_, col = in.position(start + n)
		}
	}
	l.EndCol = col
}

func (in *inliner) runeBefore(i int) rune {
	if i == 0 {
		return ' '
	}
	r, _ := utf8.DecodeLastRune(in.buf[:i])
	return r
}

func (in *inliner) runeAfter(i int) rune {
	if i >= len(in.buf) {
		return ' '
	}
	r, _ := utf8.DecodeRune(in.buf[i:])
	return r
}

func isPunct(r rune) bool { return unicode.IsPunct(r) || unicode.IsSymbol(r) }
