package swarm

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
)

// teacher is a Learner with made-up words: it gives the sections of one answer
// a learnt word where says holds.
type teacher struct {
	found *Found
	words []Typical
	has   func(doc string) bool
	err   error
	asked int
	terms []WeightedTerm
}

func (l *teacher) Typical(_ context.Context, of []*Evidence, weights []float64) ([]Typical, error) {
	l.asked += len(of)
	return l.words, l.err
}

func (l *teacher) Widen(_ context.Context, terms []WeightedTerm) (*Corpus, map[*Evidence]*Evidence, error) {
	l.terms = terms
	c := *l.found.Corpus
	c.Terms = slices.Clone(c.Terms)
	for _, t := range terms {
		c.Terms = append(c.Terms, Term{Key: t.Term, Word: -1, Weight: t.Weight, DF: 3})
	}
	out := make(map[*Evidence]*Evidence)
	for _, r := range l.found.Results {
		e := *r.Evidence
		var f Freqs
		if l.has(r.Ref.Doc) {
			f[FieldBody] = 3
		}
		for range terms {
			e.Note = append(slices.Clone(e.Note), f)
			e.Section = append(slices.Clone(e.Section), f)
		}
		out[r.Evidence] = &e
	}
	return &c, out, nil
}

// taught makes an answer of n notes for a query of so many words; each note has
// all of them, the first one more often by the factor lead.
func taught(id ID, n, words int, lead float32) *Found {
	f := &Found{Corpus: &Corpus{Notes: 1000, Total: [NumFields]float64{FieldBody: 100000}}}
	for w := range words {
		f.Corpus.Terms = append(f.Corpus.Terms, Term{Key: fmt.Sprint("w", w), Word: w, Weight: 1, DF: 20})
	}
	for i := range n {
		var fs []Freqs
		for range words {
			tf := Freqs{FieldBody: 1}
			if i == 0 {
				tf[FieldBody] = lead
			}
			fs = append(fs, tf)
		}
		length := Lengths{FieldBody: 100 + float32(i)}
		e := &Evidence{Note: fs, NoteLen: length, Section: fs, SectionLen: length}
		doc := fmt.Sprintf("n%02d.md", i)
		f.Results = append(f.Results, Result{Ref: Ref{Provider: id, Doc: doc}, Title: doc, Note: doc, Match: MatchKeyword, Evidence: e})
	}
	return f
}

func TestLearn(t *testing.T) {
	p := DefaultFusion()
	words := []Typical{{Term: "lift", Stem: "lift", Weight: 0.1, Texts: 6, DF: 30}, {Term: "lone", Stem: "lone", Weight: 0.9, Texts: 1, DF: 2}}
	for _, c := range []struct {
		name         string
		notes, words int
		lead         float32
		err          error
		change       func(*Query, *Found)
		want         bool
	}{
		{"a long query with even scores", 15, 8, 1, nil, nil, true},
		{"a short query", 15, 2, 1, nil, nil, false},
		{"few hits", 5, 8, 1, nil, nil, false},
		{"as you type", 15, 8, 1, nil, func(q *Query, _ *Found) { q.Prefix = true }, false},
		{"an exact title", 15, 8, 1, nil, func(_ *Query, f *Found) { f.Results[0].Match = MatchTitle }, false},
		{"a provider that fails", 15, 8, 1, errors.New("gone"), nil, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := taught("obsidian", c.notes, c.words, c.lead)
			l := &teacher{found: f, words: words, err: c.err, has: func(doc string) bool { return doc == "n14.md" }}
			f.Learner = l
			q := &Query{Words: "w0 w1 w2 w3 w4 w5 w6 w7", Limit: 10}
			if c.change != nil {
				c.change(q, f)
			}
			lists := []List{{Provider: "obsidian", Found: f}}
			before := Fuse(q, lists, &p)
			wider := p.learn(t.Context(), q, lists, before)
			if (wider != nil) != c.want {
				t.Fatalf("learnt: %v, want %v", wider != nil, c.want)
			}
			if wider == nil {
				return
			}
			if len(l.terms) != 1 || l.terms[0].Term != "lift" {
				t.Errorf("learnt %v, want the word that several notes have", l.terms)
			}
			if w := l.terms[0].Weight; w <= 0 || w > learnMost {
				t.Errorf("weight %v", w)
			}
			if got := Fuse(q, wider, &p)[0].Ref.Doc; got != "n14.md" {
				t.Errorf("first is %s, want the note with the learnt word", got)
			}
			if len(f.Corpus.Terms) != c.words || len(f.Results[0].Evidence.Note) != c.words {
				t.Error("the provider's answer was changed")
			}
		})
	}
}

func TestLearnFrom(t *testing.T) {
	for words, want := range map[float64]float64{1: 0.45, 5: 0.4, 20: 0.2} {
		if got := learnFrom(words); got < want-1e-9 || got > want+1e-9 {
			t.Errorf("%v words: %v, want %v", words, got, want)
		}
	}
}
