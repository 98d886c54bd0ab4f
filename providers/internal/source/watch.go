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
	if s.opts.Watcher == nil || s.opts.Unwatched {
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

// pass begins a look through the folders in which they are watched; nil when
// nothing is.
func (s *Source) pass(ms mounts) *watch.Pass {
	if s.tree == nil {
		return nil
	}
	p := s.tree.Begin(watch.Folder{Path: ms[0].Dir, Real: ms[0].real})
	for _, m := range ms {
		// Holds a vault's settings; walk does not read it.
		p.Enter(watch.Folder{Path: filepath.Join(m.Dir, ".obsidian"), Real: filepath.Join(m.real, ".obsidian")})
	}
	return p
}

// passed ends a look.
func (s *Source) passed(p *watch.Pass, found *scan) {
	if p == nil {
		return
	}
	p.End(found != nil && !found.away, found.count())
	var warnings []string
	if problem := s.tree.Problem(); problem != "" {
		warnings = []string{problem}
	}
	s.status.setWarnings(aboutWatching, warnings)
}

func (sc *scan) count() int {
	if sc == nil {
		return 0
	}
	return len(sc.files)
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
	if s.tree != nil && s.complete.Load() && s.sound() {
		if !s.tree.Complete() {
			// A first look, which began a moment ago, need not be taken twice:
			// what changed since it began has been told.
			if err := s.flights.wait(ctx); err != nil {
				return err
			}
		}
		err := s.tree.Settle(ctx)
		if err == nil || ctx.Err() != nil {
			return err
		}
	}
	return v.Sync(ctx, false, nil)
}

// Watched says whether changes of files are noticed as they happen, so that
// looking for them is seldom of use.
func (v *View) Watched() bool { return v.src.tree != nil && v.src.tree.Complete() && v.src.sound() }

// WatchProblem says why changes of files are not noticed as they happen, and
// what helps; "" when they are, or when nothing helps.
func (v *View) WatchProblem() string {
	if v.src.tree == nil {
		return ""
	}
	return v.src.tree.Problem()
}
