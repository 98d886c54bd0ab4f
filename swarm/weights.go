package swarm

import (
	"math"
	"strings"
)

// defaultWeights are the providers' weights by kind (1 is most trusted).
var defaultWeights = map[string]float64{
	ByteRover:     1,
	MemoryWiki:    0.9,
	Obsidian:      0.85,
	GBrain:        0.85,
	LocalMarkdown: 0.8,
}

// otherWeight is the weight of a kind that has none.
const otherWeight = 0.7

// BaseKind is the kind of an id without the mark that tells workspace folders
// apart: "obsidian" of "obsidian@web".
func BaseKind(id ID) string {
	kind, _, _ := strings.Cut(id.Kind(), "@")
	return kind
}

// WeightOf is a provider's weight in the fusion: the one given for its id, or
// for its kind, or the default of its kind.
func WeightOf(id ID, given map[ID]float64) float64 {
	base, _, _ := strings.Cut(string(id), "@")
	for _, k := range [...]ID{id, ID(base), ID(BaseKind(id))} {
		if w, ok := given[k]; ok {
			return w
		}
	}
	if w, ok := defaultWeights[BaseKind(id)]; ok {
		return w
	}
	return otherWeight
}

// jointDamping is the exponent of a provider's weight in the joint list, where
// it multiplies the score that the list is ordered by.
//
// Multiplied into 1/(K+rank) instead, a weight would act by rank alone: at
// K = 60 a 0.8 moves a hit from rank 1 to behind rank 15 (0.8/61 < 1/76)
// however much better it is, and the joint list would fall apart into one list
// per provider again. On the score, damped, 0.8 counts like 5 % less text
// evidence (0.8^0.25 = 0.946), so weights decide between hits that are about as
// good, 0.1 still costs nearly half, and 0 silences a provider.
const jointDamping = 0.25

// listDamping is the exponent for lists that stand in for the joint list.
const listDamping = 0.05

func damp(w, exponent float64) float64 {
	if w <= 0 {
		return 0
	}
	return math.Pow(w, exponent)
}

// shareOf is the weight of a list of hits that the joint list cannot hold (they
// share no words with the query, or their provider gives no statistics) relative
// to a lexical hit's joint and own lists together. They stand beside
// the best lexical hits when the query asks for such hits (neighbours in a
// relational query, dates in a temporal one) and within the first ten
// otherwise: 0.92/(60+1) lies between the lexical ranks 6 and 7.
func shareOf(m MatchType, k Kind) float64 {
	if m == MatchSemantic || askedFor(m, k) {
		return 1
	}
	return 0.92
}

// askedFor says whether a query of kind k is about how hits of type m are
// found: by a link in a relational query, by a date in a temporal one.
func askedFor(m MatchType, k Kind) bool {
	return m == MatchLink && k == Relational || m == MatchDate && k == Temporal
}
