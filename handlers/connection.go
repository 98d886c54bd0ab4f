package handlers

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"slices"
	"sync"

	"memswarm/lsp"
	"memswarm/workspace"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// connection is what one client has: its folders, its settings, and its view
// of the workspace.
type connection struct {
	session *lsp.Session
	opts    Options
	view    *workspace.View

	opening  sync.Mutex
	mu       sync.Mutex
	folders  map[string]string // workspace folders: path → name; guarded by mu
	settings settings          // guarded by mu
	opened   chan struct{}     // closed when the folders are open; replaced on change; guarded by mu
	openErr  error             // guarded by mu
	turn     int               // counts changes, so that the last one wins; guarded by mu
	watching bool              // the client said initialized; guarded by mu
	unfollow func()            // ends followConfigs; guarded by mu
	status   *statusSender
	changes  pending  // files that are being indexed again
	undo     []string // tokens of what was curated, the last one last; guarded by mu
	checks   configChecks
}

func newConnection(s *lsp.Session, o Options) *connection {
	c := &connection{session: s, opts: o, view: o.Host.NewView(), folders: map[string]string{}, opened: make(chan struct{})}
	c.status = newStatusSender(c)
	return c
}

func (c *connection) close() {
	c.status.stop()
	if err := c.view.Close(); err != nil {
		c.opts.Log.Warn("closing a workspace", "err", err)
	}
}

// settings is what the client configured, from initializationOptions or
// workspace/didChangeConfiguration.
type settings struct {
	Config     json.RawMessage `json:"config"`
	ConfigPath string          `json:"configPath"`
	Trusted    *bool           `json:"trusted"`
	Hover      *bool           `json:"hover"`
	Definition *struct {
		InCode bool `json:"inCode"`
	} `json:"definition"`
	Symbols *struct {
		Passages *int `json:"passages"`
	} `json:"symbols"`
}

// parseSettings reads settings that may stand alone or under "memswarm".
// Anything that does not fit is an error that names it.
func parseSettings(raw json.RawMessage) (settings, error) {
	var s settings
	if len(raw) == 0 || string(raw) == "null" {
		return s, nil
	}
	var nested struct {
		Memswarm json.RawMessage `json:"memswarm"`
	}
	if json.Unmarshal(raw, &nested) == nil && len(nested.Memswarm) > 0 && string(nested.Memswarm) != "null" {
		raw = nested.Memswarm
	}
	err := json.Unmarshal(raw, &s)
	return s, err
}

// change alters folders or settings and opens what follows from them.
func (c *connection) change(f func()) {
	c.mu.Lock()
	f()
	c.turn++
	turn := c.turn
	select {
	case <-c.opened:
		c.opened = make(chan struct{})
	default:
	}
	c.mu.Unlock()
	c.session.Go(func(context.Context) { c.open(turn) })
}

// open opens the folders and sets off their indexing.
func (c *connection) open(turn int) {
	c.opening.Lock() // one after the other, so that the last one's folders stay
	defer c.opening.Unlock()
	c.mu.Lock()
	if turn != c.turn {
		c.mu.Unlock()
		return // a later change opens
	}
	specs := c.specs()
	c.mu.Unlock()
	err := c.view.Set(specs)
	for _, f := range c.view.Folders() {
		f.Start()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if turn != c.turn {
		return
	}
	c.openErr = err
	close(c.opened)
	c.followConfigs(turn)
	c.session.Go(func(context.Context) { c.checkConfigs() }) // trust or another layer may have changed
	if c.watching {
		c.status.follow()
	}
}

// specs says what to open. c.mu is held.
func (c *connection) specs() []workspace.Spec {
	var out []workspace.Spec
	for _, dir := range slices.Sorted(maps.Keys(c.folders)) {
		s := workspace.Spec{Dir: dir, Env: c.opts.Env, Client: c.settings.Config}
		switch {
		case c.settings.Trusted != nil:
			s.Trusted = *c.settings.Trusted
		case c.opts.Trust != nil:
			s.Trusted = c.opts.Trust(dir)
		}
		s.ConfigFile = c.opts.ConfigFile
		if s.Trusted && c.settings.ConfigPath != "" {
			s.ConfigFile = c.settings.ConfigPath
		}
		out = append(out, s)
	}
	return out
}

// ready waits until the folders are open.
func (c *connection) ready(ctx context.Context) (*workspace.View, error) {
	for {
		c.mu.Lock()
		opened := c.opened
		c.mu.Unlock()
		select {
		case <-opened:
			c.mu.Lock()
			current, err := c.opened == opened, c.openErr
			c.mu.Unlock()
			if !current {
				continue // changed meanwhile
			}
			if err != nil && len(c.view.Folders()) == 0 {
				return nil, err
			}
			return c.view, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// now returns the settings in force.
func (c *connection) now() settings {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.settings
}

// foldersOf is what initialize says is open; the working directory stands in
// where it says nothing, as it does for clients that start a server per file.
func foldersOf(p *protocol.InitializeParams, dir string) map[string]string {
	out := map[string]string{}
	if list, ok := p.WorkspaceFolders.Get(); ok {
		for _, f := range list {
			addFolder(out, f)
		}
		if len(out) > 0 {
			return out
		}
	}
	// Deprecated, but all that clients without workspace folders send.
	//lint:ignore SA1019 older clients
	rootURI, rootPath := p.RootURI, p.RootPath
	if rootURI != nil {
		addFolder(out, protocol.WorkspaceFolder{URI: *rootURI})
	} else if root, ok := rootPath.Get(); ok && root != "" {
		out[root] = ""
	}
	if len(out) == 0 && dir == "" {
		dir, _ = os.Getwd()
	}
	if len(out) == 0 && dir != "" {
		out[dir] = ""
	}
	return out
}

func addFolder(to map[string]string, f protocol.WorkspaceFolder) {
	if path, ok := lsp.PathFromURI(uri.URI(f.URI)); ok {
		to[path] = f.Name
	}
}
