package swarm

import (
	"fmt"
	"slices"
	"strings"
)

// Route says which of the providers a query goes to: why[i] is "" when
// providers[i] is asked and otherwise says why not. A provider that is asked
// for by a name that none has is an error.
func Route(q *Query, providers []Info) (why []string, err error) {
	for _, name := range q.Providers {
		if !slices.ContainsFunc(providers, func(p Info) bool { return named(p.ID, name) }) {
			return nil, unknownProvider(name, providers)
		}
	}
	why = make([]string, len(providers))
	for i, p := range providers {
		why[i] = excluded(q, p)
	}
	return why, nil
}

func excluded(q *Query, p Info) string {
	asked := func(name ID) bool { return named(p.ID, name) }
	switch {
	case len(q.Providers) > 0 && !slices.ContainsFunc(q.Providers, asked):
		return "the query asks for other providers"
	case p.Local:
		return ""
	case q.Kind == Personal:
		return "personal queries stay on this machine"
	case q.Local:
		return "the query stays on this machine"
	}
	return ""
}

// named says whether name is the id or the kind of a provider: local-markdown
// names all its folders. Case and the spelling of the configuration's keys
// (local_markdown) do not matter.
func named(id, name ID) bool {
	n := strings.ReplaceAll(string(name), "_", "-")
	return strings.EqualFold(string(id), string(name)) ||
		strings.EqualFold(strings.ReplaceAll(string(id), "_", "-"), n) || strings.EqualFold(BaseKind(id), n)
}

func unknownProvider(name ID, providers []Info) *Error {
	e := &Error{
		Code:    "unknown_provider",
		Message: fmt.Sprintf("no provider %q is configured", clip(string(name), 60)),
		Fix:     "Run `memswarm onboard` to set up a provider.",
	}
	if len(providers) > 0 {
		ids := make([]string, len(providers))
		for i, p := range providers {
			ids[i] = string(p.ID)
		}
		e.Fix = "Use one of: " + strings.Join(ids, ", ") + "."
	}
	return e
}

// clip shortens s to n runes.
func clip(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n]) + "…"
	}
	return s
}
