package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"memswarm/setup"
	"memswarm/swarm"
	"memswarm/swarm/config"

	"charm.land/bubbles/v2/key"
	"charm.land/huh/v2"
)

// source is one line of the first question: something found or configured.
type source struct {
	kind, name string
	path       string // as the user sees and changes it
	label      string
	configured bool
	chosen     bool // at first

	write    bool
	pageType string
	mode     string
}

// another is the choice to name something that was not found.
const another = -1

// formState is what the form fills in. The form changes it in one goroutine and
// has suggestions and the graph made from it in others.
type formState struct {
	mu         sync.Mutex // guards all below while the form is shown
	Chosen     []int
	Sources    []*source // what each points to is guarded too
	Extra      string    // the path of another source
	ExtraWrite bool
	Budget     string
	Enrichment string
}

// guarded lets the form read and write a value of the state.
type guarded[T any] struct {
	mu *sync.Mutex
	v  *T
}

// Get implements huh.Accessor.
func (g guarded[T]) Get() T {
	g.mu.Lock()
	defer g.mu.Unlock()
	return *g.v
}

// Set implements huh.Accessor.
func (g guarded[T]) Set(v T) {
	g.mu.Lock()
	defer g.mu.Unlock()
	*g.v = v
}

func field[T any](s *formState, v *T) guarded[T] { return guarded[T]{&s.mu, v} }

// copied is the state at one moment.
func (s *formState) copied() *formState {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := &formState{Chosen: slices.Clone(s.Chosen), Extra: s.Extra, ExtraWrite: s.ExtraWrite, Budget: s.Budget, Enrichment: s.Enrichment}
	for _, x := range s.Sources {
		one := *x
		c.Sources = append(c.Sources, &one)
	}
	return c
}

// ask runs the form until the user writes or leaves.
func (w *wizard) ask(ctx context.Context) (*setup.Plan, error) {
	state := w.firstState()
	for {
		if err := w.run(ctx, w.form(state)); err != nil {
			return nil, err
		}
		answers := w.answers(state)
		if err := w.flags.apply(w, &answers); err != nil {
			return nil, err
		}
		plan, err := w.plan(answers)
		if err != nil {
			return nil, err
		}
		if len(plan.Config.IDs()) == 0 {
			return nil, errNothingFound
		}
		next, err := w.confirm(ctx, plan)
		if err != nil {
			return nil, err
		}
		switch next {
		case "write":
			return plan, nil
		case "leave":
			fmt.Fprintln(w.out, "Nothing was written.")
			return nil, errExit(exitFailed)
		}
	}
}

// run shows one form. Ctrl-C leaves with nothing written.
func (w *wizard) run(ctx context.Context, f *huh.Form) error {
	f = f.WithInput(w.in).WithOutput(w.out).WithKeyMap(keys()).WithTheme(huh.ThemeFunc(huh.ThemeCharm)).
		WithAccessible(w.env("ACCESSIBLE") != "" || w.env("TERM") == "dumb")
	err := f.RunWithContext(ctx)
	if errors.Is(err, huh.ErrUserAborted) || errors.Is(err, context.Canceled) {
		fmt.Fprintln(w.out, "Nothing was written.")
		return errExit(exitFailed)
	}
	return err
}

// keys are huh's, with Esc to go back and Tab to complete a path.
func keys() *huh.KeyMap {
	k := huh.NewDefaultKeyMap()
	back := key.NewBinding(key.WithKeys("shift+tab", "esc"), key.WithHelp("esc", "back"))
	k.Input.Prev, k.Confirm.Prev, k.Note.Prev, k.Select.Prev, k.MultiSelect.Prev = back, back, back, back, back
	k.Input.AcceptSuggestion = key.NewBinding(key.WithKeys("tab", "ctrl+e"), key.WithHelp("tab", "complete"))
	k.Input.Next = key.NewBinding(key.WithKeys("enter"), key.WithHelp("enter", "next"))
	return k
}

