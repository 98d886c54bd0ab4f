package index

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"memswarm/providers/internal/text"
	"memswarm/swarm"
)

const (
	feedbackNotes = 10   // of an answer that are read
	feedbackBytes = 4000 // of each section
	// typicalWords bounds the words of which the idf is looked up.
	typicalWords = 100
)

// Feedback gives at most n words that are typical of the first results of an
// answer and not in the query, heaviest first, by relevance feedback (Lavrenko
// and Croft, Relevance based language models, 2001): a word weighs what its
// share of each section weighs, times the section's score, times the word's
// idf. The weights are relative to the heaviest word, 1.
func (x *Index) Feedback(ctx context.Context, q *swarm.Query, found *swarm.Found, n int) (out []swarm.WeightedTerm) {
	v, err := x.acquire()
	if err != nil {
		return nil
	}
	defer v.release()
	defer x.guard(&err)()
	var texts []weighed
	var all float64
	last := ""
	for i := range found.Results {
		r := &found.Results[i]
		if r.Ref.Doc == last || !r.Match.Lexical() {
			continue
		}
		if last = r.Ref.Doc; len(texts) == feedbackNotes || ctx.Err() != nil {
			break
		}
		if sec := v.sectionOf(r.Ref); sec != nil {
			texts = append(texts, weighed{sec.Heading + "\n" + sec.Text, r.Score})
			all += r.Score
		}
	}
	for i := range texts {
		texts[i].weight /= all
	}
	words := v.typical(q.Words, texts)
	words = slices.DeleteFunc(words, func(w swarm.Typical) bool { return len(texts) > 2 && w.Texts < 2 })
	for i := range words {
		words[i].Weight *= math.Max(0, swarm.IDF(v.notes, words[i].DF))
	}
	slices.SortFunc(words, heavier)
	stems := make(map[string]bool)
	for _, w := range words {
		if len(out) == n || w.Weight <= 0 {
			break
		}
		if !stems[w.Stem] {
			stems[w.Stem] = true
			out = append(out, swarm.WeightedTerm{Term: w.Term, Weight: w.Weight / words[0].Weight})
		}
	}
	return out
}

// sectionOf reads the section that a result names, nil when it is gone.
func (v *view) sectionOf(r swarm.Ref) *storedSection {
	sv, note, ok := v.find(r.Doc)
	if !ok {
		return nil
	}
	for ord := range int(sv.info.notes[note].sections) {
		if sec, err := sv.section(note, ord); err == nil && sec.Anchor == r.Anchor {
			return sec
		}
	}
	return nil
}

type weighed struct {
	text   string
	weight float64
}

func heavier(a, b swarm.Typical) int {
	return cmp.Or(cmp.Compare(b.Weight, a.Weight), cmp.Compare(a.Term, b.Term))
}

// typical counts the words of texts, without those of the query, stop words and
// numbers. The weights of the texts should add up to 1.
func (v *view) typical(query string, texts []weighed) []swarm.Typical {
	var scan text.Scanner
	var stem text.Stemmer
	lang := text.Detect(query)
	asked := make(map[string]bool)
	scan.Scan(query, func(t *text.Token) {
		asked[string(t.Term)] = true
		asked[stem.Stem(lang, string(t.Term))] = true
	})
	sums := make(map[string]*swarm.Typical)
	counts := make(map[string]int)
	for _, t := range texts {
		clear(counts)
		length := scan.Scan(t.text[:min(len(t.text), feedbackBytes)], func(tok *text.Token) {
			whole := tok.Kind == text.Whole && text.ScriptOf(tok.Term) == text.Hangulish
			if tok.Kind != text.Char && !whole && utf8.RuneCount(tok.Term) > 1 && (tok.Term[0] < '0' || tok.Term[0] > '9') {
				counts[string(tok.Term)]++
			}
		})
		for w, c := range counts {
			s := sums[w]
			if s == nil {
				s = &swarm.Typical{Term: w}
				sums[w] = s
			}
			s.Texts++
			s.Weight += t.weight * float64(c) / float64(max(1, length))
		}
	}
	var out []swarm.Typical
	for w, s := range sums {
		if s.Stem = stem.Stem(lang, w); !asked[w] && !asked[s.Stem] && !text.IsStop(lang, w) {
			out = append(out, *s)
		}
	}
	slices.SortFunc(out, heavier)
	out = out[:min(len(out), typicalWords)]
	for i := range out {
		out[i].DF = v.documents(out[i].Term)
	}
	return out
}

