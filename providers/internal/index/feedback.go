package index

import (
	"cmp"
	"context"
	"math"
	"slices"
	"unicode/utf8"

	"memswarm/providers/internal/text"
	"memswarm/swarm"
)

// Every long query learns from its own first answer, too: words that its best
// notes have in common lift other notes with them. How much depends on how even
// the best scores are. Where one note stands out, the query names something and
// other words lead away from it; where many answer about as well, it describes
// a topic.
var (
	learnWords = 4   // words of the query from which on it learns
	learnTerms = 12  // words learnt
	learnLeast = 0.1 // their weight where one note stands out
	learnEven  = 0.5 // and what is added where all are equal
)

const (
	feedbackNotes = 10   // of the answer that are read
	feedbackBytes = 4000 // of each note
)

// Feedback gives at most n words that are typical of the first results of an
// answer and not in the query, heaviest first, by relevance feedback (the
// relevance model of Lavrenko and Croft, 2001): a word weighs what its share of
// each note weighs, weighted by the note's score, times its idf. The weights are
// relative to the heaviest word, 1.
func (x *Index) Feedback(ctx context.Context, q *swarm.Query, found *swarm.Found, n int) (out []swarm.WeightedTerm) {
	v, err := x.acquire()
	if err != nil {
		return nil
	}
	defer v.release()
	defer x.guard(&err)()
	var sections []weighed
	last := ""
	for i := range found.Results {
		r := &found.Results[i]
		if r.Ref.Doc == last || !r.Match.Lexical() {
			continue
		}
		last = r.Ref.Doc
		sv, note, ok := v.find(r.Ref.Doc)
		if !ok {
			continue
		}
		for ord := range int(sv.info.notes[note].sections) {
			sec, err := sv.section(note, ord)
			if err != nil {
				return nil
			}
			if sec.Anchor == r.Ref.Anchor {
				sections = append(sections, weighed{sec.Heading + "\n" + sec.Text, r.Score})
				break
			}
		}
		if len(sections) == feedbackNotes || ctx.Err() != nil {
			break
		}
	}
	return v.feedback(q.Words, sections, n)
}

// learn finds the words by which the query is broadened, none when its answer
// is no good base.
func (s *search) learn(cs []candidate) []swarm.WeightedTerm {
	words := 0
	for i := range s.p.slots {
		switch sl := &s.p.slots[i]; {
		case sl.prefix:
			return nil
		case sl.word >= 0 && !sl.loose && sl.kind != text.Whole && sl.kind != text.Char && s.corpus.Terms[i].DF > 0:
			words++
		}
	}
	if words < learnWords || len(cs) < feedbackNotes {
		return nil
	}
	var texts []weighed
	for i := range feedbackNotes {
		c := &cs[i]
		if c.exact {
			return nil
		}
		if c.sections == 0 {
			continue
		}
		if sec := s.readBest(c); sec != nil {
			texts = append(texts, weighed{sec.Heading + "\n" + sec.Text, c.score})
		}
	}
	terms := s.v.feedback(s.q.Words, texts, learnTerms)
	weight := learnLeast + learnEven*cs[feedbackNotes-1].score/cs[0].score
	for i := range terms {
		terms[i].Weight *= weight
	}
	return terms
}

type weighed struct {
	text  string
	score float64
}

// feedback finds the words that are typical of texts.
func (v *view) feedback(query string, texts []weighed, n int) []swarm.WeightedTerm {
	if len(texts) == 0 {
		return nil
	}
	var scan text.Scanner
	var stem text.Stemmer
	lang := text.Detect(query)
	asked := make(map[string]bool)
	scan.Scan(query, func(t *text.Token) {
		asked[string(t.Term)] = true
		asked[stem.Stem(lang, string(t.Term))] = true
	})
	type sum struct {
		weight float64
		texts  int
	}
	sums := make(map[string]*sum)
	all := 0.0
	for _, t := range texts {
		all += t.score
	}
	if all <= 0 {
		return nil
	}
	counts := make(map[string]int)
	for _, t := range texts {
		clear(counts)
		length := max(1, scan.Scan(t.text[:min(len(t.text), feedbackBytes)], func(tok *text.Token) {
			if tok.Kind == text.Char || tok.Kind == text.Whole && text.ScriptOf(tok.Term) == text.Hangulish {
				return
			}
			if utf8.RuneCount(tok.Term) < 2 || tok.Term[0] >= '0' && tok.Term[0] <= '9' {
				return
			}
			counts[string(tok.Term)]++
		}))
		for w, c := range counts {
			s := sums[w]
			if s == nil {
				s = &sum{}
				sums[w] = s
			}
			s.texts++
			s.weight += t.score / all * float64(c) / float64(length)
		}
	}
	type scored struct {
		word   string
		weight float64
	}
	var best []scored
	for w, s := range sums {
		if asked[w] || asked[stem.Stem(lang, w)] || text.IsStop(lang, w) || len(texts) > 2 && s.texts < 2 {
			continue
		}
		best = append(best, scored{w, s.weight})
	}
	byWeight := func(a, b scored) int { return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.word, b.word)) }
	slices.SortFunc(best, byWeight)
	// Their idf costs a look into the dictionary each.
	best = best[:min(len(best), 4*n)]
	for i := range best {
		best[i].weight *= math.Max(0, swarm.IDF(v.notes, v.documents(best[i].word)))
	}
	slices.SortFunc(best, byWeight)
	out := make([]swarm.WeightedTerm, 0, n)
	met := make(map[string]bool)
	for _, b := range best {
		st := stem.Stem(lang, b.word)
		if len(out) == n || b.weight <= 0 {
			break
		}
		if met[st] {
			continue
		}
		met[st] = true
		out = append(out, swarm.WeightedTerm{Term: b.word, Weight: b.weight / best[0].weight})
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
