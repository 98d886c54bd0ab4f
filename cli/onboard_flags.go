package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"memswarm/setup"
	"memswarm/swarm"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// onboardFlags answer the wizard's questions.
type onboardFlags struct {
	yes, user, dryRun, noIndex bool

	vault, wiki, wikiType, gbrain, searchMode, enrichment, query string
	folders, write, without                                      []string
	tree                                                         bool
	budget                                                       int

	set func(name string) bool // the flag was given
}

// kindsOfSource are what --without may name.
var kindsOfSource = []string{swarm.ByteRover, swarm.Obsidian, swarm.LocalMarkdown, swarm.MemoryWiki, swarm.GBrain}

func (f *onboardFlags) add(c *cobra.Command) {
	fl := c.Flags()
	fl.BoolVarP(&f.yes, "yes", "y", false, "ask nothing: take what was found and what the flags say")
	fl.BoolVar(&f.user, "user", false, "write your own configuration, which counts in every workspace")
	fl.BoolVar(&f.dryRun, "dry-run", false, "show what would be written and write nothing")
	fl.BoolVar(&f.noIndex, "no-index", false, "do not index or query afterwards")
	fl.BoolVar(&f.tree, "context-tree", true, "search the project's ByteRover context tree")
	fl.StringVar(&f.vault, "vault", "", "search the Obsidian vault at `PATH`")
	fl.StringArrayVar(&f.folders, "folder", nil, "search a folder of markdown, as `[NAME=]PATH` (may be repeated)")
	fl.StringArrayVar(&f.write, "write", nil, "allow storing notes in the folder of this `NAME` or path (may be repeated)")
	fl.StringVar(&f.wiki, "wiki", "", "search and write the Memory Wiki at `PATH`")
	fl.StringVar(&f.wikiType, "wiki-page-type", "", "store wiki pages as concept or entity (`TYPE`)")
	fl.StringVar(&f.gbrain, "gbrain", "", "search the GBrain whose repository is at `PATH`")
	fl.StringVar(&f.searchMode, "search-mode", "", "let GBrain search in `MODE` hybrid, keyword or vector")
	fl.StringVar(&f.enrichment, "enrichment", "", "ask providers parallel, or chained: the first one's results widen the others' search (`HOW`)")
	fl.IntVar(&f.budget, "budget", 0, "let providers spend at most so many `CENTS` a month")
	fl.StringArrayVar(&f.without, "without", nil, "leave out a `KIND`: "+strings.Join(kindsOfSource, ", ")+" (may be repeated)")
	fl.StringVar(&f.query, "query", "", "show the answer to this `TEXT` at the end")
	for name, values := range map[string][]string{"wiki-page-type": {"concept", "entity"}, "search-mode": {"hybrid", "keyword", "vector"}, "enrichment": {"parallel", "chained"}, "without": kindsOfSource} {
		_ = c.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	}
	for _, name := range []string{"vault", "wiki", "gbrain", "folder"} {
		_ = c.MarkFlagDirname(name)
	}
}

// check finds wrong flags before anything is done.
func (f *onboardFlags) check(set *pflag.FlagSet) error {
	f.set = set.Changed
	for _, kind := range f.without {
		if !slices.Contains(kindsOfSource, kind) {
			return usagef("Use one of "+strings.Join(kindsOfSource, ", ")+".", "There is no kind %q.", kind)
		}
	}
	for kind, flag := range map[string]string{swarm.Obsidian: "vault", swarm.MemoryWiki: "wiki", swarm.GBrain: "gbrain", swarm.LocalMarkdown: "folder"} {
		if f.set(flag) && slices.Contains(f.without, kind) {
			return usagef("Use one of them.", "--%s and --without %s contradict each other.", flag, kind)
		}
	}
	return nil
}

