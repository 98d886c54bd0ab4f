package providers

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/adrg/xdg"

	"memswarm/providers/gbrain"
	"memswarm/providers/internal/budget"
	"memswarm/providers/internal/source"
	"memswarm/providers/localmarkdown"
	"memswarm/swarm"
	"memswarm/swarm/config"
)

// gbrain opens the brain, or shares the one that is open with equal settings,
// so that there is one session for all workspaces.
func (o *opener) gbrain(id swarm.ID) (swarm.Provider, error) {
	c := o.cfg.Providers.GBrain
	if err := problem(id, c.Problem); err != nil {
		return nil, err
	}
	opts := gbrain.Options{
		ID: id, Label: "GBrain", Trusted: true, // the gate has let it through
		Mode: c.SearchMode, Transport: c.Transport,
		ConnectionString: gbrain.Secret(c.ConnectionString), URL: c.URL, Token: gbrain.Secret(c.Token), RepoPath: c.RepoPath,
		IncludePrivate: c.IncludePrivate, Interactive: c.Interactive, ShareDerived: c.ShareDerived, CostCents: c.CostCentsPerQuery,
		Env: o.environment(), Log: o.deps.Log, Dir: filepath.Join(o.stateDir(), "gbrain"),
	}
	opts.Limits = o.limits(id)
	opts.Command = o.lookPath("gbrain")
	if cli := filepath.Join(c.RepoPath, "src", "cli.ts"); c.RepoPath != "" && isFile(cli) {
		if bun := o.lookPath("bun"); bun != nil {
			opts.RepoCommand = append(bun, "run", cli)
		}
		// A program from a folder that a workspace's configuration names is
		// started only when the user's own configuration names it too.
		opts.AllowRepoCLI = o.cfg.Origin("providers.gbrain.repo_path").Layer != config.LayerWorkspace
	}
	return o.deps.Pool.brain(brainKey(opts), func() (*gbrain.Provider, error) {
		opts.Ledger = budget.Open(filepath.Join(o.stateDir(), "spending.json"))
		if c.RepoPath != "" && isDir(c.RepoPath) && !isFile(filepath.Join(c.RepoPath, "src", "cli.ts")) {
			files, err := o.view(id, localmarkdown.Source(c.RepoPath, o.deps.CacheDir, false), source.Preferences{})
			if err != nil {
				o.deps.Log.Warn("the brain's files cannot be searched", "provider", id, "error", err)
			} else {
				opts.Files = files
			}
		}
		return gbrain.New(opts), nil
	})
}

// limits are what the provider may spend.
func (o *opener) limits(id swarm.ID) budget.Limits {
	b := o.cfg.Budget
	l := budget.Limits{Global: budget.FromCents(float64(b.GlobalMonthlyCapCents)), Cap: -1,
		WarnPct: b.WarningThresholdPct, ReducePct: b.WeightReductionThresholdPct}
	if p, ok := b.PerProvider[id]; ok {
		if p.MonthlyCapCents >= 0 {
			l.Cap = budget.FromCents(float64(p.MonthlyCapCents))
		}
		l.PerMinute = p.MaxQueriesPerMinute
	}
	return l
}

// stateDir is where what must last is kept.
func (o *opener) stateDir() string {
	if o.deps.StateDir != "" {
		return o.deps.StateDir
	}
	return filepath.Join(xdg.StateHome, "memswarm")
}

// clientVariables are those in which the client's environment counts before the
// server's own, which may be that of another window.
var clientVariables = []string{"PATH", "HOME", "USERPROFILE", "GBRAIN_HOME", "GBRAIN_DATABASE_URL", "GBRAIN_SOURCE", "GBRAIN_FTS_LANGUAGE",
	"GBRAIN_SEARCH_EXCLUDE", "GBRAIN_SOURCE_BOOST", "GBRAIN_PREPARE", "GBRAIN_POOL_SIZE"}

// environment is the one that the gbrain program gets.
func (o *opener) environment() []string {
	env := os.Environ()
	if o.deps.Env == nil {
		return env
	}
	for _, name := range clientVariables {
		env = slices.DeleteFunc(env, func(kv string) bool { return strings.HasPrefix(kv, name+"=") })
		if v, ok := o.deps.Env(name); ok {
			env = append(env, name+"="+v)
		}
	}
	return env
}

// lookPath finds a program on the user's PATH, but not in the workspace: what a
// repository brings along (node_modules/.bin) is not the user's program.
func (o *opener) lookPath(name string) []string {
	path := os.Getenv("PATH")
	if o.deps.Env != nil {
		path, _ = o.deps.Env("PATH")
	}
	for _, dir := range filepath.SplitList(path) {
		if !filepath.IsAbs(dir) || within(o.cfg.Workspace.Folder, dir) || within(o.cfg.Workspace.Root, dir) {
			continue
		}
		if p, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return []string{p}
		}
	}
	return nil
}

// within says whether a path lies in a folder, or is it.
func within(folder, path string) bool {
	if folder == "" {
		return false
	}
	if real, err := filepath.EvalSymlinks(folder); err == nil {
		folder = real
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	rel, err := filepath.Rel(folder, path)
	return err == nil && (rel == "." || filepath.IsLocal(rel))
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// brainKey is equal for equal settings. It is a hash, since they hold secrets.
func brainKey(o gbrain.Options) string {
	h := sha256.New()
	fmt.Fprintf(h, "%q %q %q %q %q %q %q %q %t %q %t %t %t %v %+v", o.ID, o.Mode, o.Transport, string(o.ConnectionString), o.URL, string(o.Token),
		o.RepoPath, o.Command, o.AllowRepoCLI, o.RepoCommand, o.IncludePrivate, o.Interactive, o.ShareDerived, o.CostCents, o.Limits)
	for _, kv := range o.Env {
		if name, _, _ := strings.Cut(kv, "="); slices.Contains(clientVariables, name) {
			fmt.Fprintf(h, " %q", kv)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}
