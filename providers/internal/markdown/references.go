package markdown

import (
	"bytes"
	"html"
)

// reference is what a link reference definition leads to.
type reference struct{ dest string }

// maxLabel is CommonMark's bound for link labels, in bytes here.
const maxLabel = 999

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

// restBlank is the offset behind the line's end when nothing but spaces is
// left on it, else -1.
func restBlank(b []byte, i int) int {
	for i < len(b) && isSpaceTab(b[i]) {
		i++
	}
	if i == len(b) {
		return i
	}
	if b[i] == '\n' {
		return i + 1
	}
	return -1
}

// skipLineSpace skips spaces and tabs with at most one line's end.
func skipLineSpace(b []byte, i int) int {
	newline := false
	for i < len(b) && (isSpaceTab(b[i]) || b[i] == '\n' && !newline) {
		newline = newline || b[i] == '\n'
		i++
	}
	return i
}

// parseLabel is the offset behind the [label] at the start of b, 0 for none.
func parseLabel(b []byte) int {
	if len(b) == 0 || b[0] != '[' {
		return 0
	}
	blank := true
	for i := 1; i < len(b) && i <= maxLabel+1; i++ {
		switch c := b[i]; c {
		case '\\':
			i++
			blank = false
		case '[':
			return 0
		case ']':
			if blank {
				return 0
			}
			return i + 1
		default:
			blank = blank && isHTMLSpace(c)
		}
	}
	return 0
}

// parseDestination reads a link destination at b[i:]. end is i when it is
// empty and -1 when it is not valid.
func parseDestination(b []byte, i int) (raw []byte, end int) {
	if i < len(b) && b[i] == '<' {
		for j := i + 1; j < len(b); j++ {
			switch b[j] {
			case '\\':
				j++
			case '\n', '<':
				return nil, -1
			case '>':
				return b[i+1 : j], j + 1
			}
		}
		return nil, -1
	}
	depth := 0
	j := i
	for ; j < len(b); j++ {
		c := b[j]
		switch {
		case c == '\\' && j+1 < len(b) && isASCIIPunct(b[j+1]):
			j++
			continue
		case c == '(':
			depth++
			if depth > 32 {
				return nil, -1
			}
			continue
		case c == ')':
			depth--
		}
		if c <= ' ' || c == 0x7f || depth < 0 {
			break
		}
	}
	j = min(j, len(b))
	if depth > 0 {
		return nil, -1
	}
	return b[i:j], j
}

// parseTitle is the offset behind the title at b[i:], 0 for none, -1 for one
// that does not end.
func parseTitle(b []byte, i int) int {
	if i >= len(b) {
		return 0
	}
	var close byte
	switch b[i] {
	case '"', '\'':
		close = b[i]
	case '(':
		close = ')'
	default:
		return 0
	}
	for j := i + 1; j < len(b); j++ {
		switch c := b[j]; {
		case c == '\\':
			j++
		case c == close:
			return j + 1
		case c == '(' && close == ')':
			return 0
		}
	}
	return -1
}

// unescape resolves backslash escapes and character references.
func unescape(b []byte) string {
	if bytes.IndexByte(b, '\\') < 0 && bytes.IndexByte(b, '&') < 0 {
		return string(b)
	}
	out := make([]byte, 0, len(b))
	for i := 0; i < len(b); i++ {
		if b[i] == '\\' && i+1 < len(b) && isASCIIPunct(b[i+1]) {
			i++
		}
		out = append(out, b[i])
	}
	return html.UnescapeString(string(out))
}