// firstState lists what is configured and what was found.
func (w *wizard) firstState() *formState {
	s := &formState{Sources: w.configuredSources()}
	has := func(kind, path string) bool {
		return slices.ContainsFunc(s.Sources, func(x *source) bool {
			return x.kind == kind && (kind != swarm.LocalMarkdown || w.absolute(x.path) == path)
		})
	}
	for _, c := range w.found.Candidates {
		if has(c.Kind, c.Path) {
			continue
		}
		x := &source{kind: c.Kind, name: c.Name, path: w.short(c.Path), chosen: c.Recommended, pageType: "concept", mode: "hybrid",
			label: fmt.Sprintf("%-13s %s", kindLabel(c.Kind), w.describe(c))}
		if c.Keyword {
			x.mode = "keyword"
		}
		s.Sources = append(s.Sources, x)
	}
	for i, x := range s.Sources {
		if x.chosen {
			s.Chosen = append(s.Chosen, i)
		}
	}
	if len(s.Sources) == 0 {
		s.Chosen = append(s.Chosen, another)
	}
	s.Budget = strconv.Itoa(w.cfg.Budget.GlobalMonthlyCapCents)
	s.Enrichment = string(setup.Parallel)
	if len(w.cfg.Enrichment) > 0 || !w.configuredAlready() && slices.ContainsFunc(s.Sources, func(x *source) bool { return x.kind == swarm.ByteRover && x.chosen }) {
		s.Enrichment = string(setup.Chained)
	}
	return s
}

func (w *wizard) configuredAlready() bool { return len(w.configuredSources()) > 0 }

func (w *wizard) configuredSources() []*source {
	var out []*source
	add := func(configured, enabled bool, kind, name, path string, more source) {
		if !configured {
			return
		}
		x := more
		x.kind, x.name, x.path, x.configured, x.chosen = kind, name, path, true, enabled
		x.label = fmt.Sprintf("%-13s %s, configured", kindLabel(kind), path)
		out = append(out, &x)
	}
	p := w.cfg.Providers
	add(p.ByteRover.Configured, p.ByteRover.Enabled, swarm.ByteRover, "", w.short(p.ByteRover.Tree), source{})
	add(p.Obsidian.Configured, p.Obsidian.Enabled, swarm.Obsidian, "", w.short(p.Obsidian.VaultPath), source{})
	for _, f := range p.LocalMarkdown.Folders {
		add(p.LocalMarkdown.Configured, p.LocalMarkdown.Enabled, swarm.LocalMarkdown, f.Name, w.short(f.Path), source{write: !f.ReadOnly})
	}
	add(p.MemoryWiki.Configured, p.MemoryWiki.Enabled, swarm.MemoryWiki, "", w.short(p.MemoryWiki.VaultPath), source{pageType: p.MemoryWiki.WritePageType})
	add(p.GBrain.Configured, p.GBrain.Enabled, swarm.GBrain, "", w.short(p.GBrain.RepoPath), source{mode: p.GBrain.SearchMode})
	return out
}

func kindLabel(kind string) string {
	return map[string]string{swarm.ByteRover: "Context tree", swarm.Obsidian: "Obsidian", swarm.LocalMarkdown: "Folder", swarm.MemoryWiki: "Memory Wiki", swarm.GBrain: "GBrain"}[kind]
}

// form is steps 2 to 5; the sixth shows the result.
func (w *wizard) form(s *formState) *huh.Form {
	options := make([]huh.Option[int], 0, len(s.Sources)+1)
	for i, x := range s.Sources {
		options = append(options, huh.NewOption(x.label, i).Selected(slices.Contains(s.Chosen, i)))
	}
	options = append(options, huh.NewOption("Another folder, vault or wiki…", another).Selected(slices.Contains(s.Chosen, another)))
	groups := []*huh.Group{huh.NewGroup(huh.NewMultiSelect[int]().Title("Step 2/6  What should be searched?").
		Description("Space chooses, Enter goes on, Esc goes back. Nothing is written before the last step.").
		Options(options...).Height(min(len(options)+3, 16)).Accessor(field(s, &s.Chosen)))}
	chosen := func(i int) bool { return slices.Contains(s.Chosen, i) }
	for i, x := range s.Sources {
		if g := w.sourceGroup(s, x); g != nil {
			groups = append(groups, g.WithHideFunc(func() bool { return !chosen(i) }))
		}
	}
	groups = append(groups, huh.NewGroup(
		w.pathInput("Step 3/6  Which folder?", "An Obsidian vault or a wiki is recognized.", field(s, &s.Extra), &s.Extra),
		writeQuestion(field(s, &s.ExtraWrite)),
	).WithHideFunc(func() bool { return !chosen(another) }))
	groups = append(groups,
		huh.NewGroup(huh.NewInput().Title("Step 4/6  Budget").Description("GBrain may buy embeddings for queries. How many cents may they cost in a month?").
			Accessor(field(s, &s.Budget)).Validate(validCents)).
			WithHideFunc(func() bool {
				return !slices.ContainsFunc(s.Sources, func(x *source) bool { return x.kind == swarm.GBrain && chosen(slices.Index(s.Sources, x)) })
			}),
		huh.NewGroup(huh.NewSelect[string]().Title("Step 5/6  How should they work together?").
			DescriptionFunc(func() string { return w.graph(s) }, &s.Enrichment).
			Options(huh.NewOption("Parallel: all are asked at once", string(setup.Parallel)), huh.NewOption("Chained: what the first finds widens the search of the others", string(setup.Chained))).
			Accessor(field(s, &s.Enrichment))))
	return huh.NewForm(groups...)
}

