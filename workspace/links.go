package workspace

import (
	"context"

	"memswarm/swarm"
)

// LinkAt finds the link at a place of a note as it is on screen (line and byte
// column, 0-based), and where it leads. A provider that resolves it is preferred
// to one that only sees it.
func (v *View) LinkAt(ctx context.Context, note swarm.Buffer, line, col int, unsaved []swarm.Buffer) (swarm.Link, bool) {
	var best swarm.Link
	found := false
	for _, s := range v.seats("") {
		l, ok := s.Provider.(swarm.Linker)
		if !ok {
			continue
		}
		link, ok := l.LinkAt(ctx, note, line, col, unsaved)
		if !ok || ctx.Err() != nil {
			continue
		}
		if link.Target.Location != nil {
			link.Target.Ref.Provider = s.id
			return link, true
		}
		if !found {
			best, found = link, true
		}
	}
	return best, found
}
