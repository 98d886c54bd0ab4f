package walk

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// File is a note file.
type File struct {
	Rel     string // path below the root, slash-separated, its bytes as on disk
	Abs     string // the same as the system writes it
	Real    string // where a symbolic link on the way leads; "" without one
	Size    int64  // bytes
	ModTime time.Time
}

// Folder is a folder that is read.
type Folder struct {
	Abs  string // below the root as that was given
	Real string // without symbolic links on the way
}

// Reason is why a file or folder was left out.
type Reason string

// The reasons.
const (
	ReasonExtension  Reason = "extension"        // counted, not listed
	ReasonSkipDir    Reason = "dependency"       // a folder of Rules.SkipDirs
	ReasonHidden     Reason = "hidden"           // begins with a dot
	ReasonIgnored    Reason = "ignored"          // Rules.Ignore
	ReasonGitignore  Reason = "gitignore"        // a .gitignore
	ReasonDangling   Reason = "link-dangling"    // a link to nothing
	ReasonOutside    Reason = "link-outside"     // a link that leaves the root
	ReasonLoop       Reason = "link-loop"        // a link to a folder that holds it, or links in a circle
	ReasonDuplicate  Reason = "link-duplicate"   // a link to what is listed already
	ReasonLink       Reason = "link"             // Rules.NoSymlinks
	ReasonIrregular  Reason = "not-regular"      // a pipe, socket or device
	ReasonUnreadable Reason = "unreadable"       // no permission, or a failing disk
	ReasonVanished   Reason = "vanished"         // gone before it was read
	ReasonTooLarge   Reason = "too-large"        // over Rules.MaxFileSize
	ReasonTooDeep    Reason = "too-deep"         // below Rules.MaxDepth
	ReasonTooMany    Reason = "too-many"         // after Rules.MaxFiles or MaxEntries
	ReasonPattern    Reason = "bad-pattern"      // a pattern in Rules.Ignore that is no glob
	ReasonGitPattern Reason = "gitignore-broken" // a .gitignore that cannot be read
)

// Skip is something that was left out.
type Skip struct {
	Rel     string // "" for the root or a rule
	Reason  Reason
	Message string // a sentence
}

// Report says what a walk saw.
type Report struct {
	Files, Dirs, Entries int // notes found; folders read; entries looked at

	Skipped []Skip         // sorted by path, the first Rules.MaxSkips
	Counts  map[Reason]int // all that was left out
	// Truncated is set when a limit ended the walk: there can be notes that are
	// neither listed nor counted.
	Truncated bool
}

func (r *Report) skip(rel string, reason Reason, message string) {
	r.count(reason)
	r.Skipped = append(r.Skipped, Skip{rel, reason, message})
}

func (r *Report) count(reason Reason) {
	if r.Counts == nil {
		r.Counts = map[Reason]int{}
	}
	r.Counts[reason]++
}

// finish sorts and caps what was left out.
func (r *Report) finish(max int) {
	slices.SortFunc(r.Skipped, func(a, b Skip) int {
		return cmp.Or(strings.Compare(a.Rel, b.Rel), cmp.Compare(a.Reason, b.Reason))
	})
	if len(r.Skipped) > max {
		r.Skipped = slices.Clip(r.Skipped[:max])
	}
}
