package detect

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"memswarm/swarm"
)

// DefaultBudget is how long detection may take in all.
const DefaultBudget = 2 * time.Second

// Options say where to look.
type Options struct {
	Dir  string // the workspace or working directory, absolute
	Root string // the project that Dir belongs to; Dir when ""
	// Env is the environment of whoever asks; nil is the process's own. HOME is
	// the home folder that is looked at.
	Env    func(string) (string, bool)
	Budget time.Duration // DefaultBudget when 0
}

// Candidate is a source of knowledge that was found.
type Candidate struct {
	Kind string `json:"kind"` // a kind of provider: "obsidian", "local-markdown" …
	Name string `json:"name"` // for people and, of folders, for ids
	Path string `json:"path"` // absolute, as found
	// Found says how: "Obsidian's list of vaults", "a usual place".
	Found string `json:"found"`
	Notes int    `json:"notes"` // markdown files seen
	// More says that counting stopped before the end.
	More bool `json:"more,omitempty"`
	// Recommended candidates are what somebody with these folders would want
	// searched.
	Recommended bool      `json:"recommended"`
	Detail      string    `json:"detail,omitempty"`  // of GBrain: how it is reached
	Keyword     bool      `json:"keyword,omitempty"` // of GBrain: it has no embeddings, so only keyword search works
	Problem     string    `json:"problem,omitempty"` // why it could not be looked into
	opened      time.Time // when Obsidian last opened it
	rank        int       // order of discovery
}

// Found is everything that detection saw.
type Found struct {
	Candidates []Candidate `json:"candidates"`
	// Incomplete says that time ran out before every place was looked at.
	Incomplete bool     `json:"incomplete"`
	Warnings   []string `json:"warnings"`
}

// looker is one detection.
type looker struct {
	Options
	ctx  context.Context
	home string
}

// place is one thing to look at; it may take long or hang on a dead drive.
type place struct {
	name string
	look func(*looker) []Candidate
}

// Detect looks at all places beside each other. It returns when they are done
// or the budget is spent; places that hang are given up.
func Detect(ctx context.Context, o Options) *Found {
	if o.Env == nil {
		o.Env = os.LookupEnv
	}
	if o.Budget == 0 {
		o.Budget = DefaultBudget
	}
	if o.Root == "" {
		o.Root = o.Dir
	}
	ctx, cancel := context.WithTimeout(ctx, o.Budget)
	defer cancel()
	l := &looker{Options: o, ctx: ctx, home: homeOf(o.Env)}
	found := &Found{Candidates: []Candidate{}, Warnings: []string{}}
	all := l.gather(places, found)
	all = dedupe(all)
	l.count(all, found)
	l.recommend(all)
	slices.SortStableFunc(all, func(a, b Candidate) int { return cmp.Compare(order(a.Kind), order(b.Kind)) })
	for _, c := range all {
		if c.Problem != "" {
			found.Warnings = append(found.Warnings, c.Path+": "+c.Problem)
		}
		if c.Kind == swarm.LocalMarkdown && c.Notes == 0 && !c.More {
			continue // an empty folder, or one that cannot be read, is no source
		}
		found.Candidates = append(found.Candidates, c)
	}
	return found
}

var places = []place{
	{"the context tree", (*looker).contextTree},
	{"Obsidian's list of vaults", (*looker).registry},
	{"vaults around the workspace", (*looker).parents},
	{"vaults in usual places", (*looker).usualVaults},
	{"OpenClaw's wikis", (*looker).wikis},
	{"GBrain", (*looker).brain},
	{"folders of notes", (*looker).notes},
	{"the workspace's own notes", (*looker).workspace},
}

// gather runs the places and collects what is there when time is up, in the
// order of the places.
func (l *looker) gather(ps []place, found *Found) []Candidate {
	type result struct {
		at   int
		list []Candidate
	}
	results := make(chan result, len(ps))
	for i, p := range ps {
		go func() {
			defer func() {
				if recover() != nil { // what is on disk may be anything
					results <- result{at: i}
				}
			}()
			results <- result{i, p.look(l)}
		}()
	}
	lists := make([][]Candidate, len(ps))
	for range ps {
		select {
		case r := <-results:
			lists[r.at] = r.list
		case <-l.ctx.Done():
			found.Incomplete = true
			return slices.Concat(lists...)
		}
	}
	return slices.Concat(lists...)
}

// dedupe keeps the first of several candidates for one folder; a more special
// kind wins over plain markdown.
func dedupe(all []Candidate) []Candidate {
	slices.SortStableFunc(all, func(a, b Candidate) int { return cmp.Compare(special(a.Kind), special(b.Kind)) })
	var out []Candidate
	seen := map[string]int{}
	for i, c := range all {
		c.rank = i
		key := real(c.Path)
		if c.Kind == swarm.GBrain {
			key = "gbrain " + key
		}
		if at, ok := seen[key]; ok {
			if out[at].opened.IsZero() {
				out[at].opened = c.opened
			}
			continue
		}
		seen[key] = len(out)
		out = append(out, c)
	}
	return out
}

func special(kind string) int {
	return slices.Index([]string{swarm.ByteRover, swarm.MemoryWiki, swarm.Obsidian, swarm.GBrain, swarm.LocalMarkdown}, kind)
}

func order(kind string) int {
	return slices.Index([]string{swarm.ByteRover, swarm.Obsidian, swarm.LocalMarkdown, swarm.MemoryWiki, swarm.GBrain}, kind)
}

// recommend marks what somebody with these folders would want: the vault that
// was opened last, further vaults as folders, folders with notes that no other
// choice holds already, wikis and a brain that can be reached.
func (l *looker) recommend(all []Candidate) {
	slices.SortStableFunc(all, func(a, b Candidate) int {
		return cmp.Or(cmp.Compare(special(a.Kind), special(b.Kind)), b.opened.Compare(a.opened), cmp.Compare(a.rank, b.rank))
	})
	chosen := map[string]int{}
	var roots []string
	for i := range all {
		c := &all[i]
		switch c.Kind {
		case swarm.ByteRover, swarm.GBrain, swarm.MemoryWiki:
			c.Recommended = c.Problem == "" && chosen[c.Kind] == 0
		case swarm.Obsidian:
			// A vault that is searched can be one only; the next is still worth
			// searching, as a folder.
			c.Recommended = c.Problem == ""
			if chosen[c.Kind] > 0 {
				c.Kind = swarm.LocalMarkdown
				c.Detail = "a further vault, searched as a folder"
			}
		case swarm.LocalMarkdown:
			c.Recommended = c.Problem == "" && c.Notes > 0
		}
		path := real(c.Path)
		if c.Kind != swarm.GBrain && slices.ContainsFunc(roots, func(r string) bool { return within(path, r) || within(r, path) && c.Kind == swarm.LocalMarkdown }) {
			c.Recommended = false // its notes, or part of them, are searched already
		}
		if c.Recommended {
			chosen[c.Kind]++
			if c.Kind != swarm.GBrain && c.Kind != swarm.ByteRover {
				roots = append(roots, path)
			}
		}
	}
}

func homeOf(env func(string) (string, bool)) string {
	names := []string{"HOME"}
	if runtime.GOOS == "windows" {
		names = []string{"USERPROFILE", "HOME"}
	}
	for _, n := range names {
		if v, ok := env(n); ok && filepath.IsAbs(v) {
			return filepath.Clean(v)
		}
	}
	return ""
}

func real(path string) string {
	if p, err := filepath.EvalSymlinks(path); err == nil {
		return p
	}
	return filepath.Clean(path)
}

// within says whether path is dir or lies below it.
func within(path, dir string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
