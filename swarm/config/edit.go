package config

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"gopkg.in/yaml.v3"
)

// Edit replaces a piece of a file: the bytes from Start to End (offsets into
// [Document.Text], End exclusive) become New.
type Edit struct {
	Start, End int
	New        string
}

// Apply makes edits that do not overlap. Every byte outside them stays.
func Apply(text []byte, edits []Edit) []byte {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b Edit) int { return a.Start - b.Start })
	var out []byte
	at := 0
	for _, e := range edits {
		if e.Start < at || e.End < e.Start || e.End > len(text) {
			continue
		}
		out = append(append(out, text[at:e.Start]...), e.New...)
		at = e.End
	}
	return append(out, text[at:]...)
}

// ErrShared is the error of an edit whose place is written through an alias or
// a merge key: changing it would change other places too.
var ErrShared = errors.New("it is written through an alias (*) of another place")

// Set edits the document so that the path has the value: text at a key that is
// there is replaced, anything else is inserted behind what its section holds.
// Nothing is edited when the value is there already.
//
// A value is a bool, int, float64, string, Map or []any of those.
func (d *Document) Set(path string, value any) ([]Edit, error) {
	parts := splitPath(path)
	if len(parts) == 0 {
		return nil, errors.New("a path is needed")
	}
	if d.Root == nil {
		return d.start0(parts, value)
	}
	at := d.Root
	n := schema()
	for i, part := range parts {
		if at.Kind == yaml.AliasNode || at.Anchor != "" && i > 0 {
			return nil, fmt.Errorf("%s: %w", path, ErrShared)
		}
		if part.list {
			if at.Kind != yaml.SequenceNode || part.index < 0 || part.index >= len(at.Content) {
				return nil, fmt.Errorf("%s: there is no such element", path)
			}
			at = at.Content[part.index]
			if n != nil {
				n = n.find([]pathPart{part})
			}
			continue
		}
		if at.Kind != yaml.MappingNode {
			return nil, fmt.Errorf("%s: %s stands where keys are expected", path, describe(at))
		}
		k := pairOf(at, part.name)
		if k < 0 && mergesIn(at) {
			return nil, fmt.Errorf("%s: %w", path, ErrShared)
		}
		rest := parts[i+1:]
		if slices.ContainsFunc(rest, func(p pathPart) bool { return p.list }) && k < 0 {
			return nil, fmt.Errorf("%s: there is no such element", path)
		}
		if k < 0 {
			return []Edit{d.insert(at, part.name, wrap(rest, value))}, nil
		}
		child := at.Content[k+1]
		if len(rest) > 0 && isNull(child) && !rest[0].list {
			return []Edit{d.fill(at, k, wrap(rest, value))}, nil
		}
		if len(rest) == 0 {
			return d.replace(at, k, value, path)
		}
		at = child
		if n != nil {
			n = n.find([]pathPart{part})
		}
	}
	e, err := d.overwrite(at, value, 0, path)
	return e, err
}

// Append edits the document so that the list at the path has one more element;
// the list is made when it is not there.
func (d *Document) Append(path string, element any) ([]Edit, error) {
	place, ok := d.NodeAt(path)
	if !ok || isNull(place.Node) {
		return d.Set(path, []any{element})
	}
	list := place.Node
	if list.Kind == yaml.AliasNode || list.Anchor != "" {
		return nil, fmt.Errorf("%s: %w", path, ErrShared)
	}
	if list.Kind != yaml.SequenceNode {
		return nil, fmt.Errorf("%s: %s stands where a list is expected", path, describe(list))
	}
	if len(list.Content) == 0 {
		return d.Set(path, []any{element})
	}
	last := list.Content[len(list.Content)-1]
	if list.Style&yaml.FlowStyle != 0 {
		at := d.end(last)
		return []Edit{d.edit(at, at, ", "+flow(element))}, nil
	}
	indent := d.dashColumn(list)
	at := d.lineEndAfter(d.end(last))
	return []Edit{d.insertLines(at, blockItem(element, indent, d.step()))}, nil
}

