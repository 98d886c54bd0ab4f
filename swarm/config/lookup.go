package config

import (
	"bytes"

	"gopkg.in/yaml.v3"
)

// Place is a key of a document with its value.
type Place struct {
	Path  string // in snake case
	Key   Range  // zero for list elements and the top of the file
	Value Range  // empty, after the colon, when there is no value yet
	Node  *yaml.Node
	// InKey says, for [Document.PathAt], that the place asked about lies in the
	// key itself.
	InKey bool
}

// maxDepth ends the descent into a document: no key lies nearly so deep.
const maxDepth = 32

// NodeAt finds the value at a path, in either spelling of its keys. Keys that
// came in through an alias or a merge key are found where they are written.
func (d *Document) NodeAt(path string) (Place, bool) {
	if d.Root == nil {
		return Place{}, false
	}
	at := Place{Node: d.Root}
	n := schema()
	for _, part := range splitPath(path) {
		if n != nil {
			n = n.find([]pathPart{part})
		}
		value := resolve(at.Node)
		switch {
		case part.list && value.Kind == yaml.SequenceNode && part.index >= 0 && part.index < len(value.Content):
			at = Place{Path: joinIndex(at.Path, part.index), Node: value.Content[part.index]}
		case !part.list && value.Kind == yaml.MappingNode:
			i := pairOf(value, part.name)
			if i < 0 {
				return Place{}, false
			}
			at = Place{Path: joinKey(at.Path, part.name), Key: d.Range(value.Content[i]), Node: value.Content[i+1]}
			if n != nil && n.key.Path != "" && !isElement(n) {
				at.Path = joinKey(parentPath(at.Path), n.key.Name())
			}
		default:
			return Place{}, false
		}
	}
	at.Value = d.Range(at.Node)
	return at, true
}

// PathAt finds the innermost key or value at a 1-based line and byte column.
// On a blank line it is the section that a key written there would belong to,
// by its indentation.
func (d *Document) PathAt(line, column int) (Place, bool) {
	if d.Root == nil {
		return Place{}, false
	}
	offset := d.lines.offset(line, column)
	lineStart := d.lines.starts[d.lines.at(offset).Line-1]
	before := d.lines.text[lineStart:offset]
	at := Place{Node: d.Root}
	n := schema()
	for depth := 0; ; depth++ {
		next, child, ok := d.inside(at, n, offset, len(before), len(bytes.TrimLeft(before, " -")) == 0)
		if !ok || depth == maxDepth {
			at.Value = d.Range(at.Node)
			return at, true
		}
		at, n = next, child
		if at.InKey {
			at.Value = d.Range(at.Node)
			return at, true
		}
	}
}

// inside takes one step down. indent is the number of columns before the
// cursor, blank says that there is nothing else before it on its line.
func (d *Document) inside(at Place, n *node, offset, indent int, blank bool) (Place, *node, bool) {
	value := at.Node // aliases are not entered: their text is elsewhere
	step := 2
	if value.Kind == yaml.SequenceNode {
		step = 1
	} else if value.Kind != yaml.MappingNode {
		return Place{}, nil, false
	}
	flow := value.Style&yaml.FlowStyle != 0
	for i := len(value.Content) - step; i >= 0; i -= step {
		first := value.Content[i]
		start := d.start(first)
		if start > offset {
			continue
		}
		if blank && !flow && offset > start && indent <= d.lines.at(start).Column-1 && d.lines.at(offset).Line > d.lines.at(start).Line {
			return Place{}, nil, false // a new key beside this one
		}
		if flow && offset > d.end(value.Content[i+step-1]) && i == len(value.Content)-step && offset >= d.end(value) {
			return Place{}, nil, false
		}
		if step == 1 {
			var child *node
			if n != nil && n.key.Type == TypeList {
				child = n.elem
			}
			return Place{Path: joinIndex(at.Path, i), Node: first}, child, true
		}
		name := first.Value
		var child *node
		if n != nil {
			child = n.find([]pathPart{{name: name}})
		}
		if child != nil && !isElement(child) {
			name = child.key.Name()
		}
		p := Place{Path: joinKey(at.Path, name), Key: d.Range(first), Node: value.Content[i+1]}
		p.InKey = offset <= d.end(first)
		return p, child, true
	}
	return Place{}, nil, false
}

// resolve follows an alias.
func resolve(n *yaml.Node) *yaml.Node {
	for range 8 { // an alias to an alias cannot be written, so this is enough
		if n.Kind != yaml.AliasNode || n.Alias == nil {
			break
		}
		n = n.Alias
	}
	return n
}

// pairOf is the index of a key in a mapping's content, whichever way it is
// spelled, or -1. The last of equal keys counts, as when loading.
func pairOf(m *yaml.Node, name string) int {
	found := -1
	for i := 0; i+1 < len(m.Content); i += 2 {
		if k := m.Content[i].Value; k == name || camel(name) == k || camel(k) == name {
			found = i
		}
	}
	return found
}

// isElement says that the node stands for any name, so that its own key has
// none.
func isElement(n *node) bool {
	name := n.key.Name()
	return name == "<id>" || name == ""
}

func parentPath(path string) string {
	parts := splitPath(path)
	out := ""
	for _, p := range parts[:max(0, len(parts)-1)] {
		if p.list {
			out = joinIndex(out, p.index)
		} else {
			out = joinKey(out, p.name)
		}
	}
	return out
}
