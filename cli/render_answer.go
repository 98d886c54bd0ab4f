package cli

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"memswarm/swarm"
)

// excerptBytes is how much of a passage the terminal shows: about five lines.
const excerptBytes = 360

// renderAnswer writes an answer for a person. dir shortens the paths below it.
func renderAnswer(w io.Writer, a *swarm.Answer, st style, dir string, explain bool) {
	if explain {
		renderRoute(w, a, st)
	}
	for i := range a.Hits {
		renderHit(w, i+1, &a.Hits[i], st, dir, explain)
	}
	if len(a.Hits) == 0 {
		fmt.Fprintln(w, "No results found.")
	}
	renderTrouble(w, a, st, explain)
}

// renderHit writes one hit: its place in the order, its heading, where it is,
// and the passage.
func renderHit(w io.Writer, n int, h *swarm.Hit, st style, dir string, explain bool) {
	head := fmt.Sprintf("%d. %s", n, st.bold(clean(h.Title)))
	if crumb := breadcrumb(h); crumb != "" {
		head += st.dim("  " + crumb)
	}
	fmt.Fprintln(w, head)
	where := "   " + st.cyan(place(h, dir)) + st.dim("  "+string(h.Ref.Provider))
	if !h.Modified.IsZero() {
		where += st.dim("  " + h.Modified.Local().Format(time.DateOnly))
	}
	if !h.Match.Lexical() {
		where += st.dim("  by " + string(h.Match))
	}
	fmt.Fprintln(w, where)
	if h.Link != "" {
		fmt.Fprintln(w, "   "+st.dim(clean(h.Link)))
	}
	for _, line := range strings.Split(passage(h, st), "\n") {
		if strings.TrimSpace(line) != "" {
			fmt.Fprintln(w, "   "+line)
		}
	}
	var also []string
	for _, r := range h.AlsoIn {
		also = append(also, r.String())
	}
	if len(also) > 0 {
		fmt.Fprintln(w, "   "+st.dim("also in "+clean(strings.Join(also, ", "))))
	}
	if h.MoreInNote > 0 {
		fmt.Fprintln(w, "   "+st.dim(fmt.Sprintf("%d more in this note", h.MoreInNote)))
	}
	if explain {
		fmt.Fprintf(w, "   %s\n", st.dim(fmt.Sprintf("score %.4f, found by %s", h.Total, matchName(h.Match))))
		for _, c := range h.Contributions {
			fmt.Fprintf(w, "   %s\n", st.dim(fmt.Sprintf("  %-28s rank %-3d weight %-5.4g %.4f", c.List, c.Rank, c.Weight, c.Score)))
		}
		if len(h.Because) > 0 {
			fmt.Fprintf(w, "   %s\n", st.dim("  lifted by "+clean(strings.Join(h.Because, ", "))))
		}
	}
	fmt.Fprintln(w)
}

func matchName(m swarm.MatchType) string {
	if m == "" {
		return string(swarm.MatchKeyword)
	}
	return string(m)
}

// breadcrumb joins what stands above the hit's own title.
func breadcrumb(h *swarm.Hit) string {
	crumbs := h.Breadcrumb
	if n := len(crumbs); n > 0 && crumbs[n-1] == h.Title {
		crumbs = crumbs[:n-1]
	}
	return clean(strings.Join(crumbs, " › "))
}

// place is the hit's path with its line, as editors and terminals open it.
func place(h *swarm.Hit, dir string) string {
	if h.Location == nil {
		return clean(h.Ref.String())
	}
	path := h.Location.Path
	if rel, err := filepath.Rel(dir, path); err == nil && dir != "" && !strings.HasPrefix(rel, "..") {
		path = rel
	}
	return fmt.Sprintf("%s:%d", clean(path), h.Location.StartLine+1)
}

// passage is the excerpt, cut to excerptBytes, with the matched words marked.
func passage(h *swarm.Hit, st style) string {
	text, spans := h.Excerpt, h.Matches
	cut := len(text) > excerptBytes
	if cut {
		end := excerptBytes
		for end > 0 && !utf8.RuneStart(text[end]) {
			end--
		}
		if sp := strings.LastIndexByte(text[:end], ' '); sp > end-40 {
			end = sp
		}
		text = text[:end]
	}
	var b strings.Builder
	pos := 0
	for _, sp := range spans {
		if sp.Start < pos || sp.End > len(text) {
			continue
		}
		b.WriteString(clean(text[pos:sp.Start]))
		b.WriteString(st.match(clean(text[sp.Start:sp.End])))
		pos = sp.End
	}
	b.WriteString(clean(text[pos:]))
	if cut {
		b.WriteString(" …")
	}
	return b.String()
}

