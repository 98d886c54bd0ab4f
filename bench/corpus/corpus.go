// Package corpus makes up a vault of notes of any size for benchmarks.
//
// The same Options always give the same files, byte for byte, on every
// platform: notes are planned by one generator and each is written by its own,
// seeded with the note's number, so the number of workers does not matter.
// Nothing in it is real text. What is realistic is its shape: Zipf distributed
// words with inflections, topics, several scripts, sections from a line to
// pages, power-law links, frontmatter in the shapes found in the wild.
package corpus

// Options says what to generate. The zero value of a field means its default.
type Options struct {
	Notes   int    // how many notes; default 6300, the size the product's targets are given for
	Seed    uint64 // default 1
	Queries int    // sample queries of each kind; default 40
	Workers int    // goroutines that write; default GOMAXPROCS; no influence on the result
}

// Stats says what was generated.
type Stats struct {
	Notes    int
	Bytes    int64
	Sections int            // headings, and the text before the first heading where there is some
	Links    int            // wikilinks, embeds not counted
	Code     int            // code fences
	Scripts  map[string]int // notes by language: en, de, fr, ru, zh, ja
	Queries  []Query
}

// Kind says how a sample query was made from its note.
type Kind string

// The kinds of sample query.
const (
	OneWord   Kind = "word"   // one word of a note, neither very common nor unique
	FiveWords Kind = "words"  // five content words of one note
	Title     Kind = "title"  // a note's whole title
	Typo      Kind = "typo"   // a title with one letter of a long word changed
	Prefix    Kind = "prefix" // a title whose last word is cut short, as while typing
)

// Kinds are all kinds in the order in which Stats.Queries holds them.
var Kinds = []Kind{OneWord, FiveWords, Title, Typo, Prefix}

// Query is a sample query and the note it was made from.
type Query struct {
	Kind Kind
	Text string
	Path string // slash-separated, relative to the vault
}

func (o Options) withDefaults() Options {
	if o.Notes <= 0 {
		o.Notes = 6300
	}
	if o.Seed == 0 {
		o.Seed = 1
	}
	if o.Queries <= 0 {
		o.Queries = 40
	}
	return o
}
