package config

import (
	"slices"
	"unicode/utf8"
)

// Position is a place in a file. Lines end at \n, \r\n or \r, as editors
// count them.
type Position struct {
	Offset int `json:"offset"` // bytes from the start of the file, 0-based
	Line   int `json:"line"`   // 1-based; 0 means no place
	// Column counts bytes of UTF-8 from 1, as Go's own tools do. A byte order
	// mark at the start of the file is not counted.
	Column int `json:"column"`
}

// Range is a piece of a file, End exclusive.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// IsZero says that there is no place.
func (r Range) IsZero() bool { return r.Start.Line == 0 }

// lines converts between offsets, editor lines and the lines of the YAML
// scanner, which also ends lines at U+0085, U+2028 and U+2029.
type lines struct {
	text   []byte // without the byte order mark
	bom    int    // its length, 0 or 3
	starts []int  // of editor lines, in text
	yaml   []int  // of YAML lines, in text
	// marks holds, for YAML lines with more than ASCII, the offset of every
	// markEvery-th character, so that long lines need no counting from their
	// start.
	marks map[int][]int
}

const markEvery = 64

func newLines(text []byte, bom int) *lines {
	l := &lines{text: text, bom: bom, starts: []int{0}, yaml: []int{0}}
	for i := 0; i < len(text); {
		n := 0
		editor := true
		switch {
		case text[i] == '\r' && i+1 < len(text) && text[i+1] == '\n':
			n = 2
		case text[i] == '\n', text[i] == '\r':
			n = 1
		case text[i] == 0xC2 && i+1 < len(text) && text[i+1] == 0x85:
			n, editor = 2, false
		case text[i] == 0xE2 && i+2 < len(text) && text[i+1] == 0x80 && (text[i+2] == 0xA8 || text[i+2] == 0xA9):
			n, editor = 3, false
		}
		if n == 0 {
			i++
			continue
		}
		i += n
		l.yaml = append(l.yaml, i)
		if editor {
			l.starts = append(l.starts, i)
		}
	}
	l.mark()
	return l
}

func (l *lines) mark() {
	l.marks = map[int][]int{}
	for n, start := range l.yaml {
		end := len(l.text)
		if n+1 < len(l.yaml) {
			end = l.yaml[n+1]
		}
		line := l.text[start:end]
		if isASCII(line) {
			continue
		}
		var marks []int
		for i, count := 0, 0; i < len(line); count++ {
			if count%markEvery == 0 {
				marks = append(marks, start+i)
			}
			_, size := utf8.DecodeRune(line[i:])
			i += size
		}
		l.marks[n] = marks
	}
}

func isASCII(b []byte) bool {
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// at is the position of an offset into text.
func (l *lines) at(offset int) Position {
	offset = max(0, min(offset, len(l.text)))
	line, found := slices.BinarySearch(l.starts, offset)
	if !found {
		line--
	}
	return Position{Offset: offset + l.bom, Line: line + 1, Column: offset - l.starts[line] + 1}
}

func (l *lines) span(start, end int) Range {
	return Range{Start: l.at(start), End: l.at(max(start, end))}
}

// offset is where editor line and column (both 1-based, column in bytes) lie in
// text; places outside are moved to the nearest place inside.
func (l *lines) offset(line, column int) int {
	line = max(1, min(line, len(l.starts)))
	end := len(l.text)
	if line < len(l.starts) {
		end = l.starts[line]
	}
	return max(l.starts[line-1], min(l.starts[line-1]+column-1, end))
}

// scanned is where the YAML scanner's line and column (1-based, column in
// characters) lie in text.
func (l *lines) scanned(line, column int) int {
	line = max(1, min(line, len(l.yaml)))
	count := max(0, column-1) // characters to pass
	marks, ok := l.marks[line-1]
	if !ok {
		return min(l.yaml[line-1]+count, len(l.text))
	}
	n := min(count/markEvery, len(marks)-1)
	i := marks[n]
	for count -= n * markEvery; count > 0 && i < len(l.text); count-- {
		_, size := utf8.DecodeRune(l.text[i:])
		i += size
	}
	return i
}
