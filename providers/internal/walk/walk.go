package walk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
)

// Walk lists the note files below root, sorted by Rel as bytes, and calls each
// for every one. The error is that of root, of ctx, or of each.
//
// Folders are read in parallel, level by level, so that a walk that meets a
// limit meets it at the same place every time. Symbolic links are resolved
// last, so that a file has its own path rather than that of a link to it.
func Walk(ctx context.Context, root string, rules Rules, each func(File) error) (Report, error) {
	w, err := newWalker(root, rules)
	if err != nil {
		return Report{}, err
	}
	if err := w.run(ctx); err != nil {
		return Report{}, err
	}
	w.report.Files = len(w.files)
	w.report.finish(w.rules.MaxSkips)
	for i, f := range w.files {
		if i%256 == 0 && ctx.Err() != nil {
			return w.report, ctx.Err()
		}
		if err := each(f); err != nil {
			return w.report, err
		}
	}
	return w.report, nil
}

// walker holds one walk. Only the goroutine that called Walk writes it; those
// that read folders fill a listing each.
type walker struct {
	root, real string // as given, made absolute; links resolved
	rules      Rules
	match      matcher

	files   []File
	report  Report
	links   []link
	visited map[string]string // real path of a folder that was read → its Rel
	entries atomic.Int64
}

// dir is a folder to read.
type dir struct {
	rel, abs string
	real     string // abs without links on the way
	viaLink  bool
	depth    int
	git      *ignoreFile
}

// link is a symbolic link to look at when the rest has been read.
type link struct {
	rel, abs string
	parent   dir
}

func newWalker(root string, rules Rules) (*walker, error) {
	abs, err := filepath.Abs(root)
	if err != nil {
		return nil, fmt.Errorf("cannot make %s absolute: %w", root, err)
	}
	real, err := filepath.EvalSymlinks(abs)
	if err == nil {
		var info fs.FileInfo
		if info, err = os.Stat(real); err == nil && !info.IsDir() {
			return nil, fmt.Errorf("%s is not a folder: name the folder that holds the notes", root)
		}
	}
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("the folder %s does not exist: create it or correct the path (%w)", root, err)
		}
		return nil, fmt.Errorf("the folder %s cannot be read: %w", root, err)
	}
	w := &walker{root: abs, real: real, rules: rules.withDefaults(), visited: map[string]string{}}
	w.match = newMatcher(w.rules, &w.report)
	return w, nil
}

func (w *walker) run(ctx context.Context) error {
	start := dir{abs: w.root, real: w.real}
	if w.rules.Gitignore {
		start.git = repositoryIgnores(w.real)
	}
	level := []dir{start}
	for {
		if err := w.readLevels(ctx, level); err != nil {
			return err
		}
		if level = w.followLinks(); len(level) == 0 {
			break
		}
	}
	slices.SortFunc(w.files, func(a, b File) int { return strings.Compare(a.Rel, b.Rel) })
	return ctx.Err()
}

// readLevels reads the folders and all that is below them.
func (w *walker) readLevels(ctx context.Context, level []dir) error {
	for len(level) > 0 {
		listings := w.readAll(ctx, level)
		if err := ctx.Err(); err != nil {
			return err
		}
		var next []dir
		for i := range listings {
			l := &listings[i]
			if l.err != nil && level[i].rel == "" {
				return fmt.Errorf("the folder %s cannot be read: %w", w.root, l.err)
			}
			w.add(l)
			for _, d := range l.dirs {
				w.visited[d.real] = d.rel
				next = append(next, d)
			}
		}
		if w.full() && len(next) > 0 {
			w.report.Truncated = true
			for _, d := range next {
				w.report.skip(d.rel, ReasonTooMany, "The folder was not read: the limit on files or entries was reached.")
			}
			return nil
		}
		level = next
	}
	return nil
}

func (w *walker) full() bool {
	return len(w.files) >= w.rules.MaxFiles || w.entries.Load() >= int64(w.rules.MaxEntries)
}

func (w *walker) add(l *listing) {
	w.report.Dirs++
	w.report.Entries += l.report.Entries
	w.report.Truncated = w.report.Truncated || l.report.Truncated
	w.report.Skipped = append(w.report.Skipped, l.report.Skipped...)
	for r, n := range l.report.Counts {
		if w.report.Counts == nil {
			w.report.Counts = map[Reason]int{}
		}
		w.report.Counts[r] += n
	}
	w.links = append(w.links, l.links...)
	for _, f := range l.files {
		w.addFile(f)
	}
}

func (w *walker) addFile(f File) {
	if len(w.files) >= w.rules.MaxFiles {
		w.report.Truncated = true
		w.report.skip(f.Rel, ReasonTooMany, fmt.Sprintf("Left out: the folder holds more than %d notes.", w.rules.MaxFiles))
		return
	}
	w.files = append(w.files, f)
}
