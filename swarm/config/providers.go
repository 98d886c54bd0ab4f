package config

import "strings"

// resolveProviders makes the typed sections of all providers.
func (l *loader) resolveProviders() {
	vs, p := l.cfg.values, &l.cfg.Providers

	const byterover = "providers.byterover"
	p.ByteRover = ByteRover{Configured: vs.has(byterover), Root: l.project.root, Tree: l.project.tree(), WriteHTML: vs.bool(byterover + ".write_html"), Problem: l.project.refused}
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
