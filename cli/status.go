package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"memswarm/contract"

	"github.com/spf13/cobra"
)

func (a *app) statusCommand() *cobra.Command {
	var strict, files, watch bool
	c := &cobra.Command{
		Use:   "status",
		Short: "Check the health of every provider",
		Long: `Shows every provider's health, counts and skipped files, the enrichment graph,
where knowledge may be stored, what is held back until the workspace is trusted,
and what is wrong with the configuration.`,
		Example: `  memswarm status
  memswarm status --files
  memswarm status --watch
  memswarm status --strict || echo "something needs attention"`,
		Args: cobra.NoArgs,
	}
	c.Flags().BoolVar(&strict, "strict", false, "exit with 1 when anything is degraded")
	c.Flags().BoolVar(&files, "files", false, "list every skipped file with the reason")
	c.Flags().BoolVar(&watch, "watch", false, "show it anew every two seconds until interrupted")
	format := a.addFormat(c)
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := a.setFormat(*format); err != nil {
			return err
		}
		a.quiet = true
		if watch {
			return a.watchStatus(cmd.Context(), files)
		}
		st, err := a.status(cmd.Context(), files)
		if err != nil {
			return err
		}
		if err := a.showStatus(st, files); err != nil {
			return err
		}
		if strict && st.State != "ok" && st.State != "indexing" {
			return errExit(exitFailed)
		}
		return nil
	}
	return c
}

func (a *app) showStatus(st *contract.Status, files bool) error {
	if a.json {
		return a.writeJSON(st)
	}
	var b strings.Builder
	statusView{w: &b, st: styleFor(a.out, a.env), files: files, served: st.Server != nil, short: a.short, now: time.Now()}.render(st)
	_, err := io.WriteString(a.out, b.String())
	return err
}

// watchEvery is how often --watch looks again.
const watchEvery = 2 * time.Second

// watchStatus shows the status again and again; Ctrl-C ends it.
func (a *app) watchStatus(ctx context.Context, files bool) error {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		st, err := a.status(ctx, true)
		if ctx.Err() != nil {
			return nil
		}
		if isTerminal(a.out) {
			fmt.Fprint(a.out, "\x1b[H\x1b[J") // home, clear what is below
		}
		if err != nil {
			a.fail(err) // a configuration that is being edited gets better
		} else if err := a.showStatus(st, files); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
	}
}

// status asks the shared server, or looks itself. sync reads what has changed
// first, because only reading tells which files are skipped.
func (a *app) status(ctx context.Context, sync bool) (*contract.Status, error) {
	var remote contract.Status
	if w, err := a.ask(ctx, "swarm/status", struct{}{}, &remote); err == nil {
		remote.Version, remote.Versions.Memswarm, remote.Server = Version(), Version(), a.serverStatus(ctx)
		remote.Server.Clients = max(0, w.Connections)
		return &remote, nil
	} else if !errors.Is(err, errAlone) {
		return nil, err
	}
	view, done, err := a.open()
	if err != nil {
		return nil, err
	}
	defer done()
	if sync {
		if err := a.index(ctx, view); err != nil {
			return nil, err
		}
	}
	st := view.Status(ctx, "")
	st.Version, st.Versions.Memswarm = Version(), Version()
	if st.State == "indexing" {
		st.Summary = "Some notes are not indexed yet; the next query indexes them."
	}
	return st, nil
}
