package markdown

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// Parse reads a markdown note. It never fails; see Note.Problems.
func Parse(src []byte, opt Options) *Note {
	note := &Note{TitleFrom: TitleFromNone}
	src, offset, ok := readable(src, note)
	if !ok {
		return note
	}
	lines := splitLines(src, offset)
	front := readFrontmatter(src, lines, opt, note)
	b := builder{note: note, scan: &scanner{
		src: src, lines: lines, extensions: true, skipBlock: opt.SkipBlock,
	}}
	b.in.opt = opt
	for _, t := range front.tags {
		b.tags.add(t)
	}
	b.scan.scan(front.bodyStart)
	b.in.refs = b.scan.refs
	b.build(front.bodyStart)
	note.Tags = b.tags.list
	note.Problems = append(note.Problems, b.scan.problems...)
	return note
}

// readable decodes src and finds the offset of its first line, behind a byte
// order mark. It is not ok for what is no text.
func readable(src []byte, note *Note) (text []byte, offset int, ok bool) {
	if len(src) > maxSource {
		note.problem(0, ProblemTooLarge, "The file is larger than 1 GiB.")
		return nil, 0, false
	}
	if text, ok := decodeUTF16(src); ok {
		return text, 0, true
	}
	// As Git does: text has no NUL near its start. Further on one may stand
	// where a crash left a hole, and the note is worth keeping.
	if bytes.IndexByte(src[:min(len(src), 8000)], 0) >= 0 {
		note.problem(0, ProblemBinary, "The file is not text (it holds NUL bytes).")
		return nil, 0, false
	}
	if bytes.HasPrefix(src, []byte("\xEF\xBB\xBF")) {
		offset = 3
	}
	if !utf8.Valid(src) {
		line := 0
		for i := 0; i < len(src); {
			r, n := utf8.DecodeRune(src[i:])
			if r == utf8.RuneError && n == 1 {
				break
			}
			if r == '\n' {
				line++
			}
			i += n
		}
		note.problem(line, ProblemEncoding, "The file is not valid UTF-8; what could not be read is shown as \uFFFD.")
	}
	return src, offset, true
}

// decodeUTF16 decodes a file that begins with a UTF-16 byte order mark, as some
// editors for Windows write.
func decodeUTF16(src []byte) ([]byte, bool) {
	if len(src) < 2 || !(src[0] == 0xFF && src[1] == 0xFE || src[0] == 0xFE && src[1] == 0xFF) {
		return nil, false
	}
	little := src[0] == 0xFF
	units := make([]uint16, 0, len(src)/2)
	for i := 2; i+1 < len(src); i += 2 {
		u := uint16(src[i])<<8 | uint16(src[i+1])
		if little {
			u = u<<8 | u>>8
		}
		units = append(units, u)
	}
	return []byte(string(utf16.Decode(units))), true
}

func (n *Note) problem(line int, code, message string) {
	n.Problems = append(n.Problems, Problem{Line: line, Code: code, Message: message})
}
