// Package memorywiki reads an OpenClaw Memory Wiki: the pages of its five
// folders with their claims, without the lists that its program makes from
// other pages. It needs none of the program's own caches.
package memorywiki

import (
	"memswarm/providers/internal/source"
	"memswarm/providers/internal/walk"
	"memswarm/swarm"
)

// version changes when the same file would be read otherwise than before.
const version = "memorywiki-1"

// Source describes the wiki whose vault is the absolute path vault.
func Source(vault, cacheDir string) source.Options {
	return source.Options{
		Kind:     swarm.MemoryWiki,
		Root:     vault,
		CacheDir: cacheDir,
		Version:  version,
		Rules: func() walk.Rules {
			return walk.Rules{Extensions: []string{".md"}, NoSymlinks: true, Ignore: outside}
		},
		Exclude:      func(rel string) bool { return kindOf(rel) == "" },
		Parse:        parse,
		KeywordsName: true,
	}
}

// outside are the wiki's folders that hold no pages, so that they are not even
// listed.
var outside = []string{"/_attachments/", "/_views/"}
