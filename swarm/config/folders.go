package config

import (
	"path/filepath"
	"strconv"
	"strings"

	"memswarm/swarm"
)

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
			Write: FolderWriting{
				Folder: vs.string(at + ".write_folder"), Name: vs.string(at + ".write_name"), Template: vs.string(at + ".write_template"),
				Tags: vs.strings(at + ".write_tags"), Daily: vs.string(at + ".write_daily"), Heading: vs.string(at + ".write_heading"),
			},
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
