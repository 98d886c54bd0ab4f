package markdown

import (
	"fmt"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// maxYAMLNodes bounds what aliases may expand to.
const maxYAMLNodes = 50_000

// parseYAML reads text as a YAML mapping. When it is none, reason says why, ""
// for valid YAML of another kind: prose is a valid scalar.
func (f *frontBlock) parseYAML(text []byte, note *Note) (reason string, ok bool) {
	var doc yaml.Node
	if err := unmarshal(text, &doc); err != nil {
		reason := strings.TrimPrefix(err.Error(), "yaml: ")
		if reason == "" {
			reason = "unknown error"
		}
		return reason, false
	}
	if len(doc.Content) != 1 || doc.Content[0].Kind != yaml.MappingNode {
		return "", false
	}
	c := &yamlReader{block: f, budget: maxYAMLNodes}
	root := doc.Content[0]
	note.Frontmatter = map[string]any{}
	for i := 0; i+1 < len(root.Content); i += 2 {
		key, value := root.Content[i], root.Content[i+1]
		line := f.from + key.Line - 1
		if _, taken := note.Frontmatter[key.Value]; taken {
			note.problem(line, ProblemDuplicate, "The frontmatter has the key "+key.Value+" twice; the first counts.")
			continue
		}
		fd := field{key: key.Value, line: line}
		c.field(&fd, value)
		if k := normalKey(fd.key); (k == "tags" || k == "tag") && c.lost(value) {
			// "#foo" is a comment in YAML and a tag to the writer.
			saved, _ := f.scanKey(fd.line)
			if slices.ContainsFunc(saved.items, func(it item) bool { return strings.HasPrefix(it.text, "#") }) {
				fd.items, fd.list = saved.items, saved.list
			}
		}
		f.fields = append(f.fields, fd)
		note.Frontmatter[key.Value] = c.value(value, 0)
	}
	if c.budget <= 0 {
		note.problem(f.from, ProblemIncomplete, "The frontmatter expands to too many values; some were left out.")
	}
	return "", true
}

// unmarshal guards against the parser's panics, which inputs can still cause.
func unmarshal(text []byte, doc *yaml.Node) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
	}()
	return yaml.Unmarshal(text, doc)
}

type yamlReader struct {
	block  *frontBlock
	budget int
}

// resolve follows aliases.
func resolve(n *yaml.Node) *yaml.Node {
	for range 10 {
		if n.Kind != yaml.AliasNode || n.Alias == nil {
			break
		}
		n = n.Alias
	}
	return n
}

// lost says whether a value, or an item of it, is null.
func (c *yamlReader) lost(n *yaml.Node) bool {
	n = resolve(n)
	if n.Kind == yaml.SequenceNode {
		for _, it := range n.Content {
			if c.lost(it) {
				return true
			}
		}
	}
	return n.Kind == yaml.ScalarNode && n.Tag == "!!null"
}

// field takes the strings of a value as they are written.
func (c *yamlReader) field(fd *field, n *yaml.Node) {
	n = resolve(n)
	line := func(n *yaml.Node) int { return c.block.from + n.Line - 1 }
	switch n.Kind {
	case yaml.ScalarNode:
		if n.Tag != "!!null" {
			fd.items = []item{{n.Value, line(n)}}
		}
	case yaml.SequenceNode:
		if link := bareWikilink(n); link != "" {
			fd.items = []item{{link, line(n)}}
			return
		}
		fd.list = true
		for _, it := range n.Content {
			it = resolve(it)
			if link := bareWikilink(it); link != "" {
				fd.items = append(fd.items, item{link, line(it)})
			} else if it.Kind == yaml.ScalarNode && it.Tag != "!!null" {
				fd.items = append(fd.items, item{it.Value, line(it)})
			}
			if len(fd.items) >= maxYAMLNodes {
				break
			}
		}
	}
}

// bareWikilink undoes what YAML makes of [[Note]]: a list of a list.
func bareWikilink(n *yaml.Node) string {
	if n.Kind == yaml.SequenceNode && n.Style&yaml.FlowStyle != 0 && len(n.Content) == 1 {
		if in := n.Content[0]; in.Kind == yaml.SequenceNode && in.Style&yaml.FlowStyle != 0 && len(in.Content) == 1 && in.Content[0].Kind == yaml.ScalarNode {
			return "[[" + in.Content[0].Value + "]]"
		}
	}
	return ""
}

// value converts a node to plain Go values.
func (c *yamlReader) value(n *yaml.Node, depth int) any {
	c.budget--
	if c.budget <= 0 || depth > 100 {
		c.budget = min(c.budget, 0)
		return nil
	}
	n = resolve(n)
	switch n.Kind {
	case yaml.ScalarNode:
		var v any
		if n.Decode(&v) != nil {
			return n.Value
		}
		return v
	case yaml.SequenceNode:
		if link := bareWikilink(n); link != "" {
			return link
		}
		list := make([]any, 0, len(n.Content))
		for _, it := range n.Content {
			list = append(list, c.value(it, depth+1))
		}
		return list
	case yaml.MappingNode:
		m := make(map[string]any, len(n.Content)/2)
		for i := 0; i+1 < len(n.Content); i += 2 {
			if _, taken := m[n.Content[i].Value]; !taken {
				m[n.Content[i].Value] = c.value(n.Content[i+1], depth+1)
			}
		}
		return m
	}
	return nil
}
