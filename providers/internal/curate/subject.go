package curate

import (
	"path/filepath"

	"memswarm/swarm"
)

// Subject is what a passage is about, for finding what is known of it already.
type Subject struct {
	Title string // as the note would be titled
	Named bool   // somebody wrote the title; it is not merely the first sentence
	Text  string // the note's body, as markdown
}

// SubjectOf prepares a passage as the writers do.
func SubjectOf(c *swarm.Curation) (Subject, error) {
	d, err := prepare(c, "")
	if err != nil {
		return Subject{}, err
	}
	return Subject{Title: d.title, Named: d.named, Text: d.body}, nil
}

// Files are the absolute paths of the files that a write made or changed, by
// its receipt's Undo; none when it is not such a token.
func Files(undo string) []string {
	t, ok := parseToken(undo)
	if !ok {
		return nil
	}
	var out []string
	for _, s := range t.Steps {
		out = append(out, filepath.Join(t.Root, filepath.FromSlash(s.Rel)))
	}
	return out
}
