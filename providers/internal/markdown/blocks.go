package markdown

import "math"

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

// maxSource keeps offsets and lines in 32 bits.
const maxSource = math.MaxInt32 / 2
