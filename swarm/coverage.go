package swarm

// looseShare is what coverage by guesses (corrected spellings, unfinished
// words) is worth. With a threshold of 0.34 they must explain two thirds of a
// query by themselves: typing errors do, nonsense hardly ever.
const looseShare = 0.52

const (
	byWord = 1 << iota
	byGuess
)

// coverage is the share of the query's weight (its words' idf) that a note
// covers, 0 to 1: by the words themselves, or, when that is more, by guesses at
// them, discounted. With loose all that matched is a guess. ok is false when
// nothing can be said.
func (v *view) coverage(fs []Freqs, loose bool) (c float64, ok bool) {
	clear(v.hit)
	for i := range min(len(fs), len(v.align)) {
		if fs[i] == (Freqs{}) {
			continue
		}
		how := uint8(byWord)
		if loose || v.corpus.Terms[v.align[i]].Loose {
			how = byGuess
		}
		v.hit[v.scorer.terms[v.align[i]].word] |= how
	}
	if v.scorer.demand == 0 {
		return 0, false
	}
	var words, any float64
	for i, w := range v.scorer.words {
		if !w.own || v.hit[i] == 0 {
			continue
		}
		any += w.weight
		if v.hit[i]&byWord != 0 {
			words += w.weight
		}
	}
	return min(1, max(words, looseShare*any)/v.scorer.demand), true
}
