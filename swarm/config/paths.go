package config

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// The codes of [Config.CheckPaths].
const (
	CodeMissingPath  = "missing_path" // the folder does not exist
	CodeNoVault      = "no_vault"     // a folder without .obsidian as a vault
	CodeNoWiki       = "no_wiki"      // a folder without the wiki's own files
	CodeNotAFolder   = "not_a_folder" // a file where a folder is needed
	CodeUnreadDir    = "unreadable_folder"
	CodeSlowPath     = "slow_path"     // the folder's drive does not answer
	CodeDoublePath   = "double_path"   // two providers read the same folder
	CodeUntrustedNow = "untrusted_now" // held back until the workspace is trusted
)

// pathDeadline is how long all folders together may take to be looked at.
const pathDeadline = time.Second

// folderUse is one configured folder.
type folderUse struct {
	path string // of the key
	dir  string
	what string // for a person: "The vault"
}

// CheckPaths looks at the folders that enabled providers read and reports what
// is missing. It looks only where the gate lets the provider read, and gives up
// on a drive that does not answer.
func (c *Config) CheckPaths(ctx context.Context, trusted bool) Problems {
	ctx, cancel := context.WithTimeout(ctx, pathDeadline)
	defer cancel()
	gate := c.Gate(trusted)
	var out Problems
	uses := c.folderUses(gate)
	type finding struct {
		at int
		p  *Problem
	}
	found := make(chan finding, len(uses))
	for i, u := range uses {
		go func() { found <- finding{i, u.check()} }()
	}
	checked := make([]*Problem, len(uses))
	done := make([]bool, len(uses))
wait:
	for range uses {
		select {
		case f := <-found:
			checked[f.at], done[f.at] = f.p, true
		case <-ctx.Done():
			break wait
		}
	}
	for i, u := range uses {
		p := checked[i]
		if !done[i] {
			p = &Problem{Severity: Warning, Code: CodeSlowPath, Message: u.what + " " + u.dir + " does not answer.", Fix: "Check the drive or the network share that it is on."}
		}
		if p != nil {
			out = append(out, c.at(*p, u.path))
		}
	}
	out = append(out, c.doublePaths(uses)...)
	return append(out, c.heldBack(gate)...)
}

// folderUses lists the folders to look at.
func (c *Config) folderUses(gate *Gate) []folderUse {
	var out []folderUse
	for _, id := range c.order {
		if v := gate.Read(id); !v.Allowed {
			continue
		}
		p := c.Providers
		switch id {
		case idByteRover:
			if c.values.has("providers.byterover") {
				out = append(out, folderUse{"providers.byterover", p.ByteRover.Tree, "The context tree"})
			}
		case idObsidian:
			out = append(out, folderUse{"providers.obsidian.vault_path", p.Obsidian.VaultPath, "The vault"})
		case idMemoryWiki:
			out = append(out, folderUse{"providers.memory_wiki.vault_path", p.MemoryWiki.VaultPath, "The wiki"})
		case idGBrain:
			out = append(out, folderUse{"providers.gbrain.repo_path", p.GBrain.RepoPath, "The brain's repository"})
		default:
			if f, ok := c.Folder(id); ok && f.index >= 0 {
				out = append(out, folderUse{joinIndex(foldersPath, f.index) + ".path", f.Path, "The folder"})
			}
		}
	}
	return slices.DeleteFunc(out, func(u folderUse) bool { return u.dir == "" })
}

