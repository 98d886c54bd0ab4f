package setup

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"memswarm/providers/detect"
	"memswarm/swarm"
	"memswarm/swarm/config"
)

// Enrichment says how providers work together.
type Enrichment string

// The ways. An empty one keeps what is configured.
const (
	Parallel Enrichment = "parallel" // every provider is asked at once
	Chained  Enrichment = "chained"  // the first one's results widen the others' search
)

// Answers say what to search. A nil section is left as it is.
type Answers struct {
	ContextTree *bool     `json:"contextTree,omitempty"`
	Obsidian    *Obsidian `json:"obsidian,omitempty"`
	Folders     []Folder  `json:"folders,omitempty"` // added, or changed when their path or name is known
	// Dropped are paths of folders that are no longer searched.
	Dropped    []string    `json:"dropped,omitempty"`
	MemoryWiki *MemoryWiki `json:"memoryWiki,omitempty"`
	GBrain     *GBrain     `json:"gbrain,omitempty"`
	Enrichment Enrichment  `json:"enrichment,omitempty"`
	// BudgetCents is the most that all providers may spend in a month.
	BudgetCents *int `json:"budgetCents,omitempty"`
}

// Obsidian is a vault.
type Obsidian struct {
	Enabled bool   `json:"enabled"`
	Path    string `json:"path,omitempty"`
}

// Folder is a folder of notes.
type Folder struct {
	Name string `json:"name,omitempty"`
	Path string `json:"path"`
	// Write allows storing notes in it; nil keeps what is configured, and means
	// no for a new folder.
	Write *bool `json:"write,omitempty"`
}

// MemoryWiki is an OpenClaw wiki.
type MemoryWiki struct {
	Enabled  bool   `json:"enabled"`
	Path     string `json:"path,omitempty"`
	PageType string `json:"pageType,omitempty"` // concept or entity
}

// GBrain is a brain.
type GBrain struct {
	Enabled    bool   `json:"enabled"`
	RepoPath   string `json:"repoPath,omitempty"`
	SearchMode string `json:"searchMode,omitempty"` // hybrid, keyword or vector
}

// Recommended answers with what detection recommends, on top of a
// configuration: what is configured stays, what is new is added.
func Recommended(found *detect.Found, cfg *config.Config) Answers {
	var a Answers
	p := &cfg.Providers
	for _, c := range found.Candidates {
		if c.Recommended {
			a.take(c, p)
		}
	}
	if a.Enrichment == "" && len(cfg.Enrichment) == 0 && !configured(cfg) {
		a.Enrichment = Parallel
		if a.ContextTree != nil && *a.ContextTree {
			a.Enrichment = Chained
		}
	}
	return a
}

// configured says whether some file configures providers already.
func configured(cfg *config.Config) bool {
	p := &cfg.Providers
	return p.ByteRover.Configured || p.Obsidian.Configured || p.LocalMarkdown.Configured || p.MemoryWiki.Configured || p.GBrain.Configured
}

// take adds a candidate, unless something is configured in its place.
func (a *Answers) take(c detect.Candidate, p *config.Providers) {
	yes := true
	switch c.Kind {
	case swarm.ByteRover:
		if !p.ByteRover.Configured {
			a.ContextTree = &yes
		}
	case swarm.Obsidian:
		if !p.Obsidian.Configured {
			a.Obsidian = &Obsidian{Enabled: true, Path: c.Path}
		}
	case swarm.MemoryWiki:
		if !p.MemoryWiki.Configured {
			a.MemoryWiki = &MemoryWiki{Enabled: true, Path: c.Path}
		}
	case swarm.GBrain:
		if !p.GBrain.Configured {
			a.GBrain = &GBrain{Enabled: true, RepoPath: c.Path}
			if c.Keyword {
				a.GBrain.SearchMode = "keyword"
			}
		}
	case swarm.LocalMarkdown:
		known := slices.ContainsFunc(p.LocalMarkdown.Folders, func(f config.Folder) bool { return samePath(f.Path, c.Path) && p.LocalMarkdown.Configured })
		held := samePath(p.Obsidian.VaultPath, c.Path) || samePath(p.MemoryWiki.VaultPath, c.Path)
		if !known && !held {
			a.Folders = append(a.Folders, Folder{Name: c.Name, Path: c.Path})
		}
	}
}

// Empty says that the answers change nothing by themselves.
func (a *Answers) Empty() bool {
	return a.ContextTree == nil && a.Obsidian == nil && len(a.Folders) == 0 && len(a.Dropped) == 0 && a.MemoryWiki == nil && a.GBrain == nil && a.Enrichment == "" && a.BudgetCents == nil
}

// Validate says what is wrong with the answers, or nil.
func (a *Answers) Validate() error {
	bad := func(fix, format string, args ...any) error {
		return &swarm.Error{Code: "invalid_answers", Message: fmt.Sprintf(format, args...), Fix: fix}
	}
	switch a.Enrichment {
	case "", Parallel, Chained:
	default:
		return bad("Use parallel or chained.", "There is no enrichment %q.", a.Enrichment)
	}
	choices := func(value, key string) error {
		k, _ := config.Lookup(key)
		if value == "" || slices.Contains(k.Values, value) {
			return nil
		}
		return bad("Use one of "+strings.Join(k.Values, ", ")+".", "%s cannot be %q.", k.Name(), value)
	}
	if w := a.MemoryWiki; w != nil {
		if err := choices(w.PageType, "providers.memory_wiki.write_page_type"); err != nil {
			return err
		}
	}
	if g := a.GBrain; g != nil {
		if err := choices(g.SearchMode, "providers.gbrain.search_mode"); err != nil {
			return err
		}
	}
	if a.BudgetCents != nil && *a.BudgetCents < 0 {
		return bad("Write 0 to allow nothing.", "The budget cannot be less than 0 cents.")
	}
	for _, f := range a.Folders {
		if strings.TrimSpace(f.Path) == "" {
			return bad("Write NAME=PATH.", "A folder has no path.")
		}
	}
	return nil
}

// samePath compares paths, links followed where they exist.
func samePath(a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	return cmp.Or(filepath.Clean(a) == filepath.Clean(b), real(a) == real(b))
}

func real(path string) string {
	if p, err := filepath.EvalSymlinks(path); err == nil {
		return p
	}
	return filepath.Clean(path)
}
