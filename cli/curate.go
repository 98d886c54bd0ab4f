package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"memswarm/contract"
	"memswarm/swarm"
	"memswarm/workspace"

	"github.com/spf13/cobra"
)

type curateFlags struct {
	title    string
	target   string
	kind     string
	appendTo string
	undo     string
	force    bool
	dryRun   bool
	noWait   bool
	makeTree bool
}

// maxInput is how much of standard input is read: more than is stored.
const maxInput = 16 << 20

func (a *app) curateCommand() *cobra.Command {
	var f curateFlags
	c := &cobra.Command{
		Use:   "curate TEXT…|-",
		Short: "Store what you learned where it belongs",
		Long: `Stores a text, or standard input with -, as a note: people and organisations in
GBrain, notes in the first markdown folder that may be written, the rest in the
first target of the configuration, and in the context tree when there is none.

Nothing is stored that is known already word for word, or that holds what looks
like a key or a password, unless you say --force. Nothing is ever overwritten.`,
		Example: `  memswarm curate "Refresh tokens rotate on every use; reuse revokes the family."
  git log -1 --format=%B | memswarm curate - --title "Why retries are capped"
  memswarm curate -p local-markdown:notes --dry-run "# Retry budget …"
  memswarm curate --append-to "local-markdown:notes:retry.md#limits" "Ten per cent."`,
	}
	flags := c.Flags()
	flags.StringVar(&f.title, "title", "", "give the note this `TITLE` instead of one from the text")
	flags.StringVarP(&f.target, "provider", "p", "", "store in this `TARGET`")
	flags.StringVar(&f.kind, "type", "", "treat the text as entity, note or general (`TYPE`)")
	flags.StringVar(&f.appendTo, "append-to", "", "add to this `NOTE`, a result's id or a path, either with #heading")
	flags.BoolVar(&f.dryRun, "dry-run", false, "show the path and the file that would be written, and write nothing")
	flags.BoolVar(&f.force, "force", false, "store it although it is known already or looks like it holds a secret")
	flags.BoolVar(&f.noWait, "no-wait", false, "do not wait for an index that is being built")
	flags.BoolVar(&f.makeTree, "make-tree", false, "make a context tree (.brv/context-tree) when nothing else can be written")
	flags.StringVar(&f.undo, "undo", "", "take back the curate with this `TOKEN` instead")
	format := a.addFormat(c)
	_ = c.RegisterFlagCompletionFunc("type", cobra.FixedCompletions([]string{"entity", "note", "general"}, cobra.ShellCompDirectiveNoFileComp))
	_ = c.RegisterFlagCompletionFunc("provider", a.completeProviders)
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if err := a.setFormat(*format); err != nil {
			return err
		}
		if f.undo != "" {
			return a.undo(cmd.Context(), f.undo)
		}
		text, err := a.passage(args)
		if err != nil {
			return err
		}
		return a.curate(cmd.Context(), text, f)
	}
	return c
}

func (a *app) undoCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "undo TOKEN",
		Short: "Take back a curate",
		Long: `Takes back a curate by the token that it printed, if what it wrote is still as
it was written.`,
		Args: cobra.ExactArgs(1),
	}
	format := a.addFormat(c)
	c.RunE = func(cmd *cobra.Command, args []string) error {
		if err := a.setFormat(*format); err != nil {
			return err
		}
		return a.undo(cmd.Context(), args[0])
	}
	return c
}

// passage is the text of the arguments, or of standard input for "-".
func (a *app) passage(args []string) (string, error) {
	if len(args) == 0 {
		return "", usagef("Give it as an argument, or - to read standard input.", "There is no text to store.")
	}
	if len(args) > 1 || args[0] != "-" {
		return strings.Join(args, " "), nil
	}
	data, err := io.ReadAll(io.LimitReader(a.in, maxInput))
	if err != nil {
		return "", fmt.Errorf("reading standard input: %w", err)
	}
	return string(data), nil
}

// params are those of swarm/curate.
func (f *curateFlags) params(text string) map[string]any {
	p := map[string]any{"content": text, "title": f.title, "target": f.target, "type": f.kind, "appendTo": f.appendTo, "force": f.force, "dryRun": f.dryRun, "makeTree": f.makeTree}
	if !f.noWait {
		p["wait"] = time.Hour.Milliseconds()
	}
	return p
}

// curate stores a text. On a terminal it asks about what needs a yes.
func (a *app) curate(ctx context.Context, text string, f curateFlags) error {
	out, err := a.keep(ctx, text, f)
	if err != nil {
		return err
	}
	if e := out.Error; e != nil && (e.Code == workspace.CodeSecret || e.Code == workspace.CodeKnown) && a.canAsk() {
		if a.confirm(e.Message + " Store it all the same?") {
			f.force = true
			if out, err = a.keep(ctx, text, f); err != nil {
				return err
			}
		}
	}
	if e := out.Error; e != nil && e.Code == "no_target" && a.canAsk() && a.confirm(e.Message+" Make a context tree, .brv/context-tree, and store it there?") {
		f.makeTree = true
		if out, err = a.keep(ctx, text, f); err != nil {
			return err
		}
	}
	return a.showCurated(out)
}

