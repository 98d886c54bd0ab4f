package markdown

import "bytes"

// reference is what a link reference definition leads to.
type reference struct{ dest string }

// takeReferences takes the link reference definitions off the start of the open
// paragraph and says whether nothing is left of it.
func (s *scanner) takeReferences() bool {
	l := &s.leaf
	if l.seg == l.segEnd {
		return true
	}
	for l.seg < l.segEnd {
		first := s.segs[l.seg]
		line := trimSpaceTab(s.src[first.start:first.end])
		if len(line) == 0 || line[0] != '[' {
			return false
		}
		// A definition seldom has more than a few lines, a paragraph can.
		var text []byte
		consumed := 0
		for window := int32(3); ; window *= 4 {
			hi := min(l.seg+window, l.segEnd)
			text = s.join(text[:0], l.seg, hi)
			var label, dest string
			label, dest, consumed = parseDefinition(text, hi == l.segEnd)
			if consumed > 0 && (consumed < len(text) || hi == l.segEnd) {
				s.define(label, dest)
				break
			}
			if hi == l.segEnd || consumed == 0 && window > 200 {
				return false
			}
		}
		l.seg += int32(bytes.Count(text[:consumed], []byte{'\n'}))
		if consumed == len(text) && text[consumed-1] != '\n' {
			l.seg++
		}
		l.first = s.segs[min(l.seg, l.segEnd-1)].line
	}
	return true
}

func (s *scanner) define(label, dest string) {
	key := Fold(label)
	if s.refs == nil {
		s.refs = map[string]reference{}
	}
	if _, taken := s.refs[key]; !taken {
		s.refs[key] = reference{dest}
	}
}

// join puts the lines of a paragraph together, without the white space that
// begins them.
func (s *scanner) join(buf []byte, from, to int32) []byte {
	for i := from; i < to; i++ {
		if i > from {
			buf = append(buf, '\n')
		}
		g := s.segs[i]
		line := s.src[g.start:g.end]
		for len(line) > 0 && isSpaceTab(line[0]) {
			line = line[1:]
		}
		buf = append(buf, line...)
	}
	return buf
}

// parseDefinition reads the link reference definition at the start of b. The
// bytes it takes, with the line's end, are 0 when there is none, and -1 when
// that depends on lines that are not in b because whole is false.
func parseDefinition(b []byte, whole bool) (label, dest string, consumed int) {
	labelEnd := parseLabel(b)
	if labelEnd == 0 || labelEnd >= len(b) || b[labelEnd] != ':' {
		return "", "", 0
	}
	label = string(b[1 : labelEnd-1])
	i := skipLineSpace(b, labelEnd+1)
	raw, end := parseDestination(b, i)
	if end <= i {
		return "", "", 0
	}
	dest = unescape(raw)
	// The title is optional; one that is not alone on the rest of its line
	// spoils the definition only when it begins on the destination's line.
	lineEnd := restBlank(b, end)
	t := skipLineSpace(b, end)
	if t > end {
		te := parseTitle(b, t)
		if te > 0 {
			if e := restBlank(b, te); e >= 0 {
				return label, dest, e
			}
		} else if te < 0 && !whole {
			return "", "", -1
		}
	}
	if lineEnd < 0 {
		return "", "", 0
	}
	return label, dest, lineEnd
}
