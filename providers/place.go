package providers

import (
	"context"
	"path"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"memswarm/providers/internal/source"
	"memswarm/swarm"
)

// Constants of the choice of a topic's place.
const (
	placeNotes = 5   // notes asked about it
	placeShare = 0.5 // of their scores that one domain must have
	placeWords = 16  // words of the passage looked for
	placeCover = 0.2 // of these words' weight that a note must have
)

// placeIn chooses domain and topic by where the tree keeps what is most like
// the passage. When its notes do not agree, or nothing is alike, it chooses
// none and the passage's type decides.
func placeIn(v *source.View) func(ctx context.Context, title, text string) (domain, topic string) {
	return func(ctx context.Context, title, text string) (string, string) {
		words := LookFor(title, text, placeWords)
		q := &swarm.Query{Text: words, Words: words, Kind: swarm.Factual, Now: time.Now(), Limit: placeNotes, Candidates: swarm.MinCandidates}
		found, err := v.Search(ctx, q)
		if err != nil {
			return "", ""
		}
		fusion := swarm.DefaultFusion()
		fusion.Coverage = placeCover
		scores := map[string]float64{}
		total := 0.0
		for _, h := range swarm.Fuse(q, []swarm.List{{Provider: v.Info().ID, Found: found}}, &fusion) {
			folder := path.Dir(h.Ref.Doc)
			if strings.HasPrefix(folder, "[") || strings.HasPrefix(folder, "_") || folder == "." {
				continue // another project's, or ByteRover's own
			}
			scores[folder] += h.Total
			total += h.Total
		}
		domains := map[string]float64{}
		best, most := "", 0.0
		for folder, s := range scores {
			d, _, _ := strings.Cut(folder, "/")
			domains[d] += s
			if s > most || s == most && folder < best {
				best, most = folder, s
			}
		}
		domain, topic, _ := strings.Cut(best, "/")
		if best == "" || domains[domain] < placeShare*total {
			return "", ""
		}
		return domain, topic
	}
}

// LookFor is a query for what a passage is about: the words of its title and
// of its beginning, each once, at most n words and some hundred letters.
func LookFor(title, text string, n int) string {
	const beginning, letters = 2000, 400 // bytes of the text; runes of the query
	if len(text) > beginning {
		text = strings.ToValidUTF8(text[:beginning], "")
	}
	seen := map[string]bool{}
	var b strings.Builder
	left := letters
	for _, w := range strings.FieldsFunc(title+" "+text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && r != '_' && r != '\''
	}) {
		low := strings.ToLower(w)
		size := utf8.RuneCountInString(w)
		if seen[low] || size > left {
			continue
		}
		if len(seen) == n {
			break
		}
		seen[low] = true
		left -= size
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w)
	}
	return b.String()
}
