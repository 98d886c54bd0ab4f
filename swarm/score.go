package swarm

// Scoring holds the constants by which text evidence becomes a score. A
// provider's own ranking and the joint list use the same ones, so that the
// joint list ranks as one engine over all notes would.
type Scoring struct {
	BM25F
	// Section is the weight of the section's own score beside the note's, ≥ 0.
	Section float64
	// Proximity lifts a score by at most this share when the query's words
	// stand side by side in the section, ≥ 0.
	Proximity float64
	// Coverage lifts a score by at most this share when the note has all of
	// the query's words (by weight), ≥ 0.
	Coverage float64
}

// DefaultScoring holds the constants chosen by measuring; docs/ranking.md has
// the figures.
var DefaultScoring = Scoring{
	BM25F:     DefaultBM25F,
	Section:   0.4,
	Proximity: 0.1,
	Coverage:  0,
}

// Scorer scores evidence under the statistics of one corpus (a provider's own,
// or the pooled one). It is read-only, so goroutines may share it.
//
// The terms of one word (its stem, its exact form, spellings) are alternatives:
// their normalised frequencies are added, weighted, before the one saturation,
// and the word's idf is that of its commonest term. So a note gains little from
// having several forms of a word and nothing from a rare form's high idf.
type Scorer struct {
	p     *Scoring
	avg   [NumFields]float64
	terms []scorerTerm
	words []scorerWord
	total float64 // summed weight of the query's own words
	// demand is what a note can be asked to cover: total, with words that no
	// note has held to unknownCap times the heaviest known one.
	demand float64
}

// unknownCap limits the weight of words that no note has in [Scorer.demand]. By
// their idf alone they outweigh several common words, and one word of another
// vocabulary ("webhook deduplication" where the notes say "dedupe") would empty
// a good answer. At 1.5, one known word of two suffices and one of three common
// ones does not.
const unknownCap = 1.5

type scorerTerm struct {
	word  int     // index in words
	share float64 // the term's weight relative to its word's
}

type scorerWord struct {
	weight float64 // idf · weight of the heaviest term
	own    bool    // of the query itself, not an expansion
}

// Scorer prepares the scoring of evidence that is aligned with c.Terms.
func (p *Scoring) Scorer(c *Corpus) *Scorer {
	s := &Scorer{p: p, avg: c.Averages(), terms: make([]scorerTerm, len(c.Terms))}
	at := make(map[int]int, len(c.Terms))
	type stat struct {
		df     int
		weight float64
	}
	var stats []stat
	for i, t := range c.Terms {
		w, ok := at[t.Word]
		if !ok || t.Word < 0 {
			w = len(stats)
			stats = append(stats, stat{})
			s.words = append(s.words, scorerWord{own: t.Word >= 0})
			if t.Word >= 0 {
				at[t.Word] = w
			}
		}
		s.terms[i].word = w
		stats[w].df = max(stats[w].df, t.DF)
		stats[w].weight = max(stats[w].weight, t.Weight)
	}
	for i, t := range c.Terms {
		if m := stats[s.terms[i].word].weight; m > 0 {
			s.terms[i].share = t.Weight / m
		}
	}
	heaviest := 0.0
	for w, st := range stats {
		s.words[w].weight = IDF(c.Notes, max(1, st.df)) * st.weight
		if s.words[w].own {
			s.total += s.words[w].weight
			if st.df > 0 {
				heaviest = max(heaviest, s.words[w].weight)
			}
		}
	}
	for w, st := range stats {
		switch weight := s.words[w].weight; {
		case !s.words[w].own:
		case st.df == 0 && heaviest > 0:
			s.demand += min(weight, unknownCap*heaviest)
		default:
			s.demand += weight
		}
	}
	return s
}

// Words is the number of groups of alternatives among the terms.
func (s *Scorer) Words() int { return len(s.words) }

// WordOf is the group of term i and the term's share in it, 0 to 1.
func (s *Scorer) WordOf(i int) (word int, share float64) {
	return s.terms[i].word, s.terms[i].share
}

// Weight is what a group of terms counts in a score: idf times its weight.
func (s *Scorer) Weight(word int) float64 { return s.words[word].weight }

// Norms gives what one occurrence counts in each field of a text of the given
// lengths, before saturation: W/(1-B+B·len/avglen).
func (s *Scorer) Norms(length Lengths) (n [NumFields]float64) {
	for f := range n {
		n[f] = s.p.W[f] / (1 - s.p.B[f] + s.p.B[f]*float64(length[f])/s.avg[f])
	}
	return n
}

// Text scores a note or a section by its terms' frequencies and says which
// share of the query's weight it has, 0 to 1. align maps the index of a
// frequency to the index of its term in the corpus; nil means that they agree.
func (s *Scorer) Text(fs []Freqs, length Lengths, align []int) (score, cover float64) {
	if len(fs) == 0 {
		return 0, 0
	}
	norms := s.Norms(length)
	var small [32]float64
	tf := small[:]
	if len(s.words) > len(small) {
		tf = make([]float64, len(s.words))
	}
	for i := range fs {
		if fs[i] == (Freqs{}) {
			continue
		}
		at := i
		if align != nil {
			at = align[i]
		}
		t := &s.terms[at]
		for f, n := range fs[i] {
			tf[t.word] += t.share * float64(n) * norms[f]
		}
	}
	for w := range s.words {
		if tf[w] <= 0 {
			continue
		}
		score += s.words[w].weight * tf[w] * (s.p.K1 + 1) / (tf[w] + s.p.K1)
		if s.words[w].own {
			cover += s.words[w].weight
		}
	}
	if s.total > 0 {
		cover /= s.total
	}
	return score, cover
}

// Combine makes the score of a result from its note's score and coverage (see
// [Scorer.Text]), its section's score, and the closeness of the query's words.
func (s *Scorer) Combine(note, cover, section, proximity float64) float64 {
	return (note + s.p.Section*section) * (1 + s.p.Proximity*proximity) * (1 + s.p.Coverage*cover)
}

// Score is the score of a result by its evidence.
func (s *Scorer) Score(e *Evidence, align []int) float64 {
	note, cover := s.Text(e.Note, e.NoteLen, align)
	section, _ := s.Text(e.Section, e.SectionLen, align)
	return s.Combine(note, cover, section, e.Proximity)
}
