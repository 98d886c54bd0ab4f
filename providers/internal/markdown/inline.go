package markdown

import (
	"bytes"
	"html"
	"unicode"
	"unicode/utf8"
)

// edit replaces buf[start:end] when the readable text is made. Edits never
// overlap.
type edit struct {
	start, end int
	text       string
}

// bracket is a '[' that may begin a link.
type bracket struct {
	pos   int
	image bool
	edits int // len(edits) when it was found
}

// inliner reads the text of one leaf at a time: links, tags, block ids, and
// what has to go to make the source readable.
type inliner struct {
	opt  Options
	refs map[string]reference

	buf   []byte // the leaf's text, lines joined by '\n'
	lines []inlineLine

	edits    []edit
	codes    []Span // code in buf
	brackets []bracket
	inLink   int // brackets[:inLink] are around a link: a link cannot hold a link
	delims   []delimiter
	noTicks  map[int]bool // lengths of backtick runs without a partner after here
	budget   int          // bytes that failed look-aheads may still cost
	from     int          // where scan begins
	heading  bool         // the leaf is a heading: no backticks in its text

	links  []Link
	tags   []string
	blocks []blockID
}

// inlineLine maps a line of buf to the file.
type inlineLine struct{ buf, line, col, length int }

type blockID struct {
	id   string
	line int
}

// special are the bytes that can mean something.
var special = func() (t [256]bool) {
	for _, c := range []byte("\\`*_~=[]!<&#%$^@:\n") {
		t[c] = true
	}
	return t
}()

// reset begins a new leaf.
func (in *inliner) reset() {
	in.buf, in.lines = in.buf[:0], in.lines[:0]
	in.edits, in.codes, in.brackets, in.delims = in.edits[:0], in.codes[:0], in.brackets[:0], in.delims[:0]
	in.links, in.tags, in.blocks = in.links[:0], in.tags[:0], in.blocks[:0]
	in.noTicks, in.inLink, in.from, in.heading = nil, 0, 0, false
}

// addLine adds a line of the file that begins at column col.
func (in *inliner) addLine(text []byte, line, col int) {
	if len(in.lines) > 0 {
		in.buf = append(in.buf, '\n')
	}
	in.lines = append(in.lines, inlineLine{len(in.buf), line, col, len(text)})
	in.buf = append(in.buf, text...)
}

// scan reads buf.
func (in *inliner) scan() {
	in.budget = 1<<16 + 4*len(in.buf)
	b := in.buf
	for i := in.from; i < len(b); {
		if !special[b[i]] {
			i++
			continue
		}
		i = in.at(i)
	}
	in.emphasis()
}

// at handles the special byte at i and gives the next offset to look at.
func (in *inliner) at(i int) int {
	b := in.buf
	switch b[i] {
	case '\\':
		if i+1 < len(b) && (isASCIIPunct(b[i+1]) || b[i+1] == '\n') {
			in.cut(i, i+1, "")
			if b[i+1] == '\n' {
				return i + 1
			}
			return i + 2
		}
	case '`':
		return in.codeSpan(i)
	case '*', '_', '~', '=':
		return in.delimiterRun(i)
	case '[':
		return in.openBracket(i, false)
	case '!':
		if i+1 < len(b) && b[i+1] == '[' {
			return in.openBracket(i, true)
		}
	case ']':
		return in.closeBracket(i)
	case '<':
		return in.angle(i)
	case '&':
		return in.entity(i)
	case '#':
		return in.tag(i)
	case '%':
		if i+1 < len(b) && b[i+1] == '%' {
			if n := in.find(i+2, "%%"); n >= 0 {
				in.cut(i, n+2, "")
				return n + 2
			}
			return i + 2
		}
	case '$':
		return in.math(i)
	case '^':
		return in.blockID(i)
	case '@':
		if in.opt.Relations {
			return in.relation(i)
		}
	case ':':
		return in.bareURL(i)
	}
	return i + 1
}

func (in *inliner) cut(start, end int, text string) {
	in.edits = append(in.edits, edit{start, end, text})
}