// documents is the number of documents with a term, at most the number of
// notes: an upper bound of the notes with it.
func (v *view) documents(term string) int {
	n := 0
	for i := range v.segs {
		d, err := v.segs[i].seg.Dictionary(termField)
		if err != nil {
			continue
		}
		if pl, err := d.PostingsList([]byte(term), nil, nil); err == nil {
			n += int(pl.Count())
		}
	}
	return min(n, v.notes)
}

// learner is the [swarm.Learner] of one answer.
type learner struct {
	x       *Index
	query   string
	langs   []text.Lang
	corpus  *swarm.Corpus
	unsaved []*Note
	// returned are the sections of the answer, by their evidence.
	returned map[*swarm.Evidence]returned
}

type returned struct {
	doc     string
	ordinal int // -1 for a note without a section
}

func (s *search) learner(x *Index, cs []candidate, ev [][perNote]*swarm.Evidence) swarm.Learner {
	l := &learner{
		x: x, query: s.q.Words, langs: s.p.langs, corpus: &s.corpus, unsaved: s.opt.Unsaved,
		returned: make(map[*swarm.Evidence]returned, 2*len(cs)),
	}
	for i := range cs {
		doc := cs[i].seg.info.notes[cs[i].note].doc
		for k, e := range ev[i] {
			if e == nil {
				break
			}
			r := returned{doc, -1}
			if k < cs[i].sections {
				r.ordinal = int(cs[i].best[k].ordinal)
			}
			l.returned[e] = r
		}
	}
	return l
}

// view gives the index as it is now, which may be later than the answer.
func (l *learner) view() (v *view, masked map[uint32]bool, release func(), err error) {
	under, err := l.x.acquire()
	if err != nil {
		return nil, nil, nil, err
	}
	if v, masked, err = l.x.overlay(under, l.unsaved); err != nil {
		under.release()
		return nil, nil, nil, err
	}
	return v, masked, under.release, nil
}

// Typical implements [swarm.Learner].
func (l *learner) Typical(ctx context.Context, of []*swarm.Evidence, weights []float64) (out []swarm.Typical, err error) {
	v, masked, release, err := l.view()
	if err != nil {
		return nil, err
	}
	defer release()
	defer l.x.guard(&err)()
	var texts []weighed
	for i, e := range of {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		r, ok := l.returned[e]
		if !ok || r.ordinal < 0 {
			continue
		}
		sv, note, ok := v.findLast(r.doc, masked)
		if !ok {
			continue
		}
		if sec, err := sv.section(note, r.ordinal); err == nil {
			texts = append(texts, weighed{sec.Heading + "\n" + sec.Text, weights[i]})
		}
	}
	return v.typical(l.query, texts), nil
}

// Widen implements [swarm.Learner].
func (l *learner) Widen(ctx context.Context, terms []swarm.WeightedTerm) (corpus *swarm.Corpus, evidence map[*swarm.Evidence]*swarm.Evidence, err error) {
	v, masked, release, err := l.view()
	if err != nil {
		return nil, nil, err
	}
	defer release()
	defer l.x.guard(&err)()
	sc := l.x.scratch.Get().(*scratch)
	defer func() {
		sc.end()
		l.x.scratch.Put(sc)
	}()
	sc.begin(int(v.heads))
	p := &plan{q: &swarm.Query{}, langs: l.langs}
	for _, t := range terms {
		if !slices.ContainsFunc(l.corpus.Terms, func(have swarm.Term) bool { return have.Key == strings.ToLower(t.Term) }) {
			p.widen(t)
		}
	}
	s := &search{scratch: sc, v: v, p: p, q: p.q, masked: masked}
	c := *l.corpus
	c.Terms = slices.Clip(slices.Clone(c.Terms))
	for i := range p.slots {
		sl := &p.slots[i]
		if err := p.expand(v, sl); err != nil {
			return nil, nil, err
		}
		df, err := s.gather(ctx, sl)
		if err != nil {
			return nil, nil, err
		}
		c.Terms = append(c.Terms, swarm.Term{Key: sl.key, Word: -1, Weight: sl.weight, DF: df})
	}
	return &c, s.added(l.returned), nil
}