// keep has the shared server store the text, or does it itself.
func (a *app) keep(ctx context.Context, text string, f curateFlags) (*contract.Curated, error) {
	var remote contract.Curated
	if _, err := a.ask(ctx, "swarm/curate", f.params(text), &remote); err == nil {
		return &remote, nil
	} else if !errors.Is(err, errAlone) {
		return nil, err
	}
	view, done, err := a.open()
	if err != nil {
		return nil, err
	}
	defer done()
	if !f.noWait {
		if err := a.index(ctx, view); err != nil {
			return nil, err
		}
	}
	return view.Curate(ctx, &workspace.CurateRequest{
		Content: text, Title: f.title, Type: swarm.ContentType(f.kind), Target: swarm.ID(f.target), AppendTo: f.appendTo,
		Force: f.force, DryRun: f.dryRun, MakeTree: f.makeTree,
	}, "")
}

func (a *app) confirm(question string) bool {
	fmt.Fprint(a.err, clean(question)+" [y/N] ")
	line, _ := bufio.NewReader(a.in).ReadString('\n')
	switch strings.ToLower(strings.TrimSpace(line)) {
	case "y", "yes":
		return true
	}
	return false
}

// showCurated prints what became of a text, and ends with its exit status.
func (a *app) showCurated(out *contract.Curated) error {
	if out.Error != nil {
		code := curateExit(out.Error.Code)
		if a.json {
			if err := a.writeJSON(out); err != nil {
				return err
			}
			return errExit(code)
		}
		a.mention(out)
		st := styleFor(a.err, a.env)
		fmt.Fprintf(a.err, "%s %s\n", st.red("Error:"), clean(out.Error.Message))
		if out.Error.Fix != "" {
			fmt.Fprintln(a.err, clean(out.Error.Fix))
		}
		return errExit(code)
	}
	if a.json {
		return a.writeJSON(out)
	}
	a.mention(out)
	st := styleFor(a.out, a.env)
	id := clean(strings.TrimPrefix(out.ID, out.Provider+":"))
	switch {
	case out.DryRun && out.Appended:
		fmt.Fprintf(a.out, "Would append to %s in %s\n", st.bold(id), clean(out.Provider))
	case out.DryRun:
		fmt.Fprintf(a.out, "Would store to %s as %s\n", clean(out.Provider), st.bold(id))
	case out.Appended:
		fmt.Fprintf(a.out, "%s to %s as %s\n", st.green("Appended"), clean(out.Provider), st.bold(id))
	case out.Fallback:
		fmt.Fprintf(a.out, "%s to %s (fallback — no other target could take it) as %s\n", st.green("Stored"), clean(out.Provider), st.bold(id))
	default:
		fmt.Fprintf(a.out, "%s to %s as %s\n", st.green("Stored"), clean(out.Provider), st.bold(id))
	}
	if out.Path != "" {
		fmt.Fprintf(a.out, "%s\n", clean(out.Path))
	}
	if out.DryRun {
		_, err := fmt.Fprintf(a.out, "\n%s", out.Text)
		return err
	}
	if out.Undo != "" && isTerminal(a.out) {
		fmt.Fprintln(a.out, st.dim("Take it back: memswarm undo "+out.Undo))
	}
	return nil
}

// mention tells on standard error what a person should know beside.
func (a *app) mention(out *contract.Curated) {
	st := styleFor(a.err, a.env)
	for _, w := range out.Warnings {
		fmt.Fprintf(a.err, "%s %s\n", st.yellow("Warning:"), clean(w))
	}
	for _, s := range out.Similar {
		what := map[string]string{contract.SimilarCopy: "Known already", contract.SimilarNear: "Nearly the same", contract.SimilarTitle: "Same title", contract.SimilarSubject: "Same subject"}[s.Reason]
		fmt.Fprintf(a.err, "%s %s\n", st.yellow(what+":"), clean(s.ID))
	}
	if out.DryRun || len(out.Similar) == 0 || !out.Similar[0].Writable || out.Similar[0].Reason == contract.SimilarCopy {
		return
	}
	fmt.Fprintln(a.err, st.dim("To add to such a note instead, use --append-to."))
}

// curateExit is 2 where the command was called wrongly or nothing is
// configured, else 1.
func curateExit(code string) int {
	switch code {
	case "unknown_target", "closed_target", "no_target", "invalid_type", "empty", "usage", "not_found", "no_workspace":
		return exitUsage
	}
	return exitFailed
}

// undo takes a curate back.
func (a *app) undo(ctx context.Context, token string) error {
	var out *contract.Undone
	var remote contract.Undone
	_, err := a.ask(ctx, "swarm/undo", map[string]any{"undo": token}, &remote)
	switch {
	case err == nil:
		out = &remote
	case !errors.Is(err, errAlone):
		return err
	default:
		view, done, err := a.open()
		if err != nil {
			return err
		}
		defer done()
		if out, err = view.Undo(ctx, token, ""); err != nil {
			return err
		}
	}
	if a.json {
		if err := a.writeJSON(out); err != nil {
			return err
		}
		if !out.Success {
			return errExit(exitFailed)
		}
		return nil
	}
	if out.Error != nil {
		return &swarm.Error{Code: out.Error.Code, Provider: swarm.ID(out.Error.Provider), Message: out.Error.Message, Fix: out.Error.Fix}
	}
	for _, p := range out.Paths {
		fmt.Fprintf(a.out, "Took back %s\n", clean(p))
	}
	return nil
}
