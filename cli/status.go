package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"memswarm/contract"

	"github.com/spf13/cobra"
)

func (a *app) statusCommand() *cobra.Command {
	var strict, files bool
	c := &cobra.Command{
		Use:   "status",
		Short: "Check the health of every provider",
		Long:  `Shows every provider's health, counts and skipped files, and what is wrong with the configuration.`,
		Args:  cobra.NoArgs,
	}
	c.Flags().BoolVar(&strict, "strict", false, "exit with 1 when anything is degraded")
	c.Flags().BoolVar(&files, "files", false, "list every skipped file")
	format := a.addFormat(c)
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := a.setFormat(*format); err != nil {
			return err
		}
		st, err := a.status(cmd.Context())
		if err != nil {
			return err
		}
		if a.json {
			err = a.writeJSON(st)
		} else {
			var b strings.Builder
			statusView{w: &b, st: styleFor(a.out, a.env), files: files}.render(st)
			_, err = io.WriteString(a.out, b.String())
		}
		if err == nil && strict && st.State != "ok" && st.State != "indexing" {
			return errExit(exitFailed)
		}
		return err
	}
	return c
}

func (a *app) status(ctx context.Context) (*contract.Status, error) {
	view, done, err := a.open()
	if err != nil {
		return nil, err
	}
	defer done()
	st := view.Status(ctx, "")
	st.Version = Version()
	return st, nil
}

// statusView writes a status for a person.
type statusView struct {
	w     io.Writer
	st    style
	files bool
}

func (v statusView) render(s *contract.Status) {
	fmt.Fprintln(v.w, v.st.bold("Memory Swarm"))
	fmt.Fprintln(v.w, strings.Repeat("═", 40))
	for _, p := range s.Providers {
		v.provider(p)
	}
	if e := s.Config.Enrichment.Edges; len(e) > 0 {
		fmt.Fprintln(v.w, "\n"+v.st.bold("Enrichment Topology"))
		for _, edge := range e {
			fmt.Fprintf(v.w, "  %s → %s\n", edge.From, edge.To)
		}
	}
	if len(s.Targets) > 0 {
		fmt.Fprintln(v.w, "\n"+v.st.bold("Write Targets"))
		for _, t := range s.Targets {
			if t.Writable {
				fmt.Fprintf(v.w, "  %s %s\n", v.st.green("✓"), t.ID)
			} else {
				fmt.Fprintf(v.w, "  %s %s %s\n", v.st.dim("—"), t.ID, v.st.dim(t.Reason))
			}
		}
	}
	v.list("Errors", s.Errors, v.st.red)
	v.list("Warnings", s.Warnings, v.st.yellow)
	v.list("Suggestions", s.Suggestions, nil)
	if len(s.Config.Files) > 0 {
		fmt.Fprintf(v.w, "\nConfiguration: %s\n", strings.Join(s.Config.Files, ", "))
	} else {
		fmt.Fprintf(v.w, "\nNo configuration: searching what %s holds.\n", s.Config.Workspace)
	}
	fmt.Fprintln(v.w, v.st.bold(s.Summary))
}

func (v statusView) provider(p contract.ProviderStatus) {
	mark := answerView{st: v.st}.mark(p.State)
	if p.State == "indexing" {
		mark = v.st.yellow("…")
	}
	line := fmt.Sprintf("%s %-28s", mark, p.ID)
	switch {
	case p.Error != nil:
		line += " " + clean(p.Error.Message)
	default:
		line += fmt.Sprintf(" %d notes, %d sections", p.Notes, p.Sections)
		if p.IndexBytes > 0 {
			line += fmt.Sprintf(", index %.1f MB", float64(p.IndexBytes)/1e6)
		}
	}
	fmt.Fprintln(v.w, line)
	if p.Root != "" {
		fmt.Fprintln(v.w, "    "+v.st.dim(clean(p.Root)))
	}
	if p.SkippedTotal > 0 && !v.files {
		fmt.Fprintln(v.w, "    "+v.st.dim(fmt.Sprintf("%d files skipped (--files lists them)", p.SkippedTotal)))
	}
	if v.files {
		for _, f := range p.Skipped {
			fmt.Fprintf(v.w, "    %s: %s\n", clean(f.Path), clean(f.Reason))
		}
	}
}

func (v statusView) list(title string, items []string, colour func(string) string) {
	if len(items) == 0 {
		return
	}
	fmt.Fprintf(v.w, "\n%s\n", v.st.bold(fmt.Sprintf("%s (%d)", title, len(items))))
	for _, i := range items {
		i = clean(i)
		if colour != nil {
			i = colour(i)
		}
		fmt.Fprintln(v.w, "  "+i)
	}
}
