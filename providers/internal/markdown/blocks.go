package markdown

import "math"

// leafKind is the kind of a block that holds lines, not other blocks.
type leafKind uint8

const (
	leafParagraph leafKind = iota
	leafHeading
	leafFence
	leafIndented
	leafHTML
	leafRule
	leafSkipped // a comment block or a generated block: not shown, not searched
)

// leaf is one such block.
type leaf struct {
	kind   leafKind
	level  uint8 // of a heading
	html   uint8 // kind of HTML block, 1 to 7
	depth  int32 // containers around it
	first  int32 // first and last line, inclusive; with a fence's or setext underline's own lines
	last   int32
	seg    int32 // its text: segs[seg:segEnd]
	segEnd int32
	marker lineSpan // the list marker before it, when it begins an item
	nest   int32    // list items around it
	quoted bool     // directly in a block quote
	closed bool     // a fence that has its closing line
	table  bool     // a paragraph known to be a table
}

// segment is the part of a line that belongs to a leaf.
type segment struct {
	line, start, end int32
	pad              int32 // spaces before it that are part of a half-used tab
}

type containerKind uint8

const (
	quoteContainer containerKind = iota
	itemContainer
	footnoteContainer
)

type container struct {
	kind     containerKind
	indent   int // columns that a line needs to go on in an item
	hasChild bool
	marker   lineSpan // of an item; emptied once its first leaf has it
}

// maxDepth bounds nested containers, which cost time for every line. CommonMark
// sets no bound; nobody nests a hundred quotes.
const maxDepth = 100

// scanner finds the blocks of a document line by line, by the algorithm in the
// appendix of the CommonMark specification: match the open containers, look for
// new blocks, else add text to the open leaf.
type scanner struct {
	src   []byte
	lines []lineSpan

	// extensions adds what CommonMark has not: tables, footnotes, %% comments
	// and skipped blocks.
	extensions bool
	skipBlock  func(string) bool
	problems   []Problem

	containers []container
	leaf       leaf
	open       bool // leaf is open
	fence      fence
	leaves     []leaf
	segs       []segment
	refs       map[string]reference

	// The line being read.
	n          int
	pos, end   int
	col        int
	partialTab bool
	nextPos    int // first byte that is not space or tab
	indent     int // columns from col to there
	blank      bool

	noComment bool            // no line after this one holds "%%"
	unclosed  map[string]bool // generated blocks known to have no end
	skipUntil int             // lines before this one are inside a skipped block
}

type fence struct {
	char   byte
	length int
	indent int
}

// scan reads lines[from:].
func (s *scanner) scan(from int) {
	for n := from; n < len(s.lines); n++ {
		s.n = n
		s.pos, s.end, s.col = int(s.lines[n].start), int(s.lines[n].end), 0
		s.partialTab = false
		if n < s.skipUntil {
			s.leaf.last = int32(n)
			if n+1 == s.skipUntil {
				s.closeLeaf()
			}
			continue
		}
		s.line()
	}
	s.closeLeaf()
}

func (s *scanner) line() {
	matched := 0
	for matched < len(s.containers) && s.continues(&s.containers[matched]) {
		matched++
	}
	leafMatched := s.open && matched == len(s.containers)
	if leafMatched {
		s.findNext()
		switch s.leaf.kind {
		case leafParagraph:
			leafMatched = !s.blank
		case leafFence:
			if s.indent <= 3 && s.closesFence() {
				s.leaf.last, s.leaf.closed = int32(s.n), true
				s.closeLeaf()
				return
			}
			for i := 0; i < s.fence.indent && s.pos < s.end && isSpaceTab(s.src[s.pos]); i++ {
				s.advance(1, true)
			}
			s.addLine()
			return
		case leafIndented:
			switch {
			case s.indent >= 4:
				s.advance(4, true)
			case s.blank:
				s.toNext()
			default:
				leafMatched = false
			}
			if leafMatched {
				s.addLine()
				return
			}
		case leafHTML:
			leafMatched = !(s.blank && s.leaf.html >= 6)
			if leafMatched {
				s.addHTMLLine()
				return
			}
		}
	}

	st := &starter{scanner: s, matched: matched, leafMatched: leafMatched}
	st.unmatched = matched < len(s.containers) || s.open && !leafMatched
	for {
		s.findNext()
		switch s.startBlock(st) {
		case startedContainer:
			continue
		case startedLeaf:
			return
		}
		break
	}
	s.toNext()

	switch {
	case st.unmatched && !s.blank && s.open && s.leaf.kind == leafParagraph:
		s.addLine() // lazy continuation
	case st.inParagraph():
		s.addLine()
	default:
		st.closeUnmatched()
		if !s.blank {
			s.openLeaf(leafParagraph)
			s.addLine()
		}
	}
}

