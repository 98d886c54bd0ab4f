package config

import (
	"reflect"

	"gopkg.in/yaml.v3"
)

// value is one decoded value with its origin. The value is bool, int, float64,
// string or []string; true for a section that is there.
type value struct {
	v      any
	origin Origin
	bad    bool // set, but wrong: v is nil
	// below is what the user's own layer said, where a workspace overrides it.
	below *value
	node  *yaml.Node
	doc   *Document
}

// place is the origin with the value's range, which is found only when somebody
// asks.
func (v value) place() Origin {
	o := v.origin
	o.Range = v.doc.Range(v.node)
	return o
}

// values holds values by path.
type values map[string]value

// put sets a value of a higher layer. An equal value keeps its lower origin,
// and a wrong one does not hide a good one below.
func (vs values) put(path string, v value) {
	old, ok := vs[path]
	if ok && !old.bad && (v.bad || reflect.DeepEqual(old.v, v.v)) {
		return
	}
	if ok && v.origin.Layer == LayerWorkspace {
		v.below = &old
	}
	vs[path] = v
}

// guarded leaves out what a workspace says about keys that open something: the
// user's own values stand, or the defaults.
func (vs values) guarded() values {
	out := make(values, len(vs))
	for path, v := range vs {
		if v.origin.Layer == LayerWorkspace {
			if k, ok := Lookup(path); ok && k.Guarded {
				if v.below == nil {
					continue
				}
				v = *v.below
			}
		}
		out[path] = v
	}
	return out
}

func (vs values) has(path string) bool { _, ok := vs[path]; return ok }

// lookup gives the value of a path, or the default of its key.
func lookup[T any](vs values, path string) T {
	var zero T
	if v, ok := vs[path]; ok && !v.bad {
		if t, ok := v.v.(T); ok {
			return t
		}
	}
	if k, ok := Lookup(path); ok {
		if t, ok := k.Default.(T); ok {
			return t
		}
	}
	return zero
}

func (vs values) bool(path string) bool        { return lookup[bool](vs, path) }
func (vs values) int(path string) int          { return lookup[int](vs, path) }
func (vs values) float(path string) float64    { return lookup[float64](vs, path) }
func (vs values) string(path string) string    { return lookup[string](vs, path) }
func (vs values) strings(path string) []string { return lookup[[]string](vs, path) }
