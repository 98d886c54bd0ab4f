package config

import (
	"bytes"
	"regexp"
	"strings"
)

// Cursor is what may be written at a place of a document. It is found line by
// line, so that a document that is being typed, and is no valid YAML yet, has
// one too.
type Cursor struct {
	// Path is that of the key whose value is written, or of the section that a
	// key is written into.
	Path    string
	InValue bool
	// Start and End are offsets into Text of what would be replaced: the word
	// before the cursor and the rest of it behind.
	Start, End int
	Prefix     string   // the text from Start to the cursor
	Taken      []string // keys that the section has already, snake case
	Indent     int      // columns before the key
	Element    bool     // directly behind a dash
}

var keyLine = regexp.MustCompile(`^([ ]*(?:- +)*)((?:"[^"]*"|'[^']*'|[^\s#:'"\[\]{},][^\s:#]*))[ ]*:(?:[ \t]+(.*))?$`)

// line is one line with a key, as the cursor sees it.
type keyed struct {
	dash, column int // columns of the (last) dash, -1 for none, and of the key
	name         string
}

func keyedLine(text []byte) (k keyed, ok bool) {
	text = bytes.TrimRight(text, "\r\n")
	m := keyLine.FindSubmatch(text)
	if m == nil {
		return keyed{}, false
	}
	k = keyed{dash: bytes.LastIndexByte(m[1], '-'), column: len(m[1]), name: strings.Trim(string(m[2]), `"'`)}
	return k, true
}

// CursorAt describes the place at an offset into Text. ok is false inside
// comments and where nothing can be said (one-line mappings and lists).
func (d *Document) CursorAt(offset int) (c Cursor, ok bool) {
	if d.lines == nil {
		return Cursor{}, false
	}
	at := max(0, min(offset-d.lines.bom, len(d.lines.text)))
	from := d.lineStart(at)
	line := d.lines.text[from : from+lineLength(d.lines.text[from:])]
	before := line[:at-from]
	if i := bytes.IndexByte(before, '#'); i == 0 || i > 0 && (before[i-1] == ' ' || before[i-1] == '\t') {
		return Cursor{}, false
	}
	number := d.lines.at(at).Line
	if k, isKey := keyedLine(line); isKey {
		colon := k.column + bytes.IndexByte(line[k.column:], ':')
		if at-from > colon {
			return d.valueCursor(line, from, at, colon, number, k)
		}
	}
	return d.keyCursor(line, from, at, number)
}

func (d *Document) valueCursor(line []byte, from, at, colon, number int, k keyed) (Cursor, bool) {
	c := Cursor{InValue: true, Path: joinParent(d.parentOf(number, k), k.name), Indent: k.column}
	start := colon + 1
	for start < at-from && (line[start] == ' ' || line[start] == '\t') {
		start++
	}
	value := line[start:]
	if i := bytes.Index(value, []byte(" #")); i >= 0 {
		value = value[:i]
	}
	end := start + len(bytes.TrimRight(value, " \t"))
	if len(value) > 0 && (value[0] == '{' || value[0] == '[') {
		return Cursor{}, false
	}
	end = max(end, at-from)
	c.Start, c.End = from+start+d.lines.bom, from+end+d.lines.bom
	c.Prefix = string(line[start : at-from])
	c.Path = canonicalPath(c.Path)
	return c, true
}

func (d *Document) keyCursor(line []byte, from, at, number int) (Cursor, bool) {
	start := 0
	dash := -1
	for start < len(line) && start < at-from && (line[start] == ' ' || line[start] == '-' && start+1 < len(line) && line[start+1] == ' ' || line[start] == '-' && start+1 == len(line)) {
		if line[start] == '-' {
			dash = start
		}
		start++
	}
	if dash >= 0 && start == dash+1 {
		start = dash + 1 // right behind the dash, without a blank
	}
	end := at - from
	for end < len(line) && line[end] != ':' && line[end] != ' ' && line[end] != '#' {
		end++
	}
	word := line[start : at-from]
	if bytes.ContainsAny(word, "{}[],: ") {
		return Cursor{}, false
	}
	c := Cursor{Start: from + start + d.lines.bom, End: from + end + d.lines.bom, Prefix: string(word), Indent: start, Element: dash >= 0}
	self := keyed{dash: dash, column: start}
	c.Path = canonicalPath(d.parentOf(number, self))
	c.Taken = d.siblings(number, self)
	return c, true
}

// parentOf is the path of the section that a key of a line (1-based) stands in.
func (d *Document) parentOf(number int, k keyed) string {
	column := k.column // what stands left of it is above it
	inList := false
	if k.dash >= 0 {
		column, inList = k.dash, true
	}
	var names []string
	for n := number - 1; n >= 1 && (column > 0 || inList); n-- {
		text := d.lineText(n)
		trimmed := bytes.TrimSpace(text)
		if len(trimmed) == 0 || trimmed[0] == '#' {
			continue
		}
		above, ok := keyedLine(text)
		if !ok {
			if i := bytes.IndexByte(text, '-'); i >= 0 && len(bytes.TrimSpace(text[:i])) == 0 && !inList && i < column {
				column, inList = i, true // a dash alone on its line
			}
			continue
		}
		switch {
		case !inList && above.column == column && above.dash >= 0:
			column, inList = above.dash, true // the first key of this element
		case !inList && above.column < column, inList && above.dash < 0 && above.column <= column:
			name := above.name
			if inList {
				name += "[]"
			}
			names = append([]string{name}, names...)
			column, inList = above.column, false
			if above.dash >= 0 {
				column, inList = above.dash, true
			}
		}
	}
	return strings.Join(names, ".")
}

// siblings names the keys beside a line's place.
func (d *Document) siblings(number int, self keyed) []string {
	var out []string
	add := func(k keyed) {
		if n := schema().find(splitPath(canonicalPath(joinParent(d.parentOf(number, self), k.name)))); n != nil && !isElement(n) {
			out = append(out, n.key.Name())
			return
		}
		out = append(out, k.name)
	}
	if self.dash < 0 {
		for n := number - 1; n >= 1; n-- {
			k, ok := keyedLine(d.lineText(n))
			if !ok {
				continue
			}
			if k.column < self.column {
				break
			}
			if k.column == self.column {
				add(k)
				if k.dash >= 0 {
					break
				}
			}
		}
	}
	for n := number + 1; n <= len(d.lines.starts); n++ {
		k, ok := keyedLine(d.lineText(n))
		if !ok {
			continue
		}
		if k.column < self.column || k.dash >= 0 && k.dash < self.column {
			break
		}
		if k.column == self.column {
			add(k)
		}
	}
	return out
}

func (d *Document) lineText(number int) []byte {
	from := d.lines.starts[number-1]
	return d.lines.text[from : from+lineLength(d.lines.text[from:])]
}

func joinParent(parent, name string) string {
	if parent == "" {
		return name
	}
	return parent + "." + name
}

// canonicalPath spells the names of a path as the table does.
func canonicalPath(path string) string {
	out := ""
	n := schema()
	for _, p := range splitPath(path) {
		if n != nil {
			n = n.find([]pathPart{p})
		}
		switch {
		case p.list:
			out += "[]"
		case n != nil && !isElement(n) && n.key.Path != "":
			out = joinKey(out, n.key.Name())
		default:
			out = joinKey(out, p.name)
		}
	}
	return out
}
