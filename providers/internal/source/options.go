package source

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"time"

	"memswarm/providers/internal/markdown"
	"memswarm/providers/internal/walk"
	"memswarm/providers/internal/watch"
)

// Options describe a folder of notes.
type Options struct {
	Kind     string // of the provider, such as swarm.Obsidian
	Root     string // absolute
	CacheDir string // index folders are made in it, each private to the user

	// Version names everything that decides which files are read and how: two
	// sources with equal Kind, Root and Version read the same documents.
	Version string
	// Refresh reads the folder's own settings again; it is called before each
	// sync. Warnings are about these settings. Nil when there are none.
	Refresh func() (warnings []string)
	// Rules say which files are notes.
	Rules func() walk.Rules
	// Exclude leaves out further files by their path relative to the folder;
	// nil leaves out none.
	Exclude func(rel string) bool
	// Parse reads a file as its program does.
	Parse Parse
	// Shared lists further folders, asked after Refresh; nil for none.
	Shared func() []Mount
	// KeywordsName says that links may name a note by one of its keywords (ids).
	KeywordsName bool
	// Unwatched says that the user wants no changes of files noticed.
	Unwatched bool
	// Watcher tells of changed files while the source is open; nil does without.
	Watcher *watch.Watcher
	// Debounce is how long a file that keeps changing must rest before it is
	// read again.
	Debounce time.Duration
	// Log is told in one line each about what goes wrong beside; may be nil.
	Log func(string)

	// Attachments gives the folder in which a note's attachments lie, relative
	// to the root ("./…" counts from the note); nil for the note's own.
	Attachments func() string
}

// File is a file to be read as a note.
type File struct {
	Doc     string // the document's name
	Rel     string // path relative to the folder it was found in, slash-separated
	Data    []byte
	ModTime time.Time
}

// Page is a file as its program understands it.
type Page struct {
	Note *markdown.Note
	Kind string // what [swarm.Result.NoteKind] says
	// Modified and Created are the best dates the content gives; zero when it
	// gives none, and the file's own then counts.
	Modified, Created time.Time
	// Weight is a gentle prior, 0.5 to 1.5; 0 means 1.
	Weight float64
}

// Parse reads a file. A file that is no note gives no page, and the reason as a
// sentence when a person should know it.
type Parse func(f *File) (page *Page, skipped string)

// Key names the source: equal keys read the same documents.
func (o *Options) Key() string {
	root := o.Root
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%s", root, o.Kind, o.Version))
	return hex.EncodeToString(sum[:12])
}
