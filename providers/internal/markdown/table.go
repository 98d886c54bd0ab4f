package markdown

// isTable says whether the open paragraph holds a GFM table: a delimiter row
// with as many cells as the line above it.
func (s *scanner) isTable() bool {
	if !s.leaf.table {
		s.leaf.table = s.delimiterRow(s.leaf) >= 0
	}
	return s.leaf.table
}

// delimiterRow is the index into segs of the paragraph's first delimiter row
// (|---|:-:|), -1 when it has none.
func (s *scanner) delimiterRow(l leaf) int32 {
	for i := l.seg + 1; i < l.segEnd; i++ {
		g := s.segs[i]
		if n := delimiterCells(s.src[g.start:g.end]); n > 0 {
			above := s.segs[i-1]
			if n == rowCells(s.src[above.start:above.end]) {
				return i
			}
		}
	}
	return -1
}

// delimiterCells is the number of cells of a delimiter row, 0 for another line.
func delimiterCells(line []byte) int {
	line = trimSpaceTab(line)
	if len(line) == 0 || line[0] != '|' && line[0] != '-' && line[0] != ':' {
		return 0
	}
	cells, bars, dashes := 0, 0, 0
	for i, c := range line {
		switch c {
		case '|':
			if i > 0 {
				if dashes == 0 {
					return 0
				}
				cells++
			}
			bars++
			dashes = 0
		case '-':
			dashes++
		case ':', ' ', '\t':
		default:
			return 0
		}
	}
	if bars == 0 {
		return 0
	}
	if dashes > 0 {
		cells++
	}
	return cells
}

// rowCells is the number of cells in a row.
func rowCells(line []byte) int {
	line = trimSpaceTab(line)
	if len(line) == 0 {
		return 0
	}
	cells := 1
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '\\':
			i++
		case line[i] == '|' && i > 0 && i < len(line)-1:
			cells++
		}
	}
	return cells
}
