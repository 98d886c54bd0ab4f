package config

import (
	"path/filepath"
	"strconv"
	"strings"

	"memswarm/swarm"
)

// resolveProviders makes the typed sections of all providers.
func (l *loader) resolveProviders() {
	vs, p := l.cfg.values, &l.cfg.Providers

	const byterover = "providers.byterover"
	p.ByteRover = ByteRover{Configured: vs.has(byterover), Root: l.project.root, Tree: l.project.tree(), Problem: l.project.refused}
	p.ByteRover.Enabled = l.project.refused == nil && l.untouchable(p.ByteRover.Tree) == "" && isDir(p.ByteRover.Tree)
	if v, ok := vs[byterover+".enabled"]; ok && !v.bad {
		p.ByteRover.Enabled = v.v.(bool)
	} else if !ok && p.ByteRover.Configured {
		p.ByteRover.Enabled = true
	}

	const obsidian = "providers.obsidian"
	p.Obsidian = Obsidian{
		Configured:      vs.has(obsidian),
		Enabled:         l.enabled(obsidian),
		VaultPath:       vs.string(obsidian + ".vault_path"),
		IgnorePatterns:  vs.strings(obsidian + ".ignore_patterns"),
		WatchForChanges: vs.bool(obsidian + ".watch_for_changes"),
		ReadOnly:        true,
	}
	p.Obsidian.Problem = l.needs(p.Obsidian.Enabled, obsidian, "vault_path")

	const wiki = "providers.memory_wiki"
	p.MemoryWiki = MemoryWiki{
		Configured:    vs.has(wiki),
		Enabled:       l.enabled(wiki),
		VaultPath:     vs.string(wiki + ".vault_path"),
		BoostFresh:    vs.bool(wiki + ".boost_fresh"),
		WritePageType: vs.string(wiki + ".write_page_type"),
	}
	p.MemoryWiki.Problem = l.needs(p.MemoryWiki.Enabled, wiki, "vault_path")

	const gbrain = "providers.gbrain"
	p.GBrain = gbrainOf(vs)
	p.GBrain.Enabled = l.enabled(gbrain)
	switch {
	case p.GBrain.Transport == "http" && p.GBrain.URL == "":
		p.GBrain.Problem = l.needs(p.GBrain.Enabled, gbrain, "url")
	case p.GBrain.Transport == "postgres" && p.GBrain.ConnectionString == "" && p.GBrain.RepoPath == "":
		p.GBrain.Problem = l.needs(p.GBrain.Enabled, gbrain, "connection_string")
	}
	l.resolveFolders()
}

// gbrainOf makes GBrain's section, without its switch.
func gbrainOf(vs values) GBrain {
	const at = "providers.gbrain"
	g := GBrain{
		Configured:        vs.has(at),
		RepoPath:          vs.string(at + ".repo_path"),
		SearchMode:        vs.string(at + ".search_mode"),
		Transport:         vs.string(at + ".transport"),
		ConnectionString:  Secret(vs.string(at + ".connection_string")),
		URL:               vs.string(at + ".url"),
		Token:             Secret(vs.string(at + ".token")),
		IncludePrivate:    vs.bool(at + ".include_private"),
		Interactive:       vs.bool(at + ".interactive"),
		ShareDerived:      vs.bool(at + ".share_derived"),
		CostCentsPerQuery: vs.float(at + ".cost_cents_per_query"),
	}
	if g.SearchMode == "keyword" && !vs.has(at+".cost_cents_per_query") {
		g.CostCentsPerQuery = 0 // no embedding is bought
	}
	return g
}

// enabled says whether a section is on: when it is there and does not say
// otherwise. A switch with a value that cannot be read is off, so that nothing
// starts that may have been turned off.
func (l *loader) enabled(section string) bool {
	vs := l.cfg.values
	if v, ok := vs[section+".enabled"]; ok && v.bad {
		return false
	}
	return vs.has(section) && vs.bool(section+".enabled")
}

// needs reports a missing value that an enabled section cannot do without. A
// value that is there but wrong has been reported already; the provider cannot
// run then either.
func (l *loader) needs(enabled bool, at, name string) *Problem {
	vs := l.cfg.values
	v, ok := vs[at+"."+name]
	if !enabled || (ok && !v.bad) {
		return nil
	}
	k, _ := Lookup(at + "." + name)
	section := vs[at]
	p := Problem{Severity: Error, Code: CodeMissing, Path: at + "." + name, Layer: section.origin.Layer, File: section.origin.File,
		Message: label(at) + " has no " + name + ", so it cannot be used.",
		Fix:     "Write `" + name + ": " + k.Example + "`, for example, or `enabled: false`."}
	if section.doc != nil {
		p.Range = section.doc.keyRange(at)
	}
	if ok { // wrong, and reported
		p.Message = label(at) + " has a " + name + " that cannot be used."
		return &p
	}
	l.cfg.Problems = append(l.cfg.Problems, p)
	return &p
}

