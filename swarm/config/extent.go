package config

import (
	"bytes"

	"gopkg.in/yaml.v3"
)

// start is where a node begins in the text without byte order mark, its anchor
// and tag included.
func (d *Document) start(n *yaml.Node) int {
	if n.Line == 0 {
		return 0
	}
	return d.lines.scanned(n.Line, n.Column)
}

// end is where a node ends. The YAML library keeps starts only, so the end is
// read off the text.
func (d *Document) end(n *yaml.Node) int {
	if n.Line == 0 {
		return 0
	}
	start := d.start(n)
	text := d.lines.text
	switch n.Kind {
	case yaml.AliasNode:
		return min(start+1+len(n.Value), len(text))
	case yaml.MappingNode, yaml.SequenceNode:
		if n.Style&yaml.FlowStyle != 0 {
			return d.flowEnd(n)
		}
		if len(n.Content) == 0 {
			return start
		}
		return max(start, d.end(n.Content[len(n.Content)-1]))
	}
	at := d.afterProperties(start)
	switch {
	case n.Style&yaml.DoubleQuotedStyle != 0:
		return quotedEnd(text, at, '"')
	case n.Style&yaml.SingleQuotedStyle != 0:
		return quotedEnd(text, at, '\'')
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		return blockEnd(text, at)
	}
	return plainEnd(text, at, n.Value)
}

// afterProperties skips anchors and tags.
func (d *Document) afterProperties(at int) int {
	text := d.lines.text
	for at < len(text) && (text[at] == '&' || text[at] == '!') {
		i := bytes.IndexAny(text[at:], " \t\r\n")
		if i < 0 {
			return len(text)
		}
		at += i
		for at < len(text) && bytes.IndexByte([]byte(" \t\r\n"), text[at]) >= 0 {
			at++
		}
	}
	return at
}

func (d *Document) flowEnd(n *yaml.Node) int {
	text := d.lines.text
	at := d.afterProperties(d.start(n)) + 1
	if len(n.Content) > 0 {
		at = max(at, d.end(n.Content[len(n.Content)-1]))
	}
	for at < len(text) {
		switch text[at] {
		case '}', ']':
			return at + 1
		case '#':
			at += lineLength(text[at:])
		default:
			at++
		}
	}
	return len(text)
}

func lineLength(text []byte) int {
	if i := bytes.IndexAny(text, "\r\n"); i >= 0 {
		return i
	}
	return len(text)
}

func quotedEnd(text []byte, at int, quote byte) int {
	for i := at + 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' && quote == '"':
			i++
		case text[i] == quote && quote == '\'' && i+1 < len(text) && text[i+1] == quote:
			i++
		case text[i] == quote:
			return i + 1
		}
	}
	return len(text)
}

// plainEnd follows the value's words through the text; where they part, the
// rest of the line is taken.
func plainEnd(text []byte, at int, value string) int {
	if value == "" || at >= len(text) {
		return min(at, len(text))
	}
	i := at
	for _, word := range bytes.Fields([]byte(value)) {
		for i < len(text) && bytes.IndexByte([]byte(" \t\r\n"), text[i]) >= 0 {
			i++
		}
		if !bytes.HasPrefix(text[i:], word) {
			return at + len(bytes.TrimRight(text[at:at+lineLength(text[at:])], " \t"))
		}
		i += len(word)
	}
	return i
}

// blockEnd is the end of a | or > text: the last line that is indented as far
// as its first.
func blockEnd(text []byte, at int) int {
	end := at + lineLength(text[at:])
	indent := -1
	for i := end; i < len(text); {
		if text[i] == '\r' && i+1 < len(text) && text[i+1] == '\n' {
			i++
		}
		i++
		n := lineLength(text[i:])
		line := text[i : i+n]
		blanks := len(line) - len(bytes.TrimLeft(line, " "))
		if blanks < len(line) {
			if indent < 0 {
				indent = blanks
			}
			if blanks < indent || indent == 0 {
				break
			}
			end = i + n
		}
		i += n
	}
	return end
}
