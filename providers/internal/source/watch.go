package source

import (
	"context"
	"path/filepath"
	"strings"

	"memswarm/providers/internal/walk"
	"memswarm/providers/internal/watch"
)

// watch begins to follow the changes of files, if they are to be followed. The
// folders are those that the first sync finds.
func (s *Source) watch() {
	if s.opts.Watcher == nil {
		return
	}
	s.tree = s.opts.Watcher.Tree(watch.Options{
		Debounce: s.opts.Debounce,
		Wanted:   s.wanted,
		Enter:    s.enters,
		Changed: func(ctx context.Context, paths []string) {
			if err := s.Changed(ctx, paths); err != nil && ctx.Err() == nil {
				s.log("changed files could not be read: " + err.Error())
			}
		},
		Reconcile: func(ctx context.Context) {
			if err := s.Sync(ctx, false, nil); err != nil && ctx.Err() == nil {
				s.log("the folder could not be looked through: " + err.Error())
			}
		},
	})
}

// watchFolders has the folders watched that a sync has read.
func (s *Source) watchFolders(ms mounts, found *scan) {
	if s.tree == nil {
		return
	}
	var folders []watch.Folder
	for _, r := range found.reports {
		for _, f := range r.Folders {
			folders = append(folders, watch.Folder{Path: f.Abs, Real: f.Real})
		}
	}
	for _, m := range ms {
		// Holds a vault's settings; walk does not read it.
		folders = append(folders, watch.Folder{Path: filepath.Join(m.Dir, ".obsidian"), Real: filepath.Join(m.real, ".obsidian")})
	}
	fresh := s.tree.Set(folders, len(found.files))
	var warnings []string
	if p := s.tree.Problem(); p != "" {
		warnings = []string{p}
	}
	s.status.setWarnings(aboutWatching, warnings)
	if fresh > 0 && len(folders) > 0 {
		// What was made after a folder was read and before it was watched.
		s.tree.Look()
	}
}

// wanted says whether the change of a file can matter: whether it is named like
// a note or decides what is one.
func (s *Source) wanted(path string) bool {
	if doc, m, ok := s.mounts.Load().doc(path); ok && changesRules(strings.TrimPrefix(doc, m.Prefix)) {
		return true
	}
	extensions := s.opts.Rules().Extensions
	for _, ext := range extensions {
		if n := len(path) - len(ext); n > 0 && strings.EqualFold(path[n:], ext) {
			return true
		}
	}
	return len(extensions) == 0
}

// enters says whether a folder that has appeared holds notes; it is unsure
// where a symbolic link is on the way.
func (s *Source) enters(dir string) (enter, unsure bool) {
	doc, m, ok := s.mounts.Load().doc(dir)
	if !ok {
		return false, false
	}
	_, found, err := walk.Find(m.Dir, s.opts.Rules(), strings.TrimPrefix(doc, m.Prefix))
	return found == walk.FoundFolder, err != nil || found == walk.FoundLink
}

// Settle brings the index up to date with all that was changed before the call.
// Where changes are watched it costs next to nothing; elsewhere all files are
// looked at.
func (v *View) Settle(ctx context.Context) error {
	s := v.src
	if s.tree != nil && s.complete.Load() {
		err := s.tree.Settle(ctx)
		if err == nil || ctx.Err() != nil {
			return err
		}
	}
	return v.Sync(ctx, false, nil)
}

// Watched says whether changes of files are noticed as they happen.
func (v *View) Watched() bool { return v.src.tree != nil && v.src.tree.Complete() }
