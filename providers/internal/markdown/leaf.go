package markdown

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
