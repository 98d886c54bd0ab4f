package passage

import (
	"slices"
	"strings"
)

// Heading is a heading of a note.
type Heading struct {
	Level int    // 1 to 6
	Text  string // as written, without marks and closing #
	// Start is the byte where its first line begins, End where the line after it
	// begins (after the underline of a setext heading).
	Start, End int
}

// Outline is what must be known of a note's lines to change it with care.
type Outline struct {
	Body     int // the byte where the body begins, after BOM and frontmatter
	Headings []Heading
	// OpenFence is the closing line that the last fence lacks, "" when all are closed.
	OpenFence string
	fences    [][2]int // byte ranges of fenced code with its fences, in order
}

// Fenced says whether the byte offset is inside a fenced code block.
func (o *Outline) Fenced(at int) bool {
	i, starts := slices.BinarySearchFunc(o.fences, at, func(f [2]int, at int) int { return f[0] - at })
	return starts || i > 0 && at < o.fences[i-1][1]
}

// ReadOutline scans a note of any bytes. Headings inside fences, frontmatter
// and HTML comments are none.
func ReadOutline(src string) *Outline {
	sc := scan{o: &Outline{Body: bodyStart(src)}}
	for at := sc.o.Body; at < len(src); {
		next := len(src)
		if i := strings.IndexByte(src[at:], '\n'); i >= 0 {
			next = at + i + 1
		}
		sc.line(strings.TrimRight(src[at:next], "\r\n"), at, next)
		at = next
	}
	if sc.fence != "" {
		if sc.column == 0 {
			sc.o.OpenFence = sc.fence
		}
		sc.o.fences = append(sc.o.fences, [2]int{sc.fenceStart, len(src) + 1})
	}
	return sc.o
}

type scan struct {
	o          *Outline
	fence      string // the open fence's marks
	fenceStart int
	column     int    // of the list item's text that holds the fence; 0 outside of lists
	list       int    // column of the text of the list item around the line, 0 for none
	comment    bool   // inside <!-- … -->
	para       string // the paragraph so far, for a setext underline
	paraStart  int
	blank      bool // the line before was blank
}

func (s *scan) line(line string, at, next int) {
	t := strings.TrimSpace(line)
	indent := len(line) - len(strings.TrimLeft(line, " \t"))
	if strings.HasPrefix(line, "\t") {
		indent += 3
	}
	if s.fence != "" {
		closes := len(t) >= len(s.fence) && strings.Trim(t, s.fence[:1]) == "" && (indent <= 3 || s.column > 0)
		left := t != "" && indent < s.column // the list item has ended, and the fence with it
		if !closes && !left {
			return
		}
		s.fence, s.para, s.blank = "", "", false
		if closes {
			s.o.fences = append(s.o.fences, [2]int{s.fenceStart, next})
			return
		}
		s.o.fences = append(s.o.fences, [2]int{s.fenceStart, at})
	}
	if s.comment {
		s.comment = !strings.Contains(line, "-->")
		return
	}
	wasBlank := s.blank
	s.blank = t == ""
	if t == "" {
		s.para = ""
		return
	}
	if indent == 0 && wasBlank {
		s.list = 0
	}
	for n := item(t); n > 0; n = item(t) { // "- 1. text"
		indent += n
		s.list = indent
		t = strings.TrimSpace(t[min(n, len(t)):])
		s.para = ""
		if t == "" {
			return
		}
	}
	inList := s.list > 0 && indent >= s.list
	switch {
	case fenceMark(t) != "" && (indent <= 3 || inList):
		s.fence, s.fenceStart, s.para, s.column = fenceMark(t), at, "", 0
		if inList {
			s.column = s.list
		}
	case inList || indent > 3 && s.para == "":
		s.para = ""
	case indent <= 3 && strings.HasPrefix(t, "<!--"):
		s.comment = !strings.Contains(t[4:], "-->")
		s.para = ""
	default:
		s.text(t, indent, at, next)
	}
}

// text reads a line that may be a heading or part of a paragraph.
func (s *scan) text(t string, indent, at, next int) {
	if level, text, ok := atx(t); ok && indent <= 3 {
		s.o.Headings = append(s.o.Headings, Heading{level, text, at, next})
		s.para = ""
	} else if level := setext(t); level > 0 && s.para != "" && indent <= 3 {
		s.o.Headings = append(s.o.Headings, Heading{level, s.para, s.paraStart, next})
		s.para = ""
	} else if t[0] == '>' || t[0] == '|' {
		s.para = "" // a quotation or a table has no underline outside of it
	} else if s.para == "" {
		s.para, s.paraStart = t, at
	} else {
		s.para += " " + t
	}
}

// item is the width of the list mark that the line begins with, 0 for none.
func item(t string) int {
	n := 1
	if strings.IndexByte("-*+", t[0]) < 0 {
		for n = 0; n < len(t) && n < 9 && t[n] >= '0' && t[n] <= '9'; n++ {
		}
		if n == 0 || n == len(t) || t[n] != '.' && t[n] != ')' {
			return 0
		}
		n++
	}
	if n < len(t) && t[n] != ' ' && t[n] != '\t' || strings.Trim(t, "-* ") == "" && len(t) > 2 {
		return 0
	}
	return n + 1
}

func fenceMark(t string) string {
	if !strings.HasPrefix(t, "```") && !strings.HasPrefix(t, "~~~") {
		return ""
	}
	n := len(t) - len(strings.TrimLeft(t, t[:1]))
	if t[0] == '`' && strings.Contains(t[n:], "`") {
		return ""
	}
	return t[:n]
}

func atx(t string) (level int, text string, ok bool) {
	level = len(t) - len(strings.TrimLeft(t, "#"))
	if level < 1 || level > 6 || len(t) > level && t[level] != ' ' && t[level] != '\t' {
		return 0, "", false
	}
	text = strings.TrimSpace(t[level:])
	if cut := strings.TrimRight(text, "#"); cut == "" || strings.HasSuffix(cut, " ") || strings.HasSuffix(cut, "\t") {
		text = strings.TrimSpace(cut)
	}
	return level, text, true
}

func setext(t string) int {
	switch {
	case strings.Trim(t, "=") == "":
		return 1
	case strings.Trim(t, "-") == "":
		return 2
	}
	return 0
}

// bodyStart is the byte after a BOM and a frontmatter block.
func bodyStart(src string) int {
	at := 0
	if strings.HasPrefix(src, "\uFEFF") {
		at = len("\uFEFF")
	}
	if _, end, ok := Frontmatter(src); ok {
		return end
	}
	return at
}

// Frontmatter finds the YAML block at the start of a note: start is the byte
// after its opening line, end the byte after its closing line.
func Frontmatter(src string) (start, end int, ok bool) {
	at := 0
	if strings.HasPrefix(src, "\uFEFF") {
		at = len("\uFEFF")
	}
	line := func(at int) (text string, next int) {
		next = len(src)
		if i := strings.IndexByte(src[at:], '\n'); i >= 0 {
			next = at + i + 1
		}
		return strings.TrimRight(src[at:next], "\r\n \t"), next
	}
	text, next := line(at)
	if text != "---" || next == len(src) {
		return 0, 0, false
	}
	start = next
	for at = next; at < len(src); at = next {
		if text, next = line(at); text == "---" || text == "..." {
			return start, next, true
		}
	}
	return 0, 0, false
}

// FenceStarts says whether a fenced code block begins at the byte offset.
func (o *Outline) FenceStarts(at int) bool {
	_, starts := slices.BinarySearchFunc(o.fences, at, func(f [2]int, at int) int { return f[0] - at })
	return starts
}