// added copies the evidence with the frequencies of the plan's slots behind.
func (s *search) added(of map[*swarm.Evidence]returned) map[*swarm.Evidence]*swarm.Evidence {
	// The notes' places among those of interest, by their numbers.
	s.epoch++
	s.all = s.epoch
	type note struct {
		freqs    []swarm.Freqs // of the note, then of the sections of interest
		sections map[uint32]int
	}
	var notes []note
	at := make(map[string]int)
	terms := len(s.p.slots)
	for _, r := range of {
		i, ok := at[r.doc]
		if !ok {
			i = -1
			if sv, local, found := s.v.findLast(r.doc, s.masked); found {
				i = len(notes)
				notes = append(notes, note{freqs: make([]swarm.Freqs, terms), sections: make(map[uint32]int)})
				number := sv.noteBase + local
				s.seen[number], s.chosen[number] = s.all, int32(i)
			}
			at[r.doc] = i
		}
		if i >= 0 && r.ordinal >= 0 {
			n := &notes[i]
			n.sections[uint32(r.ordinal)] = len(n.freqs)
			n.freqs = append(n.freqs, make([]swarm.Freqs, terms)...)
		}
	}
	for t := range s.p.slots {
		forms := s.p.slots[t].forms
		for _, h := range s.hitsOf(t) {
			if s.seen[h.note] != s.all {
				continue
			}
			n := &notes[s.chosen[h.note]]
			share := forms[h.form&^ownDoc].share
			if h.form&ownDoc != 0 {
				h.freq.noteFreqs(&n.freqs[t], share)
				for _, block := range n.sections {
					h.freq.titleFreqs(&n.freqs[block+t], share)
				}
				continue
			}
			h.freq.bodyFreqs(&n.freqs[t], share)
			sv, _ := s.v.segmentOfNote(h.note)
			if block, ok := n.sections[sv.info.ordinal[h.doc-sv.docBase]]; ok {
				h.freq.sectionFreqs(&n.freqs[block+t], share)
			}
		}
	}
	out := make(map[*swarm.Evidence]*swarm.Evidence, len(of))
	merged := make(map[string][]swarm.Freqs) // a note's sections share its evidence
	for e, r := range of {
		c := *e
		more, section := make([]swarm.Freqs, terms), make([]swarm.Freqs, terms)
		if i := at[r.doc]; i >= 0 {
			more = notes[i].freqs[:terms]
			if block, ok := notes[i].sections[uint32(r.ordinal)]; ok && r.ordinal >= 0 {
				section = notes[i].freqs[block : block+terms]
			}
		}
		if merged[r.doc] == nil {
			merged[r.doc] = slices.Concat(e.Note, more)
		}
		c.Note = merged[r.doc]
		if e.Section != nil {
			c.Section = slices.Concat(e.Section, section)
		}
		out[e] = &c
	}
	return out
}

// findLast looks up a live note that is not masked; unsaved notes come last.
func (v *view) findLast(doc string, masked map[uint32]bool) (*segmentView, uint32, bool) {
	key := keyOf(doc)
	for i := len(v.segs) - 1; i >= 0; i-- {
		s := &v.segs[i]
		if n, ok := s.info.byKey[key]; ok && s.alive(n) && !masked[s.noteBase+n] && s.info.notes[n].doc == doc {
			return s, n, true
		}
	}
	return nil, 0, false
}
