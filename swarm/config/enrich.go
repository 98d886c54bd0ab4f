package config

import (
	"slices"
	"strings"

	"memswarm/swarm"
)

// resolveEdges checks the enrichment edges one after the other and keeps those
// that can be used. An edge that would close a cycle is left out, with the path
// that it closes.
func (l *loader) resolveEdges() {
	next := map[swarm.ID][]swarm.ID{}
	made := map[swarm.ID]map[swarm.ID]int{} // the configured edge behind an expanded one
	for i := range l.edges {
		at := joinIndex(edgesPath, i)
		if !l.cfg.values.has(at) {
			continue
		}
		from, okFrom := l.endpoint(at, "from")
		to, okTo := l.endpoint(at, "to")
		if !okFrom || !okTo {
			continue
		}
		var edges []Edge
		var closed []swarm.ID
		for _, f := range from {
			for _, t := range to {
				if closed == nil {
					closed = closing(next, f, t)
				}
				edges = append(edges, Edge{f, t})
			}
		}
		if closed != nil {
			l.cycle(at, closed, made)
			continue
		}
		for _, e := range edges {
			if slices.Contains(next[e.From], e.To) {
				continue
			}
			next[e.From] = append(next[e.From], e.To)
			if made[e.From] == nil {
				made[e.From] = map[swarm.ID]int{}
			}
			made[e.From][e.To] = i
			l.cfg.Enrichment = append(l.cfg.Enrichment, e)
		}
	}
}

// endpoint expands one end of an edge to enabled providers.
func (l *loader) endpoint(at, end string) (ids []swarm.ID, ok bool) {
	v, set := l.cfg.values[at+"."+end]
	if !set {
		l.edgeProblem(Problem{Severity: Error, Code: CodeMissing, Message: "This edge has no " + end + ".", Fix: "Write `" + end + ": byterover`, for example."}, at, at)
		return nil, false
	}
	if v.bad {
		return nil, false
	}
	id := swarm.ID(canonicalID(v.v.(string)))
	enabled, configured := l.expandID(id)
	switch {
	case len(enabled) > 0:
		return enabled, true
	case configured:
		l.edgeProblem(Problem{Severity: Warning, Code: CodeDisabled, Message: "The provider " + short(string(id)) + " is not enabled, so this edge is not used.",
			Fix: "Enable it, or remove the edge."}, at+"."+end, at+"."+end)
	default:
		p := Problem{Severity: Error, Code: CodeUnknownProvider, Message: "No provider " + short(string(id)) + " is configured."}
		known := l.edgeIDs()
		p.Fix = "Known are " + strings.Join(known, ", ") + "."
		if near := nearest(string(id), known); near != "" {
			p.Fix, p.Suggestion = "Did you mean "+near+"?", near
		}
		l.edgeProblem(p, at+"."+end, at+"."+end)
	}
	return nil, false
}

// expandID gives the enabled providers that an id stands for, and whether it is
// configured at all.
func (l *loader) expandID(id swarm.ID) (enabled []swarm.ID, configured bool) {
	p := &l.cfg.Providers
	one := func(known, on bool) ([]swarm.ID, bool) {
		if on {
			return []swarm.ID{id}, true
		}
		return nil, known
	}
	switch id {
	case idByteRover:
		return one(true, p.ByteRover.Enabled)
	case idObsidian:
		return one(p.Obsidian.Configured, p.Obsidian.Enabled)
	case idMemoryWiki:
		return one(p.MemoryWiki.Configured, p.MemoryWiki.Enabled)
	case idGBrain:
		return one(p.GBrain.Configured, p.GBrain.Enabled)
	case "honcho", "hindsight":
		return one(slices.Contains(l.order, string(id)), false)
	}
	if id.Kind() != idLocalMarkdown {
		return nil, false
	}
	configured = id == idLocalMarkdown && p.LocalMarkdown.Configured
	for _, f := range p.LocalMarkdown.Folders {
		if id == idLocalMarkdown || id == f.ID {
			configured = true
			if p.LocalMarkdown.Enabled {
				enabled = append(enabled, f.ID)
			}
		}
	}
	return enabled, configured
}

// edgeIDs lists what an edge may name.
func (l *loader) edgeIDs() []string {
	out := []string{}
	for _, id := range kinds {
		if _, ok := l.expandID(swarm.ID(id)); ok {
			out = append(out, id)
		}
	}
	for _, f := range l.cfg.Providers.LocalMarkdown.Folders {
		out = append(out, string(f.ID))
	}
	return out
}

// closing is the cycle that an edge from → to would close: from, to … from; nil
// when there is none.
func closing(next map[swarm.ID][]swarm.ID, from, to swarm.ID) []swarm.ID {
	before := map[swarm.ID]swarm.ID{to: ""}
	for queue := []swarm.ID{to}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if at == from {
			path := []swarm.ID{}
			for ; at != ""; at = before[at] {
				path = append(path, at)
			}
			slices.Reverse(path)
			return append([]swarm.ID{from}, path...)
		}
		for _, n := range next[at] {
			if _, seen := before[n]; !seen {
				before[n] = at
				queue = append(queue, n)
			}
		}
	}
	return nil
}

func (l *loader) cycle(at string, path []swarm.ID, made map[swarm.ID]map[swarm.ID]int) {
	names := make([]string, len(path))
	for i, id := range path {
		names[i] = string(id)
	}
	p := Problem{Severity: Error, Code: CodeCycle, Message: "This edge closes a cycle: " + strings.Join(names, " → ") + ".", Fix: "Remove it, or another edge of the cycle."}
	if len(path) == 2 {
		p.Message = "This edge leads from " + names[0] + " to itself: " + strings.Join(names, " → ") + "."
		p.Fix = "Remove it."
	}
	for i := 1; i+1 < len(path); i++ {
		edge := joinIndex(edgesPath, made[path[i]][path[i+1]])
		if v := l.cfg.values[edge]; v.doc != nil && !v.doc.Range(v.node).IsZero() {
			p.Related = append(p.Related, Related{File: v.origin.File, Range: v.doc.Range(v.node), Message: names[i] + " → " + names[i+1]})
		}
	}
	l.edgeProblem(p, at, at)
}

func (l *loader) edgeProblem(p Problem, path, place string) {
	v := l.cfg.values[place]
	p.Path, p.Layer, p.File = path, v.origin.Layer, v.origin.File
	if v.doc != nil {
		p.Range = v.doc.Range(v.node)
	}
	l.cfg.Problems = append(l.cfg.Problems, p)
}
