package workspace

import (
	"path/filepath"

	"memswarm/providers"
	"memswarm/swarm"
)

// Targets lists where knowledge may be stored, in configuration order, each
// with what it accepts or why it is closed. The context tree stands last when it
// is there and not searched: it is written as a last resort all the same.
func (f *Folder) Targets() []swarm.Target {
	out := make([]swarm.Target, 0, len(f.sources)+1)
	tree := false
	for _, s := range f.sources {
		tree = tree || s.Info.ID.Kind() == swarm.ByteRover
		out = append(out, f.target(s))
	}
	if c, _, ok := providers.ContextTree(f.cfg); ok && !tree {
		out = append(out, f.gated(c.Target()))
	}
	return out
}

// target is a source seen as a place to write.
func (f *Folder) target(s swarm.Source) swarm.Target {
	t := swarm.Target{Label: s.Info.Label}
	if c, ok := s.Provider.(swarm.Curator); ok {
		t = c.Target()
	}
	t.ID = s.Info.ID
	t.Writable, t.Reason = f.writable(s)
	return f.gated(t)
}

// gated closes a target that an untrusted workspace may not write to.
func (f *Folder) gated(t swarm.Target) swarm.Target {
	if v := f.cfg.Gate(f.spec.Trusted).Write(t.ID); t.Writable && !v.Allowed {
		t.Writable, t.Reason = false, v.Message+" "+v.Fix
	}
	if t.Label == "" {
		t.Label = string(t.ID)
	}
	if t.Accepts == nil {
		t.Accepts = []swarm.ContentType{}
	}
	return t
}

// writable says whether the configuration has a source written to.
func (f *Folder) writable(s swarm.Source) (ok bool, why string) {
	id := s.Info.ID
	if s.Provider == nil {
		if s.Skip != nil {
			return false, s.Skip.Message
		}
		return false, "It is not available."
	}
	switch id.Kind() {
	case swarm.Obsidian:
		return false, "A vault is never written; list its folder under local_markdown with read_only: false to allow that."
	case swarm.LocalMarkdown:
		if folder, ok := f.cfg.Folder(id); ok && folder.ReadOnly {
			if f.cfg.ZeroConfig {
				return false, "Without a configuration nothing is written; `memswarm onboard` makes one."
			}
			return false, "read_only is true for this folder; set it to false to allow storing notes in " + filepath.Base(folder.Path) + "."
		}
	}
	t, ok := s.Provider.(swarm.Curator)
	if !ok {
		return false, "It does not support writes."
	}
	own := t.Target()
	return own.Writable, own.Reason
}
