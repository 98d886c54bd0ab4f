package swarm

import (
	"cmp"
	"context"
	"slices"
	"time"
	"unicode/utf8"
)

// Learner lets the fusion learn from the joint answer: words that the best hits
// have in common lift other hits that have them (relevance feedback: Lavrenko
// and Croft, Relevance based language models, 2001). It belongs to one [Found]
// and names results by their evidence. What is learnt comes from all
// providers together; if each learnt from its own best, the ones that know
// little of the matter would lift what they have.
type Learner interface {
	// Typical counts the words of results, each weighing what its share of the
	// text weighs times the result's weight. Words of the query and stop words
	// are left out.
	Typical(ctx context.Context, of []*Evidence, weights []float64) ([]Typical, error)
	// Widen adds terms (as Word -1) to copies of the corpus and of all the
	// evidence.
	Widen(ctx context.Context, terms []WeightedTerm) (*Corpus, map[*Evidence]*Evidence, error)
}

// Typical is a word of results.
type Typical struct {
	Term   string
	Stem   string  // the same for its other forms
	Weight float64 // ≥ 0
	Texts  int     // results that have it
	DF     int     // notes of the provider that have it, nearly
}

// How much is learnt depends on how even the best scores are. Where one note
// stands out the query names something, and other words lead away from it;
// where many answer about as well it describes a topic. Short queries mean what
// they say.
const (
	learnHits  = 10 // read
	learnWords = 4  // words of the query from which on it learns
	learnTerms = 12 // words learnt
	// Their weight grows from 0, where the last hit that is read scores a
	// certain share of the first (see learnFrom), to learnMost where all score
	// alike.
	learnMost = 1.0
	// learnTime bounds the extra work; it takes a few milliseconds.
	learnTime = 200 * time.Millisecond
)

// learn gives the lists with what the best hits taught, nil when that is
// nothing.
func (p *Fusion) learn(ctx context.Context, q *Query, lists []List, hits []Hit) (wider []List) {
	// A panic costs what is learnt only.
	defer func() {
		if recover() != nil {
			wider = nil
		}
	}()
	if q.Prefix || q.Unasked || len(hits) == 0 || hits[0].Match == MatchTitle {
		return nil
	}
	pool := newPool(lists, p.Scoring)
	words := pool.plainWords()
	if words < learnWords {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, learnTime)
	defer cancel()
	best := p.bestNotes(pool, lists)
	if len(best) < learnHits {
		return nil
	}
	even := best[learnHits-1].score / best[0].score
	from := learnFrom(words)
	weight := learnMost * (even - from) / (1 - from)
	if !(weight > 0) {
		return nil
	}
	terms := typical(ctx, pool, lists, best[:learnHits])
	if len(terms) == 0 {
		return nil
	}
	for i := range terms {
		terms[i].Weight *= weight
	}
	wider = make([]List, len(lists))
	for i, l := range lists {
		if wider[i] = l; l.Found.Learner == nil {
			continue
		}
		corpus, evidence, err := l.Found.Learner.Widen(ctx, terms)
		if err != nil {
			return nil
		}
		found := *l.Found
		found.Corpus, found.Results = corpus, slices.Clone(found.Results)
		for k := range found.Results {
			if e := evidence[found.Results[k].Evidence]; e != nil {
				found.Results[k].Evidence = e
			}
		}
		wider[i].Found = &found
	}
	return wider
}

// learnFrom is the evenness from which on a query of so many words learns: the
// more words it has, the likelier it describes a topic.
func learnFrom(words float64) float64 {
	return min(0.45, max(0.2, 0.6-0.04*words))
}

// plainWords counts the query's words that some note has, without those of
// less weight (a compound beside its parts, a character beside its pairs). A
// pair of characters counts half, since pairs overlap.
func (p *pool) plainWords() float64 {
	n, last := 0.0, -1
	for _, t := range p.corpus.Terms {
		if t.Word <= last || t.DF == 0 || t.Loose || t.Weight < 1 {
			continue
		}
		last = t.Word
		if r, _ := utf8.DecodeRuneInString(t.Key); r >= '\u0E00' {
			n += 0.5
		} else {
			n++
		}
	}
	return n
}

// scoredNote is a note's best result under the pooled statistics.
type scoredNote struct {
	list     int
	doc      string
	evidence *Evidence
	score    float64
}

// bestNotes ranks the notes of all lists by their words.
func (p *Fusion) bestNotes(pool *pool, lists []List) []scoredNote {
	var out []scoredNote
	for i, l := range lists {
		if l.Found.Corpus == nil || l.Found.Learner == nil {
			continue
		}
		v := pool.view(l.Found.Corpus.Terms)
		at := make(map[string]int)
		for k := range l.Found.Results {
			r := &l.Found.Results[k]
			if r.Evidence == nil || !r.Match.Lexical() || len(r.Evidence.Section) == 0 {
				continue
			}
			s, _, _ := v.evidence(r.Evidence, r.Match == MatchFuzzy)
			n := scoredNote{i, r.Ref.Doc, r.Evidence, s}
			if j, ok := at[n.doc]; !ok {
				at[n.doc] = len(out)
				out = append(out, n)
			} else if out[j].score < s {
				out[j] = n
			}
		}
	}
	slices.SortFunc(out, func(a, b scoredNote) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(lists[a.list].Provider, lists[b.list].Provider), cmp.Compare(a.doc, b.doc))
	})
	return out
}

// typical pools the words of the best notes and chooses the most telling ones,
// the heaviest with weight 1.
func typical(ctx context.Context, pool *pool, lists []List, best []scoredNote) []WeightedTerm {
	all := 0.0
	for _, b := range best {
		all += b.score
	}
	if all <= 0 {
		return nil
	}
	sums := make(map[string]*Typical)
	for i, l := range lists {
		var of []*Evidence
		var weights []float64
		for _, b := range best {
			if b.list == i {
				of, weights = append(of, b.evidence), append(weights, b.score/all)
			}
		}
		if len(of) == 0 {
			continue
		}
		words, err := l.Found.Learner.Typical(ctx, of, weights)
		if err != nil {
			return nil
		}
		for _, w := range words {
			s := sums[w.Term]
			if s == nil {
				c := w
				sums[w.Term] = &c
				continue
			}
			s.Weight += w.Weight
			s.Texts += w.Texts
			s.DF += w.DF
		}
	}
	var words []Typical
	for _, s := range sums {
		if s.Texts < 2 {
			continue // the word of one note is no common ground
		}
		s.Weight *= IDF(pool.corpus.Notes, s.DF)
		words = append(words, *s)
	}
	slices.SortFunc(words, func(a, b Typical) int {
		return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.Term, b.Term))
	})
	var out []WeightedTerm
	stems := make(map[string]bool)
	for _, w := range words {
		if len(out) == learnTerms || w.Weight <= 0 {
			break
		}
		if !stems[w.Stem] {
			stems[w.Stem] = true
			out = append(out, WeightedTerm{Term: w.Term, Weight: w.Weight / words[0].Weight})
		}
	}
	return out
}
