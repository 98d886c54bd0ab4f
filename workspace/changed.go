package workspace

import (
	"context"
	"path/filepath"
	"strings"

	"memswarm/swarm"
)

// Changed tells the providers that files (absolute paths) may have changed;
// when it returns, a query sees them as they are.
func (v *View) Changed(ctx context.Context, paths []string) {
	for _, f := range v.Folders() {
		f.Changed(ctx, paths)
	}
}

// Changed is [View.Changed] for one folder.
func (f *Folder) Changed(ctx context.Context, paths []string) {
	for _, p := range f.opened {
		c, ok := p.(swarm.Changer)
		if !ok {
			continue
		}
		if err := c.Changed(ctx, paths); err != nil && ctx.Err() == nil {
			f.log.Warn("updating the index", "provider", p.Info().ID, "err", err)
		}
	}
}

// Holding is the open folder that holds a path, the deepest one when several
// do, or "".
func (v *View) Holding(path string) string {
	best := ""
	for _, f := range v.Folders() {
		dir := f.Dir()
		if within(path, dir) && len(dir) > len(best) {
			best = dir
		}
	}
	return best
}

// within says whether path is dir or lies below it.
func within(path, dir string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}
