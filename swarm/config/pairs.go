package config

import (
	"fmt"

	"gopkg.in/yaml.v3"
)

// pair is one key of a mapping with its value.
type pair struct{ key, value *yaml.Node }

// pairs lists a mapping's keys once each, its own before those of merge keys
// (<<), which never override. Of equal keys the last counts.
func (r *reader) pairs(n *yaml.Node, path string, spellings bool) []pair {
	m := merger{r: r, path: path, spellings: spellings, at: map[string]int{}}
	m.add(n, false)
	return m.out
}

type merger struct {
	r         *reader
	path      string
	spellings bool // a_b and aB are the same key
	out       []pair
	at        map[string]int // index in out, by name
	open      []*yaml.Node   // mappings being merged, against cycles
}

func (m *merger) add(n *yaml.Node, merged bool) {
	for _, o := range m.open {
		if o == n {
			return // an anchor that merges itself
		}
	}
	m.open = append(m.open, n)
	defer func() { m.open = m.open[:len(m.open)-1] }()

	var merges []*yaml.Node
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := resolve(n.Content[i]), n.Content[i+1]
		if !m.r.spend(key) {
			return
		}
		if isMerge(key) {
			merges = append(merges, value)
			continue
		}
		if key.Kind != yaml.ScalarNode {
			m.r.report(Problem{Severity: Error, Code: CodeWrongType, Path: m.path, Message: "A key is " + describe(key) + "; text is needed.", Fix: "Write a name before the colon."}, key)
			continue
		}
		m.one(pair{key, value}, merged)
	}
	for _, value := range merges {
		m.merge(value)
	}
}

func (m *merger) merge(value *yaml.Node) {
	value = resolve(value)
	switch value.Kind {
	case yaml.MappingNode:
		m.add(value, true)
	case yaml.SequenceNode:
		for _, e := range value.Content {
			if e = resolve(e); e.Kind == yaml.MappingNode && m.r.spend(e) {
				m.add(e, true)
			}
		}
	default:
		m.r.report(Problem{Severity: Error, Code: CodeWrongType, Path: m.path, Message: "A merge key << needs the alias of a mapping.", Fix: "Write `<<: *anchor`."}, value)
	}
}

func (m *merger) one(p pair, merged bool) {
	name := p.key.Value
	if m.spellings {
		name = camel(name)
	}
	i, seen := m.at[name]
	if !seen {
		m.at[name] = len(m.out)
		m.out = append(m.out, p)
		return
	}
	if merged {
		return
	}
	first := m.out[i].key
	problem := Problem{Severity: Error, Code: CodeDuplicateKey, Path: joinKey(m.path, p.key.Value),
		Message: fmt.Sprintf("The key %s is written twice; this one is used.", short(p.key.Value)),
		Fix:     "Remove one of them.",
		Related: []Related{{File: m.r.doc.File, Range: m.r.doc.Range(first), Message: "The first is here."}}}
	if first.Value != p.key.Value { // YAML itself sees two keys
		problem.Severity = Warning
		problem.Message = fmt.Sprintf("%s and %s are the same key; this one is used.", short(first.Value), short(p.key.Value))
	}
	m.r.report(problem, p.key)
	m.out[i] = p
}

func isMerge(n *yaml.Node) bool {
	return n.Kind == yaml.ScalarNode && n.Value == "<<" && n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) == 0
}
