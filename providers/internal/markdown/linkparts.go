package markdown

import (
	"bytes"
	"html"
)

// maxLabel is CommonMark's bound for link labels, in bytes here.
const maxLabel = 999

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