// sourceGroup asks what a kind of source needs.
func (w *wizard) sourceGroup(s *formState, x *source) *huh.Group {
	const step = "Step 3/6  "
	switch x.kind {
	case swarm.Obsidian:
		return huh.NewGroup(w.pathInput(step+"Obsidian vault", "It is read and never written.", field(s, &x.path), &x.path))
	case swarm.LocalMarkdown:
		return huh.NewGroup(w.pathInput(step+"Folder "+x.name, "Notes in this folder are searched.", field(s, &x.path), &x.path), writeQuestion(field(s, &x.write)))
	case swarm.MemoryWiki:
		return huh.NewGroup(w.pathInput(step+"Memory Wiki", "It is searched, and new pages may be stored in it.", field(s, &x.path), &x.path),
			huh.NewSelect[string]().Title("Which kind of page is stored?").Options(huh.NewOptions("concept", "entity")...).Accessor(field(s, &x.pageType)))
	case swarm.GBrain:
		return huh.NewGroup(w.pathInput(step+"GBrain repository", "The folder where the gbrain command runs.", field(s, &x.path), &x.path),
			huh.NewSelect[string]().Title("How should it search?").
				Options(huh.NewOption("hybrid: words and meaning", "hybrid"), huh.NewOption("keyword: words only, costs nothing", "keyword"), huh.NewOption("vector: meaning only", "vector")).Accessor(field(s, &x.mode)))
	}
	return nil
}

// writeQuestion asks plainly.
func writeQuestion(value huh.Accessor[bool]) *huh.Confirm {
	return huh.NewConfirm().Title("May new notes be stored in this folder?").
		Description("No: it is only read. Yes: `memswarm curate` and your editor may add notes to it, never change yours unasked.").
		Affirmative("Yes").Negative("No").Accessor(value)
}

// pathInput asks for a folder; at is where the value lies, to notice its changes.
func (w *wizard) pathInput(title, description string, value huh.Accessor[string], at *string) *huh.Input {
	return huh.NewInput().Title(title).Description(description+" Tab completes.").Accessor(value).
		Validate(w.validFolder).SuggestionsFunc(func() []string { return w.completePath(value.Get()) }, at)
}

func (w *wizard) validFolder(path string) error {
	if strings.TrimSpace(path) == "" {
		return errors.New("a path is needed")
	}
	info, err := os.Stat(w.absolute(path))
	switch {
	case err != nil:
		return fmt.Errorf("there is no folder %s", path)
	case !info.IsDir():
		return fmt.Errorf("%s is a file", path)
	}
	return nil
}

func validCents(s string) error {
	if n, err := strconv.Atoi(strings.TrimSpace(s)); err != nil || n < 0 {
		return errors.New("a whole number of cents is needed, 0 for nothing")
	}
	return nil
}

// maxCompletions bounds how many folders are offered.
const maxCompletions = 200

