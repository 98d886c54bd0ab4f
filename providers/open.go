package providers

import (
	"fmt"
	"log/slog"
	"path/filepath"

	"memswarm/providers/byterover"
	"memswarm/providers/internal/curate"
	"memswarm/providers/internal/source"
	"memswarm/providers/localmarkdown"
	"memswarm/providers/memorywiki"
	"memswarm/providers/obsidian"
	"memswarm/swarm"
	"memswarm/swarm/config"
)

// Deps are what providers need beside the configuration. The zero value works.
type Deps struct {
	CacheDir string // of the indexes; [CacheDir] when ""
	// StateDir is where what must last is kept (what has been spent); a folder
	// of the user's state when "".
	StateDir string
	// Env is the environment of whoever asks; nil is the process's own. Programs
	// that a provider starts get it.
	Env  func(string) (string, bool)
	Log  *slog.Logger // nil discards
	Pool *Pool        // shared by all workspaces of the process; nil makes one for this call
	// Trusted says that the workspace's configuration may start programs,
	// connect, and read what only a trusted one may.
	Trusted bool
}

// constructors is the table: how a provider of each kind is opened.
var constructors = map[string]func(*opener, swarm.ID) (swarm.Provider, error){
	swarm.ByteRover:     (*opener).byterover,
	swarm.Obsidian:      (*opener).obsidian,
	swarm.MemoryWiki:    (*opener).memoryWiki,
	swarm.LocalMarkdown: (*opener).localMarkdown,
	swarm.GBrain:        (*opener).gbrain,
}

// opener opens the providers of one configuration.
type opener struct {
	cfg  *config.Config
	deps Deps
}

// Open opens every enabled provider, in configuration order, without waiting
// for indexes or files. A provider that cannot be opened is in skipped with the
// reason; one whose folder is missing is opened and says so in its health. The
// caller closes what is opened.
func Open(cfg *config.Config, deps Deps) (opened []swarm.Provider, skipped map[swarm.ID]*swarm.Error) {
	if deps.Log == nil {
		deps.Log = slog.New(slog.DiscardHandler)
	}
	if deps.Pool == nil {
		deps.Pool = &Pool{}
	}
	skipped = map[swarm.ID]*swarm.Error{}
	if deps.CacheDir == "" {
		deps.CacheDir = CacheDir()
	}
	gate := cfg.Gate(deps.Trusted)
	o := &opener{cfg: gate.Config, deps: deps}
	for _, id := range cfg.IDs() {
		if v := gate.Read(id); !v.Allowed {
			skipped[id] = &swarm.Error{Code: v.Code, Provider: id, Message: v.Message, Fix: v.Fix}
			continue
		}
		p, err := o.open(id)
		if err != nil {
			skipped[id] = swarm.AsError(err, "unavailable", id)
			continue
		}
		opened = append(opened, p)
	}
	return opened, skipped
}

func (o *opener) open(id swarm.ID) (swarm.Provider, error) {
	construct := constructors[id.Kind()]
	if construct == nil {
		return nil, &swarm.Error{Code: "unsupported", Provider: id,
			Message: fmt.Sprintf("There is no provider of the kind %q.", id.Kind()),
			Fix:     "Remove it from the configuration."}
	}
	return construct(o, id)
}

// problem is a provider's problem in the configuration, as its error.
func problem(id swarm.ID, p *config.Problem) error {
	if p == nil {
		return nil
	}
	return &swarm.Error{Code: p.Code, Provider: id, Message: p.Message, Fix: p.Fix}
}

// view opens the source, or shares the one that is open, as a provider.
func (o *opener) view(id swarm.ID, opts source.Options, prefs source.Preferences) (swarm.Provider, error) {
	opts.Debounce = o.cfg.Performance.FileWatcherDebounce
	opts.Log = func(line string) { o.deps.Log.Warn(line, "provider", id) }
	src, release, err := o.deps.Pool.acquire(opts, o.deps.Log)
	if err != nil {
		return nil, err
	}
	return source.NewView(src, id, filepath.Base(opts.Root), prefs, release), nil
}

func (o *opener) byterover(id swarm.ID) (swarm.Provider, error) {
	c := o.cfg.Providers.ByteRover
	if err := problem(id, c.Problem); err != nil {
		return nil, err
	}
	p, err := o.view(id, byterover.Source(c.Tree, o.deps.CacheDir), source.Preferences{})
	v, _ := p.(*source.View)
	return o.writing(p, err, treeWriter(id, &c, v))
}

func (o *opener) obsidian(id swarm.ID) (swarm.Provider, error) {
	c := o.cfg.Providers.Obsidian
	if err := problem(id, c.Problem); err != nil {
		return nil, err
	}
	opts := obsidian.Source(c.VaultPath, o.deps.CacheDir, c.IgnorePatterns)
	opts.Unwatched = !c.WatchForChanges
	return o.view(id, opts, source.Preferences{FollowLinks: true})
}

func (o *opener) memoryWiki(id swarm.ID) (swarm.Provider, error) {
	c := o.cfg.Providers.MemoryWiki
	if err := problem(id, c.Problem); err != nil {
		return nil, err
	}
	p, err := o.view(id, memorywiki.Source(c.VaultPath, o.deps.CacheDir), source.Preferences{Prior: memorywiki.Prior(c.BoostFresh)})
	return o.writing(p, err, &curate.Wiki{Provider: id, Root: c.VaultPath, PageType: c.WritePageType})
}

func (o *opener) localMarkdown(id swarm.ID) (swarm.Provider, error) {
	c, ok := o.cfg.Folder(id)
	if !ok {
		return nil, fmt.Errorf("the configuration has no folder %q", id)
	}
	if err := problem(id, c.Problem); err != nil {
		return nil, err
	}
	opts := localmarkdown.Source(c.Path, o.deps.CacheDir, c.Gitignore)
	opts.Unwatched = !o.cfg.Providers.LocalMarkdown.WatchForChanges
	p, err := o.view(id, opts, source.Preferences{FollowLinks: c.FollowWikilinks})
	if c.ReadOnly {
		return p, err
	}
	return o.writing(p, err, markdownWriter(c))
}
