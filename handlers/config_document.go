package handlers

import (
	"context"
	"path/filepath"
	"sync"

	"memswarm/lsp"
	"memswarm/swarm/config"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// configFile says whether a path is a configuration of this connection: a
// workspace's, the user's own, or one that was named.
func (c *connection) configFile(path string) bool {
	return path != "" && (isConfig(path) || path == config.UserFile(c.opts.Env) || path == c.opts.ConfigFile || path == c.now().ConfigPath)
}

// openConfig is a configuration that is open in the editor, with what loading
// says of it as it is there.
type openConfig struct {
	doc  *lsp.Document
	path string
	text *config.Document
	cfg  *config.Config
}

// openConfigAt loads the configuration of a document; ok is false when it is
// not open or is no configuration.
func openConfigAt(ctx context.Context, s *lsp.Session, u uri.URI) (*openConfig, bool) {
	d, ok := s.Document(ctx, u)
	if !ok {
		return nil, false
	}
	path, ok := d.Path()
	if !ok || !conn(s).configFile(path) {
		return nil, false
	}
	o := &openConfig{doc: d, path: path}
	o.cfg = conn(s).loadConfig(path, openConfigs(s.Snapshot(ctx), conn(s)))
	for _, f := range o.cfg.Sources {
		if f.Path == path {
			o.text = f.Document
		}
	}
	if o.text == nil {
		o.text = config.ParseDocument(path, []byte(d.Text()))
	}
	return o, true
}

// openConfigs are the texts of open configurations.
func openConfigs(docs lsp.Snapshot, c *connection) map[string][]byte {
	out := map[string][]byte{}
	for d := range docs.All() {
		if path, ok := d.Path(); ok && c.configFile(path) {
			out[path] = []byte(d.Text())
		}
	}
	return out
}

// loadConfig loads the layers around a configuration file.
func (c *connection) loadConfig(path string, unsaved map[string][]byte) *config.Config {
	o := config.Options{Env: c.opts.Env, Unsaved: unsaved, Dir: filepath.Dir(path)}
	switch {
	case isConfig(path):
		o.Dir, o.File = filepath.Dir(filepath.Dir(filepath.Dir(path))), path
	case path != config.UserFile(c.opts.Env):
		o.File = path
	default:
		for _, f := range c.view.Folders() { // one in which it counts
			o.Dir = f.Dir()
			break
		}
	}
	return config.Load(o)
}

// trusts says whether the workspace of a configuration is trusted now.
func (c *connection) trusts(cfg *config.Config) bool {
	if set := c.now().Trusted; set != nil {
		return *set
	}
	return c.opts.Trust != nil && c.opts.Trust(cfg.Workspace.Folder)
}

// configRange is a range of a configuration as the editor counts it. What has no
// place stands at the top.
func configRange(m *lsp.Mapper, r config.Range, enc lsp.Encoding) protocol.Range {
	if r.IsZero() {
		return protocol.Range{}
	}
	return m.Range(r.Start.Offset, r.End.Offset, enc)
}

// configChecks keeps the diagnostics of configurations in the order of their
// changes.
type configChecks struct {
	mu   sync.Mutex
	turn map[string]int // by path; guarded by mu
}

func (k *configChecks) next(path string) int {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.turn == nil {
		k.turn = map[string]int{}
	}
	k.turn[path]++
	return k.turn[path]
}

// last runs f unless a later change has come.
func (k *configChecks) last(path string, turn int, f func()) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.turn[path] == turn {
		f()
	}
}

func (k *configChecks) current(path string, turn int) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.turn[path] == turn
}