// completePath lists folders that begin as typed.
func (w *wizard) completePath(typed string) []string {
	dir, prefix := filepath.Split(typed)
	list, err := os.ReadDir(w.absolute(dir))
	if err != nil {
		return nil
	}
	var out []string
	for _, e := range list {
		if name := e.Name(); strings.HasPrefix(name, prefix) && (!strings.HasPrefix(name, ".") || strings.HasPrefix(prefix, ".")) && len(out) < maxCompletions {
			if e.IsDir() || e.Type()&os.ModeSymlink != 0 && isFolder(filepath.Join(w.absolute(dir), name)) {
				out = append(out, dir+name)
			}
		}
	}
	return out
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// graph draws what the chosen enrichment makes of the chosen sources.
func (w *wizard) graph(s *formState) string {
	plan, err := w.plan(w.answers(s.copied()))
	if err != nil {
		return err.Error()
	}
	return setup.Graph(plan.Config.IDs(), plan.Config.Enrichment)
}

// answers turns the form into answers.
func (w *wizard) answers(s *formState) setup.Answers {
	var a setup.Answers
	gbrain := false
	for i, x := range s.Sources {
		on := slices.Contains(s.Chosen, i)
		if !on && !x.configured {
			continue
		}
		path := w.absolute(x.path)
		switch x.kind {
		case swarm.ByteRover:
			a.ContextTree = &on
		case swarm.Obsidian:
			a.Obsidian = &setup.Obsidian{Enabled: on, Path: path}
		case swarm.MemoryWiki:
			a.MemoryWiki = &setup.MemoryWiki{Enabled: on, Path: path, PageType: x.pageType}
		case swarm.GBrain:
			a.GBrain = &setup.GBrain{Enabled: on, RepoPath: path, SearchMode: x.mode}
			gbrain = on
		case swarm.LocalMarkdown:
			if on {
				write := x.write
				a.Folders = append(a.Folders, setup.Folder{Name: x.name, Path: path, Write: &write})
			} else {
				a.Dropped = append(a.Dropped, path)
			}
		}
	}
	if slices.Contains(s.Chosen, another) && s.Extra != "" {
		w.extra(&a, w.absolute(s.Extra), s.ExtraWrite)
	}
	a.Enrichment = w.changedEnrichment(s)
	if n, err := strconv.Atoi(strings.TrimSpace(s.Budget)); err == nil && gbrain {
		a.BudgetCents = &n
	}
	return a
}

// changedEnrichment keeps edges that somebody drew by hand unless the answer
// differs from what they are.
func (w *wizard) changedEnrichment(s *formState) setup.Enrichment {
	if chained := s.Enrichment == string(setup.Chained); chained == (len(w.cfg.Enrichment) > 0) {
		if chained || w.configuredAlready() {
			return ""
		}
	}
	return setup.Enrichment(s.Enrichment)
}

// extra adds a folder that was typed, as what it looks like.
func (w *wizard) extra(a *setup.Answers, path string, write bool) {
	switch {
	case isFolder(filepath.Join(path, ".obsidian")) && a.Obsidian == nil:
		a.Obsidian = &setup.Obsidian{Enabled: true, Path: path}
	case isFolder(filepath.Join(path, ".openclaw-wiki")) && a.MemoryWiki == nil:
		a.MemoryWiki = &setup.MemoryWiki{Enabled: true, Path: path}
	default:
		a.Folders = append(a.Folders, setup.Folder{Path: path, Write: &write})
	}
}

// confirm shows what would be written and asks for the last time.
func (w *wizard) confirm(ctx context.Context, plan *setup.Plan) (string, error) {
	w.title("6/6", "This would be written to "+w.short(plan.File))
	if plan.Changed() {
		fmt.Fprint(w.out, w.colouredDiff(plan))
	} else {
		fmt.Fprintln(w.out, "Nothing changes: the configuration has all of that already.")
	}
	for _, p := range plan.Config.CheckPaths(ctx, true) {
		if p.Severity <= config.Warning {
			fmt.Fprintln(w.out, styleFor(w.out, w.env).yellow(clean(p.Message+" "+p.Fix)))
		}
	}
	next := "write"
	label := "Write it"
	if !plan.Changed() {
		label = "Go on: index and try a query"
	}
	err := w.run(ctx, huh.NewForm(huh.NewGroup(huh.NewSelect[string]().Title("Write it?").Options(
		huh.NewOption(label, "write"), huh.NewOption("Go back and change answers", "back"), huh.NewOption("Leave, writing nothing", "leave")).Value(&next))))
	return next, err
}
