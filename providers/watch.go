package providers

import (
	"path/filepath"

	"memswarm/providers/internal/watch"
)

// Watcher tells of changed files; one serves a whole process. The types beside
// it are what a caller needs to watch folders of its own.
type (
	Watcher     = watch.Watcher
	WatchTree   = watch.Tree
	WatchFolder = watch.Folder
	WatchOption = watch.Options
)

// NewWatcher returns a Watcher for a Pool whose indexes are in cacheDir, the
// default when "".
func NewWatcher(cacheDir string) *Watcher {
	if cacheDir == "" {
		cacheDir = CacheDir()
	}
	if cacheDir == "" {
		return watch.New("")
	}
	return watch.New(filepath.Join(cacheDir, ".watch"))
}
