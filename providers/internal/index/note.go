package index

import "time"

// Note is what the index is given to know about a document.
type Note struct {
	// Doc is the note's id: its path relative to the source's root, with
	// slashes.
	Doc      string
	Title    string // falls back to the file's name without its extension
	Aliases  []string
	Tags     []string // without '#'
	Keywords []string
	Summary  string // searched like keywords, shown nowhere
	Kind     string // entity, concept, daily …; "" when none

	Size    int64     // of the file, bytes
	ModTime time.Time // of the file
	Hash    uint64    // of the file's content; 0 when unknown

	// Created and Updated are the dates of the knowledge; zero when unknown.
	// Updated falls back to ModTime.
	Created, Updated time.Time

	Lang    string   // ISO 639-1; "" has it detected
	Links   []string // targets as written, without brackets
	Problem string   // why the note could be read only in part; "" when whole
	// Weight is a gentle prior that multiplies the score; 0 means 1.
	Weight float64

	Sections []Section // in file order
}

// Section is a heading with the text up to the next heading.
type Section struct {
	Anchor  string   // "" for the part before the first heading
	Heading string   // "" for the part before the first heading
	Path    []string // headings from the outermost to this one
	// Start and End are lines of the file, 0-based, End exclusive. TextStart is
	// the line that Text begins on.
	Start, End, TextStart int
	Text                  string
	Tags                  []string // count as tags of the note
}

// Entry is what the catalog knows of a note without reading its record: enough
// to see whether the file has changed.
type Entry struct {
	Doc      string
	Size     int64
	ModTime  time.Time
	Hash     uint64
	Sections int
}