// check looks at one folder.
func (u folderUse) check() *Problem {
	info, err := os.Stat(u.dir)
	switch {
	case errors.Is(err, fs.ErrNotExist) && u.path == "providers.byterover":
		return &Problem{Severity: Hint, Code: CodeMissingPath, Message: "There is no context tree at " + u.dir + " yet.",
			Fix: "It is made by the first curate, or by ByteRover's own commands."}
	case errors.Is(err, fs.ErrNotExist):
		return &Problem{Severity: Error, Code: CodeMissingPath, Message: u.what + " " + u.dir + " does not exist.", Fix: "Correct the path, create the folder, or disable the provider."}
	case err != nil:
		return &Problem{Severity: Error, Code: CodeUnreadDir, Message: u.what + " " + u.dir + " cannot be looked at: " + reason(err) + ".", Fix: "Check its permissions and those of the folders above it."}
	case !info.IsDir():
		return &Problem{Severity: Error, Code: CodeNotAFolder, Message: u.dir + " is a file; a folder is needed.", Fix: "Write the path of the folder that holds it."}
	}
	if d, err := os.Open(u.dir); err != nil {
		return &Problem{Severity: Error, Code: CodeUnreadDir, Message: u.what + " " + u.dir + " cannot be read: " + reason(err) + ".", Fix: "Check its permissions."}
	} else {
		_ = d.Close()
	}
	switch u.path {
	case "providers.obsidian.vault_path":
		if !exists(filepath.Join(u.dir, ".obsidian")) {
			return &Problem{Severity: Warning, Code: CodeNoVault, Message: u.dir + " has no folder .obsidian, so it may not be a vault.",
				Fix: "Write the path of the vault itself, or open the folder in Obsidian once. Its notes are searched all the same."}
		}
	case "providers.memory_wiki.vault_path":
		if !looksLikeWiki(u.dir) {
			return &Problem{Severity: Warning, Code: CodeNoWiki, Message: u.dir + " does not look like a Memory Wiki: it has none of its folders.",
				Fix: "Write the path of the wiki's own folder, usually ~/.openclaw/wiki/main."}
		}
	}
	return nil
}

// looksLikeWiki says whether a folder has what OpenClaw makes in every wiki.
func looksLikeWiki(dir string) bool {
	for _, name := range []string{".openclaw-wiki", "entities", "concepts", "sources", "syntheses", "WIKI.md"} {
		if exists(filepath.Join(dir, name)) {
			return true
		}
	}
	return false
}

// doublePaths reports folders that two providers read.
func (c *Config) doublePaths(uses []folderUse) Problems {
	var out Problems
	for i, u := range uses {
		if u.path == "providers.gbrain.repo_path" {
			continue // its notes come through its database
		}
		for _, v := range uses[:i] {
			if v.path == "providers.gbrain.repo_path" || filepath.Clean(u.dir) != filepath.Clean(v.dir) {
				continue
			}
			p := c.at(Problem{Severity: Warning, Code: CodeDoublePath, Message: "Another provider reads the same folder, so its notes are found twice and shown once.",
				Fix: "Remove one of the two."}, u.path)
			if o, ok := c.values[v.path]; ok {
				at := o.place()
				p.Related = []Related{{File: at.File, Range: at.Range, Message: "The first is here."}}
			}
			out = append(out, p)
			break
		}
	}
	return out
}

// heldBack reports what an untrusted workspace wants and does not get.
func (c *Config) heldBack(gate *Gate) Problems {
	var out Problems
	for _, id := range c.order {
		v := gate.Read(id)
		if v.Allowed {
			v = gate.Write(id)
		}
		if v.Allowed || v.Code != CodeUntrusted {
			continue
		}
		path := "providers." + strings.ReplaceAll(id.Kind(), "-", "_")
		if f, ok := c.Folder(id); ok && f.index >= 0 {
			path = joinIndex(foldersPath, f.index)
		}
		out = append(out, c.at(Problem{Severity: Warning, Code: CodeUntrustedNow, Message: v.Message, Fix: v.Fix}, path))
	}
	return out
}

// at gives a problem the place of a key's value.
func (c *Config) at(p Problem, path string) Problem {
	p.Path = path
	v, ok := c.values[path]
	if !ok {
		return p
	}
	o := v.place()
	p.Layer, p.File, p.Range = o.Layer, o.File, o.Range
	if v.doc != nil && v.node != nil && len(v.node.Content) > 0 { // a section: its key is enough
		if r := v.doc.keyRange(path); !r.IsZero() {
			p.Range = r
		}
	}
	return p
}
