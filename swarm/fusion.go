package swarm

// List is one provider's answer in a fusion.
type List struct {
	Provider ID
	Found    *Found
}

// Fusion holds the constants of the fusion. Start from [DefaultFusion].
type Fusion struct {
	// K is the constant of weight/(K+rank), > 0 (Cormack, Clarke, Büttcher:
	// Reciprocal Rank Fusion, 2009).
	K float64
	// JointWeight is the weight of the joint list, ≥ 0; 0 gives the plain
	// formula over the providers' own lists.
	JointWeight float64
	// Damping is the exponent of a provider's weight where it multiplies the
	// scores that order the joint list, 0 to 1.
	Damping float64
	// Weights override the default weights, by id or kind.
	Weights map[ID]float64

	// MinScore drops lexical hits whose score, brought to the scale of the
	// plain formula (divided by 1 + JointWeight), is lower; ≥ 0.
	MinScore float64
	// GapRatio drops lexical hits whose score is less than this share of the
	// best lexical one's; 0 to 1.
	GapRatio float64
	// Coverage is the share of the query's weight (its words' idf) that the
	// best note must cover, or the query has no lexical answer; 0 to 1. It
	// fades out for long queries, see [Fusion.minCoverage].
	Coverage float64

	// PerNote is how many sections of a note are shown, at least 1.
	PerNote int
	// Further multiplies the joint score of a note's second and later
	// sections, 0 to 1, so that other notes come between.
	Further float64
	// Limit is used for queries without one.
	Limit int

	// Scoring holds the constants of the joint list's scoring.
	Scoring *Scoring
	// Analyze finds the terms in a text, aligned with terms, and gives the
	// text's length: it scores results that come without evidence. Nil leaves
	// such results to their own list.
	Analyze func(text string, terms []Term) ([]Freqs, Lengths)
	// Prior multiplies a result's joint score: 1 is neutral; keep it gentle,
	// within 0.8 to 1.25 (freshness, popularity by links). Nil is neutral.
	Prior func(*Result) float64
}

// DefaultFusion gives the constants that were chosen by measuring.
func DefaultFusion() Fusion {
	return Fusion{
		K:           60,
		JointWeight: 20,
		Damping:     jointDamping,
		MinScore:    0.005,
		GapRatio:    0.5,
		Coverage:    0.34,
		PerNote:     2,
		Further:     0.85,
		Limit:       10,
		Scoring:     &DefaultScoring,
	}
}

// minCoverage is the coverage that the best note must reach for a query of n
// words. The more words a query has, the more of them are in no note though
// the query has an answer (questions in full sentences, pasted errors), so the
// demand fades from 3 words on and is gone at 10: answered questions over
// judged collections come out empty less than once in a hundred.
func (p *Fusion) minCoverage(n int) float64 {
	switch {
	case n <= 1:
		return min(p.Coverage, 0.3)
	case n >= 10:
		return 0
	case n > 3:
		return p.Coverage * float64(10-n) / 7
	}
	return p.Coverage
}
