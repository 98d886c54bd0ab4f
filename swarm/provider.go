package swarm

import (
	"context"
	"time"
)

// ID names a provider as commands and JSON spell it: "byterover", "obsidian",
// "memory-wiki", "gbrain" or "local-markdown:NAME".
type ID string

// The kinds of provider. A kind is the part of an [ID] before the colon.
const (
	ByteRover     = "byterover"
	Obsidian      = "obsidian"
	MemoryWiki    = "memory-wiki"
	GBrain        = "gbrain"
	LocalMarkdown = "local-markdown"
)

// Kind is the part of the id before the first colon: "local-markdown" of
// "local-markdown:notes".
func (id ID) Kind() string {
	for i := range len(id) {
		if id[i] == ':' {
			return string(id[:i])
		}
	}
	return string(id)
}

// Info is what the coordinator knows of a provider without asking it.
type Info struct {
	ID    ID
	Label string // for people: the folder's or vault's name
	// Local providers read this machine's files only. Personal queries, and
	// anything derived from local notes or code, go to local providers alone.
	Local bool
	Root  string // absolute path of the folder read, "" when there is none
}

// Provider is one source of knowledge. Search, Health and Close may be called
// from several goroutines at once. Search must stop soon (milliseconds) after
// its context ends and must not keep the query.
type Provider interface {
	Info() Info
	Search(ctx context.Context, q *Query) (*Found, error)
	Health(ctx context.Context) Health
	Close() error
}

// Found is a provider's own ranking for one query.
type Found struct {
	Results []Result // best first, at most q.Candidates notes
	// Corpus holds the text statistics behind the results' Evidence; nil when
	// the provider has none (a remote database).
	Corpus *Corpus
	// Learner is set by providers whose results the fusion can learn from.
	Learner Learner
	// Indexing says that the index was still being built, so Results may lack
	// some notes.
	Indexing bool
	// Degraded says that the answer came from a lesser way of searching than
	// the one configured, and why; nil otherwise.
	Degraded *Error
	// Exclude says why the provider did not ask after all, when the query is
	// not one that it may answer; Skip says so when something else keeps it
	// from asking (a budget, a pause). There are no Results then.
	Exclude string
	Skip    *Error
	// CostCents is what the search cost, in US cents.
	CostCents float64
	// Weight multiplies the provider's weight for this answer, 0 < Weight <= 1;
	// 0 means 1.
	Weight float64
}

// Health is a provider's own view of its state.
type Health struct {
	State    State // StateOK, StateDegraded, StateFailed or StateSkipped
	Error    *Error
	Via      string // the way in which a provider that has several is reached, for people
	Indexing bool
	Notes    int
	Sections int
	// IndexBytes is the size of the index on disk, 0 when there is none.
	IndexBytes int64
	Indexed    time.Time // when the index last agreed with the files
	Skipped    []Skipped // files that were not read, with the reason
	// SkippedTotal counts all skipped files; Skipped may be a sample.
	SkippedTotal int
	Warnings     []string
}

// Skipped is one file that a provider did not read, or read only in part.
type Skipped struct {
	Path   string // relative to the provider's root, slash-separated
	Reason string // one sentence
}

// The abilities below are optional; a provider has one when it implements the
// interface.

// Syncer keeps an index and can bring it up to date with its files.
type Syncer interface {
	// Sync reconciles the index with the files. With full it rebuilds. It
	// reports progress (done and total notes; total 0 when not yet known).
	Sync(ctx context.Context, full bool, progress func(done, total int)) error
	// Ready is closed when a first complete index exists.
	Ready() <-chan struct{}
}

// Fetcher reads the whole text of a page that may have no file.
type Fetcher interface {
	Fetch(ctx context.Context, doc string) (text string, err error)
}

// Recenter lists the most recently changed notes, newest first.
type Recenter interface {
	Recent(ctx context.Context, n int) ([]Result, error)
}

// Relater finds the notes linked from and to a note.
type Relater interface {
	// Related returns neighbours of the documents in both directions with
	// [Result.Link] saying which link connects them. A document may also be
	// given as the absolute path of its file.
	Related(ctx context.Context, docs []string, n int) ([]Result, error)
}

// Expander extracts the terms by which a provider's results may widen another
// provider's query (enrichment).
type Expander interface {
	Expand(ctx context.Context, q *Query, found *Found) []WeightedTerm
}

// Knower answers what is known about an identifier or word of source code.
type Knower interface {
	// About returns the sections that are clearly about the subject, best
	// first, with the confidence in Result.Score (0 to 1); none when unsure.
	About(ctx context.Context, s Subject) ([]Result, error)
}

// Resolver finds the place a link in a note points to.
type Resolver interface {
	// ResolveLink resolves target (as written in the note at the absolute path
	// from, without brackets) and says whether it did.
	ResolveLink(ctx context.Context, from, target string) (Location, bool)
}

// Linker finds the links that a note is written with.
type Linker interface {
	// LinkAt finds the link that holds byte column col of a line (0-based) of
	// a note as it is on screen, and where it leads. ok is false when there is
	// no link or the note is none of the provider's; a link that leads nowhere
	// has a Target without location.
	LinkAt(ctx context.Context, note Buffer, line, col int, unsaved []Buffer) (link Link, ok bool)
}

// Link is a link in a note.
type Link struct {
	Line, Start, End int    // byte columns of the line, End exclusive
	Target           Result // the section, or the file that is no note
}

// Curator stores new knowledge.
type Curator interface {
	Target() Target
	Curate(ctx context.Context, c *Curation) (*Receipt, error)
}

// Changer is told that files may have changed (absolute paths), and brings the
// index up to date for exactly these before it returns.
type Changer interface {
	Changed(ctx context.Context, paths []string) error
}
