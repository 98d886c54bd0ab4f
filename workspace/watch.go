package workspace

import (
	"context"
	"path/filepath"
	"time"

	"memswarm/providers"
	"memswarm/swarm"
)

// How often what cannot be noticed as it happens is looked for.
const (
	tendEvery      = 15 * time.Second
	lookUnwatched  = 30 * time.Second // between looks at all files of a folder that is not watched whole
	lookWatched    = 10 * time.Minute // and of one that is: watching may miss what nobody thought of
	configDebounce = 100 * time.Millisecond
)

// tend looks after all open folders until ctx ends.
func (h *Host) tend(ctx context.Context) {
	ticker := time.NewTicker(tendEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		for _, f := range h.all() {
			f.checkConfig()
			if f.sync.due(f.lookAfter(lookUnwatched)) {
				f.sync.start()
			}
		}
	}
}

// lookAfter is how long after a look the files are looked at again: unwatched
// where changes cannot be noticed as they happen, and what the configuration
// says where the user wants that.
func (f *Folder) lookAfter(unwatched time.Duration) time.Duration {
	switch {
	case f.Watched():
		return lookWatched
	case f.unwatched():
		return max(f.cfg.Performance.IndexCacheTTL, unwatched)
	}
	return unwatched
}

// unwatched says whether the user wants changes of some notes not to be watched.
func (f *Folder) unwatched() bool {
	for _, p := range f.opened {
		switch p.Info().ID.Kind() {
		case swarm.Obsidian:
			if !f.cfg.Providers.Obsidian.WatchForChanges {
				return true
			}
		case swarm.LocalMarkdown:
			if !f.cfg.Providers.LocalMarkdown.WatchForChanges {
				return true
			}
		}
	}
	return false
}

// lookFirst says whether the files are to be looked at before every query.
func (f *Folder) lookFirst() bool { return f.cfg.Performance.IndexCacheTTL == 0 && f.unwatched() }

// Watched says whether changes of all notes are noticed as they happen.
func (f *Folder) Watched() bool {
	for _, p := range f.opened {
		if _, ok := p.(swarm.Syncer); !ok {
			continue
		}
		if w, ok := p.(interface{ Watched() bool }); !ok || !w.Watched() {
			return false
		}
	}
	return true
}

// Settle brings the indexes up to date with all that was changed before the
// call. What goes wrong shows in the answer.
func (f *Folder) Settle(ctx context.Context) {
	done := make(chan struct{})
	n := 0
	for _, p := range f.opened {
		s, ok := p.(interface{ Settle(context.Context) error })
		if !ok {
			continue
		}
		n++
		go func() {
			defer func() { done <- struct{}{} }()
			if err := s.Settle(ctx); err != nil && ctx.Err() == nil {
				f.log.Info("bringing an index up to date", "provider", p.Info().ID, "err", err)
			}
		}()
	}
	for range n {
		<-done
	}
}

// Stale is closed when the configuration on disk is no longer the one that the
// folder was made from: opening the spec again gives another folder.
func (f *Folder) Stale() <-chan struct{} {
	f.staleMu.Lock()
	defer f.staleMu.Unlock()
	return f.stale
}

func (f *Folder) isStale() bool {
	select {
	case <-f.Stale():
		return true
	default:
		return false
	}
}

// renew is called when the folder was found to fit the configuration on disk.
func (f *Folder) renew() {
	f.staleMu.Lock()
	defer f.staleMu.Unlock()
	select {
	case <-f.stale: // it was changed and changed back
		f.stale = make(chan struct{})
	default:
	}
}

// checkConfig reads the configuration again and closes Stale when it differs.
func (f *Folder) checkConfig() {
	if _, key := f.good.read(f.spec); key == f.key {
		return
	}
	f.staleMu.Lock()
	defer f.staleMu.Unlock()
	select {
	case <-f.stale:
	default:
		f.log.Info("the configuration has changed", "dir", f.Dir())
		close(f.stale)
	}
}

// watchConfig has changes of the configuration noticed as they happen. The
// folders on the way to each file are watched, too, since the file may not exist
// yet.
func (f *Folder) watchConfig(h *Host) {
	if h.pool.Watcher == nil {
		return
	}
	names := map[string]bool{}
	var folders []providers.WatchFolder
	add := func(dir string) {
		folder := providers.WatchFolder{Path: dir, Real: dir}
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			folder.Real = real
		}
		folders = append(folders, folder)
	}
	ws := f.cfg.Workspace
	for _, file := range []string{ws.File, filepath.Join(f.spec.Dir, ".brv", "swarm", "config.yaml"), ws.UserFile, f.spec.ConfigFile} {
		if file == "" {
			continue
		}
		depth := 3 // the folder, .brv and swarm
		if file == f.spec.ConfigFile {
			depth = 1
		} else if file == ws.UserFile {
			depth = 2
		}
		for range depth {
			names[file] = true
			file = filepath.Dir(file)
			add(file)
		}
	}
	tree := h.pool.Watcher.Tree(providers.WatchOption{
		Debounce:  configDebounce,
		Wanted:    func(path string) bool { return names[path] },
		Enter:     func(dir string) (bool, bool) { return names[dir], false },
		Changed:   func(context.Context, []string) { f.checkConfig() },
		Reconcile: func(context.Context) { f.checkConfig() },
	})
	tree.Set(folders)
	f.checkConfig() // what changed before it was watched
	f.treeMu.Lock()
	defer f.treeMu.Unlock()
	if f.ended {
		tree.Close()
		return
	}
	f.configTree = tree
}

// WatchProblem says why changes of notes are not noticed as they happen, and
// what the user can do about it; "" when they are, or when nothing can be done.
func (f *Folder) WatchProblem() string {
	for _, p := range f.opened {
		if w, ok := p.(interface{ WatchProblem() string }); ok {
			if problem := w.WatchProblem(); problem != "" {
				return problem
			}
		}
	}
	return ""
}
