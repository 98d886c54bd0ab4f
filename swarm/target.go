package swarm

import "time"

// ContentType says what kind of knowledge is stored; it decides the target.
type ContentType string

// The content types.
const (
	Entity  ContentType = "entity"
	Note    ContentType = "note"
	General ContentType = "general"
)

// Target is a provider seen as a place to write.
type Target struct {
	ID       ID            `json:"id"`
	Label    string        `json:"label"`
	Accepts  []ContentType `json:"accepts"`
	Writable bool          `json:"writable"`
	Reason   string        `json:"reason,omitempty"` // why it is closed
}

// Origin says where a curated passage came from.
type Origin struct {
	Path               string // absolute
	StartLine, EndLine int    // 0-based, EndLine exclusive
	Language           string
	Symbol             string // the enclosing symbol
	Repository         string // root of the repository, "" when none
	Relative           string // Path relative to Repository
	Commit             string
	Permalink          string
}

// Curation is a passage to store.
type Curation struct {
	Content  string
	Title    string // "" to derive one
	Type     ContentType
	Origin   *Origin
	AppendTo string // a Ref as string: append to this note instead
	DryRun   bool
	Now      time.Time
}

// Receipt says what was stored, or with DryRun what would be.
type Receipt struct {
	Provider ID
	Ref      string
	Path     string // absolute, "" when there is no file
	Text     string // the whole file as written
	Undo     string // a token for taking it back, "" when it cannot be
	Warnings []string
	Fallback bool
}
