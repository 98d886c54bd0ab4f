package config

import (
	"bytes"
	"fmt"
	"strings"

	"gopkg.in/yaml.v3"
)

// start0 writes into a file that has no keys: below its comments.
func (d *Document) start0(parts []pathPart, value any) ([]Edit, error) {
	if d.Problems.HasErrors() {
		return nil, fmt.Errorf("the file cannot be edited until it is valid: %s", d.Problems[0].Message)
	}
	for _, p := range parts {
		if p.list {
			return nil, fmt.Errorf("there is no such element")
		}
	}
	at := len(d.lines.text)
	text := block(wrap(parts, value), 0, d.step())
	// A file of "---" or "null" ends before its document end marker.
	if body := bytes.TrimSpace(d.lines.text); bytes.HasSuffix(body, []byte("...")) || bytes.HasSuffix(body, []byte("null")) || bytes.HasSuffix(body, []byte("{}")) {
		return nil, fmt.Errorf("the file ends with %s; remove it first", body[max(0, len(body)-4):])
	}
	return []Edit{d.insertLines(at, text)}, nil
}

// insert adds a key to a mapping, behind its last one.
func (d *Document) insert(m *yaml.Node, name string, value any) Edit {
	if m.Style&yaml.FlowStyle != 0 {
		if len(m.Content) == 0 {
			at := d.end(m) - 1
			return d.edit(at, at, name+": "+flow(value))
		}
		at := max(d.end(m.Content[len(m.Content)-2]), d.end(m.Content[len(m.Content)-1]))
		// An empty value ends right at its colon.
		if last := m.Content[len(m.Content)-1]; isNull(last) && last.Value == "" {
			at = d.flowEnd(m) - 1
		}
		return d.edit(at, at, ", "+name+": "+flow(value))
	}
	indent := d.column(m.Content[0])
	last := max(d.end(m.Content[len(m.Content)-2]), d.end(m.Content[len(m.Content)-1]))
	return d.insertLines(d.lineEndAfter(last), block(Map{{name, value}}, indent, d.step()))
}

// fill gives a key without a value its value.
func (d *Document) fill(m *yaml.Node, k int, value any) Edit {
	key := m.Content[k]
	if m.Style&yaml.FlowStyle != 0 {
		start, end := d.valueSpan(key, m.Content[k+1])
		return d.edit(start, end, " "+flow(value))
	}
	if isNull(m.Content[k+1]) && m.Content[k+1].Value != "" { // null or ~
		start, end := d.valueSpan(key, m.Content[k+1])
		return d.edit(start, end, d.newline()+strings.TrimSuffix(d.native(block(value, d.column(key)+d.step(), d.step())), d.newline()))
	}
	return d.insertLines(d.lineEndAfter(d.end(key)), block(value, d.column(key)+d.step(), d.step()))
}

// replace gives the key at index k of a mapping another value.
func (d *Document) replace(m *yaml.Node, k int, value any, path string) ([]Edit, error) {
	key, old := m.Content[k], m.Content[k+1]
	if isNull(old) {
		if isScalar(value) {
			start, end := d.valueSpan(key, old)
			return []Edit{d.edit(start, end, " "+flow(value))}, nil
		}
		return []Edit{d.fill(m, k, value)}, nil
	}
	indent := 0
	if m.Style&yaml.FlowStyle == 0 {
		indent = d.column(key) + d.step()
	}
	return d.overwrite(old, value, indent, path)
}

// overwrite replaces a value that is there. Block values stand at indent.
func (d *Document) overwrite(old *yaml.Node, value any, indent int, path string) ([]Edit, error) {
	if old.Kind == yaml.AliasNode || old.Anchor != "" {
		return nil, fmt.Errorf("%s: %w", path, ErrShared)
	}
	if same(old, value) {
		return nil, nil
	}
	blockStyle := (old.Kind == yaml.MappingNode || old.Kind == yaml.SequenceNode) && old.Style&yaml.FlowStyle == 0
	start, end := d.start(old), d.end(old)
	switch {
	case !blockStyle && (isScalar(value) || indent == 0 || isEmpty(value)):
		return []Edit{d.edit(start, end, flow(value))}, nil
	case !blockStyle: // a scalar or {} or [] becomes a block
		at := d.afterColon(start)
		return []Edit{d.edit(at, end, d.newline()+strings.TrimSuffix(d.native(block(value, indent, d.step())), d.newline()))}, nil
	case isScalar(value) || isEmpty(value): // a block becomes a scalar
		return []Edit{d.edit(d.colonBefore(start), end, " "+flow(value))}, nil
	}
	from := d.lineStart(start)
	if old.Kind == yaml.SequenceNode {
		from, indent = d.lineStart(d.dashBefore(d.start(old.Content[0]))), d.dashColumn(old)
	} else {
		indent = d.column(old.Content[0])
	}
	return []Edit{d.edit(from, end, strings.TrimSuffix(d.native(block(value, indent, d.step())), d.newline()))}, nil
}

