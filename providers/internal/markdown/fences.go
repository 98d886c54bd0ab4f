package markdown

import "bytes"

// fenceRun is the length of the run of backticks or tildes that rest begins with.
func fenceRun(rest []byte) int {
	n := 0
	for n < len(rest) && rest[n] == rest[0] {
		n++
	}
	return n
}

func (st *starter) openFence(rest []byte) started {
	n := fenceRun(rest)
	// A backtick in the info string would make an inline code span of it.
	if n < 3 || rest[0] == '`' && bytes.IndexByte(rest[n:], '`') >= 0 {
		return startedNothing
	}
	indent := st.indent
	st.begin()
	st.openLeaf(leafFence)
	st.fence = fence{char: rest[0], length: n, indent: indent}
	return startedLeaf
}

// closesFence says whether the line, at its first non-space, ends the open fence.
func (s *scanner) closesFence() bool {
	rest := s.src[s.nextPos:s.end]
	if len(rest) == 0 || rest[0] != s.fence.char {
		return false
	}
	n := fenceRun(rest)
	return n >= s.fence.length && len(trimSpaceTab(rest[n:])) == 0
}
