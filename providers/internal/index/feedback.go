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
