package process

import (
	"slices"
	"strings"
)

// Env makes gbrain's environment from the user's. What would lead it to
// another brain by accident (a DATABASE_URL that an editor took from a
// project's .env), keep it from ending, or show private pages is left out; set
// (NAME=value) is added.
func Env(from []string, set ...string) []string {
	drop := []string{"DATABASE_URL", "MCP_STDIO", "GBRAIN_REMOTE_PRIVATE_PAGES", "GBRAIN_NO_BANNER"}
	for _, kv := range set {
		name, _, _ := strings.Cut(kv, "=")
		drop = append(drop, name)
	}
	out := make([]string, 0, len(from)+len(set)+1)
	for _, kv := range from {
		name, _, _ := strings.Cut(kv, "=")
		if !slices.Contains(drop, name) {
			out = append(out, kv)
		}
	}
	return append(append(out, "GBRAIN_NO_BANNER=1"), set...)
}