// find is the offset of what at or after i, -1 when there is none. Failures
// are paid from the budget, so that a hostile line costs linear time: when it
// is used up, nothing is found any more.
func (in *inliner) find(i int, what string) int {
	if in.budget < 0 || i > len(in.buf) {
		return -1
	}
	n := bytes.Index(in.buf[i:], []byte(what))
	if n < 0 {
		in.budget -= len(in.buf) - i
		return -1
	}
	return i + n
}

func (in *inliner) codeSpan(i int) int {
	b := in.buf
	n := fenceRun(b[i:])
	if in.noTicks[n] || in.budget < 0 {
		return i + n
	}
	for j := i + n; j < len(b); {
		k := bytes.IndexByte(b[j:], '`')
		if k < 0 {
			break
		}
		j += k
		m := fenceRun(b[j:])
		if m == n {
			in.codes = append(in.codes, Span{Start: i + n, End: j})
			if in.heading {
				in.cut(i, i+n, "")
				in.cut(j, j+m, "")
			}
			return j + m
		}
		j += m
	}
	if in.noTicks == nil {
		in.noTicks = map[int]bool{}
	}
	in.noTicks[n] = true
	in.budget -= len(b) - i
	return i + n
}

// entity decodes a character reference.
func (in *inliner) entity(i int) int {
	b := in.buf
	j := i + 1
	for j < len(b) && j < i+34 && (isAlnum(b[j]) || b[j] == '#') {
		j++
	}
	if j < len(b) && b[j] == ';' && j > i+1 {
		raw := string(b[i : j+1])
		if s := html.UnescapeString(raw); s != raw {
			in.cut(i, j+1, s)
			return j + 1
		}
	}
	return i + 1
}

// math leaves $$…$$ and $…$ alone, by the rule of Pandoc and Obsidian: no space
// inside the dollars, no digit after them. A wikilink inside says that two sums
// of money stand in a line.
func (in *inliner) math(i int) int {
	b := in.buf
	if i+1 < len(b) && b[i+1] == '$' {
		if n := in.find(i+2, "$$"); n >= 0 {
			return n + 2
		}
		return i + 2
	}
	if i+1 >= len(b) || isHTMLSpace(b[i+1]) {
		return i + 1
	}
	limit := min(len(b), i+1+maxMath)
	for j := i + 1; j < limit; j++ {
		switch b[j] {
		case '\\':
			j++
		case '`':
			return i + 1
		case '[':
			if j+1 < len(b) && b[j+1] == '[' {
				return i + 1
			}
		case '$':
			if !isHTMLSpace(b[j-1]) && (j+1 == len(b) || !isDigit(b[j+1])) {
				return j + 1
			}
			return i + 1
		}
	}
	return i + 1
}

const maxMath = 1000

// bareURL skips a URL in the text: '#', '_' and '*' in it mean nothing.
func (in *inliner) bareURL(i int) int {
	b := in.buf
	if i == 0 || !isAlpha(b[i-1]) || i+2 >= len(b) || b[i+1] != '/' || b[i+2] != '/' {
		return i + 1
	}
	for i += 3; i < len(b); i++ {
		switch c := b[i]; {
		case c <= ' ', c == '<', c == '>', c == '"', c == '`', c == ')', c == ']', c == '|':
			return i
		case c == '*' && (i+1 == len(b) || b[i+1] <= ' ' || b[i+1] == '*'):
			return i // the end of **https://…**
		}
	}
	return i
}

// blockID takes " ^id" at the end of a line.
func (in *inliner) blockID(i int) int {
	b := in.buf
	if i > 0 && !isHTMLSpace(b[i-1]) {
		return i + 1
	}
	j := i + 1
	for j < len(b) && (isAlnum(b[j]) || b[j] == '-') {
		j++
	}
	end := j
	for j < len(b) && isSpaceTab(b[j]) {
		j++
	}
	if end == i+1 || j < len(b) && b[j] != '\n' {
		return i + 1
	}
	line, _ := in.position(i)
	in.blocks = append(in.blocks, blockID{string(b[i+1 : end]), line})
	for i > 0 && isSpaceTab(b[i-1]) {
		i--
	}
	in.cut(i, j, "")
	return j
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
