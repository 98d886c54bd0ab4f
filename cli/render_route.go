package cli

import (
	"fmt"
	"strings"

	"memswarm/contract"
	"memswarm/swarm"
)

// route says how the query was understood and how each provider fared.
func (v answerView) route(a *contract.Answer) {
	fmt.Fprintf(v.w, "%s %s", v.st.bold("Query type:"), a.Meta.QueryType)
	if tr := a.Meta.TimeRange; tr != nil {
		fmt.Fprintf(v.w, ", %s", timeRange(tr))
	}
	fmt.Fprintf(v.w, "  %s\n", v.st.dim(fmt.Sprintf("%.1f ms", a.Meta.TotalLatencyMs)))
	if a.Meta.Words != "" {
		fmt.Fprintf(v.w, "%s %s\n", v.st.bold("Searched for:"), clean(a.Meta.Words))
	}
	fmt.Fprintln(v.w, v.st.bold("Providers:"))
	for _, id := range a.Meta.Order {
		v.provider(id, a.Meta.Providers[id])
	}
	fmt.Fprintln(v.w)
}

func (v answerView) provider(id string, p contract.Provider) {
	line := fmt.Sprintf("  %s %-26s %-9s", v.mark(p.State), id, p.State)
	switch {
	case p.ExcludeReason != nil:
		line += " " + *p.ExcludeReason
	case p.Error != nil:
		line += " " + clean(*p.Error)
	default:
		line += fmt.Sprintf(" %3d results %6.1f ms", p.ResultCount, p.LatencyMs)
	}
	if p.Indexing {
		line += ", index still being built"
	}
	fmt.Fprintln(v.w, line)
	if p.Error != nil && p.Fix != nil {
		fmt.Fprintf(v.w, "      %s\n", v.st.dim(clean(*p.Fix)))
	}
	if len(p.EnrichmentExcerpts) == 0 {
		return
	}
	terms := make([]string, len(p.EnrichmentExcerpts))
	for i, t := range p.EnrichmentExcerpts {
		terms[i] = clean(t)
		if i < len(p.EnrichmentWeights) {
			terms[i] += fmt.Sprintf(" (%.2f)", p.EnrichmentWeights[i])
		}
	}
	fmt.Fprintf(v.w, "      %s\n", v.st.dim("enriched by "+p.EnrichedBy+": "+strings.Join(terms, ", ")))
}

func timeRange(tr *contract.TimeRange) string {
	var s string
	switch {
	case tr.Since == "":
		s = "before " + tr.Until
	case tr.Until == "":
		s = "since " + tr.Since
	default:
		s = "from " + tr.Since + " until before " + tr.Until
	}
	if tr.Preferred {
		s += " preferred"
	}
	return s
}

func (v answerView) mark(state string) string {
	switch swarm.State(state) {
	case swarm.StateOK, swarm.StateEmpty:
		return v.st.green("✓")
	case swarm.StateDegraded:
		return v.st.yellow("⚠")
	case swarm.StateExcluded:
		return v.st.dim("—")
	case swarm.StateSkipped:
		return v.st.yellow("—")
	}
	return v.st.red("✗")
}

// trouble names what did not answer, so that a missing leg is never silent.
func (v answerView) trouble(a *contract.Answer) {
	for _, id := range a.Meta.Order {
		p := a.Meta.Providers[id]
		if p.Error == nil || p.State == string(swarm.StateExcluded) {
			continue
		}
		line := fmt.Sprintf("%s %s: %s", v.mark(p.State), id, clean(*p.Error))
		if p.Fix != nil {
			line += " " + clean(*p.Fix)
		}
		fmt.Fprintln(v.w, v.st.dim(line))
	}
	if a.Meta.Indexing {
		fmt.Fprintln(v.w, v.st.dim("The index is still being built; some notes are not searched yet."))
	}
}