// continues says whether the line goes on in c, and moves past c's prefix.
func (s *scanner) continues(c *container) bool {
	s.findNext()
	switch c.kind {
	case quoteContainer:
		if s.indent > 3 || s.blank || s.src[s.nextPos] != '>' {
			return false
		}
		s.toNext()
		s.advance(1, false)
		if s.pos < s.end && isSpaceTab(s.src[s.pos]) {
			s.advance(1, true)
		}
		return true
	case itemContainer, footnoteContainer:
		switch {
		case s.blank:
			if !c.hasChild {
				return false
			}
			s.toNext()
		case s.indent >= c.indent:
			s.advance(c.indent, true)
		default:
			return false
		}
	}
	return true
}

func (s *scanner) openLeaf(kind leafKind) {
	s.leaf = leaf{
		kind: kind, depth: int32(len(s.containers)),
		first: int32(s.n), last: int32(s.n),
		seg: int32(len(s.segs)), segEnd: int32(len(s.segs)),
	}
	for i := range s.containers {
		c := &s.containers[i]
		c.hasChild = true
		if c.kind == itemContainer {
			s.leaf.nest++
		}
	}
	if n := len(s.containers); n > 0 {
		c := &s.containers[n-1]
		s.leaf.quoted = c.kind == quoteContainer
		s.leaf.marker, c.marker = c.marker, lineSpan{}
	}
	s.open = true
}

// addLine adds the rest of the line to the open leaf.
func (s *scanner) addLine() {
	seg := segment{line: int32(s.n), start: int32(s.pos), end: int32(s.end)}
	if s.partialTab {
		seg.start++
		seg.pad = int32(4 - s.col%4)
	}
	s.segs = append(s.segs, seg)
	s.leaf.segEnd = int32(len(s.segs))
	s.leaf.last = int32(s.n)
}

func (s *scanner) closeLeaf() {
	if !s.open {
		return
	}
	s.open = false
	if s.leaf.kind == leafParagraph && s.takeReferences() {
		return
	}
	if s.leaf.kind == leafIndented {
		// Blank lines at the end belong to no code block.
		for s.leaf.segEnd > s.leaf.seg+1 {
			g := s.segs[s.leaf.segEnd-1]
			if len(trimSpaceTab(s.src[g.start:g.end])) > 0 {
				break
			}
			s.leaf.segEnd--
			s.leaf.last = s.segs[s.leaf.segEnd-1].line
		}
	}
	s.leaves = append(s.leaves, s.leaf)
}

// findNext finds the first byte of the line that is neither space nor tab.
func (s *scanner) findNext() {
	i, cols := s.pos, s.col
	for ; i < s.end; i++ {
		if s.src[i] == ' ' {
			cols++
		} else if s.src[i] == '\t' {
			cols += 4 - cols%4
		} else {
			break
		}
	}
	s.nextPos, s.indent, s.blank = i, cols-s.col, i == s.end
}

// toNext moves there.
func (s *scanner) toNext() {
	s.col += s.indent
	s.pos, s.indent, s.partialTab = s.nextPos, 0, false
}

// advance moves by count bytes, or by count columns, which can end inside a tab.
func (s *scanner) advance(count int, columns bool) {
	for count > 0 && s.pos < s.end {
		if s.src[s.pos] != '\t' {
			s.partialTab = false
			s.pos++
			s.col++
			count--
			continue
		}
		toTab := 4 - s.col%4
		if !columns {
			s.partialTab = false
			s.col += toTab
			s.pos++
			count--
			continue
		}
		s.partialTab = toTab > count
		step := min(toTab, count)
		s.col += step
		if !s.partialTab {
			s.pos++
		}
		count -= step
	}
}

// maxSource keeps offsets and lines in 32 bits.
const maxSource = math.MaxInt32 / 2
