package index

import (
	"memswarm/swarm"
)

// Options configure an index.
type Options struct {
	// Log is told about recoveries (damage, rebuilds) in one line each; may be
	// nil.
	Log func(string)
	// Scoring holds the constants of the ranking; nil takes
	// swarm.DefaultScoring.
	Scoring *swarm.Scoring
}

// SearchOptions say how one search's results are made.
type SearchOptions struct {
	Provider swarm.ID // of the results
	// Path gives a document's absolute path; nil leaves results without a
	// location.
	Path func(doc string) string
	// Keep drops documents for which it is false; nil keeps all. It is called
	// for documents that match, so it must be quick.
	Keep func(doc string) bool
	// Unsaved are the parsed notes of the query's buffers that belong to this
	// source. They replace the indexed notes of the same Doc. Notes are cached
	// by their Hash, which must be that of the content.
	Unsaved []*Note

	// Exact looks up words as they are: no guesses at words that no note has, no
	// excerpts, and not more notes than the query asks for.
	Exact bool

	bare bool // leave out the excerpts
}
