package setup

import (
	"slices"
	"strconv"
	"strings"

	"memswarm/swarm"
	"memswarm/swarm/config"
)

// writer edits the document step by step.
type writer struct {
	place Place
	doc   *config.Document
	cfg   *config.Config
}

func (w *writer) all(a Answers) error {
	steps := []func(Answers) error{w.contextTree, w.obsidian, w.folders, w.wiki, w.gbrain, w.budget, w.enrichment}
	for _, step := range steps {
		if err := step(a); err != nil {
			return err
		}
	}
	return nil
}

// set changes one value, or adds a whole section where there is none.
func (w *writer) set(path string, value any) error {
	doc, err := w.doc.With(path, value)
	if err == nil {
		w.doc = doc
	}
	return err
}

func (w *writer) has(path string) bool {
	_, ok := w.doc.NodeAt(path)
	return ok
}

// section writes the keys of a provider; a new section is written whole.
func (w *writer) section(path string, keys config.Map) error {
	if p, ok := w.doc.NodeAt(path); !ok || len(p.Node.Content) == 0 {
		return w.set(path, keys)
	}
	for _, k := range keys {
		if err := w.set(path+"."+k.Key, k.Value); err != nil {
			return err
		}
	}
	return nil
}

// off switches a provider off where the file switches it on.
func (w *writer) off(path string) error {
	if !w.has(path) {
		return nil
	}
	return w.set(path+".enabled", false)
}

func (w *writer) contextTree(a Answers) error {
	switch {
	case a.ContextTree == nil:
		return nil
	case !*a.ContextTree:
		return w.section("providers.byterover", config.Map{{Key: "enabled", Value: false}})
	}
	return w.section("providers.byterover", config.Map{{Key: "enabled", Value: true}})
}

func (w *writer) obsidian(a Answers) error {
	const at = "providers.obsidian"
	switch {
	case a.Obsidian == nil:
		return nil
	case !a.Obsidian.Enabled:
		return w.off(at)
	}
	keys := config.Map{{Key: "enabled", Value: true}}
	if p := a.Obsidian.Path; p != "" && !w.already(at+".vault_path", w.cfg.Providers.Obsidian.VaultPath, p) {
		keys = append(keys, config.Pair{Key: "vault_path", Value: w.place.shown(p)})
	}
	return w.section(at, keys)
}

// already says that the file has this path, however it is written there: it is
// left as it is.
func (w *writer) already(key, configured, path string) bool {
	return w.has(key) && samePath(configured, w.place.absolute(path))
}

func (w *writer) wiki(a Answers) error {
	const at = "providers.memory_wiki"
	switch {
	case a.MemoryWiki == nil:
		return nil
	case !a.MemoryWiki.Enabled:
		return w.off(at)
	}
	keys := config.Map{{Key: "enabled", Value: true}}
	if p := a.MemoryWiki.Path; p != "" && !w.already(at+".vault_path", w.cfg.Providers.MemoryWiki.VaultPath, p) {
		keys = append(keys, config.Pair{Key: "vault_path", Value: w.place.shown(p)})
	}
	if t := a.MemoryWiki.PageType; t != "" && (t != w.cfg.Providers.MemoryWiki.WritePageType || w.has(at+".write_page_type")) {
		keys = append(keys, config.Pair{Key: "write_page_type", Value: t})
	}
	return w.section(at, keys)
}

func (w *writer) gbrain(a Answers) error {
	const at = "providers.gbrain"
	switch {
	case a.GBrain == nil:
		return nil
	case !a.GBrain.Enabled:
		return w.off(at)
	}
	keys := config.Map{{Key: "enabled", Value: true}}
	if p := a.GBrain.RepoPath; p != "" && !w.already(at+".repo_path", w.cfg.Providers.GBrain.RepoPath, p) {
		keys = append(keys, config.Pair{Key: "repo_path", Value: w.place.shown(p)})
	}
	if m := a.GBrain.SearchMode; m != "" {
		keys = append(keys, config.Pair{Key: "search_mode", Value: m})
	}
	return w.section(at, keys)
}

func (w *writer) budget(a Answers) error {
	if a.BudgetCents == nil || *a.BudgetCents == w.cfg.Budget.GlobalMonthlyCapCents && !w.has("budget.global_monthly_cap_cents") {
		return nil
	}
	return w.set("budget.global_monthly_cap_cents", *a.BudgetCents)
}

const foldersKey = "providers.local_markdown.folders"

// folders changes the folders that the file has and adds the others.
func (w *writer) folders(a Answers) error {
	for _, path := range a.Dropped {
		at := w.indexOf(Folder{Path: path})
		if at < 0 {
			continue // in another layer, or gone
		}
		doc, err := w.doc.Without(foldersKey + "[" + strconv.Itoa(at) + "]")
		if err != nil {
			return err
		}
		w.doc = doc
	}
	if list, ok := w.doc.NodeAt(foldersKey); ok && len(list.Node.Content) == 0 && len(a.Dropped) > 0 && len(a.Folders) == 0 {
		return w.off("providers.local_markdown") // a section without folders would be complained of
	}
	for _, f := range a.Folders {
		if at := w.indexOf(f); at >= 0 {
			if err := w.change(at, f); err != nil {
				return err
			}
			continue
		}
		if err := w.add(f); err != nil {
			return err
		}
	}
	return nil
}

