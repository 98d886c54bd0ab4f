package config

import (
	"fmt"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// Pair is one key of a Map.
type Pair struct {
	Key   string
	Value any
}

// Map is a mapping to be written, its keys in order.
type Map []Pair

func isScalar(v any) bool {
	switch v.(type) {
	case Map, []any:
		return false
	}
	return true
}

func isEmpty(v any) bool {
	switch v := v.(type) {
	case Map:
		return len(v) == 0
	case []any:
		return len(v) == 0
	}
	return false
}

// block renders a value as whole lines at an indentation.
func block(v any, indent, step int) string {
	pad := strings.Repeat(" ", indent)
	var b strings.Builder
	switch v := v.(type) {
	case Map:
		for _, p := range v {
			if isScalar(p.Value) || isEmpty(p.Value) {
				fmt.Fprintf(&b, "%s%s: %s\n", pad, plainKey(p.Key), flow(p.Value))
				continue
			}
			fmt.Fprintf(&b, "%s%s:\n%s", pad, plainKey(p.Key), block(p.Value, indent+step, step))
		}
	case []any:
		for _, e := range v {
			b.WriteString(blockItem(e, indent, step))
		}
	default:
		fmt.Fprintf(&b, "%s%s\n", pad, flow(v))
	}
	return b.String()
}

// blockItem renders one element of a list with its dash at the indentation.
func blockItem(v any, indent, step int) string {
	pad := strings.Repeat(" ", indent)
	if m, ok := v.(Map); ok && len(m) > 0 {
		text := block(m, indent+2, step)
		return pad + "- " + text[indent+2:]
	}
	return pad + "- " + flow(v) + "\n"
}

// flow renders a value on one line.
func flow(v any) string {
	switch v := v.(type) {
	case Map:
		parts := make([]string, len(v))
		for i, p := range v {
			parts[i] = plainKey(p.Key) + ": " + flow(p.Value)
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case []any:
		parts := make([]string, len(v))
		for i, e := range v {
			parts[i] = flow(e)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case bool:
		return strconv.FormatBool(v)
	case int:
		return strconv.Itoa(v)
	case float64:
		return num(v)
	case string:
		return scalarText(v)
	}
	return scalarText(fmt.Sprint(v))
}

func plainKey(name string) string {
	if plainName(name) && !strings.ContainsRune(name, ':') {
		return name
	}
	return scalarText(name)
}

// scalarText writes a text on one line so that it is read back as that text,
// in block and in flow style.
func scalarText(s string) string {
	if plainText(s) {
		return s
	}
	if !strings.ContainsFunc(s, func(r rune) bool {
		return r < 0x20 || r == 0x7F || r == 0xFFFD || r >= 0x80 && !printable(r) || r == 0x85 || r == 0x2028 || r == 0x2029
	}) {
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < 0x20 || r >= 0x7F && r < 0xA0 || r == 0x2028 || r == 0x2029 || r == 0xFEFF || r == 0xFFFE || r == 0xFFFF:
			if r > 0xFF {
				fmt.Fprintf(&b, `\u%04X`, r)
			} else {
				fmt.Fprintf(&b, `\x%02X`, r)
			}
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// plainText says that a text needs no quotes.
func plainText(s string) bool {
	if s == "" || s != strings.TrimSpace(s) || strings.ContainsAny(s, "[]{},&*#|>!%@`\"'\n\r\t") || strings.Contains(s, ": ") || strings.HasSuffix(s, ":") {
		return false
	}
	switch s[0] {
	case '-', '?', ':', '=', '<':
		return false
	}
	if strings.ContainsFunc(s, func(r rune) bool { return !printable(r) || r == 0x85 || r == 0x2028 || r == 0x2029 }) {
		return false
	}
	// A lone ~ is null, but ~/notes is a path.
	n := yaml.Node{Kind: yaml.ScalarNode, Value: s}
	return n.ShortTag() == "!!str"
}

// same says whether a node holds the value as written: an edit would change
// nothing.
func same(n *yaml.Node, v any) bool {
	switch v := v.(type) {
	case string:
		return n.Kind == yaml.ScalarNode && n.Value == v && (n.ShortTag() == "!!str" || plainText(v))
	case bool:
		return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!bool" && strings.EqualFold(n.Value, strconv.FormatBool(v))
	case int, float64:
		return n.Kind == yaml.ScalarNode && n.Style == 0 && n.Value == flow(v)
	case Map:
		if n.Kind != yaml.MappingNode || len(n.Content) != 2*len(v) {
			return false
		}
		for i, p := range v {
			if k := n.Content[2*i].Value; k != p.Key && camel(p.Key) != k || !same(n.Content[2*i+1], p.Value) {
				return false
			}
		}
		return true
	case []any:
		if n.Kind != yaml.SequenceNode || len(n.Content) != len(v) {
			return false
		}
		for i, e := range v {
			if !same(n.Content[i], e) {
				return false
			}
		}
		return true
	}
	return false
}
