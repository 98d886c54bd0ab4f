package markdown

import "time"

// Where a note's title comes from.
const (
	TitleFromFrontmatter = "frontmatter"
	TitleFromHeading     = "heading"
	TitleFromNone        = "none"
)

// Note is what one file says.
type Note struct {
	// Title is the frontmatter's title, else the first level-1 heading, else
	// "": the caller falls back to the file's name.
	Title     string
	TitleLine int    // 0-based line of the title; 0 when there is none
	TitleFrom string // TitleFromFrontmatter, TitleFromHeading or TitleFromNone

	// Aliases, Tags and Keywords hold no duplicates (by Fold) and no blanks, in
	// order of appearance. Tags have no '#'; nested tags are kept as a/b; they
	// come from the frontmatter and from the text.
	Aliases, Tags, Keywords []string

	Summary string

	// Created and Updated come from the frontmatter and are zero when absent. A
	// date without a zone is in UTC.
	Created, Updated time.Time

	// Frontmatter holds strings, bools, float64s, ints, time.Times, nil,
	// []any and map[string]any. It is nil when there is none. When the block is
	// broken it holds what a line scanner could save and Problems says so.
	Frontmatter map[string]any

	// Sections are in file order. The part before the first heading is a
	// section of level 0, left out when it holds no text.
	Sections []Section
	Links    []Link
	Blocks   map[string]int // block id without '^' → 0-based line
	Problems []Problem
}

// Section is a heading with the text up to the next heading of any level.
type Section struct {
	Heading string   // plain text; "" before the first heading
	Level   int      // 1 to 6; 0 before the first heading
	Path    []string // headings from the outermost to this one, without a level-1 heading that equals the note's title
	Anchor  string   // Anchor(Heading), with -2, -3… when repeated; "" before the first heading

	// Start and End are 0-based lines of the section with its heading, End
	// exclusive. TextStart is the line on which Text begins, End when Text is "".
	Start, End, TextStart int

	// Text is the passage as a person reads it: without the heading, comments,
	// skipped blocks, HTML tags, link destinations and emphasis marks; list
	// markers, table bars, code and the backticks of code spans are kept. Always
	// valid UTF-8.
	Text string

	// Code are the parts of Text that are code, in order: the insides of code
	// spans (without backticks) and the lines of code blocks.
	Code []Span

	Tags []string // tags in the heading and the text
}

// Span is a range of bytes, End exclusive.
type Span struct {
	Start, End int
	Block      bool // a code block, not a code span
}

// LinkKind says how a link is written.
type LinkKind string

// The kinds of links.
const (
	LinkWiki     LinkKind = "wikilink" // [[Note#Heading|alias]]
	LinkEmbed    LinkKind = "embed"    // ![[Note]] or ![alt](image.png)
	LinkMarkdown LinkKind = "markdown" // [text](note.md#heading)
	LinkRelation LinkKind = "relation" // @domain/topic/file.md
)

// Link leads to another note or a part of this one. Links with a URL scheme
// are not notes and are left out.
type Link struct {
	Kind LinkKind
	// Target is the note as written, percent-decoded in markdown links; "" for
	// a link within the note.
	Target  string
	Heading string // after '#'; nested headings are joined by '#'
	Block   string // after '#^'
	Alias   string // shown text, if it differs

	// Line is 0-based; StartCol and EndCol are byte columns in that line, EndCol
	// exclusive (the end of the line for a link that goes on in the next). A
	// byte order mark at the start of the file is not counted.
	Line, StartCol, EndCol int

	Section int // index into Note.Sections, -1 in the frontmatter or in no section
}

// Problem codes.
const (
	ProblemBinary      = "binary"               // not text; the note has no sections
	ProblemTooLarge    = "too-large"            // over 1 GiB; the note has no sections
	ProblemEncoding    = "encoding"             // invalid UTF-8, replaced by U+FFFD
	ProblemFrontmatter = "frontmatter-invalid"  // not valid YAML or TOML; read line by line
	ProblemUnclosed    = "frontmatter-unclosed" // no closing line; read as far as it looks like frontmatter
	ProblemDuplicate   = "frontmatter-duplicate-key"
	ProblemDate        = "frontmatter-date"    // a date that could not be read
	ProblemBlock       = "block-unclosed"      // a generated block without its end; kept as text
	ProblemFormat      = "format"              // HTML topic, canvas or drawing that is not what it should be
	ProblemCompressed  = "drawing-compressed"  // a compressed drawing; its text elements are read where stored apart
	ProblemIncomplete  = "frontmatter-too-big" // an alias bomb or very deep nesting
)

// Problem is something in the file that could not be read as meant.
type Problem struct {
	Line    int // 0-based
	Code    string
	Message string // a sentence
}

// Options say how a note is read. The zero value suits any folder of notes.
type Options struct {
	// Relations takes @domain/topic/file.md in the text and the entries of the
	// frontmatter's `related` as links (ByteRover).
	Relations bool

	// SkipBlock leaves out what stands between <!-- NAME:start --> and
	// <!-- NAME:end --> when it says so for NAME. See MemoryWikiGenerated.
	SkipBlock func(name string) bool

	// StrictFrontmatter takes only a closed block that is a valid YAML mapping:
	// a broken block is not searched for values, its text is left out all the
	// same.
	StrictFrontmatter bool
}
