package swarm

import "time"

// Kind is the type of a query; it decides which providers are asked and what
// is preferred.
type Kind string

// The four kinds of query.
const (
	Factual    Kind = "factual"
	Temporal   Kind = "temporal"
	Relational Kind = "relational"
	Personal   Kind = "personal"
)

// MinCandidates is how many notes each provider is asked for at least: fewer,
// and the joint ranking would lack notes that a small provider ranked low.
const MinCandidates = 100

// Query is a question, parsed once and then only read.
type Query struct {
	Text  string // as the user typed it
	Words string // Text without operators: what is searched for
	Kind  Kind
	Limit int // results wanted after fusion; 0 takes the configured default
	// Candidates is how many notes each provider returns at most, at least
	// MinCandidates.
	Candidates int
	// Prefix says that the last word may be unfinished (as-you-type).
	Prefix bool
	// Unasked says that nobody typed the words: they are those around a cursor.
	// They are not corrected, and nothing is learnt from the answer.
	Unasked bool

	// Operators typed by the user. All are optional.
	Phrases []string // must stand in the section, word for word
	Exclude []string // -word: sections with it are dropped
	Tags    []string // tag: sections of notes that carry all of them
	Paths   []string // path: substrings of the document's path
	Titles  []string // title: words of the note's title or aliases

	Providers []ID   // asked for by name; empty means all
	Scope     string // a path (relative to a provider's root, or absolute) that results must lie under
	Local     bool   // only local providers

	// Since and Until bound the time of the knowledge, Until exclusive; zero
	// means unbounded. SoftTime says they are a preference, not a filter.
	Since, Until time.Time
	SoftTime     bool
	Now          time.Time // in the user's time zone

	// Subject is what a relational query starts from ("related to X").
	Subject string

	// Expand widens the words (enrichment, code around the cursor) without
	// displacing them.
	Expand []WeightedTerm

	// Unsaved holds the notes that are open and changed in the asking editor;
	// they mask the files of the same path, for this query only.
	Unsaved []Buffer
}

// WeightedTerm is a word with a weight relative to the query's own words (1).
type WeightedTerm struct {
	Term   string
	Weight float64 // 0 < Weight <= 1
	From   ID      // the provider whose results it came from
}

// Buffer is the text of an open, unsaved note.
type Buffer struct {
	Path    string // absolute
	Text    string
	Version int32 // of the editor's document; a changed text has a changed version
}

// Subject is what a hover asks about.
type Subject struct {
	Word     string // the identifier or word under the cursor, as written
	Language string // the editor's language id
	Path     string // absolute path of the source file
	Line     string // the source line, for context
	Limit    int
	Unsaved  []Buffer
}
