package config

import (
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// Limits on what one file may make the loader do.
const (
	maxNodes    = 20_000 // values looked at, aliases counted each time they are followed
	maxProblems = 100    // reported for one file
)

// reader decodes one layer by the table of keys.
type reader struct {
	layer      Layer
	doc        *Document // nil positions for what an editor sent
	base, home string    // relative paths and ~ count from here
	env        func(string) (string, bool)

	values   values
	folders  int      // elements of providers.local_markdown.folders
	edges    int      // elements of enrichment.edges, -1 when the key is absent
	order    []string // sections below providers, as they appear
	problems Problems

	nodes   int
	complex bool
}

func (r *reader) read() {
	r.values = values{}
	r.edges = -1
	if r.doc.Root != nil {
		r.section(r.doc.Root, schema(), "")
	}
}

// report adds a problem at a node, or at no place when n is nil.
func (r *reader) report(p Problem, n *yaml.Node) {
	if len(r.problems) > 2*maxProblems {
		return // enough to be cut at maxProblems in the file's order
	}
	p.Layer = r.layer
	p.File = r.doc.File
	p.Range = r.doc.Range(n)
	r.problems = append(r.problems, p)
}

// spend counts a node. It fails, once with a problem, when aliases have made
// far more of them than anybody writes.
func (r *reader) spend(n *yaml.Node) bool {
	r.nodes++
	if r.nodes <= maxNodes {
		return true
	}
	if !r.complex {
		r.complex = true
		r.report(Problem{Severity: Error, Code: CodeTooComplex, Message: "The configuration has more than " + num(maxNodes) + " values; the rest is not read.",
			Fix: "Remove aliases and merge keys that multiply each other."}, n)
	}
	return false
}

func (r *reader) put(path string, v any, ok bool, n *yaml.Node) {
	r.values.put(path, value{v: v, bad: !ok, node: n, doc: r.doc, origin: Origin{Layer: r.layer, File: r.doc.File}})
}

// value decodes what stands at a key.
func (r *reader) value(n *yaml.Node, s *node, path string) {
	n = resolve(n)
	if !r.spend(n) {
		return
	}
	k := s.key
	if isNull(n) && k.Type != TypeSection {
		return // the same as an absent key
	}
	switch k.Type {
	case TypeSection, TypeMap:
		if isNull(n) {
			r.emptySection(n, path)
			return
		}
		if n.Kind != yaml.MappingNode {
			r.wrongType(k, n, path)
			return
		}
		r.put(path, true, true, n)
		if k.Type == TypeMap {
			r.byProvider(n, s, path)
		} else {
			r.section(n, s, path)
		}
	case TypeList:
		r.list(n, s, path)
	default:
		v, ok := r.scalar(k, n, path)
		r.put(path, v, ok, n)
	}
}

func (r *reader) emptySection(n *yaml.Node, path string) {
	name, provider := strings.CutPrefix(path, "providers.")
	if !provider {
		return
	}
	r.report(Problem{Severity: Warning, Code: CodeMissing, Path: path,
		Message: "The section " + name + " is empty, so it is not used.", Fix: "Write its keys below it, or remove it."}, n)
}

// section decodes a mapping with known keys.
func (r *reader) section(n *yaml.Node, s *node, path string) {
	for _, pair := range r.pairs(n, path, true) {
		name := pair.key.Value
		child := s.children[name]
		if child == nil {
			r.unknown(pair.key, s, path)
			continue
		}
		at := joinKey(path, child.key.Name())
		if path == "providers" && !slices.Contains(r.order, child.key.Name()) {
			r.order = append(r.order, child.key.Name())
		}
		if child.key.NoEffect {
			r.report(Problem{Severity: Hint, Code: CodeNoEffect, Path: at,
				Message: "The key " + name + " has no effect. " + child.key.Doc, Fix: "It can be removed."}, pair.key)
			r.ignored(resolve(pair.value), child, at)
			continue
		}
		r.value(pair.value, child, at)
	}
}

// ignored looks for secrets in what is not decoded.
func (r *reader) ignored(n *yaml.Node, s *node, path string) {
	if s.key.Type == TypeSecret && n.Kind == yaml.ScalarNode {
		r.plainSecret(n, path)
	}
	if n.Kind != yaml.MappingNode {
		return
	}
	for _, pair := range r.pairs(n, path, true) {
		if child := s.children[pair.key.Value]; child != nil {
			r.ignored(resolve(pair.value), child, joinKey(path, child.key.Name()))
		}
	}
}

// byProvider decodes a mapping whose keys are provider ids.
func (r *reader) byProvider(n *yaml.Node, s *node, path string) {
	for _, pair := range r.pairs(n, path, false) {
		id := canonicalID(pair.key.Value)
		if !knownKind(id) {
			r.unknownProvider(pair.key, joinKey(path, pair.key.Value), Warning)
			continue
		}
		r.value(pair.value, s.elem, joinKey(path, id))
	}
}

func (r *reader) unknown(key *yaml.Node, s *node, path string) {
	name := key.Value
	if strings.HasPrefix(name, "x-") || strings.HasPrefix(name, ".") {
		return // by custom, places to keep anchors
	}
	p := Problem{Severity: Warning, Code: CodeUnknownKey, Path: joinKey(path, name), Message: "There is no key " + short(name) + where(path) + ".",
		Fix: "Remove it."}
	if near := nearest(name, s.names); near != "" {
		p.Fix, p.Suggestion = "Did you mean "+near+"?", near
		if strings.IndexFunc(name, func(c rune) bool { return c >= 'A' && c <= 'Z' }) > 0 {
			p.Suggestion = camel(near)
		}
	} else if other := elsewhere(name); other != "" {
		p.Fix = "It belongs at " + other + "."
	} else if len(s.names) > 0 {
		p.Fix = "Known here are " + strings.Join(s.names, ", ") + "."
	}
	r.report(p, key)
}

func where(path string) string {
	if path == "" {
		return " at the top of the file"
	}
	return " in " + path
}
