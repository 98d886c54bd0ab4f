// Package localmarkdown reads a folder of markdown notes that belongs to no
// program.
package localmarkdown

import (
	"fmt"

	"memswarm/providers/internal/markdown"
	"memswarm/providers/internal/source"
	"memswarm/providers/internal/walk"
	"memswarm/swarm"
)

// version changes when the same file would be read otherwise than before.
const version = "localmarkdown-1"

// Source describes the folder at the absolute path root. With gitignore it is
// taken for a folder of source code: .gitignore files are respected, and
// folders of dependencies and builds are left out.
func Source(root, cacheDir string, gitignore bool) source.Options {
	return source.Options{
		Kind:     swarm.LocalMarkdown,
		Root:     root,
		CacheDir: cacheDir,
		Version:  fmt.Sprintf("%s gitignore=%t", version, gitignore),
		Rules:    func() walk.Rules { return rules(gitignore) },
		Parse:    parse,
	}
}

func rules(gitignore bool) walk.Rules {
	r := walk.Rules{Extensions: walk.NoteExtensions, SkipDirs: noteDirs, Gitignore: gitignore}
	if gitignore {
		r.SkipDirs = walk.CodeDirs
	}
	return r
}

// noteDirs are left out of every folder: no person keeps notes in folders of
// these names, while "build" or "vendor" may be a subject.
var noteDirs = append([]string{
	"bower_components", "jspm_packages", "site-packages", "__pycache__", "Pods", "DerivedData", "elm-stuff",
}, walk.VaultDirs...)

func parse(f *source.File) (*source.Page, string) {
	return &source.Page{Note: markdown.Parse(f.Data, markdown.Options{})}, ""
}
