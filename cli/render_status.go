package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"memswarm/contract"
	"memswarm/setup"
	"memswarm/swarm"
	"memswarm/swarm/config"
)

// statusView writes a status for a person.
type statusView struct {
	w     io.Writer
	st    style
	files bool
	// served says that the shared server answered, which indexes by itself.
	served bool
	short  func(path string) string
	now    time.Time
}

func (v statusView) render(s *contract.Status) {
	fmt.Fprintln(v.w, v.st.bold("Memory Swarm"))
	fmt.Fprintln(v.w, strings.Repeat("═", 40))
	for _, p := range s.Providers {
		v.provider(p)
	}
	v.enrichment(s)
	v.targets(s.Targets)
	v.duplicates(s.Duplicates)
	v.budget(s.Budget)
	v.trust(&s.Config.Trust)
	v.problems(s)
	v.foot(s)
}

func (v statusView) head(format string, args ...any) {
	fmt.Fprintln(v.w, "\n"+v.st.bold(fmt.Sprintf(format, args...)))
}

func (v statusView) provider(p contract.ProviderStatus) {
	mark := answerView{st: v.st}.mark(p.State)
	if p.State == "indexing" {
		mark = v.st.yellow("…")
	}
	line := fmt.Sprintf("%s %-28s ", mark, clean(p.ID))
	switch {
	case p.Error != nil:
		line += clean(p.Error.Message)
	default:
		line += plural(p.Notes, "note") + ", " + plural(p.Sections, "section")
	}
	fmt.Fprintln(v.w, line)
	if p.Error != nil && p.Error.Fix != "" {
		fmt.Fprintln(v.w, "    "+v.st.yellow("→ "+clean(p.Error.Fix)))
	}
	var facts []string
	if p.Root != "" {
		facts = append(facts, v.short(p.Root))
	}
	if p.Via != "" {
		facts = append(facts, "via "+clean(p.Via))
	}
	if p.IndexBytes > 0 {
		facts = append(facts, fmt.Sprintf("index %.1f MB", float64(p.IndexBytes)/1e6))
	}
	switch {
	case p.Indexing && !v.served:
		facts = append(facts, "not indexed yet")
	case p.Indexing:
		facts = append(facts, "index is being built")
	case p.IndexedAt > 0:
		facts = append(facts, "checked "+ago(v.now.Sub(time.UnixMilli(p.IndexedAt))))
	}
	if len(facts) > 0 {
		fmt.Fprintln(v.w, "    "+v.st.dim(strings.Join(facts, ", ")))
	}
	v.skipped(p)
}

func (v statusView) skipped(p contract.ProviderStatus) {
	if p.SkippedTotal == 0 {
		return
	}
	if !v.files {
		fmt.Fprintln(v.w, "    "+v.st.dim(plural(p.SkippedTotal, "file")+" skipped (--files lists them)"))
		return
	}
	for _, f := range p.Skipped {
		fmt.Fprintf(v.w, "    %s: %s\n", clean(f.Path), clean(f.Reason))
	}
	if more := p.SkippedTotal - len(p.Skipped); more > 0 {
		fmt.Fprintf(v.w, "    and %d more\n", more)
	}
}

// ago says how long ago something was.
func ago(d time.Duration) string {
	switch {
	case d < 5*time.Second:
		return "just now"
	case d < time.Minute:
		return fmt.Sprintf("%d s ago", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%d min ago", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h ago", int(d.Hours()))
	}
	return fmt.Sprintf("%d days ago", int(d.Hours()/24))
}

func (v statusView) enrichment(s *contract.Status) {
	if len(s.Config.Enrichment.Edges) == 0 {
		return
	}
	v.head("Enrichment Topology")
	var on []swarm.ID
	for _, p := range s.Providers {
		on = append(on, swarm.ID(p.ID))
	}
	var edges []config.Edge
	for _, e := range s.Config.Enrichment.Edges {
		edges = append(edges, config.Edge{From: swarm.ID(e.From), To: swarm.ID(e.To)})
	}
	for line := range strings.Lines(setup.Graph(on, edges)) {
		fmt.Fprint(v.w, "  "+clean(line))
	}
}

func (v statusView) targets(list []swarm.Target) {
	if len(list) == 0 {
		return
	}
	v.head("Write Targets")
	for _, t := range list {
		if !t.Writable {
			fmt.Fprintf(v.w, "  %s %s  %s\n", v.st.dim("—"), clean(string(t.ID)), v.st.dim(clean(t.Reason)))
			continue
		}
		takes := ""
		for i, c := range t.Accepts {
			if i > 0 {
				takes += ", "
			}
			takes += string(c)
		}
		if takes != "" {
			takes = "takes " + takes
		}
		fmt.Fprintf(v.w, "  %s %s  %s\n", v.st.green("✓"), clean(string(t.ID)), v.st.dim(takes))
	}
}