// Remove edits the document so that the key or list element at the path is
// gone, with its line.
func (d *Document) Remove(path string) ([]Edit, error) {
	parts := splitPath(path)
	if len(parts) == 0 {
		return nil, errors.New("a path is needed")
	}
	last := parts[len(parts)-1]
	parent, ok := d.NodeAt(parentPath(path))
	if !ok {
		return nil, fmt.Errorf("%s: there is no such key", path)
	}
	holder := parent.Node
	if holder.Kind == yaml.AliasNode {
		return nil, fmt.Errorf("%s: %w", path, ErrShared)
	}
	var first, value *yaml.Node
	index, step := -1, 1
	switch {
	case last.list && holder.Kind == yaml.SequenceNode && last.index >= 0 && last.index < len(holder.Content):
		index = last.index
		first, value = holder.Content[index], holder.Content[index]
	case !last.list && holder.Kind == yaml.MappingNode:
		step = 2
		if index = pairOf(holder, last.name); index >= 0 {
			first, value = holder.Content[index], holder.Content[index+1]
		}
	}
	if first == nil {
		return nil, fmt.Errorf("%s: there is no such key", path)
	}
	only := len(holder.Content) == step
	if holder.Style&yaml.FlowStyle != 0 {
		return d.removeFlow(holder, index, step), nil
	}
	if only && holder == d.Root {
		return []Edit{d.edit(d.lineStart(d.start(first)), d.lineEndAfter(max(d.end(first), d.end(value))), "")}, nil
	}
	if only { // an empty section would be reported, so an empty value stays
		empty := " []"
		if step == 2 {
			empty = " {}"
		}
		at := d.colonBefore(d.start(first))
		return []Edit{d.edit(at, d.lineEnd(max(d.end(first), d.end(value))), empty)}, nil
	}
	start := d.start(first)
	if step == 1 {
		start = d.dashBefore(start)
	}
	stop := d.lineEndAfter(max(d.end(first), d.end(value)))
	from := d.lineStart(start)
	if blanks := bytes.TrimLeft(d.lines.text[from:start], " "); len(blanks) > 0 {
		// The first key of a list element shares its line with the dash: what
		// follows moves up.
		next := d.start(holder.Content[index+step])
		return []Edit{d.edit(start, next, "")}, nil
	}
	return []Edit{d.edit(from, stop, "")}, nil
}

// RenameKey edits the key at the path.
func (d *Document) RenameKey(path, name string) ([]Edit, error) {
	place, ok := d.NodeAt(path)
	if !ok || place.Key.IsZero() {
		return nil, fmt.Errorf("%s: there is no such key", path)
	}
	return []Edit{{place.Key.Start.Offset, place.Key.End.Offset, name}}, nil
}

func (d *Document) removeFlow(holder *yaml.Node, index, step int) []Edit {
	first, last := holder.Content[index], holder.Content[index+step-1]
	start, stop := d.start(first), max(d.end(first), d.end(last))
	switch {
	case index+step < len(holder.Content): // with the comma behind
		stop = d.start(holder.Content[index+step])
	case index > 0: // with the comma before
		start = max(d.end(holder.Content[index-step]), d.end(holder.Content[index-1]))
	}
	return []Edit{d.edit(start, stop, "")}
}

func (d *Document) edit(start, end int, text string) Edit {
	return Edit{start + d.lines.bom, end + d.lines.bom, text}
}

// mergesIn says whether a mapping has a merge key.
func mergesIn(m *yaml.Node) bool {
	for i := 0; i+1 < len(m.Content); i += 2 {
		if isMerge(m.Content[i]) {
			return true
		}
	}
	return false
}

// wrap puts a value below the names of a path.
func wrap(parts []pathPart, value any) any {
	for _, p := range slices.Backward(parts) {
		value = Map{{p.name, value}}
	}
	return value
}
