package config

import (
	"slices"
	"strconv"
	"strings"
	"sync"
)

// node is one key of the table with the keys below it.
type node struct {
	key      Key
	children map[string]*node // by name, in both spellings
	names    []string         // snake case, in the table's order
	elem     *node            // of lists and maps
}

// schema is the table as a tree.
var schema = sync.OnceValue(func() *node {
	root := &node{key: Key{Type: TypeSection}}
	for _, k := range table {
		at := root
		for _, part := range strings.Split(k.Path, ".") {
			name, list := strings.CutSuffix(part, "[]")
			if name == "<id>" {
				at = at.element()
				continue
			}
			at = at.child(name)
			if list {
				at = at.element()
			}
		}
		at.key = k
	}
	return root
})

func (n *node) child(name string) *node {
	if c := n.children[name]; c != nil {
		return c
	}
	if n.children == nil {
		n.children = map[string]*node{}
	}
	c := &node{key: Key{Type: TypeSection}}
	n.children[name] = c
	n.children[camel(name)] = c
	n.names = append(n.names, name)
	return c
}

func (n *node) element() *node {
	if n.elem == nil {
		n.elem = &node{key: Key{Type: TypeSection, Path: n.key.Path + "[]"}}
	}
	return n.elem
}

// Lookup finds the key of a path such as "providers.localMarkdown.folders[2].path"
// or "routing.weights.gbrain", in either spelling.
func Lookup(path string) (Key, bool) {
	n := schema().find(splitPath(path))
	if n == nil || n.key.Doc == "" {
		return Key{}, false
	}
	return n.key, true
}

// Children names the keys directly below a path, in snake case and in the order
// of documentation: what may be written there. "" is the top of the file. A
// list gives the keys of its elements.
func Children(path string) []string {
	n := schema().find(splitPath(path))
	if n == nil {
		return nil
	}
	if n.key.Type == TypeList && n.elem != nil {
		n = n.elem
	}
	return slices.Clone(n.names)
}

func (n *node) find(parts []pathPart) *node {
	for _, p := range parts {
		switch {
		case n.key.Type == TypeList && p.list:
			n = n.elem
		case n.key.Type == TypeMap:
			n = n.elem
		case p.list:
			return nil
		default:
			n = n.children[p.name]
		}
		if n == nil {
			return nil
		}
	}
	return n
}

// pathPart is one step of a path: a name or an index.
type pathPart struct {
	name  string
	index int
	list  bool
}

// splitPath reads a path. Names that are not plain words stand in ["…"];
// splitPath("") is empty. A damaged path gives what could be read.
func splitPath(path string) []pathPart {
	var out []pathPart
	for path != "" {
		switch {
		case path[0] == '.':
			path = path[1:]
		case strings.HasPrefix(path, `["`):
			quoted, err := strconv.QuotedPrefix(path[1:])
			if err != nil {
				return out
			}
			name, _ := strconv.Unquote(quoted) // QuotedPrefix has checked it
			out = append(out, pathPart{name: name})
			path = strings.TrimPrefix(path[1+len(quoted):], "]")
		case path[0] == '[':
			inner, rest, _ := strings.Cut(path[1:], "]")
			i, _ := strconv.Atoi(inner) // "[]" means any element: 0
			out = append(out, pathPart{index: i, list: true})
			path = rest
		default:
			end := strings.IndexAny(path, ".[")
			if end < 0 {
				end = len(path)
			}
			out = append(out, pathPart{name: path[:end]})
			path = path[end:]
		}
	}
	return out
}

// joinKey appends a name to a path.
func joinKey(path, name string) string {
	if !plainName(name) {
		return path + "[" + strconv.Quote(name) + "]"
	}
	if path == "" {
		return name
	}
	return path + "." + name
}

func joinIndex(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }

func plainName(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c != '_' && c != '-' && c != ':' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c < 0x80 {
			return false
		}
	}
	return s != ""
}
