package cli

import (
	"bufio"
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"memswarm/swarm"
	"memswarm/swarm/config"
	"memswarm/trust"

	"github.com/spf13/cobra"
)

// store is the user's answers about workspaces.
func (a *app) store() *trust.Store { return trust.Open(trust.Path(a.getenv)) }

// trusted says whether the workspace of a folder is trusted. On a terminal it
// asks, once, when trust would change something.
func (a *app) trusted(ctx context.Context, dir string) bool {
	subject := trust.Subject(dir, a.configFile, a.getenv)
	store := a.store()
	ok, err := store.Lookup(subject)
	if err != nil {
		a.log().Error("trust", "err", err)
		return false
	}
	if ok || subject.Empty() || !a.canAsk() {
		return ok
	}
	if asked, err := store.Answered(subject); err != nil || asked {
		return false
	}
	answer := trust.Refused
	yes, said := a.askTrust(subject)
	if !said {
		return false // no answer: ask again another time
	}
	if yes {
		answer = trust.Trusted
	}
	if err := store.Set(ctx, subject, answer, time.Now()); err != nil {
		a.log().Error("the answer is not remembered", "err", err)
	}
	return yes
}

// canAsk says whether somebody sits at a terminal: what is asked goes to
// standard error, so that a pipe of results stays clean.
func (a *app) canAsk() bool {
	return !a.json && !a.quiet && isTerminalReader(a.in) && isTerminal(a.err) && a.env("CI") == ""
}

func (a *app) askTrust(s config.Subject) (yes, said bool) {
	st := styleFor(a.err, a.env)
	fmt.Fprintf(a.err, "%s\n", st.bold("The configuration of "+clean(s.Folder)+" wants more than reading this machine's notes. It"))
	for _, action := range s.Actions {
		fmt.Fprintf(a.err, "  %s %s\n", st.yellow("•"), clean(action.String()))
	}
	fmt.Fprint(a.err, "Do you trust it? [y/N] ")
	line, err := bufio.NewReader(a.in).ReadString('\n')
	if err != nil && line == "" {
		fmt.Fprintln(a.err)
		return false, false
	}
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "y", "yes":
		return true, true
	}
	fmt.Fprintln(a.err, st.dim("Not trusted; this is not asked again until the configuration wants something else. `memswarm trust` changes it."))
	return false, true
}

func (a *app) trustCommand() *cobra.Command {
	var list, revoke bool
	c := &cobra.Command{
		Use:   "trust [DIR]",
		Short: "Trust a workspace's configuration to start programs, connect and write",
		Long: `A workspace's .brv/swarm/config.yaml can come with a cloned repository. Until you
trust it, it may not start a program, connect anywhere, write outside the
workspace, or read network drives and whole home folders.

Trust is for what the configuration wants now: when it wants to start, connect
to or write something else, it is asked again. Other changes ask nothing.`,
		Example: `  memswarm trust             # the workspace of this folder
  memswarm trust ~/work/api
  memswarm trust --list
  memswarm trust --revoke`,
		Args: cobra.MaximumNArgs(1),
	}
	c.Flags().BoolVar(&list, "list", false, "list the workspaces that were answered for")
	c.Flags().BoolVar(&revoke, "revoke", false, "trust the workspace no longer")
	format := a.addFormat(c)
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if err := a.setFormat(*format); err != nil {
			return err
		}
		switch {
		case list && (revoke || len(args) > 0):
			return usagef("Use one of them.", "--list takes no folder and no --revoke.")
		case list:
			return a.listTrust()
		}
		if len(args) == 1 {
			a.dir = filepath.Join(a.dir, args[0])
			if filepath.IsAbs(args[0]) {
				a.dir = args[0]
			}
		}
		dir, err := a.revocable(revoke)
		if err != nil {
			return err
		}
		if revoke {
			return a.revokeTrust(cmd.Context(), dir)
		}
		return a.giveTrust(cmd.Context(), dir)
	}
	return c
}

// revocable is the folder that the command is about. One that is gone can still
// be revoked.
func (a *app) revocable(revoke bool) (string, error) {
	dir, err := a.workDir()
	if err != nil && revoke {
		return filepath.Abs(a.dir)
	}
	return dir, err
}

// trustReply is the command's JSON.
type trustReply struct {
	Folder  string          `json:"folder"`
	Trusted bool            `json:"trusted"`
	Actions []config.Action `json:"actions"`
}

func (a *app) giveTrust(ctx context.Context, dir string) error {
	s := trust.Subject(dir, a.configFile, a.getenv)
	if err := a.store().Set(ctx, s, trust.Trusted, time.Now()); err != nil {
		return trustError(err)
	}
	if a.json {
		return a.writeJSON(trustReply{s.Folder, true, s.Actions})
	}
	st := styleFor(a.out, a.env)
	fmt.Fprintf(a.out, "%s %s is trusted.\n", st.green("✓"), clean(s.Folder))
	if s.Empty() {
		fmt.Fprintln(a.out, "Its configuration wants nothing that needs trust now; when it does, it is asked again.")
		return nil
	}
	fmt.Fprintln(a.out, "Its configuration now")
	for _, action := range s.Actions {
		fmt.Fprintf(a.out, "  • %s\n", clean(action.String()))
	}
	fmt.Fprintln(a.out, st.dim("`memswarm trust --revoke` takes it back."))
	return nil
}

func (a *app) revokeTrust(ctx context.Context, dir string) error {
	s := trust.Subject(dir, a.configFile, a.getenv)
	found, err := a.store().Revoke(ctx, s.Folder)
	if err == nil && !found && s.Folder != dir { // the folder itself, when it is gone or has moved
		found, err = a.store().Revoke(ctx, dir)
	}
	if err != nil {
		return trustError(err)
	}
	if a.json {
		return a.writeJSON(trustReply{s.Folder, false, s.Actions})
	}
	if !found {
		_, err = fmt.Fprintf(a.out, "%s was not trusted.\n", clean(s.Folder))
		return err
	}
	_, err = fmt.Fprintf(a.out, "%s is no longer trusted.\n", clean(s.Folder))
	return err
}

func (a *app) listTrust() error {
	list, err := a.store().List()
	if err != nil {
		return trustError(err)
	}
	if a.json {
		if list == nil {
			list = []trust.Entry{}
		}
		return a.writeJSON(map[string]any{"file": a.store().Path(), "workspaces": list})
	}
	if len(list) == 0 {
		_, err := fmt.Fprintln(a.out, "No workspace was answered for.")
		return err
	}
	st := styleFor(a.out, a.env)
	for _, e := range list {
		mark := st.green("✓ trusted")
		if e.Answer != trust.Trusted {
			mark = st.red("✗ refused")
		}
		fmt.Fprintf(a.out, "%s  %s  %s\n", mark, clean(e.Folder), st.dim(e.At.Local().Format(time.DateOnly)))
		for _, action := range e.Actions {
			fmt.Fprintf(a.out, "    • %s\n", clean(action.String()))
		}
	}
	return nil
}

func trustError(err error) error {
	return &swarm.Error{Code: "trust_store", Message: "The answers about workspaces cannot be used: " + err.Error() + ".",
		Fix: "Check the folder of your state (XDG_STATE_HOME or ~/.local/state).", Err: err}
}
