// Package obsidian reads an Obsidian vault: notes, canvases and drawings, with
// the vault's own settings for what is excluded and where daily notes,
// templates and attachments lie. It never writes.
package obsidian

import (
	"strings"
	"sync/atomic"

	"memswarm/providers/internal/source"
	"memswarm/providers/internal/walk"
	"memswarm/swarm"
)

// version changes when the same file would be read otherwise than before.
const version = "obsidian-1"

// extensions of what is read: notes, canvases and drawings.
var extensions = []string{".md", ".markdown", ".canvas", ".excalidraw"}

// vault is a vault with its settings, which are read again before each sync.
type vault struct {
	root     string
	settings atomic.Pointer[settings]
}

// Source describes the vault at the absolute path root. The ignore patterns
// are globs over paths relative to the vault; one without a slash matches a
// file or folder of that name anywhere.
func Source(root, cacheDir string, ignore []string) source.Options {
	v := &vault{root: root}
	v.settings.Store(readSettings(root))
	rules := walk.Rules{
		Extensions: extensions,
		SkipDirs:   walk.VaultDirs,
		// ByteRover's own reader leaves out every folder called templates.
		Ignore: append([]string{"[tT]emplates/"}, ignore...),
	}
	return source.Options{
		Kind:     swarm.Obsidian,
		Root:     root,
		CacheDir: cacheDir,
		Version:  version + " " + strings.Join(ignore, "\x00"),
		Refresh: func() []string {
			s := readSettings(root)
			v.settings.Store(s)
			return s.warnings
		},
		Rules: func() walk.Rules { return rules },
		Exclude: func(rel string) bool {
			s := v.settings.Load()
			return s.excludes(rel) || s.template(rel)
		},
		Parse:       v.parse,
		Attachments: func() string { return v.settings.Load().attachments },
	}
}