// apply lays the flags over answers.
func (f *onboardFlags) apply(w *wizard, a *setup.Answers) error {
	if f.set("context-tree") {
		a.ContextTree = &f.tree
	}
	if f.set("vault") {
		path, err := w.folder("--vault", f.vault)
		if err != nil {
			return err
		}
		a.Obsidian = &setup.Obsidian{Enabled: true, Path: path}
	}
	if f.set("wiki") {
		path, err := w.folder("--wiki", f.wiki)
		if err != nil {
			return err
		}
		a.MemoryWiki = &setup.MemoryWiki{Enabled: true, Path: path}
	}
	if f.wikiType != "" {
		if a.MemoryWiki == nil {
			a.MemoryWiki = &setup.MemoryWiki{Enabled: true}
		}
		a.MemoryWiki.PageType = f.wikiType
	}
	if f.set("gbrain") {
		path, err := w.folder("--gbrain", f.gbrain)
		if err != nil {
			return err
		}
		mode := ""
		if a.GBrain != nil {
			mode = a.GBrain.SearchMode
		}
		a.GBrain = &setup.GBrain{Enabled: true, RepoPath: path, SearchMode: mode}
	}
	if f.searchMode != "" {
		if a.GBrain == nil {
			a.GBrain = &setup.GBrain{Enabled: true}
		}
		a.GBrain.SearchMode = f.searchMode
	}
	if f.enrichment != "" {
		a.Enrichment = setup.Enrichment(f.enrichment)
	}
	if f.set("budget") {
		a.BudgetCents = &f.budget
	}
	if err := f.applyFolders(w, a); err != nil {
		return err
	}
	f.leaveOut(w, a)
	return a.Validate()
}

func (f *onboardFlags) applyFolders(w *wizard, a *setup.Answers) error {
	for _, spec := range f.folders {
		name, path, named := strings.Cut(spec, "=")
		if !named {
			name, path = "", spec
		}
		abs, err := w.folder("--folder", path)
		if err != nil {
			return err
		}
		a.Folders = append(a.Folders, setup.Folder{Name: name, Path: abs})
	}
	for _, name := range f.write {
		if !allowWriting(w, a, name) {
			return usagef("Name a folder that is searched, or give it with --folder NAME=PATH.", "There is no folder %q to write to.", name)
		}
	}
	return nil
}

// allowWriting marks the folder of a name or path, among the answers or in the
// configuration.
func allowWriting(w *wizard, a *setup.Answers, name string) bool {
	yes := true
	abs := w.absolute(name)
	for i := range a.Folders {
		if f := &a.Folders[i]; f.Name == name || f.Name == "" && filepath.Base(f.Path) == name || f.Path == abs {
			f.Write = &yes
			return true
		}
	}
	for _, f := range w.cfg.Providers.LocalMarkdown.Folders {
		if w.cfg.Providers.LocalMarkdown.Configured && (f.Name == name || f.Path == abs) {
			a.Folders = append(a.Folders, setup.Folder{Name: f.Name, Path: f.Path, Write: &yes})
			return true
		}
	}
	return false
}

// leaveOut drops the kinds of --without.
func (f *onboardFlags) leaveOut(w *wizard, a *setup.Answers) {
	no := false
	for _, kind := range f.without {
		switch kind {
		case swarm.ByteRover:
			a.ContextTree = &no
		case swarm.Obsidian:
			a.Obsidian = &setup.Obsidian{}
		case swarm.LocalMarkdown:
			a.Folders = nil
		case swarm.MemoryWiki:
			a.MemoryWiki = &setup.MemoryWiki{}
		case swarm.GBrain:
			a.GBrain = &setup.GBrain{}
		}
	}
}

// absolute resolves a path that the user typed.
func (w *wizard) absolute(path string) string {
	switch {
	case path == "~":
		return w.home()
	case strings.HasPrefix(path, "~/"):
		return filepath.Join(w.home(), path[2:])
	case filepath.IsAbs(path):
		return filepath.Clean(path)
	}
	return filepath.Join(w.dir, path)
}

// folder checks a folder that a flag names.
func (w *wizard) folder(flag, path string) (string, error) {
	if strings.TrimSpace(path) == "" {
		return "", usagef("Give the path of a folder.", "%s is empty.", flag)
	}
	abs := w.absolute(path)
	info, err := os.Stat(abs)
	if err != nil {
		return "", &swarm.Error{Code: "missing_path", Message: fmt.Sprintf("%s: there is no folder %s.", flag, abs), Fix: "Check the path, or create the folder first."}
	}
	if !info.IsDir() {
		return "", &swarm.Error{Code: "missing_path", Message: fmt.Sprintf("%s: %s is a file.", flag, abs), Fix: "Give the folder that holds it."}
	}
	return abs, nil
}

