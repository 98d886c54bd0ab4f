package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"memswarm/setup"
	"memswarm/swarm"
	"memswarm/swarm/config"
	"memswarm/trust"

	"github.com/spf13/cobra"
)

func (a *app) onboardCommand() *cobra.Command {
	var f onboardFlags
	c := &cobra.Command{
		Use:   "onboard",
		Short: "Set up what is searched",
		Long: `Looks for vaults, wikis, brains and folders of notes, asks what to search, and
writes .brv/swarm/config.yaml. A configuration that is there is the starting
point: its comments, order and unknown keys stay as they are, and a backup is
kept. Afterwards the notes are indexed and a first query is shown.

With --yes nothing is asked: what was found is taken. Flags answer single
questions, with and without --yes.`,
		Example: `  memswarm onboard
  memswarm onboard --yes
  memswarm onboard --yes --write notes --without gbrain
  memswarm onboard --vault ~/Vault --folder work=~/work/notes --enrichment parallel
  memswarm onboard --yes --dry-run`,
		Args: cobra.NoArgs,
	}
	f.add(c)
	format := a.addFormat(c)
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := a.setFormat(*format); err != nil {
			return err
		}
		if err := f.check(cmd.Flags()); err != nil {
			return err
		}
		return a.onboard(cmd.Context(), &f)
	}
	return c
}

// wizard is one run of onboard.
type wizard struct {
	*app
	flags *onboardFlags
	dir   string
	found *setup.Found
	cfg   *config.Config // as it is now
	place setup.Place
}

// onboard detects, asks or takes, writes, and proves that it works.
func (a *app) onboard(ctx context.Context, f *onboardFlags) error {
	a.quiet = true // the questions are the wizard's own
	w, err := a.newWizard(f)
	if err != nil {
		return err
	}
	interactive := !f.yes && !a.json && isTerminalReader(a.in) && isTerminal(a.out)
	if interactive {
		a.title("1/6", "Looking for what you have")
	}
	w.found = setup.Detect(ctx, w.dir, w.cfg, a.getenv)
	if err := ctx.Err(); err != nil {
		return err
	}
	for _, warning := range w.found.Warnings {
		fmt.Fprintf(a.err, "%s\n", clean(warning))
	}
	var plan *setup.Plan
	if interactive {
		plan, err = w.ask(ctx)
	} else {
		plan, err = w.take()
	}
	if err != nil {
		return err
	}
	return w.finish(ctx, plan)
}

func (a *app) newWizard(f *onboardFlags) (*wizard, error) {
	dir, err := a.workDir()
	if err != nil {
		return nil, err
	}
	w := &wizard{app: a, flags: f, dir: dir}
	w.cfg = w.load(nil)
	for _, p := range w.cfg.Problems {
		if fatal(p) && p.Code != config.CodeWorkspace && p.Code != config.CodeCycle {
			return nil, &swarm.Error{Code: "invalid_config", Message: "The existing configuration cannot be read, so it is left alone. " + p.String(), Fix: "Correct or remove it, then run onboard again."}
		}
	}
	ws := w.cfg.Workspace
	w.place = setup.Place{File: ws.File, Root: ws.Root, Home: a.home(), Workspace: ws.Folder}
	if f.user {
		if ws.UserFile == "" {
			return nil, &swarm.Error{Code: "no_home", Message: "There is no home folder for your own configuration.", Fix: "Set HOME, or leave out --user."}
		}
		w.place = setup.UserPlace(ws.UserFile, a.home())
	}
	return w, nil
}

// load reads the configuration as it is, or as it would be with the text in the
// file's place.
func (w *wizard) load(text []byte) *config.Config {
	o := config.Options{Dir: w.dir, File: w.configFile, Env: w.getenv}
	if text != nil {
		o.Unsaved = map[string][]byte{w.place.File: text}
	}
	return config.Load(o)
}

func (a *app) home() string {
	for _, name := range homeVariables() {
		if v := a.env(name); filepath.IsAbs(v) {
			return v
		}
	}
	return ""
}

func (w *wizard) plan(answers setup.Answers) (*setup.Plan, error) {
	return setup.Make(w.place, answers, w.load)
}

