package markdown

import "bytes"

type started uint8

const (
	startedNothing started = iota
	startedContainer
	startedLeaf
)

// starter is what is known of the line's surroundings while new blocks are
// looked for.
type starter struct {
	*scanner
	matched     int  // containers that the line goes on in
	leafMatched bool // the open leaf as well
	unmatched   bool // something open is not matched and not yet closed
}

// inParagraph says whether the innermost matched block is a paragraph.
func (st *starter) inParagraph() bool {
	return st.leafMatched && st.open && st.leaf.kind == leafParagraph
}

// closeUnmatched closes what the line does not go on in.
func (st *starter) closeUnmatched() {
	if !st.unmatched {
		return
	}
	st.unmatched = false
	if !st.leafMatched {
		st.closeLeaf()
	}
	st.containers = st.containers[:st.matched]
}

// begin makes room for a new block: a leaf holds none.
func (st *starter) begin() {
	st.closeUnmatched()
	st.closeLeaf()
	st.leafMatched = false
}

func (st *starter) push(c container) {
	st.begin()
	for i := range st.containers {
		st.containers[i].hasChild = true
	}
	st.containers = append(st.containers, c)
	st.matched = len(st.containers)
}

// startBlock opens the block that begins at the next byte, if one does.
func (s *scanner) startBlock(st *starter) started {
	if s.blank {
		return startedNothing
	}
	if s.indent >= 4 {
		if s.open && s.leaf.kind == leafParagraph {
			return startedNothing
		}
		s.advance(4, true)
		st.begin()
		s.openLeaf(leafIndented)
		s.addLine()
		return startedLeaf
	}
	rest := s.src[s.nextPos:s.end]
	switch c := rest[0]; c {
	case '>':
		if len(st.containers) >= maxDepth {
			return startedNothing
		}
		s.toNext()
		s.advance(1, false)
		if s.pos < s.end && isSpaceTab(s.src[s.pos]) {
			s.advance(1, true)
		}
		st.push(container{kind: quoteContainer})
		return startedContainer
	case '#':
		return st.atxHeading(rest)
	case '`', '~':
		return st.openFence(rest)
	case '<':
		return st.htmlBlock(rest)
	case '=', '-', '*', '_', '+':
		if c == '=' || c == '-' {
			if r := st.setextHeading(rest); r != startedNothing {
				return r
			}
		}
		if c != '=' && c != '+' && isRule(rest) {
			st.begin()
			s.openLeaf(leafRule)
			s.closeLeaf()
			return startedLeaf
		}
		if c == '=' || c == '_' {
			return startedNothing
		}
		return st.listItem(rest)
	case '%':
		if s.extensions {
			return st.commentBlock(rest)
		}
	case '[':
		if s.extensions {
			return st.footnote(rest)
		}
	default:
		if isDigit(c) {
			return st.listItem(rest)
		}
	}
	return startedNothing
}

func (st *starter) atxHeading(rest []byte) started {
	level := 0
	for level < len(rest) && rest[level] == '#' {
		level++
	}
	if level > 6 || level < len(rest) && !isSpaceTab(rest[level]) {
		return startedNothing
	}
	st.begin()
	st.toNext()
	st.openLeaf(leafHeading)
	st.leaf.level = uint8(level)
	start := level
	for start < len(rest) && isSpaceTab(rest[start]) {
		start++
	}
	text := trimSpaceTab(rest[start:])
	// A closing run of hashes goes, if white space or nothing is before it.
	if t := bytes.TrimRight(text, "#"); len(t) < len(text) && (len(t) == 0 || isSpaceTab(t[len(t)-1])) {
		text = trimSpaceTab(t)
	}
	if len(text) > 0 {
		start += st.nextPos
		st.segs = append(st.segs, segment{line: int32(st.n), start: int32(start), end: int32(start + len(text))})
		st.leaf.segEnd++
	}
	st.closeLeaf()
	return startedLeaf
}

// setextHeading turns the paragraph above an underline into a heading.
func (st *starter) setextHeading(rest []byte) started {
	if !st.inParagraph() {
		return startedNothing
	}
	line := bytes.TrimRight(rest, " \t")
	if len(bytes.TrimLeft(line, string(line[0]))) > 0 {
		return startedNothing
	}
	if st.extensions && st.isTable() {
		return startedNothing
	}
	if st.takeReferences() {
		// Nothing but reference definitions: the line is text of a new paragraph.
		st.leaf.seg = int32(len(st.segs))
		st.leaf.segEnd = st.leaf.seg
		st.leaf.first = int32(st.n)
		return startedNothing
	}
	st.leaf.kind, st.leaf.level = leafHeading, 1
	if line[0] == '-' {
		st.leaf.level = 2
	}
	st.leaf.last = int32(st.n)
	st.closeLeaf()
	return startedLeaf
}

// isRule says whether the line is a thematic break.
func isRule(rest []byte) bool {
	n := 0
	for _, c := range rest {
		switch {
		case c == rest[0]:
			n++
		case !isSpaceTab(c):
			return false
		}
	}
	return n >= 3
}
