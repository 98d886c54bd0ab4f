package markdown

import "bytes"

// front is what readFrontmatter found besides what it put into the note.
type front struct {
	bodyStart int // first line after the frontmatter
	tags      []string
}

// field is one top-level key as strings, whatever it was written in.
type field struct {
	key   string
	line  int
	items []item // one for a scalar, many for a list, none for a mapping
	list  bool
}

type item struct {
	text string
	line int
}

// scalar is the field's text when it is no list.
func (f field) scalar() string {
	if f.list || len(f.items) == 0 {
		return ""
	}
	return f.items[0].text
}

// maxYAML bounds what the YAML parser is given; larger blocks are read line by
// line, in linear time.
const maxYAML = 1 << 20

// readFrontmatter finds the frontmatter at the start of a note and reads it
// into note. Three things can begin a note with "---" and are told apart here:
// frontmatter, valid or broken; a letterhead between thematic breaks; a
// thematic break alone.
func readFrontmatter(src []byte, lines []lineSpan, opt Options, note *Note) front {
	if len(lines) == 0 {
		return front{}
	}
	text := func(n int) []byte { return src[lines[n].start:lines[n].end] }
	opening := string(bytes.TrimRight(text(0), " \t"))
	if opening != "---" && opening != "+++" {
		return front{}
	}
	toml := opening == "+++"
	end := -1
	for n := 1; n < len(lines); n++ {
		if c := text(n); len(c) >= 3 && (c[0] == '-' || c[0] == '.' || c[0] == '+') {
			if c := string(bytes.TrimRight(c, " \t")); c == opening || c == "..." && !toml {
				end = n
				break
			}
		}
	}
	block := frontBlock{src: src, lines: lines, from: 1, to: end, toml: toml}
	if end >= 0 {
		if block.empty() {
			return front{bodyStart: end + 1}
		}
		if block.parse(note, opt.StrictFrontmatter) {
			return front{bodyStart: end + 1, tags: block.fill(note, opt)}
		}
	}
	if opt.StrictFrontmatter {
		return front{}
	}
	// Not closed, or what closes it is a thematic break far below: the lines
	// that look like keys, up to a blank line or a heading.
	block.to = block.leadingKeys()
	if block.to == block.from {
		return front{}
	}
	note.problem(0, ProblemUnclosed, "The frontmatter has no closing "+opening+" line; it was read up to the first line that is not part of it.")
	block.scanLines(note)
	return front{bodyStart: block.to, tags: block.fill(note, opt)}
}

// frontBlock is the inside of a frontmatter block: lines[from:to].
type frontBlock struct {
	src      []byte
	lines    []lineSpan
	from, to int
	toml     bool
	fields   []field
}

func (f *frontBlock) line(n int) []byte { return f.src[f.lines[n].start:f.lines[n].end] }

// empty says whether the block holds nothing but blank lines and comments.
func (f *frontBlock) empty() bool {
	for n := f.from; n < f.to; n++ {
		if t := trimSpaceTab(f.line(n)); len(t) > 0 && t[0] != '#' {
			return false
		}
	}
	return true
}

// parse reads a closed block and says whether it is frontmatter at all.
func (f *frontBlock) parse(note *Note, strict bool) bool {
	if f.toml {
		if !f.looksLikeKeys() {
			return false
		}
		f.scanTOML(note)
		return true
	}
	var text []byte
	if f.to > f.from {
		text = f.src[f.lines[f.from].start:f.lines[f.to-1].end]
	}
	if len(text) > maxYAML {
		note.problem(f.from, ProblemIncomplete, "The frontmatter is larger than 1 MiB; only its plain keys were read.")
		f.scanLines(note)
		return true
	}
	reason, ok := f.parseYAML(text, note)
	if ok {
		return true
	}
	if reason == "" || !f.looksLikeKeys() {
		return false
	}
	if strict {
		note.problem(f.from, ProblemFrontmatter, "The frontmatter is not valid YAML: "+reason+".")
		return true
	}
	note.problem(f.from, ProblemFrontmatter, "The frontmatter is not valid YAML ("+reason+"); its keys were read line by line.")
	f.scanLines(note)
	return true
}

const (
	lineKey  lineClass = iota
	linePart           // of a value: a list item, an indented line, a bracket
	lineBlank
	lineHeading // or a comment of YAML
	lineProse
)
