// Package byterover reads a ByteRover context tree: topics in markdown and in
// html, overviews and summaries of folders, stubs of archived topics, and the
// context trees of other projects that .brv/sources.json shares.
package byterover

import (
	"sync/atomic"

	"memswarm/providers/internal/source"
	"memswarm/providers/internal/walk"
	"memswarm/swarm"
)

// version changes when the same file would be read otherwise than before.
const version = "byterover-1"

// Source describes the context tree at the absolute path tree
// (.brv/context-tree), which need not exist.
func Source(tree, cacheDir string) source.Options {
	shared := &sharedTrees{tree: tree}
	return source.Options{
		Kind:     swarm.ByteRover,
		Root:     tree,
		CacheDir: cacheDir,
		Version:  version,
		Refresh:  shared.refresh,
		Rules:    func() walk.Rules { return walk.Rules{Extensions: []string{".md", ".html"}} },
		Exclude:  func(rel string) bool { return roleOf(rel) == derived },
		Parse:    parse,
		Shared:   shared.mounts,
	}
}

// sharedTrees are the other projects' trees that sources.json lists now.
type sharedTrees struct {
	tree string
	list atomic.Pointer[[]source.Mount]
}

func (s *sharedTrees) refresh() []string {
	shared, warnings := readSharedSources(s.tree)
	mounts := make([]source.Mount, 0, len(shared))
	for _, t := range shared {
		mounts = append(mounts, source.NewMount("["+t.alias+"]:", t.tree))
	}
	s.list.Store(&mounts)
	return warnings
}

func (s *sharedTrees) mounts() []source.Mount {
	if list := s.list.Load(); list != nil {
		return *list
	}
	return nil
}
