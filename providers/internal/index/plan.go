package index

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"memswarm/providers/internal/text"
	"memswarm/swarm"
)

// The weights of what a query looks for, relative to a plain word, and of the
// forms of a word, relative to the exact one. Chosen by measuring; see
// docs/ranking.md.
const (
	wholeWeight  = 0.6 // a compound beside its parts
	charWeight   = 0.2 // a character beside its pairs
	repeatWeight = 0.5 // a word's second and later occurrences in the query
	formShare    = 0.9 // another form of the word
	accentShare  = 0.9 // the word with other accents
)

const (
	maxWords      = 128 // words of a query that are looked up: a pasted text has more
	maxForms      = 48  // forms of a word that are looked up
	langsOfScript = 3   // languages whose forms a word may take
)

// slot is one entry of the corpus' terms: the ways in which a word of the query
// may stand in a note, or the guesses at it.
type slot struct {
	word   int // the query's word; -1 for words that widen it
	key    string
	weight float64
	loose  bool
	forms  []formTerm
	kind   text.Kind
	start  int  // in the query's words
	prefix bool // the word may be unfinished
}

type formTerm struct {
	term  string
	share float32
}

// plan is what a search looks for.
type plan struct {
	q     *swarm.Query
	slots []slot
	words int         // numbers given to words
	title string      // titleKey of the words
	langs []text.Lang // whose stems apply
	stems text.Stemmer
}

// newPlan splits the query into words and finds their forms.
func newPlan(ctx context.Context, v *view, q *swarm.Query) (*plan, error) {
	p := &plan{q: q, title: titleKey(q.Words)}
	p.chooseLangs(v, q.Words)
	words := q.Words
	for _, ph := range q.Phrases {
		if !strings.Contains(words, ph) {
			words += " \n" + ph
		}
	}
	p.addWords(words)
	p.dropStops()
	for _, t := range q.Expand {
		p.widen(t)
	}
	for i := range p.slots {
		if i%8 == 7 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err := p.expand(v, &p.slots[i]); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// chooseLangs finds the languages whose forms a query's words may take: the
// query's own, and the common ones of the notes.
func (p *plan) chooseLangs(v *view, words string) {
	if l := text.Detect(words); l != text.Unknown {
		p.langs = append(p.langs, l)
	}
	type count struct {
		l text.Lang
		n int
	}
	var counts []count
	for l := text.English; l < text.NumLangs; l++ {
		if n := v.langs[l]; n > 0 && n*50 >= v.notes {
			counts = append(counts, count{l, n})
		}
	}
	slices.SortFunc(counts, func(a, b count) int { return cmp.Compare(b.n, a.n) })
	// Few of one script: each costs look-ups for every word.
	var used [text.NumScripts]int
	for _, l := range p.langs {
		used[l.Script()]++
	}
	for _, c := range counts {
		if used[c.l.Script()] < langsOfScript && !slices.Contains(p.langs, c.l) {
			used[c.l.Script()]++
			p.langs = append(p.langs, c.l)
		}
	}
	if len(p.langs) == 0 {
		p.langs = append(p.langs, text.English)
	}
}

// addWords makes a slot of each word; a word that comes twice counts more.
func (p *plan) addWords(s string) {
	var sc text.Scanner
	sc.Scan(s, func(t *text.Token) {
		key := string(t.Term)
		for i := range p.slots {
			if p.slots[i].key == key {
				p.slots[i].weight += repeatWeight * weightOfKind(t.Kind)
				return
			}
		}
		if len(p.slots) == maxWords {
			return
		}
		p.slots = append(p.slots, slot{word: p.words, key: key, weight: weightOfKind(t.Kind), kind: t.Kind, start: t.Start})
		p.words++
	})
	if p.q.Prefix && len(p.slots) > 0 && s == p.q.Words {
		last := &p.slots[len(p.slots)-1]
		if r, _ := utf8.DecodeLastRuneInString(strings.TrimRight(s, "\n")); r != ' ' {
			last.prefix = true
		}
	}
}

func weightOfKind(k text.Kind) float64 {
	switch k {
	case text.Whole:
		return wholeWeight
	case text.Char:
		return charWeight
	}
	return 1
}

// dropStops leaves out the commonest words of the language unless nothing else
// is asked: they find every note and cost the most.
func (p *plan) dropStops() {
	isStop := func(s *slot) bool {
		return !s.prefix && slices.ContainsFunc(p.langs[:1], func(l text.Lang) bool { return text.IsStop(l, s.key) })
	}
	stops := 0
	for i := range p.slots {
		if isStop(&p.slots[i]) {
			stops++
		}
	}
	if stops == 0 || stops == len(p.slots) {
		return
	}
	p.slots = slices.DeleteFunc(p.slots, func(s slot) bool { return isStop(&s) })
}

// widen adds a word that the query does not hold.
func (p *plan) widen(t swarm.WeightedTerm) {
	var sc text.Scanner
	sc.Scan(t.Term, func(tok *text.Token) {
		key := string(tok.Term)
		if tok.Kind == text.Part || tok.Kind == text.Char && len(t.Term) > len(tok.Term) {
			return
		}
		if slices.ContainsFunc(p.slots, func(s slot) bool { return s.key == key }) {
			return
		}
		p.slots = append(p.slots, slot{word: -1, key: key, weight: t.Weight * weightOfKind(tok.Kind), kind: tok.Kind})
	})
}
