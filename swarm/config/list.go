package config

import (
	"fmt"
	"strings"

	"gopkg.in/yaml.v3"
)

// list decodes a list of sections.
func (r *reader) list(n *yaml.Node, s *node, path string) {
	if n.Kind != yaml.SequenceNode {
		r.wrongType(s.key, n, path)
		r.put(path, nil, false, n)
		return
	}
	r.put(path, true, true, n)
	count := &r.folders
	if path == "enrichment.edges" {
		count = &r.edges
		r.edges = 0
	}
	for i, e := range n.Content {
		e = resolve(e)
		if !r.spend(e) {
			return
		}
		at := joinIndex(path, i)
		*count = i + 1
		if path == "enrichment.edges" && r.shortEdge(e, at) {
			continue
		}
		if e.Kind != yaml.MappingNode {
			r.report(Problem{Severity: Error, Code: CodeWrongType, Path: at,
				Message: fmt.Sprintf("Element %d of %s is %s; a mapping with %s is needed.", i+1, s.key.Name(), describe(e), strings.Join(s.elem.names[:2], " and ")),
				Fix:     "Write `" + s.key.Name() + ": " + s.key.Example + "`, for example."}, e)
			continue
		}
		r.put(at, true, true, e)
		r.section(e, s.elem, at)
	}
}

// shortEdge takes the edges that people write by hand: "a -> b" and [a, b].
func (r *reader) shortEdge(n *yaml.Node, path string) bool {
	var ends []*yaml.Node
	switch n.Kind {
	case yaml.SequenceNode:
		for _, e := range n.Content {
			ends = append(ends, resolve(e))
		}
	case yaml.ScalarNode:
		from, to, ok := strings.Cut(strings.ReplaceAll(n.Value, "→", "->"), "->")
		if !ok {
			return false
		}
		for _, text := range []string{from, to} {
			end := *n
			end.Value = strings.TrimSpace(text)
			ends = append(ends, &end)
		}
	}
	if len(ends) != 2 || ends[0].Kind != yaml.ScalarNode || ends[1].Kind != yaml.ScalarNode {
		return false
	}
	r.put(path, true, true, n)
	r.put(path+".from", r.expand(ends[0], path+".from"), true, n)
	r.put(path+".to", r.expand(ends[1], path+".to"), true, n)
	return true
}