// clean keeps what a note holds from steering the terminal: control characters
// other than newline and tab are shown as a replacement mark.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == '\r':
			return -1
		case r < 0x20 || r == 0x7f || (r >= 0x80 && r < 0xa0):
			return '�'
		}
		return r
	}, s)
}

// renderRoute says how the query was understood and how each provider fared.
func renderRoute(w io.Writer, a *swarm.Answer, st style) {
	q := a.Query
	fmt.Fprintf(w, "%s %s", st.bold("Query type:"), q.Kind)
	if !q.Since.IsZero() || !q.Until.IsZero() {
		fmt.Fprintf(w, ", %s", timeRange(q))
	}
	fmt.Fprintf(w, "  %s\n", st.dim(fmt.Sprintf("%.1f ms", a.Latency.Seconds()*1e3)))
	if q.Words != q.Text && q.Words != "" {
		fmt.Fprintf(w, "%s %s\n", st.bold("Searched for:"), clean(q.Words))
	}
	fmt.Fprintln(w, st.bold("Providers:"))
	for _, r := range a.Reports {
		line := fmt.Sprintf("  %s %-26s %-9s", stateMark(r.State, st), r.Provider, r.State)
		switch {
		case r.Exclude != "":
			line += " " + r.Exclude
		case r.Error != nil:
			line += " " + clean(r.Error.Message)
		default:
			line += fmt.Sprintf(" %3d results %6.1f ms", r.Results, r.Latency.Seconds()*1e3)
		}
		if r.Indexing {
			line += ", index still being built"
		}
		fmt.Fprintln(w, line)
		if r.Error != nil && r.Error.Fix != "" {
			fmt.Fprintf(w, "      %s\n", st.dim(clean(r.Error.Fix)))
		}
		if len(r.Terms) > 0 {
			var terms, from []string
			for _, t := range r.Terms {
				terms = append(terms, fmt.Sprintf("%s (%.2f)", clean(t.Term), t.Weight))
			}
			for _, id := range r.EnrichedBy {
				from = append(from, string(id))
			}
			fmt.Fprintf(w, "      %s\n", st.dim("enriched by "+strings.Join(from, ", ")+": "+strings.Join(terms, ", ")))
		}
	}
	fmt.Fprintln(w)
}

func timeRange(q *swarm.Query) string {
	day := func(t time.Time) string { return t.Format(time.DateOnly) }
	var s string
	switch {
	case q.Since.IsZero():
		s = "before " + day(q.Until)
	case q.Until.IsZero():
		s = "since " + day(q.Since)
	default:
		s = day(q.Since) + " to " + day(q.Until.Add(-time.Nanosecond))
	}
	if q.SoftTime {
		s += " preferred"
	}
	return s
}

func stateMark(s swarm.State, st style) string {
	switch s {
	case swarm.StateOK, swarm.StateEmpty:
		return st.green("✓")
	case swarm.StateDegraded:
		return st.yellow("⚠")
	case swarm.StateExcluded:
		return st.dim("—")
	case swarm.StateSkipped:
		return st.yellow("—")
	}
	return st.red("✗")
}

// renderTrouble names what did not answer, so that a missing leg is never
// silent; --explain has said it already.
func renderTrouble(w io.Writer, a *swarm.Answer, st style, explain bool) {
	if explain {
		return
	}
	for _, r := range a.Reports {
		if r.Error == nil || r.State == swarm.StateExcluded {
			continue
		}
		line := fmt.Sprintf("%s %s: %s", stateMark(r.State, st), r.Provider, clean(r.Error.Message))
		if r.Error.Fix != "" {
			line += " " + clean(r.Error.Fix)
		}
		fmt.Fprintln(w, st.dim(line))
	}
	if a.Indexing {
		fmt.Fprintln(w, st.dim("The index is still being built; some notes are not searched yet."))
	}
}
