package markdown

import "bytes"

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
