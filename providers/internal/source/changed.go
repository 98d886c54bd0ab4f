package source

import (
	"context"
	"path"
	"strings"

	"memswarm/providers/internal/index"
	"memswarm/providers/internal/walk"
)

// Changed brings the index up to date for exactly the files at the absolute
// paths: new, changed or gone. When it returns nil they are found, or not, as
// they are now. Paths of folders, of symbolic links and of the folder's own
// rules (.gitignore, a vault's settings) have the whole folder looked through.
func (s *Source) Changed(ctx context.Context, paths []string) error {
	ix, err := s.index(ctx)
	if err != nil {
		return err
	}
	ms := *s.mounts.Load()
	rules := s.opts.Rules()
	var tasks []task
	var gone []string
	for _, abs := range paths {
		doc, m, ok := ms.doc(abs)
		if !ok {
			continue
		}
		rel := strings.TrimPrefix(doc, m.Prefix)
		if changesRules(rel) {
			return s.Sync(ctx, false, nil)
		}
		entry, indexed := ix.Entry(doc)
		file, found, err := walk.Find(m.Dir, rules, rel)
		if err != nil {
			return s.Sync(ctx, false, nil) // says what is wrong with the folder
		}
		switch {
		case found == walk.FoundNote && indexed && entry.Size == file.Size && entry.ModTime.Equal(file.ModTime) && !s.racy.is(doc):
			// Somebody else, such as an editor, has told of it already.
		case found == walk.FoundNote && (s.opts.Exclude == nil || !s.opts.Exclude(rel)):
			tasks = append(tasks, task{listed: listed{doc: doc, file: file}, indexed: indexed})
		case found == walk.FoundLink, found == walk.FoundFolder:
			return s.Sync(ctx, false, nil)
		case indexed:
			gone = append(gone, doc)
		case found == walk.FoundNothing && s.anyBelow(doc):
			return s.Sync(ctx, false, nil)
		}
	}
	if len(tasks)+len(gone) == 0 {
		return nil
	}
	p := plan{total: len(tasks), tasks: tasks, gone: gone}
	return s.withIndex(ctx, func(*index.Index) error { return s.carryOut(ctx, p, nil) })
}

// changesRules says whether a file decides which files are notes.
func changesRules(rel string) bool {
	switch path.Base(rel) {
	case ".gitignore":
		return true
	case "app.json", "daily-notes.json", "templates.json":
		return path.Dir(rel) == ".obsidian"
	}
	return false
}

// anyBelow says whether notes are indexed below what was a folder.
func (s *Source) anyBelow(doc string) bool {
	for entry := range s.ix.Load().Entries() {
		if strings.HasPrefix(entry.Doc, doc+"/") {
			return true
		}
	}
	return false
}