// indexOf finds a folder of the file by its path or, without one, by its name.
func (w *writer) indexOf(f Folder) int {
	list, ok := w.doc.NodeAt(foldersKey)
	if !ok {
		return -1
	}
	for i := range list.Node.Content {
		at := foldersKey + "[" + strconv.Itoa(i) + "]"
		if p, ok := w.doc.NodeAt(at + ".path"); ok && samePath(w.place.absolute(p.Node.Value), w.place.absolute(f.Path)) {
			return i
		}
	}
	return -1
}

func (w *writer) change(index int, f Folder) error {
	at := foldersKey + "[" + strconv.Itoa(index) + "]"
	if f.Write != nil {
		p, has := w.doc.NodeAt(at + ".read_only")
		if !*f.Write && !has || has && p.Node.Value == strconv.FormatBool(!*f.Write) {
			return w.enableFolders()
		}
		if err := w.set(at+".read_only", !*f.Write); err != nil {
			return err
		}
	}
	return w.enableFolders()
}

// enableFolders switches the section on where it is switched off.
func (w *writer) enableFolders() error {
	const key = "providers.local_markdown.enabled"
	if p, ok := w.doc.NodeAt(key); ok && p.Node.Value != "true" {
		return w.set(key, true)
	}
	return nil
}

func (w *writer) add(f Folder) error {
	item := config.Map{{Key: "name", Value: w.freeName(f)}, {Key: "path", Value: w.place.shown(f.Path)},
		{Key: "read_only", Value: f.Write == nil || !*f.Write}}
	if p, ok := w.doc.NodeAt("providers.local_markdown"); !ok || len(p.Node.Content) == 0 {
		return w.set("providers.local_markdown", config.Map{{Key: "enabled", Value: true}, {Key: "folders", Value: []any{item}}})
	}
	if err := w.enableFolders(); err != nil {
		return err
	}
	doc, err := w.doc.WithElement(foldersKey, item)
	if err == nil {
		w.doc = doc
	}
	return err
}

// freeName is a name for ids that no other folder of the file has.
func (w *writer) freeName(f Folder) string {
	name := strings.TrimSpace(f.Name)
	if name == "" {
		name = baseName(w.place.absolute(f.Path))
	}
	var taken []string
	if list, ok := w.doc.NodeAt(foldersKey); ok {
		for i := range list.Node.Content {
			at := foldersKey + "[" + strconv.Itoa(i) + "]"
			if p, ok := w.doc.NodeAt(at + ".name"); ok {
				taken = append(taken, p.Node.Value)
			} else if p, ok := w.doc.NodeAt(at + ".path"); ok {
				taken = append(taken, baseName(p.Node.Value))
			}
		}
	}
	free := name
	for n := 2; slices.Contains(taken, free); n++ {
		free = name + "-" + strconv.Itoa(n)
	}
	return free
}

// baseName is the last part of a path with slashes of either kind.
func baseName(path string) string {
	path = strings.TrimRight(path, `/\`)
	if i := strings.LastIndexAny(path, `/\`); i >= 0 {
		path = path[i+1:]
	}
	if path == "" || path == "." {
		return "notes"
	}
	return path
}

// enrichment writes the edges of a chain, or none.
func (w *writer) enrichment(a Answers) error {
	if a.Enrichment == "" {
		return nil
	}
	const key = "enrichment.edges"
	edges := []any{}
	if a.Enrichment == Chained {
		on := w.enabled()
		for _, e := range Chain(on) {
			edges = append(edges, config.Map{{Key: "from", Value: string(e.From)}, {Key: "to", Value: string(e.To)}})
		}
	}
	if len(edges) == 0 && !w.has(key) {
		return nil
	}
	return w.set(key, edges)
}

// enabled lists the kinds that the edited file will search.
func (w *writer) enabled() []swarm.ID {
	var out []swarm.ID
	for _, s := range []struct {
		path string
		kind swarm.ID
	}{{"providers.byterover", swarm.ByteRover}, {"providers.obsidian", swarm.Obsidian}, {"providers.local_markdown", swarm.LocalMarkdown}, {"providers.memory_wiki", swarm.MemoryWiki}} {
		if !w.has(s.path) {
			continue
		}
		if p, ok := w.doc.NodeAt(s.path + ".enabled"); ok && p.Node.Value == "false" {
			continue
		}
		out = append(out, s.kind)
	}
	return out
}

// Chain is the graph of a chained swarm: the first provider's results widen the
// search of all others. GBrain is left out: it is not local, so it is not told
// what local notes say unless its configuration allows that.
func Chain(on []swarm.ID) []config.Edge {
	var out []config.Edge
	for i, id := range on {
		if i > 0 {
			out = append(out, config.Edge{From: on[0], To: id})
		}
	}
	return out
}
