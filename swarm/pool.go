package swarm

// pool holds the statistics of several providers as if their notes lay in one
// index: numbers of notes, lengths and document frequencies are summed, terms
// are aligned by key. A note that two providers share is counted twice, which
// hardly moves an idf.
type pool struct {
	notes int
	avg   [NumFields]float64
	terms []pooledTerm
	index map[string]int // by Term.Key
	words []pooledWord   // by Term.Word
}

type pooledTerm struct {
	Term
	idf float64
}

// pooledWord is a word of the query, weighted by the idf of its commonest term.
type pooledWord struct {
	used   bool
	df     int
	weight float64
}

func newPool(lists []List) *pool {
	p := &pool{}
	var total Corpus
	for _, l := range lists {
		c := l.Found.Corpus
		if c == nil {
			continue
		}
		if p.index == nil {
			p.index = make(map[string]int, 2*len(c.Terms))
			p.terms = make([]pooledTerm, 0, 2*len(c.Terms))
		}
		total.Notes += c.Notes
		for f := range total.Total {
			total.Total[f] += c.Total[f]
		}
		for _, t := range c.Terms {
			i, ok := p.index[t.Key]
			if !ok {
				i = len(p.terms)
				p.index[t.Key] = i
				p.terms = append(p.terms, pooledTerm{Term: t})
				continue
			}
			have := &p.terms[i]
			have.DF += t.DF
			have.Weight = max(have.Weight, t.Weight)
			have.Word = max(have.Word, t.Word)
			have.Loose = have.Loose && t.Loose
		}
	}
	p.notes, p.avg = total.Notes, total.Averages()
	for i := range p.terms {
		t := &p.terms[i]
		t.idf = IDF(p.notes, t.DF)
		if t.Word < 0 {
			continue
		}
		for t.Word >= len(p.words) {
			p.words = append(p.words, pooledWord{})
		}
		w := &p.words[t.Word]
		w.used = true
		w.df = max(w.df, t.DF)
		w.weight = max(w.weight, t.Weight)
	}
	for i := range p.words {
		// A word that no note has weighs as much as one that a single note
		// has: without the cap one typing error would outweigh two good words.
		p.words[i].weight *= IDF(p.notes, max(1, p.words[i].df))
	}
	return p
}

// wordCount is the number of the query's words.
func (p *pool) wordCount() int {
	n := 0
	for _, w := range p.words {
		if w.used {
			n++
		}
	}
	return n
}

// view reads evidence that is aligned with one provider's terms.
type view struct {
	*pool
	bm    *BM25F
	terms []int   // index in pool.terms, aligned with the provider's terms
	hit   []uint8 // scratch, by word
	last  struct {
		note         *Freqs
		loose        bool
		score, cover float64
		judged       bool
	}
}

func (p *pool) view(terms []Term, bm *BM25F) *view {
	v := &view{pool: p, bm: bm, terms: make([]int, len(terms)), hit: make([]uint8, len(p.words))}
	for i, t := range terms {
		v.terms[i] = p.index[t.Key]
	}
	return v
}

// score sums the terms of a note or section under the pooled statistics.
func (v *view) score(fs []Freqs, length Lengths) float64 {
	var sum float64
	for i := range min(len(fs), len(v.terms)) {
		if t := &v.pool.terms[v.terms[i]]; fs[i] != (Freqs{}) {
			sum += t.idf * t.Weight * v.bm.Saturate(fs[i], length, &v.avg)
		}
	}
	return sum
}

// evidence scores a result by its note and its section and says how much of
// the query the note covers: words that stand close together lift the score.
func (v *view) evidence(e *Evidence, loose bool) (score, cover float64, judged bool) {
	score, cover, judged = v.note(e, loose)
	score += sectionShare * v.score(e.Section, e.SectionLen)
	return score * (1 + proximityShare*e.Proximity), cover, judged
}

const (
	sectionShare   = 0.4
	proximityShare = 0.1
)

// note scores a result's note. A note's sections come in a row and share the
// evidence about the note, so the last answer is kept.
func (v *view) note(e *Evidence, loose bool) (score, cover float64, judged bool) {
	if len(e.Note) == 0 {
		return 0, 0, false
	}
	if m := &v.last; m.note != &e.Note[0] || m.loose != loose {
		m.note, m.loose = &e.Note[0], loose
		m.score = v.score(e.Note, e.NoteLen)
		m.cover, m.judged = v.coverage(e.Note, loose)
	}
	return v.last.score, v.last.cover, v.last.judged
}

// looseShare is what coverage by guesses (corrected spellings, unfinished
// words) is worth. With a threshold of 0.34 they must explain two thirds of a
// query by themselves: typing errors do, nonsense hardly ever.
const looseShare = 0.52

// coverage is the share of the query's weight that the note covers, 0 to 1: by
// the words themselves, or, when that is more, by guesses at them, discounted.
// ok is false when nothing can be said.
func (v *view) coverage(fs []Freqs, loose bool) (c float64, ok bool) {
	clear(v.hit)
	for i := range min(len(fs), len(v.terms)) {
		t := &v.pool.terms[v.terms[i]]
		switch {
		case t.Word < 0 || fs[i] == Freqs{}:
		case loose || t.Loose:
			v.hit[t.Word] |= byGuess
		default:
			v.hit[t.Word] |= byWord
		}
	}
	var words, any, all float64
	for i, w := range v.words {
		if !w.used {
			continue
		}
		all += w.weight
		if v.hit[i] != 0 {
			any += w.weight
		}
		if v.hit[i]&byWord != 0 {
			words += w.weight
		}
	}
	if all == 0 {
		return 0, false
	}
	return max(words, looseShare*any) / all, true
}

const (
	byWord = 1 << iota
	byGuess
)