// finish writes and proves it.
func (w *wizard) finish(ctx context.Context, plan *setup.Plan) error {
	st := styleFor(w.out, w.env)
	if w.flags.dryRun {
		return w.dryRun(plan)
	}
	reply := onboardReply{File: plan.File, Changed: plan.Changed(), Providers: ids(plan.Config)}
	if plan.Changed() {
		backup, err := plan.Write()
		if err != nil {
			return err
		}
		reply.Backup = backup
		w.say("%s Wrote %s", st.green("✓"), w.short(plan.File))
		if backup != "" {
			w.say("  %s", st.dim("The old one is kept as "+w.short(backup)))
		}
	} else {
		w.say("%s %s has all of that already.", st.green("✓"), w.short(plan.File))
	}
	w.trustOwn(ctx)
	if !w.flags.noIndex {
		proof, err := w.prove(ctx)
		if err != nil {
			return err
		}
		reply.Notes, reply.Query, reply.FirstHit = proof.notes, proof.query, proof.hit
	}
	if w.json {
		return w.writeJSON(reply)
	}
	w.connect()
	return nil
}

// onboardReply is the command's JSON.
type onboardReply struct {
	File      string   `json:"file"`
	Changed   bool     `json:"changed"`
	DryRun    bool     `json:"dryRun,omitempty"`
	Text      string   `json:"text,omitempty"` // with --dry-run: the file as it would be
	Diff      string   `json:"diff,omitempty"`
	Backup    string   `json:"backup,omitempty"`
	Providers []string `json:"providers"`
	Notes     int      `json:"notes"`
	Query     string   `json:"query,omitempty"`
	FirstHit  string   `json:"firstHit,omitempty"`
}

func (w *wizard) dryRun(plan *setup.Plan) error {
	if w.json {
		return w.writeJSON(onboardReply{File: plan.File, Changed: plan.Changed(), DryRun: true, Text: string(plan.After), Diff: plan.Diff(), Providers: ids(plan.Config)})
	}
	if !plan.Changed() {
		w.say("%s has all of that already.", w.short(plan.File))
		return nil
	}
	_, err := fmt.Fprint(w.out, w.colouredDiff(plan))
	return err
}

// trustOwn trusts what the user has just written or confirmed.
func (w *wizard) trustOwn(ctx context.Context) {
	s := trust.Subject(w.dir, w.configFile, w.getenv)
	if s.Empty() {
		return
	}
	if err := w.store().Set(ctx, s, trust.Trusted, time.Now()); err != nil {
		w.log().Error("the workspace is not trusted yet; run memswarm trust", "err", err)
	}
}

func ids(c *config.Config) []string {
	out := []string{}
	for _, id := range c.IDs() {
		out = append(out, string(id))
	}
	return out
}

// say writes a line for a person.
func (w *wizard) say(format string, args ...any) {
	if !w.json {
		fmt.Fprintf(w.out, format+"\n", args...)
	}
}

// title heads a step.
func (a *app) title(step, text string) {
	st := styleFor(a.out, a.env)
	fmt.Fprintf(a.out, "%s %s\n", st.dim("Step "+step), st.bold(text))
}

// short writes a path with ~ for the home folder.
func (a *app) short(path string) string {
	if home := a.home(); home != "" {
		if rel, err := filepath.Rel(home, path); err == nil && filepath.IsLocal(rel) && rel != "." {
			return clean(filepath.Join("~", rel))
		}
	}
	return clean(path)
}

func (w *wizard) colouredDiff(plan *setup.Plan) string {
	st := styleFor(w.out, w.env)
	var b strings.Builder
	for line := range strings.Lines(plan.Diff()) {
		line = strings.TrimRight(clean(line), "\n")
		switch {
		case strings.HasPrefix(line, "diff "), strings.HasPrefix(line, "--- "), strings.HasPrefix(line, "+++ "):
			line = st.bold(line)
		case strings.HasPrefix(line, "@@"):
			line = st.cyan(line)
		case strings.HasPrefix(line, "+"):
			line = st.green(line)
		case strings.HasPrefix(line, "-"):
			line = st.red(line)
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

var errNothingFound = &swarm.Error{Code: "nothing_found", Message: "Nothing was found that could be searched.",
	Fix: "Name it: --vault PATH for an Obsidian vault, --folder NAME=PATH for a folder of markdown, --wiki PATH for a Memory Wiki."}
