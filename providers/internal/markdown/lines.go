package markdown

import "bytes"

// lineSpan is a line's bytes without its ending.
type lineSpan struct{ start, end int32 }

// splitLines finds the lines of src from offset on. CR, LF and CRLF end a
// line, as in CommonMark and LSP. A last empty line is not a line.
func splitLines(src []byte, offset int) []lineSpan {
	lines := make([]lineSpan, 0, bytes.Count(src, []byte{'\n'})+1)
	nl, cr := -1, -1 // next LF and CR at or after offset; len(src) when there is none
	next := func(at int, c byte) int {
		if at >= offset {
			return at
		}
		if n := bytes.IndexByte(src[offset:], c); n >= 0 {
			return offset + n
		}
		return len(src)
	}
	for offset < len(src) {
		nl, cr = next(nl, '\n'), next(cr, '\r')
		end := min(nl, cr)
		lines = append(lines, lineSpan{int32(offset), int32(end)})
		offset = end + 1
		if end == cr && nl == cr+1 {
			offset++
		}
	}
	return lines
}

func isSpaceTab(c byte) bool { return c == ' ' || c == '\t' }

// trimSpaceTab is bytes.Trim for spaces and tabs.
func trimSpaceTab(b []byte) []byte {
	for len(b) > 0 && isSpaceTab(b[0]) {
		b = b[1:]
	}
	for len(b) > 0 && isSpaceTab(b[len(b)-1]) {
		b = b[:len(b)-1]
	}
	return b
}

func isASCIIPunct(c byte) bool {
	return c >= '!' && c <= '/' || c >= ':' && c <= '@' || c >= '[' && c <= '`' || c >= '{' && c <= '~'
}

func isAlpha(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isAlnum(c byte) bool { return isAlpha(c) || isDigit(c) }
