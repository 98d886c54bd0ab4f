package walk

// Rules say which files of a folder are notes. The zero value takes every
// regular file outside hidden folders.
type Rules struct {
	// Extensions are file name endings with their dot, matched in any case; none
	// means every file.
	Extensions []string

	// Ignore are doublestar globs on the slash-separated path below the root. A
	// pattern without a slash matches a file or folder of that name at any
	// depth; one that ends with a slash matches folders only. Both normal forms
	// of an accent match each other.
	Ignore []string

	// SkipDirs are exact names of folders that are never entered, such as
	// CodeDirs or VaultDirs.
	SkipDirs []string

	Hidden     bool // take files and folders whose name begins with a dot
	Gitignore  bool // respect .gitignore, those above the root in its repository, and .git/info/exclude
	NoSymlinks bool // report symbolic links instead of following those that stay inside the root

	// Entering, when set, is called before a folder is read, from several
	// goroutines.
	Entering func(Folder)

	// Limits; 0 stands for the default, a negative number for none.
	MaxFiles    int   // DefaultMaxFiles
	MaxEntries  int   // DefaultMaxEntries; files and folders looked at
	MaxDepth    int   // DefaultMaxDepth; folders below the root
	MaxFileSize int64 // DefaultMaxFileSize, in bytes
	MaxSkips    int   // DefaultMaxSkips; entries in Report.Skipped
}

// Default limits.
const (
	DefaultMaxFiles    = 200_000
	DefaultMaxEntries  = 2_000_000
	DefaultMaxDepth    = 200
	DefaultMaxFileSize = 32 << 20
	DefaultMaxSkips    = 1000
)

// NoteExtensions are the endings of markdown files.
var NoteExtensions = []string{".md", ".markdown", ".mdx"}

// VaultDirs are folders of a vault of notes that hold none.
var VaultDirs = []string{".git", ".hg", ".svn", ".obsidian", ".trash", "node_modules"}

// CodeDirs are folders of a source tree that hold dependencies, builds and
// caches, not the developer's own notes.
var CodeDirs = []string{
	".git", ".hg", ".svn", ".obsidian", ".trash", "node_modules", "bower_components", "jspm_packages",
	"vendor", "target", "dist", "build", "out", "__pycache__", ".venv", "venv", "site-packages", ".tox",
	".mypy_cache", ".pytest_cache", ".ruff_cache", ".cache", ".gradle", ".idea", ".vscode", ".next", ".nuxt",
	".terraform", "Pods", "DerivedData", "_build", "deps",
}

func (r Rules) withDefaults() Rules {
	set := func(n *int, def int) {
		switch {
		case *n == 0:
			*n = def
		case *n < 0:
			*n = int(^uint(0) >> 1)
		}
	}
	set(&r.MaxFiles, DefaultMaxFiles)
	set(&r.MaxEntries, DefaultMaxEntries)
	set(&r.MaxDepth, DefaultMaxDepth)
	set(&r.MaxSkips, DefaultMaxSkips)
	switch {
	case r.MaxFileSize == 0:
		r.MaxFileSize = DefaultMaxFileSize
	case r.MaxFileSize < 0:
		r.MaxFileSize = 1<<63 - 1
	}
	return r
}
