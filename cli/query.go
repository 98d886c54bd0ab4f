package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"memswarm/contract"
	"memswarm/swarm"
	"memswarm/workspace"

	"github.com/spf13/cobra"
)

type queryFlags struct {
	limit     int
	explain   bool
	providers []string
	kind      string
	scope     string
	local     bool
	noWait    bool
}

func (a *app) queryCommand() *cobra.Command {
	var f queryFlags
	c := &cobra.Command{
		Use:   "query TEXT…",
		Short: "Search all your knowledge",
		Long: `Searches all providers at once and prints the passages in fused order.

Words are matched by their stems, in any order, in any script; quotes keep
words together, -word leaves out, and tag:, path:, title: and in:PROVIDER
narrow the search. Time words ("last week", "since March") are understood.
The first query builds the indexes; later ones take milliseconds.`,
		Example: `  memswarm query refresh token rotation
  memswarm query '"connection reset" -kafka tag:incident'
  memswarm query -p obsidian -n 3 what did we decide last week
  memswarm query --local how do I usually name branches`,
		Args: cobra.MinimumNArgs(1),
	}
	flags := c.Flags()
	flags.IntVarP(&f.limit, "max-results", "n", 0, "show at most `N` results (default: the configuration's, 10)")
	flags.BoolVar(&f.explain, "explain", false, "show how the query was understood, how each provider fared, and where each score comes from")
	flags.StringArrayVarP(&f.providers, "provider", "p", nil, "ask only this `PROVIDER` (may be repeated)")
	flags.StringVar(&f.kind, "type", "", "treat the query as factual, temporal, relational or personal (`TYPE`)")
	flags.StringVar(&f.scope, "scope", "", "only notes below this `PATH`")
	flags.BoolVar(&f.local, "local", false, "ask only providers that read this machine's files")
	flags.BoolVar(&f.noWait, "no-wait", false, "do not wait for an index that is being built")
	format := a.addFormat(c)
	_ = c.RegisterFlagCompletionFunc("type", cobra.FixedCompletions([]string{"factual", "temporal", "relational", "personal"}, cobra.ShellCompDirectiveNoFileComp))
	_ = c.RegisterFlagCompletionFunc("provider", a.completeProviders)
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if err := a.setFormat(*format); err != nil {
			return err
		}
		f.limited(cmd.Flags().Changed("max-results"))
		return a.query(cmd.Context(), strings.Join(args, " "), f)
	}
	return c
}

// limited keeps the reference's meaning of -n 0 and below: no results.
func (f *queryFlags) limited(given bool) {
	if given && f.limit <= 0 {
		f.limit = -1
	}
}

// params are those of swarm/query.
func (f *queryFlags) params(text string) map[string]any {
	p := map[string]any{"query": text, "providers": f.providers, "type": f.kind, "scope": f.scope, "local": f.local}
	if f.limit != 0 {
		p["maxResults"] = f.limit
	}
	if !f.noWait {
		p["wait"] = time.Hour.Milliseconds()
	}
	return p
}

func (a *app) query(ctx context.Context, text string, f queryFlags) error {
	var remote contract.Answer
	if _, err := a.ask(ctx, "swarm/query", f.params(text), &remote); err == nil {
		return a.showAnswer(&remote, f.explain)
	} else if !errors.Is(err, errAlone) {
		return err
	}
	view, done, err := a.open()
	if err != nil {
		return err
	}
	defer done()
	if !f.noWait {
		if err := a.index(ctx, view); err != nil {
			return err
		}
	}
	answer, err := view.Query(ctx, &workspace.Request{
		Text: text, Limit: f.limit, Providers: f.providers, Type: swarm.Kind(f.kind), Scope: f.scope, Local: f.local,
	}, "")
	if err != nil {
		return err
	}
	return a.showAnswer(contract.NewAnswer(answer), f.explain)
}

func (a *app) showAnswer(answer *contract.Answer, explain bool) error {
	if a.json {
		return a.writeJSON(answer)
	}
	dir, _ := a.workDir()
	var b strings.Builder
	answerView{w: &b, st: styleFor(a.out, a.env), dir: dir, explain: explain}.render(answer)
	_, err := fmt.Fprint(a.out, b.String())
	return err
}

// completeProviders completes provider ids from the configuration, without
// opening an index.
func (a *app) completeProviders(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	dir, err := a.workDir()
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var ids []string
	for _, id := range a.loadConfig(dir).IDs() {
		ids = append(ids, string(id))
	}
	return ids, cobra.ShellCompDirectiveNoFileComp
}
