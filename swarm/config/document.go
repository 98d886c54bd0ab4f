package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"gopkg.in/yaml.v3"
)

// MaxFileBytes is the size from which a configuration is refused unread.
const MaxFileBytes = 256 << 10

// Document is one configuration file with its positions: what diagnostics,
// completion and byte-preserving edits are built on. It is read-only.
type Document struct {
	File string
	Text []byte // as on disk, byte order mark included
	// Root is the top mapping, nil when the file is empty or cannot be read as
	// YAML.
	Root *yaml.Node
	// Problems are those of the YAML itself, not of the configuration.
	Problems Problems

	lines *lines
}

var byteOrderMark = []byte("\xef\xbb\xbf")

// ParseDocument reads YAML. It never fails: what is wrong is in Problems.
func ParseDocument(file string, text []byte) *Document {
	d := &Document{File: file, Text: text}
	body, hasBOM := bytes.CutPrefix(text, byteOrderMark)
	bom := 0
	if hasBOM {
		bom = len(byteOrderMark)
	}
	d.lines = newLines(body, bom)
	if len(text) > MaxFileBytes {
		d.problem(Error, CodeTooLarge, 0, 0,
			fmt.Sprintf("The file has %d bytes; a configuration has at most %d.", len(text), MaxFileBytes),
			"Check that it is the right file.")
		return d
	}
	if !d.checkEncoding() {
		return d
	}
	d.parse(body)
	return d
}

func (d *Document) parse(body []byte) {
	dec := yaml.NewDecoder(bytes.NewReader(body))
	first, err := decodeNode(dec)
	if errors.Is(err, io.EOF) {
		return // nothing but comments
	}
	if err != nil {
		d.syntaxError(body, err)
		return
	}
	second, err := decodeNode(dec)
	if err != nil && !errors.Is(err, io.EOF) {
		d.syntaxError(body, err)
		return
	}
	if second != nil {
		at := d.start(second)
		d.problem(Warning, CodeDocuments, at, at, "Only the first YAML document of the file is read.",
			"Remove the line --- and what is not meant to be used.")
	}
	if len(first.Content) == 0 {
		return
	}
	top := first.Content[0]
	switch {
	case top.Kind == yaml.MappingNode:
		d.Root = top
	case top.Kind == yaml.AliasNode || isNull(top):
	default:
		d.problem(Error, CodeWrongType, d.start(top), d.end(top),
			"The file holds "+describe(top)+" where keys such as providers: are expected.",
			"Start with a line such as `providers:`.")
	}
}

// decodeNode decodes one document. The YAML library is old and reads files that
// come from anywhere, so its panics are taken as errors.
func decodeNode(dec *yaml.Decoder) (n *yaml.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			n, err = nil, fmt.Errorf("yaml: %v", r)
		}
	}()
	n = new(yaml.Node)
	if err := dec.Decode(n); err != nil {
		return nil, err
	}
	return n, nil
}

func (d *Document) problem(s Severity, code string, start, end int, message, fix string) {
	d.Problems = append(d.Problems, Problem{
		Severity: s, Code: code, Message: message, Fix: fix, File: d.File, Range: d.lines.span(start, end),
	})
}

// Range is the place of a node of the document; it is zero for a node that was
// made from what an editor sent.
func (d *Document) Range(n *yaml.Node) Range {
	if d == nil || d.lines == nil || n == nil || n.Line == 0 {
		return Range{}
	}
	return d.lines.span(d.start(n), d.end(n))
}

// Position is the place of a 1-based line and byte column.
func (d *Document) Position(line, column int) Position {
	return d.lines.at(d.lines.offset(line, column))
}

// At is the place of an offset into Text.
func (d *Document) At(offset int) Position { return d.lines.at(offset - d.lines.bom) }

func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" }

// describe names a value for a person, without showing it.
func describe(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	case yaml.AliasNode:
		return "an alias"
	}
	switch n.ShortTag() {
	case "!!null":
		return "nothing"
	case "!!bool":
		return "true or false"
	case "!!int":
		return "a whole number"
	case "!!float":
		return "a number"
	case "!!timestamp":
		return "a date"
	}
	return "text"
}

// short cuts a value for a message: one line, at most 60 characters.
func short(s string) string {
	s = strings.Join(strings.Fields(strings.ToValidUTF8(s, "\uFFFD")), " ")
	if r := []rune(s); len(r) > 60 {
		s = string(r[:59]) + "…"
	}
	return s
}
