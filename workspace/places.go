package workspace

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"memswarm/providers"
	"memswarm/swarm"
)

// place is a target of a view, with what it takes to write there.
type place struct {
	swarm.Target               // under the id that it has in the view
	curator      swarm.Curator // nil when nothing can be stored there
	folder       *Folder
	own          swarm.ID // the id in its folder's configuration
	root         string   // absolute, "" when it is no folder
	local        bool
}

// Targets lists where knowledge may be stored from a folder, or from all
// folders for "".
func (v *View) Targets(dir string) []swarm.Target { return targetsOf(v.places(dir)) }

func targetsOf(ps []place) []swarm.Target {
	out := make([]swarm.Target, 0, len(ps))
	for _, p := range ps {
		out = append(out, p.Target)
	}
	return out
}

func (v *View) places(dir string) []place {
	folders := v.Pick(dir)
	var out []place
	at := map[swarm.ID]int{}
	for _, s := range named(folders) {
		f := folders[s.folder]
		p := place{Target: f.target(s.Source), folder: f, own: s.Info.ID, root: s.Info.Root, local: s.Info.Local}
		p.ID = s.id
		p.curator, _ = s.Provider.(swarm.Curator)
		i, there := at[p.ID]
		switch {
		case !there:
			at[p.ID] = len(out)
			out = append(out, p)
		case p.Writable && !out[i].Writable: // closed by one folder, open by another
			out[i] = p
		}
	}
	for _, f := range folders {
		out = append(out, f.unsearchedTree(out)...)
	}
	return out
}

// unsearchedTree is the folder's context tree when it is no provider.
func (f *Folder) unsearchedTree(have []place) []place {
	c, root, ok := providers.ContextTree(f.cfg)
	if !ok {
		return nil
	}
	p := place{Target: f.gated(c.Target()), curator: c, folder: f, own: swarm.ByteRover, root: root, local: true}
	for _, h := range have {
		if h.root == root && swarm.BaseKind(h.ID) == swarm.ByteRover {
			return nil
		}
		if h.ID == p.ID {
			p.ID += swarm.ID("@" + f.Name())
		}
	}
	return []place{p}
}

// newTree is the context tree that a folder has none of yet, to be made because
// somebody said yes. Its target takes the place of the closed one.
func (v *View) newTree(dir string, have []place) []place {
	for _, f := range v.Pick(dir) {
		c, root, ok := providers.NewContextTree(f.cfg)
		if !ok {
			continue
		}
		if _, err := os.Stat(root); err == nil {
			continue
		}
		t := f.gated(swarm.Target{ID: swarm.ByteRover, Label: "context-tree", Accepts: c.Target().Accepts, Writable: true})
		p := place{Target: t, curator: c, folder: f, own: swarm.ByteRover, root: root, local: true}
		have = slices.DeleteFunc(have, func(h place) bool { return h.ID == p.ID && !h.Writable })
		if !slices.ContainsFunc(have, func(h place) bool { return h.ID == p.ID }) {
			return append(have, p)
		}
	}
	return have
}

// write stores a passage and lets every index know. What is written is indexed
// also when whoever asked has gone meanwhile.
func (p *place) write(ctx context.Context, v *View, c *swarm.Curation, w swarm.Curator) (*swarm.Receipt, error) {
	r, err := w.Curate(ctx, c)
	if err != nil {
		return nil, err
	}
	if !c.DryRun {
		v.Changed(context.WithoutCancel(ctx), providers.Written(r))
	}
	if p.ID != p.own {
		r.Provider = p.ID
		r.Ref = string(p.ID) + strings.TrimPrefix(r.Ref, string(p.own))
	}
	return r, nil
}

// holding is the open target whose folder holds the file at an absolute path,
// the deepest when several do, with the path inside it.
func holding(ps []place, path string) (p *place, rel string) {
	path = realFile(path)
	deepest := -1
	for i := range ps {
		if !ps[i].Writable || !ps[i].local || ps[i].root == "" {
			continue
		}
		root := realPath(ps[i].root)
		if r, err := filepath.Rel(root, path); err == nil && filepath.IsLocal(r) && r != "." && len(root) > deepest {
			p, rel, deepest = &ps[i], filepath.ToSlash(r), len(root)
		}
	}
	return p, rel
}

// realFile resolves the links on the way to a file, and the file itself where it
// exists.
func realFile(path string) string {
	if p, err := filepath.EvalSymlinks(path); err == nil {
		return p
	}
	return filepath.Join(realPath(filepath.Dir(path)), filepath.Base(path))
}

func isRegular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
