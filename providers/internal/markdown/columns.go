package markdown

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