// valueSpan is the room behind a key's colon where its value stands or would.
func (d *Document) valueSpan(key, value *yaml.Node) (start, end int) {
	text := d.lines.text
	at := d.end(key)
	for at < len(text) && text[at] != ':' {
		at++
	}
	at = min(at+1, len(text))
	if value.Value == "" && value.Tag != "!!null" || d.end(value) < at {
		return at, at
	}
	if value.Value == "" {
		return at, at
	}
	return at, d.end(value)
}

// afterColon is where the blanks between a colon and a value at start begin.
func (d *Document) afterColon(start int) int {
	for start > 0 && (d.lines.text[start-1] == ' ' || d.lines.text[start-1] == '\t') {
		start--
	}
	return start
}

// colonBefore is the place right behind the colon of the key whose block value
// starts at start.
func (d *Document) colonBefore(start int) int {
	for line := d.lines.at(start).Line - 1; line > 0; line-- {
		from := d.lines.starts[line-1]
		text := d.lines.text[from : from+lineLength(d.lines.text[from:])]
		trimmed := bytes.TrimSpace(text)
		if len(trimmed) == 0 || trimmed[0] == '#' {
			continue
		}
		if i := bytes.LastIndexByte(withoutComment(text), ':'); i >= 0 {
			return from + i + 1
		}
	}
	return start
}

// withoutComment cuts a comment off a line that ends with a key.
func withoutComment(line []byte) []byte {
	if i := bytes.Index(line, []byte(" #")); i >= 0 {
		return line[:i]
	}
	return line
}

// insertLines puts whole lines at an offset that is the start of a line or the
// end of the file.
func (d *Document) insertLines(at int, lines string) Edit {
	lines = d.native(lines)
	if at > 0 && at == len(d.lines.text) && d.lines.text[at-1] != '\n' && d.lines.text[at-1] != '\r' {
		lines = d.newline() + strings.TrimSuffix(lines, d.newline())
	}
	return d.edit(at, at, lines)
}

// column counts a node's bytes from the start of its line.
func (d *Document) column(n *yaml.Node) int { return d.lines.at(d.start(n)).Column - 1 }

// dashColumn is the column of a block list's dashes.
func (d *Document) dashColumn(list *yaml.Node) int {
	return d.lines.at(d.dashBefore(d.start(list.Content[0]))).Column - 1
}

// dashBefore is the dash of the list element that starts at start.
func (d *Document) dashBefore(start int) int {
	for i := start - 1; i >= 0; i-- {
		if d.lines.text[i] == '-' {
			return i
		}
		if d.lines.text[i] != ' ' && d.lines.text[i] != '\n' && d.lines.text[i] != '\r' && d.lines.text[i] != '\t' {
			break
		}
	}
	return start
}

func (d *Document) lineStart(at int) int { return d.lines.starts[d.lines.at(at).Line-1] }

func (d *Document) lineEnd(at int) int { return at + lineLength(d.lines.text[at:]) }

// lineEndAfter is the start of the line behind the one that holds at.
func (d *Document) lineEndAfter(at int) int {
	if line := d.lines.at(at).Line; line < len(d.lines.starts) {
		return d.lines.starts[line]
	}
	return len(d.lines.text)
}

// newline is the file's own end of line.
func (d *Document) newline() string {
	if i := bytes.IndexByte(d.lines.text, '\n'); i > 0 && d.lines.text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

func (d *Document) native(s string) string {
	if nl := d.newline(); nl != "\n" {
		return strings.ReplaceAll(s, "\n", nl)
	}
	return s
}

// step is the file's own indentation, 2 when it shows none.
func (d *Document) step() int {
	if d.Root == nil || d.Root.Style&yaml.FlowStyle != 0 {
		return 2
	}
	for i := 1; i < len(d.Root.Content); i += 2 {
		v := d.Root.Content[i]
		if v.Kind == yaml.MappingNode && v.Style&yaml.FlowStyle == 0 && len(v.Content) > 0 {
			if n := d.column(v.Content[0]) - d.column(d.Root.Content[i-1]); n > 0 && n <= 8 {
				return n
			}
		}
	}
	return 2
}
