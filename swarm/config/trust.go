package config

import (
	"slices"

	"memswarm/swarm"
)

// CodeUntrusted is the code of what is skipped because the workspace is not
// trusted.
const CodeUntrusted = "untrusted"

// Verdict says whether something may be done, and if not, why and what to do.
type Verdict struct {
	Allowed bool
	Code    string // CodeUntrusted when not allowed
	Message string // one sentence
	Fix     string
}

var allowed = Verdict{Allowed: true}

// Gate is what may be done with a configuration. It is the only place that
// decides what an untrusted workspace may do:
//
//   - no program is started and no connection opened that its configuration
//     asks for;
//   - nothing is written outside the workspace by its wish;
//   - folders that it names are read, except network, device and automount
//     paths, a whole drive and a whole home folder;
//   - its values for guarded keys ([Key.Guarded]) do not count.
//
// What the user's own file, an editor or the defaults set is always allowed.
type Gate struct {
	// Config is the configuration to act on. It differs from the gated one when
	// the workspace is trusted: its values of guarded keys count then.
	Config  *Config
	Trusted bool

	read, write map[swarm.ID]Verdict
}

// Gate decides what may be done with the configuration.
func (c *Config) Gate(trusted bool) *Gate {
	g := &Gate{Config: c, Trusted: trusted, read: map[swarm.ID]Verdict{}, write: map[swarm.ID]Verdict{}}
	if trusted {
		g.Config = c.unguarded()
		return g
	}
	places := newPlaces(c)
	for _, id := range c.gated() {
		g.read[id], g.write[id] = allowed, allowed
		u := c.use(id)
		if u.remote {
			if c.byWorkspace(u.reads...) {
				v := c.untrusted(u.label + " is not asked: the workspace's configuration wants it and is not trusted.")
				g.read[id], g.write[id] = v, v
			}
			continue
		}
		if c.byWorkspace(u.reads...) || id == idByteRover {
			if why := places.unreadable(u.path); why != "" {
				v := c.untrusted(u.label + " is not read, because " + u.path + " is " + why + " and the workspace is not trusted.")
				g.read[id], g.write[id] = v, v
				continue
			}
		}
		if (c.byWorkspace(u.writes...) || id == idByteRover) && !places.inside(u.path) {
			g.write[id] = c.untrusted("Nothing is stored in " + u.path + ": it lies outside the workspace, whose configuration is not trusted.")
		}
	}
	return g
}

// Read says whether a provider may be asked: its folder read, or its program
// started and its connection opened.
func (g *Gate) Read(id swarm.ID) Verdict { return g.verdict(g.read, id) }

// Write says whether something may be stored with a provider as far as trust
// goes; whether the provider can write at all is another question.
func (g *Gate) Write(id swarm.ID) Verdict { return g.verdict(g.write, id) }

func (g *Gate) verdict(of map[swarm.ID]Verdict, id swarm.ID) Verdict {
	if g.Trusted {
		return allowed
	}
	if v, ok := of[id]; ok {
		return v
	}
	// Nothing was decided about it, so nothing is allowed.
	return g.Config.untrusted("The provider " + string(id) + " is not enabled.")
}

// gated lists the providers that need a decision: the enabled ones, and the
// context tree, which is written as a last resort even when it is not searched.
func (c *Config) gated() []swarm.ID {
	if slices.Contains(c.order, idByteRover) {
		return c.order
	}
	return append(slices.Clone(c.order), idByteRover)
}

func (c *Config) untrusted(message string) Verdict {
	return Verdict{Code: CodeUntrusted, Message: message,
		Fix: "Run `memswarm trust` in " + c.Workspace.Folder + ", or trust the workspace in the editor."}
}

// use is what having a provider means: what is read, and which values decide
// that it is read and written.
type use struct {
	label  string
	path   string // the folder, "" for a remote provider
	remote bool
	writer bool // it could write
	reads  []string
	writes []string // besides reads
}

func (c *Config) use(id swarm.ID) use {
	at := func(section string, names ...string) []string {
		out := []string{}
		for _, n := range names {
			out = append(out, section+"."+n)
		}
		return out
	}
	p := &c.Providers
	switch id {
	case idByteRover:
		return use{label: "The context tree", path: p.ByteRover.Tree, writer: true}
	case idObsidian:
		return use{label: "The vault", path: p.Obsidian.VaultPath, reads: at("providers.obsidian", "enabled", "vault_path")}
	case idMemoryWiki:
		keys := at("providers.memory_wiki", "enabled", "vault_path")
		return use{label: "The wiki", path: p.MemoryWiki.VaultPath, writer: true, reads: keys, writes: keys}
	case idGBrain:
		keys := append(at("providers.gbrain", "enabled", "repo_path", "transport", "connection_string", "url", "token"), "providers.gbrain")
		return use{label: "GBrain", remote: true, writer: true, reads: keys, writes: keys}
	}
	f, _ := c.Folder(id)
	u := use{label: "The folder " + f.Name, path: f.Path, writer: !f.ReadOnly}
	if f.index >= 0 { // else found, not configured: it is the workspace itself
		folder := joinIndex(foldersPath, f.index)
		u.reads = append(at(folder, "path"), "providers.local_markdown.enabled")
		u.writes = append(at(folder, "read_only"), u.reads...)
	}
	return u
}

// byWorkspace says whether the workspace's file set any of these values.
func (c *Config) byWorkspace(paths ...string) bool {
	return slices.ContainsFunc(paths, func(p string) bool {
		v, ok := c.values[p]
		return ok && v.origin.Layer == LayerWorkspace
	})
}

// unguarded is the configuration with the workspace's values of guarded keys.
func (c *Config) unguarded() *Config {
	out := *c
	out.openGuarded(c.values)
	return &out
}

// openGuarded sets what guarded keys decide from these values.
func (c *Config) openGuarded(vs values) {
	g, from := &c.Providers.GBrain, gbrainOf(vs)
	g.IncludePrivate, g.Interactive, g.ShareDerived = from.IncludePrivate, from.Interactive, from.ShareDerived
	g.CostCentsPerQuery = from.CostCentsPerQuery
	c.Budget = budgetOf(vs, c.order)
}
