package workspace

import (
	"errors"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"memswarm/providers"
	"memswarm/swarm"
	"memswarm/swarm/config"
)

// Folder is one workspace folder that is open: its configuration and what
// follows from it. It does not change; a changed configuration makes a new one.
type Folder struct {
	spec   Spec
	cfg    *config.Config
	opened []swarm.Provider
	// sources are all configured providers in configuration order, with the
	// reason where one is not asked.
	sources []swarm.Source
	coord   *swarm.Coordinator
	sync    *syncer
	log     *slog.Logger
	health  *swarm.HealthCache
	good    *lastGood
	key     string // names the spec with its configuration; see readConfig

	staleMu sync.Mutex
	stale   chan struct{} // closed when the configuration on disk is another; guarded by staleMu

	treeMu     sync.Mutex
	configTree *providers.WatchTree // nil when nothing is watched; guarded by treeMu
	ended      bool                 // guarded by treeMu
}

// healthTTL is how long a provider's health is believed. A vanished folder is
// noticed within it; the check costs a stat.
const healthTTL = 2 * time.Second

// load opens the providers of a configuration. A configuration with
// problems still gives a folder: what is wrong is in Problems.
func load(h *Host, spec Spec, cfg *config.Config, key string) (*Folder, error) {
	opened, skipped := providers.Open(cfg, providers.Deps{
		CacheDir: h.opts.CacheDir,
		Env:      spec.Env,
		Log:      h.opts.Log,
		Pool:     &h.pool,
		Trusted:  spec.Trusted,
	})
	f := &Folder{
		spec: spec, cfg: cfg, opened: opened, log: h.opts.Log, key: key, good: &h.good, stale: make(chan struct{}),
		health: &swarm.HealthCache{TTL: healthTTL},
		sync:   newSyncer(opened, h.opts.Log),
	}
	f.sources = inOrder(cfg, opened, skipped)
	coord, err := swarm.New(f.options())
	if err != nil {
		return nil, errors.Join(err, f.close())
	}
	f.coord = coord
	return f, nil
}

// inOrder lists opened and skipped providers as the configuration does.
func inOrder(cfg *config.Config, opened []swarm.Provider, skipped map[swarm.ID]*swarm.Error) []swarm.Source {
	byID := make(map[swarm.ID]swarm.Provider, len(opened))
	for _, p := range opened {
		byID[p.Info().ID] = p
	}
	var out []swarm.Source
	for _, id := range cfg.IDs() {
		if p := byID[id]; p != nil {
			out = append(out, swarm.Source{Provider: p, Info: p.Info()})
			delete(byID, id)
		} else if why := skipped[id]; why != nil {
			out = append(out, swarm.Source{Info: swarm.Info{ID: id, Label: string(id), Local: id.Kind() != swarm.GBrain}, Skip: why})
		}
	}
	for _, p := range opened { // opened beyond the configuration (shared sources)
		if byID[p.Info().ID] != nil {
			out = append(out, swarm.Source{Provider: p, Info: p.Info()})
		}
	}
	return out
}

// options are the coordinator's, from the configuration.
func (f *Folder) options() swarm.Options {
	fusion := swarm.DefaultFusion()
	r := f.cfg.Routing
	fusion.K = float64(r.RRFK)
	fusion.JointWeight = r.JointWeight
	fusion.Weights = r.Weights
	fusion.MinScore = r.MinRRFScore
	fusion.GapRatio = r.RRFGapRatio
	fusion.Limit = r.DefaultMaxResults
	o := swarm.Options{
		Sources:       f.sources,
		ShareDerived:  f.cfg.Providers.GBrain.ShareDerived,
		Deadline:      f.cfg.Performance.MaxQueryLatency,
		MaxConcurrent: f.cfg.Performance.MaxConcurrentProviders,
		Health:        f.health.Health,
		Fusion:        fusion,
	}
	for _, e := range f.cfg.Enrichment {
		o.Edges = append(o.Edges, swarm.Edge{From: e.From, To: e.To})
	}
	return o
}

// Config is the configuration in force.
func (f *Folder) Config() *config.Config { return f.cfg }

// Dir is the folder's path as the client named it.
func (f *Folder) Dir() string { return f.spec.Dir }

// Name tells folders apart for people.
func (f *Folder) Name() string { return filepath.Base(f.spec.Dir) }

// Trusted says whether the workspace's configuration may start programs,
// connect and write.
func (f *Folder) Trusted() bool { return f.spec.Trusted }

// Providers lists the providers that are open.
func (f *Folder) Providers() []swarm.Provider { return f.opened }

// Sources lists all configured providers, also those that are not asked.
func (f *Folder) Sources() []swarm.Source { return f.sources }

// close stops indexing and closes the providers.
func (f *Folder) close() error {
	f.treeMu.Lock()
	f.ended = true
	tree := f.configTree
	f.treeMu.Unlock()
	if tree != nil {
		tree.Close()
	}
	f.sync.stop()
	var errs []error
	for _, p := range f.opened {
		errs = append(errs, p.Close())
	}
	return errors.Join(errs...)
}
