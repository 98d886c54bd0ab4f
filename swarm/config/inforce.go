package config

// InForce is the value that counts for a path, as YAML: what some layer set,
// else the default. ok is false where there is no such key, where it has no
// value, and for sections. Secrets are not shown.
func (c *Config) InForce(path string) (text string, from Origin, ok bool) {
	k, known := Lookup(path)
	if !known || k.Section() {
		return "", Origin{}, false
	}
	if v, set := c.values[canonicalIndex(path)]; set && !v.bad {
		if k.Type == TypeSecret {
			return redacted, v.place(), true
		}
		switch val := v.v.(type) {
		case []string:
			list := make([]any, len(val))
			for i, s := range val {
				list[i] = s
			}
			return flow(list), v.place(), true
		case string:
			return short(withoutLogin(val)), v.place(), true
		default:
			return flow(val), v.place(), true
		}
	}
	return k.DefaultText(), Origin{}, k.Default != nil
}

// canonicalIndex spells the names of a path as the table does, keeping the
// indices.
func canonicalIndex(path string) string {
	out := ""
	n := schema()
	for _, p := range splitPath(path) {
		if n != nil {
			n = n.find([]pathPart{p})
		}
		switch {
		case p.list:
			out = joinIndex(out, p.index)
		case n != nil && !isElement(n) && n.key.Path != "":
			out = joinKey(out, n.key.Name())
		default:
			out = joinKey(out, p.name)
		}
	}
	return out
}

// withoutLogin keeps passwords in addresses out of what is shown.
func withoutLogin(s string) string {
	if u := withoutSecrets(s); u != s && len(s) > 0 && containsScheme(s) {
		return u
	}
	return s
}

func containsScheme(s string) bool {
	for i := range len(s) {
		switch {
		case s[i] == ':':
			return i > 1 && len(s) > i+2 && s[i+1] == '/' && s[i+2] == '/'
		case s[i] < '+' || s[i] > 'z':
			return false
		}
	}
	return false
}
