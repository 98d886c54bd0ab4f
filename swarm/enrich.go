package swarm

import (
	"fmt"
	"slices"
	"strings"
)

// Edge lets the best hits of From widen the queries of To. Both are ids or
// kinds: local-markdown means all its folders.
type Edge struct{ From, To ID }

// EdgeError is what is wrong with one edge.
type EdgeError struct {
	Index int // of the edge, as configured
	Err   *Error
	// Path is the way around, for edges that close a cycle: its first and
	// last id are the same.
	Path []ID
	// Warning: the edge has no effect but does no harm.
	Warning bool
}

func (e *EdgeError) Error() string { return e.Err.Error() }

func (e *EdgeError) Unwrap() error { return e.Err }

// Graph is a checked enrichment graph over single providers.
type Graph struct {
	before map[ID][]ID
	after  map[ID][]ID
	levels [][]ID
}

// NewGraph expands and checks the edges over the configured providers. Edges
// with a problem are left out of the graph and reported, in the edges' order.
// Terms go from local to local providers only, unless shareDerived allows
// text derived from notes to reach others.
func NewGraph(edges []Edge, providers []Info, shareDerived bool) (*Graph, []*EdgeError) {
	g := &Graph{before: map[ID][]ID{}, after: map[ID][]ID{}}
	var problems []*EdgeError
	for i, e := range edges {
		from, to := expand(e.From, providers), expand(e.To, providers)
		problem := g.check(e, from, to, shareDerived)
		if problem != nil {
			problem.Index = i
			problems = append(problems, problem)
			continue
		}
		for _, a := range from {
			for _, b := range to {
				if !slices.Contains(g.after[a.ID], b.ID) {
					g.after[a.ID] = append(g.after[a.ID], b.ID)
					g.before[b.ID] = append(g.before[b.ID], a.ID)
				}
			}
		}
	}
	g.sort(providers)
	return g, problems
}

// expand gives the providers that an edge's end stands for.
func expand(name ID, providers []Info) []Info {
	var out []Info
	for _, p := range providers {
		if named(p.ID, name) {
			out = append(out, p)
		}
	}
	return out
}

func (g *Graph) check(e Edge, from, to []Info, shareDerived bool) *EdgeError {
	text := fmt.Sprintf("%s → %s", e.From, e.To)
	fail := func(code, fix, format string, args ...any) *EdgeError {
		return &EdgeError{Err: &Error{Code: code, Message: fmt.Sprintf(format, args...), Fix: fix}}
	}
	for _, end := range []struct {
		name  ID
		found []Info
	}{{e.From, from}, {e.To, to}} {
		if len(end.found) == 0 {
			return fail("unknown_provider", "Set the provider up, or remove the edge.",
				"enrichment %s: no provider %q is configured", text, clip(string(end.name), 60))
		}
	}
	for _, a := range from {
		for _, b := range to {
			if a.ID == b.ID {
				p := fail("self_edge", "Remove the edge, or name single folders.",
					"enrichment %s: %s would enrich itself", text, a.ID)
				p.Path = []ID{a.ID, a.ID}
				return p
			}
		}
	}
	// The edge's own pairs count as well: with folders on both ends they may
	// close a cycle among themselves only through edges that stand already.
	for _, a := range from {
		for _, b := range to {
			if path := g.path(b.ID, a.ID); path != nil {
				path = append([]ID{a.ID}, path...)
				p := fail("cycle", "Remove one of these edges.", "enrichment %s closes a cycle: %s", text, joinIDs(path, " → "))
				p.Path = path
				return p
			}
		}
	}
	if !shareDerived {
		for _, p := range slices.Concat(from, to) {
			if !p.Local {
				e := fail("not_local", "Set share_derived to true for the provider to allow it.",
					"enrichment %s has no effect: text derived from notes does not pass to or from %s, which is not local", text, p.ID)
				e.Warning = true
				return e
			}
		}
	}
	return nil
}

// path finds a way from a to b along the edges.
func (g *Graph) path(a, b ID) []ID {
	seen := map[ID]bool{}
	var walk func(ID) []ID
	walk = func(at ID) []ID {
		if at == b {
			return []ID{at}
		}
		seen[at] = true
		for _, next := range g.after[at] {
			if !seen[next] {
				if rest := walk(next); rest != nil {
					return append([]ID{at}, rest...)
				}
			}
		}
		return nil
	}
	return walk(a)
}

// sort puts every provider on the level behind those that enrich it (Kahn:
// Topological sorting of large networks, 1962).
func (g *Graph) sort(providers []Info) {
	open := make(map[ID]int, len(providers))
	var level []ID
	for _, p := range providers {
		open[p.ID] = len(g.before[p.ID])
		if open[p.ID] == 0 {
			level = append(level, p.ID)
		}
	}
	for len(level) > 0 {
		g.levels = append(g.levels, level)
		var next []ID
		for _, id := range level {
			for _, to := range g.after[id] {
				if open[to]--; open[to] == 0 {
					next = append(next, to)
				}
			}
		}
		level = next
	}
}

// Before lists the providers whose hits enrich id's queries.
func (g *Graph) Before(id ID) []ID { return slices.Clone(g.before[id]) }

// Levels lists the providers by level: those of a level wait for those of the
// levels before it.
func (g *Graph) Levels() [][]ID { return g.levels }

func joinIDs(ids []ID, sep string) string {
	s := make([]string, len(ids))
	for i, id := range ids {
		s[i] = string(id)
	}
	return strings.Join(s, sep)
}
