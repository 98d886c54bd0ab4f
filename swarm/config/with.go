package config

import (
	"errors"
	"fmt"
	"slices"
)

// errDamage is the error of an edit that would not give what was meant. It
// guards against YAML that this package reads differently than it looks.
var errDamage = errors.New("the file is written in a way that cannot be edited safely")

// With is the document after [Document.Set], checked: the new text is valid and
// has the value at the path.
func (d *Document) With(path string, value any) (*Document, error) {
	edits, err := d.Set(path, value)
	if err != nil {
		return nil, err
	}
	out, err := d.edited(edits)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if p, ok := out.NodeAt(path); !ok || !same(p.Node, value) && !same(resolve(p.Node), value) {
		return nil, fmt.Errorf("%s: %w", path, errDamage)
	}
	return out, nil
}

// WithElement is the document after [Document.Append], checked likewise.
func (d *Document) WithElement(path string, element any) (*Document, error) {
	before := 0
	if p, ok := d.NodeAt(path); ok {
		before = len(resolve(p.Node).Content)
	}
	edits, err := d.Append(path, element)
	if err != nil {
		return nil, err
	}
	out, err := d.edited(edits)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if p, ok := out.NodeAt(path); !ok || len(p.Node.Content) != before+1 || !same(p.Node.Content[before], element) {
		return nil, fmt.Errorf("%s: %w", path, errDamage)
	}
	return out, nil
}

// Without is the document after [Document.Remove], checked to be valid.
func (d *Document) Without(path string) (*Document, error) {
	edits, err := d.Remove(path)
	if err != nil {
		return nil, err
	}
	return d.edited(edits)
}

func (d *Document) edited(edits []Edit) (*Document, error) {
	if len(edits) == 0 {
		return d, nil
	}
	out := ParseDocument(d.File, Apply(d.Text, edits))
	if slices.ContainsFunc(out.Problems, func(p Problem) bool { return p.Severity == Error }) {
		return nil, errDamage
	}
	return out, nil
}
