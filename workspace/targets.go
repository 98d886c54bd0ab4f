package workspace

import (
	"path/filepath"

	"memswarm/swarm"
)

// Targets lists where knowledge may be stored, in configuration order, each
// with what it accepts or why it is closed.
func (f *Folder) Targets() []swarm.Target {
	gate := f.cfg.Gate(f.spec.Trusted)
	out := []swarm.Target{}
	for _, s := range f.sources {
		t := swarm.Target{ID: s.Info.ID, Label: s.Info.Label}
		if c, ok := s.Provider.(swarm.Curator); ok {
			t = c.Target()
			t.ID = s.Info.ID
		}
		t.Writable, t.Reason = f.writable(s)
		if v := gate.Write(s.Info.ID); t.Writable && !v.Allowed {
			t.Writable, t.Reason = false, v.Message+" "+v.Fix
		}
		if t.Label == "" {
			t.Label = string(t.ID)
		}
		if t.Accepts == nil {
			t.Accepts = []swarm.ContentType{}
		}
		out = append(out, t)
	}
	return out
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
	if t, ok := s.Provider.(swarm.Curator); ok {
		if own := t.Target(); !own.Writable {
			return false, own.Reason
		}
	}
	return true, ""
}
