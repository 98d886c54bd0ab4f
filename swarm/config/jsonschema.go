package config

import (
	"bytes"
	"encoding/json"
	"math"
)

// object is a JSON object with its keys in a fixed order.
type object []Pair

func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, p := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		key, err := encode(p.Key)
		if err != nil {
			return nil, err
		}
		value, err := encode(p.Value)
		if err != nil {
			return nil, err
		}
		b.Write(key)
		b.WriteByte(':')
		b.Write(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

// JSONSchema is the table of keys as a JSON Schema (draft-07, which editors'
// YAML servers know), in both spellings of every key.
func JSONSchema() ([]byte, error) {
	root := append(object{
		{"$schema", "http://json-schema.org/draft-07/schema#"},
		{"title", "Memory Swarm configuration (.brv/swarm/config.yaml)"},
	}, schemaOf(schema())...)
	text, err := encode(root)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", "  "); err != nil {
		return nil, err
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

// text accepts ${VARIABLE} wherever a value that is no text may come from one.
var fromVariable = object{{"type", "string"}, {"pattern", `\$\{\w+\}`}}

func schemaOf(n *node) object {
	k := n.key
	var o object
	if k.Doc != "" {
		o = append(o, Pair{"description", k.Doc})
	}
	if k.NoEffect {
		o = append(o, Pair{"deprecated", true})
	}
	if k.Default != nil {
		o = append(o, Pair{"default", k.Default})
	}
	switch k.Type {
	case TypeSection:
		o = append(o, Pair{"type", []string{"object", "null"}}, Pair{"properties", properties(n)},
			Pair{"patternProperties", object{{`^(x-|\.|<<$)`, true}}}, Pair{"additionalProperties", false})
	case TypeMap:
		o = append(o, Pair{"type", []string{"object", "null"}}, Pair{"additionalProperties", schemaOf(n.elem)})
	case TypeList:
		element := any(schemaOf(n.elem))
		if k.Path == edgesPath {
			element = object{{"anyOf", []any{element, object{{"type", "string"}}, object{{"type", "array"}, {"items", object{{"type", "string"}}}, {"minItems", 2}, {"maxItems", 2}}}}}
		}
		o = append(o, Pair{"type", []string{"array", "null"}}, Pair{"items", element})
	case TypeBool:
		o = append(o, Pair{"anyOf", []any{object{{"type", "boolean"}}, fromVariable}})
	case TypeInt:
		o = append(o, Pair{"anyOf", []any{k.numeric("integer"), fromVariable}})
	case TypeFloat:
		o = append(o, Pair{"anyOf", []any{k.numeric("number"), fromVariable}})
	case TypeEnum:
		o = append(o, Pair{"anyOf", []any{object{{"enum", k.Values}}, fromVariable}})
	case TypeStrings:
		o = append(o, Pair{"type", []string{"array", "string"}}, Pair{"items", object{{"type", "string"}}})
	default:
		o = append(o, Pair{"type", "string"})
	}
	return o
}

// numeric is the range of a number; a bound that nobody reaches is left out.
func (k Key) numeric(kind string) object {
	o := object{{"type", kind}}
	low := "minimum"
	if k.MinOpen {
		low = "exclusiveMinimum"
	}
	if k.Min > -maxInt {
		o = append(o, Pair{low, k.Min})
	}
	if !math.IsInf(k.Max, 1) && k.Max < maxInt {
		o = append(o, Pair{"maximum", k.Max})
	}
	return o
}

func properties(n *node) object {
	out := object{}
	for _, name := range n.names {
		child := schemaOf(n.children[name])
		out = append(out, Pair{name, child})
		if c := camel(name); c != name {
			out = append(out, Pair{c, child})
		}
	}
	return out
}
