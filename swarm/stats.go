package swarm

// Field numbers the parts of a note that are weighted apart.
type Field int

// The fields of a note.
const (
	FieldTitle   Field = iota // title and file name
	FieldHeading              // headings of the section and those above it
	FieldMeta                 // aliases, tags, keywords, summary
	FieldPath                 // folders
	FieldBody
	NumFields
)

// Lengths holds a number of terms per field.
type Lengths [NumFields]float32

// Freqs holds how often one term stands in each field.
type Freqs [NumFields]float32

// Corpus holds the statistics of one provider's notes for one query. Pooled
// over providers (sums), they score any candidate as one engine over all notes
// would, which is what the joint list is made from.
type Corpus struct {
	Notes int
	// Total is the summed length of all notes, per field.
	Total [NumFields]float64
	Terms []Term
}

// Term is one thing that the query looks for.
type Term struct {
	// Key names the term; equal keys of two providers are the same term.
	Key string
	// Word numbers the query word that the term stands for (several terms may
	// stand for one word: its stem, its exact form, a bigram). Terms that
	// widen the query (enrichment) have Word -1.
	Word   int
	Weight float64 // relative to a plain word of the query, 1
	DF     int     // notes that contain it
	// Loose terms are guesses at the word: a corrected spelling, the rest of
	// an unfinished word. They find notes but prove less.
	Loose bool
}

// Evidence is how a result matches, aligned with Corpus.Terms.
type Evidence struct {
	Note       []Freqs // over the whole note
	NoteLen    Lengths
	Section    []Freqs
	SectionLen Lengths
	// Proximity says how close the query's words stand in the section: 0 (one
	// word, or far apart) to 1 (side by side, in order).
	Proximity float64
}
