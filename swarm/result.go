package swarm

import "time"

// Ref names a section of a document for good: it survives re-indexing.
type Ref struct {
	Provider ID
	Doc      string // path relative to the provider's root, slash-separated, or a slug
	Anchor   string // of the section; "" for the part before the first heading
}

// String is the id of the contract: "obsidian:Auth/Tokens.md#rotation".
func (r Ref) String() string {
	s := string(r.Provider) + ":" + r.Doc
	if r.Anchor != "" {
		s += "#" + r.Anchor
	}
	return s
}

// MatchType says how a result was found.
type MatchType string

// The match types. Only keyword, title and fuzzy hits share words with the
// query; the others are never judged by the words they share.
const (
	MatchKeyword  MatchType = "keyword"
	MatchTitle    MatchType = "title"    // the whole title, an alias or the file name is the query
	MatchFuzzy    MatchType = "fuzzy"    // found by prefix or spelling
	MatchLink     MatchType = "graph"    // a neighbour of a hit, by a link
	MatchDate     MatchType = "temporal" // by its date
	MatchSemantic MatchType = "semantic" // by vectors
	MatchEnriched MatchType = "enriched" // by terms from another provider
)

// Lexical says whether hits of this type share words with the query.
func (m MatchType) Lexical() bool {
	return m == MatchKeyword || m == MatchTitle || m == MatchFuzzy || m == ""
}

// Location is a place in a file.
type Location struct {
	Path string // absolute, as on disk; "" in a page that has no file
	// StartLine and EndLine are 0-based; EndLine is exclusive.
	StartLine, EndLine int
}

// Span is a range of bytes in a text, End exclusive.
type Span struct{ Start, End int }

// Result is one section as a provider returns it.
type Result struct {
	Ref        Ref
	Title      string   // the section's heading, or the note's title for the part before the first heading
	Note       string   // the note's title
	Breadcrumb []string // the note's folders and title and the headings down to the section
	Aliases    []string
	Tags       []string
	Excerpt    string // the passage around the match, as text
	Matches    []Span // matched words in Excerpt
	Location   *Location
	Modified   time.Time // the best known date of the knowledge
	Created    time.Time
	Source     string // what metadata.source says: the path relative to the root
	NoteKind   string // entity, concept, summary, daily …; "" when none
	Match      MatchType
	Score      float64 // the provider's own, comparable within one answer only
	Evidence   *Evidence
	// Link names the note and link that connect a MatchLink hit to its origin.
	Link string
	// Because lists the enrichment terms that found or lifted the result.
	Because []string

	// Identity, for merging copies reached through several providers.
	NoteHash    uint64 // of the note's whole content, 0 when unknown
	SectionHash uint64 // of the section's text with blanks collapsed
	Words       int    // words in the section
}

// Hit is a fused result.
type Hit struct {
	Result
	Total         float64 // the fused score
	Contributions []Contribution
	AlsoIn        []Ref
	MoreInNote    int // further matching sections of the note that are not shown
}

// Contribution is one list's share of a hit's score.
type Contribution struct {
	List   string // a provider's id, "joint", "obsidian:graph", …
	Rank   int    // 1-based
	Weight float64
	Score  float64
}