func (v statusView) duplicates(list []contract.StatusDuplicate) {
	if len(list) == 0 {
		return
	}
	v.head("Found Twice")
	for _, d := range list {
		line := fmt.Sprintf("%s and %s: ", d.Providers[0], d.Providers[1])
		switch d.Reason {
		case "same folder":
			line += "both read " + v.short(d.Example)
		case "folder within folder":
			line += v.short(d.Example) + " lies within the other's folder"
		default:
			line += fmt.Sprintf("%s of the newest have the same text, such as %s", plural(d.Notes, "note"), d.Example)
		}
		fmt.Fprintln(v.w, "  "+clean(line))
	}
	fmt.Fprintln(v.w, "  "+v.st.dim("Such notes are shown once. Dropping one of the two saves time and space."))
}

func (v statusView) budget(b *contract.StatusBudget) {
	if b == nil {
		return
	}
	v.head("Budget")
	for _, p := range b.Providers {
		spent := "not counted yet"
		if p.SpentCents != nil {
			spent = fmt.Sprintf("%s this month for %s", money(*p.SpentCents), strings.Replace(plural(p.Queries, "query"), "querys", "queries", 1))
		}
		fmt.Fprintf(v.w, "  %s  %s, at most %s\n", clean(p.ID), spent, money(p.CapCents))
	}
}

// money writes cents.
func money(cents float64) string {
	if cents != 0 && cents < 100 {
		return fmt.Sprintf("%.3g cents", cents)
	}
	return fmt.Sprintf("%.2f", cents/100)
}

func (v statusView) trust(t *contract.StatusTrust) {
	if len(t.HeldBack) == 0 && len(t.Reads) == 0 {
		return
	}
	v.head("Trust")
	for _, a := range t.HeldBack {
		fmt.Fprintf(v.w, "  %s held back: %s\n", v.st.yellow("—"), clean(a))
	}
	for _, dir := range t.Reads {
		fmt.Fprintf(v.w, "  %s read without trust: %s\n", v.st.dim("•"), v.short(dir))
	}
	if t.Fix != "" {
		fmt.Fprintln(v.w, "  "+v.st.yellow("→ "+clean(t.Fix)))
	}
}

// maxHints is how many hints are listed.
const maxHints = 5

// problems lists what the configuration says wrong, and what providers warn of.
// What a provider fails with stands beside it.
func (v statusView) problems(s *contract.Status) {
	var errs, warnings []string
	own := func(text string) bool {
		return slices.ContainsFunc(s.Providers, func(p contract.ProviderStatus) bool {
			return p.Error != nil && text == p.ID+": "+p.Error.Message
		})
	}
	for _, e := range s.Errors {
		if !own(e) {
			errs = append(errs, e)
		}
	}
	for _, w := range s.Warnings {
		// What waits for trust stands there.
		if !strings.Contains(w, "`memswarm trust`") {
			warnings = append(warnings, w)
		}
	}
	v.list("Errors", errs, v.st.red)
	v.list("Warnings", warnings, v.st.yellow)
	hints := s.Hints
	if len(hints) > maxHints {
		hints = append(slices.Clone(hints[:maxHints]), fmt.Sprintf("and %d more; the editor shows them all", len(s.Hints)-maxHints))
	}
	v.list("Hints", hints, v.st.dim)
}

func (v statusView) list(title string, items []string, colour func(string) string) {
	if len(items) == 0 {
		return
	}
	v.head("%s (%d)", title, len(items))
	for _, i := range items {
		fmt.Fprintln(v.w, "  "+colour(clean(i)))
	}
}

func (v statusView) foot(s *contract.Status) {
	fmt.Fprintln(v.w)
	if len(s.Config.Files) > 0 {
		files := make([]string, len(s.Config.Files))
		for i, f := range s.Config.Files {
			files[i] = v.short(f)
		}
		fmt.Fprintf(v.w, "Configuration: %s\n", strings.Join(files, ", "))
	} else {
		fmt.Fprintf(v.w, "No configuration: searching what %s holds. `memswarm onboard` sets up more.\n", v.short(s.Config.Workspace))
	}
	if s.Server != nil && s.Server.Running {
		fmt.Fprintf(v.w, "Server: %s\n", serverLine(s.Server))
	}
	if s.Versions.Memswarm != "" {
		fmt.Fprintf(v.w, "Version: memswarm %s %s %s\n", clean(s.Versions.Memswarm), s.Versions.Platform, s.Versions.Go)
	}
	mark := map[string]string{"ok": v.st.green("✓"), "indexing": v.st.yellow("…"), "degraded": v.st.yellow("⚠")}[s.State]
	if mark == "" {
		mark = v.st.red("✗")
	}
	fmt.Fprintln(v.w, mark+" "+v.st.bold(s.Summary))
	if s.State == "unconfigured" {
		for _, fix := range s.Suggestions {
			fmt.Fprintln(v.w, "  "+v.st.yellow("→ "+clean(fix)))
		}
	}
}