// keyRange is the place of a section's key, or of a list element.
func (d *Document) keyRange(path string) Range {
	at, ok := d.NodeAt(path)
	switch {
	case !ok:
		return Range{}
	case !at.Key.IsZero():
		return at.Key
	}
	r := at.Value
	if n := resolve(at.Node); len(n.Content) > 0 {
		r.End = d.Range(n.Content[0]).End
	}
	return r
}

// label names a section for a person.
func label(path string) string {
	switch strings.TrimPrefix(path, "providers.") {
	case "obsidian":
		return "Obsidian"
	case "memory_wiki":
		return "The Memory Wiki"
	case "gbrain":
		return "GBrain"
	}
	return "This folder"
}

// resolveFolders makes the markdown folders and gives each its own name.
func (l *loader) resolveFolders() {
	const section = "providers.local_markdown"
	vs := l.cfg.values
	md := LocalMarkdown{
		Configured:      vs.has(section),
		Enabled:         l.enabled(section),
		WatchForChanges: vs.bool(section + ".watch_for_changes"),
	}
	taken := map[string]bool{} // names that some folder has or will have
	for i := range l.folders {
		taken[wantedName(vs, i)] = true
	}
	given := map[string]int{}
	next := map[string]int{}
	for i := range l.folders {
		at := joinIndex(foldersPath, i)
		if !vs.has(at) {
			continue // not a mapping, and reported
		}
		f := Folder{
			Name: wantedName(vs, i), Path: vs.string(at + ".path"), ReadOnly: vs.bool(at + ".read_only"),
			FollowWikilinks: vs.bool(at + ".follow_wikilinks"), Gitignore: vs.bool(at + ".gitignore"), index: i,
		}
		if !vs.has(at+".gitignore") && f.Path == filepath.Clean(l.cfg.Workspace.Root) {
			f.Gitignore = l.cfg.Workspace.Gitignore
		}
		f.Problem = l.needs(md.Enabled, at, "path")
		if first, dup := given[f.Name]; dup {
			l.renameFolder(&f, first, taken, next)
		}
		given[f.Name] = i
		f.ID = swarm.ID(idLocalMarkdown + ":" + f.Name)
		md.Folders = append(md.Folders, f)
	}
	if md.Enabled && len(md.Folders) == 0 && !vs[foldersPath].bad {
		l.noFolders()
	}
	l.cfg.Providers.LocalMarkdown = md
}

// renameFolder appends -1, -2 … as the reference product does, but never makes
// a name that another folder has.
// next remembers the last number of each name.
func (l *loader) renameFolder(f *Folder, first int, taken map[string]bool, next map[string]int) {
	name := f.Name
	for taken[f.Name] {
		next[name]++
		f.Name = name + "-" + strconv.Itoa(next[name])
	}
	taken[f.Name] = true
	at := joinIndex(foldersPath, f.index)
	v, ok := l.cfg.values[at+".name"]
	if !ok {
		v = l.cfg.values[at]
	}
	p := Problem{Severity: Warning, Code: CodeDuplicateName, Path: at + ".name", Layer: v.origin.Layer, File: v.origin.File,
		Message: "Another folder is called " + short(name) + " too; this one is local-markdown:" + short(f.Name) + ".",
		Fix:     "Give it a name of its own."}
	if v.doc != nil {
		p.Range = v.doc.Range(v.node)
	}
	if w, ok := l.cfg.values[joinIndex(foldersPath, first)+".name"]; ok && w.doc != nil {
		p.Related = []Related{{File: w.origin.File, Range: w.doc.Range(w.node), Message: "The first is here."}}
	}
	l.cfg.Problems = append(l.cfg.Problems, p)
}

func (l *loader) noFolders() {
	v := l.cfg.values["providers.local_markdown"]
	p := Problem{Severity: Warning, Code: CodeMissing, Path: foldersPath, Layer: v.origin.Layer, File: v.origin.File,
		Message: "local_markdown has no folders, so nothing is searched.", Fix: "Write `folders: [{name: notes, path: ~/notes}]`, for example."}
	if v.doc != nil {
		p.Range = v.doc.keyRange("providers.local_markdown")
	}
	l.cfg.Problems = append(l.cfg.Problems, p)
}

// wantedName is the name that a folder gets when no other has it.
func wantedName(vs values, i int) string {
	if name := cleanName(folderName(vs, i)); name != "" {
		return name
	}
	return "folder"
}

// cleanName drops what cannot stand in an id on one line.
func cleanName(s string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		if r < 0x20 || r == 0x7F || r == 0x2028 || r == 0x2029 || r == 0x85 {
			return -1
		}
		return r
	}, s))
}