// take makes the plan without asking.
func (w *wizard) take() (*setup.Plan, error) {
	var answers setup.Answers
	if w.flags.yes {
		answers = setup.Recommended(w.found, w.cfg)
	}
	if err := w.flags.apply(w, &answers); err != nil {
		return nil, err
	}
	if !w.flags.yes {
		if err := w.missing(); err != nil {
			return nil, err
		}
	}
	plan, err := w.plan(answers)
	if err != nil {
		return nil, err
	}
	if len(plan.Config.IDs()) == 0 || answers.Empty() && !plan.Exists {
		return nil, errNothingFound
	}
	if w.flags.yes {
		w.tell(answers)
	}
	return plan, nil
}

// tell lists what was taken without asking.
func (w *wizard) tell(a setup.Answers) {
	for _, c := range w.found.Candidates {
		mark := "—"
		switch {
		case c.Kind == swarm.Obsidian && a.Obsidian != nil && a.Obsidian.Path == c.Path,
			c.Kind == swarm.MemoryWiki && a.MemoryWiki != nil && a.MemoryWiki.Path == c.Path,
			c.Kind == swarm.GBrain && a.GBrain != nil && a.GBrain.Enabled,
			c.Kind == swarm.ByteRover && a.ContextTree != nil && *a.ContextTree,
			c.Kind == swarm.LocalMarkdown && slices.ContainsFunc(a.Folders, func(f setup.Folder) bool { return f.Path == c.Path }):
			mark = styleFor(w.out, w.env).green("✓")
		}
		w.say("%s %-14s %s", mark, c.Kind, w.describe(c))
	}
}

// describe says what a candidate is, for a person.
func (w *wizard) describe(c setup.Candidate) string {
	s := w.short(c.Path)
	switch {
	case c.Kind == swarm.GBrain:
		s += ", " + c.Detail
	case c.More:
		s += fmt.Sprintf(", more than %d notes", c.Notes)
	case c.Notes == 1:
		s += ", 1 note"
	default:
		s += fmt.Sprintf(", %d notes", c.Notes)
	}
	if c.Detail != "" && c.Kind != swarm.GBrain {
		s += ", " + c.Detail
	}
	if c.Problem != "" {
		s += " (" + clean(c.Problem) + ")"
	}
	return s
}

// missing says which flags answer what was found and not decided.
func (w *wizard) missing() error {
	decided := func(kind, flag string) bool {
		return w.flags.set(flag) || slices.Contains(w.flags.without, kind)
	}
	p := w.cfg.Providers
	var flags []string
	add := func(c setup.Candidate, configured bool, flag, value string) {
		if c.Recommended && !configured && !decided(c.Kind, flag) {
			flags = append(flags, fmt.Sprintf("--%s %s (or --without %s)", flag, shellQuote(value), c.Kind))
		}
	}
	for _, c := range w.found.Candidates {
		switch c.Kind {
		case swarm.ByteRover:
			if c.Recommended && !p.ByteRover.Configured && !decided(c.Kind, "context-tree") {
				flags = append(flags, "--context-tree (or --without byterover)")
			}
		case swarm.Obsidian:
			add(c, p.Obsidian.Configured, "vault", c.Path)
		case swarm.LocalMarkdown:
			add(c, p.LocalMarkdown.Configured, "folder", c.Name+"="+c.Path)
		case swarm.MemoryWiki:
			add(c, p.MemoryWiki.Configured, "wiki", c.Path)
		case swarm.GBrain:
			add(c, p.GBrain.Configured, "gbrain", c.Path)
		}
	}
	if len(flags) == 0 {
		return nil
	}
	return usagef("Add --yes to take what was found, or answer with:\n  "+strings.Join(flags, "\n  "), "There is no terminal to ask on, and some questions have no answer.")
}

// shellQuote quotes what a shell would split.
func shellQuote(s string) string {
	if strings.IndexFunc(s, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-=:~,+", r) || r > 0x7F)
	}) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
