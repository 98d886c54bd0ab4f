package gbrain

import (
	"net/url"
	"strings"
)

// lookup finds a variable in an environment; the last one counts.
func lookup(env []string, name string) string {
	value := ""
	for _, kv := range env {
		if v, ok := strings.CutPrefix(kv, name+"="); ok {
			value = v
		}
	}
	return value
}

// list splits at commas.
func list(s string) []string {
	var out []string
	for part := range strings.SplitSeq(s, ",") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

// userinfo is the part of an address that may hold a password.
func userinfo(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.User == nil {
		return ""
	}
	return u.User.String()
}
