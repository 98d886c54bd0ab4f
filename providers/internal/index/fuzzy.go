package index

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/vellum/levenshtein"

	"memswarm/providers/internal/text"
)

const (
	prefixShare  = 0.8 // a word that begins with what was typed
	oneOffShare  = 0.7 // a word with one other letter
	twoOffShare  = 0.4
	maxGuesses   = 12   // at one word
	maxVisited   = 4000 // terms that are looked at to complete a word
	oneOffLength = 5    // letters that a word must have to be corrected by one
	twoOffLength = 8
	maxCorrected = 48 // bytes
)

type guess struct {
	term string
	off  uint8
	df   uint64
}

// corrections are terms that are spelled almost like a word, nearest and then
// commonest first. Two mistakes are looked for only where no term is nearer,
// since that visits ten times as much of the dictionary.
func (v *view) corrections(word string) ([]guess, error) {
	n := utf8.RuneCountInString(word)
	if n < oneOffLength || len(word) > maxCorrected || strings.ContainsFunc(word, unicode.IsDigit) {
		return nil, nil
	}
	out, err := v.within(word, 1)
	if err != nil || len(out) > 0 || n < twoOffLength {
		return out, err
	}
	return v.within(word, 2)
}

// within finds the terms that are at most off mistakes from the word. The first
// letter must agree: it hardly ever is the wrong one, and it spares most of the
// dictionary.
func (v *view) within(word string, off uint8) ([]guess, error) {
	dfa, err := automata(off).BuildDfa(word, off)
	if err != nil {
		return nil, nil // the automaton got too large
	}
	_, first := utf8.DecodeRuneInString(word)
	found := make(map[string]*guess)
	for i := range v.segs {
		d, err := v.segs[i].seg.Dictionary(termField)
		if err != nil {
			return nil, err
		}
		it := d.AutomatonIterator(dfa, []byte(word[:first]), prefixEnd(word[:first]))
		for {
			e, err := it.Next()
			if err != nil {
				return nil, err
			}
			if e == nil {
				break
			}
			if g := found[e.Term]; g != nil {
				g.df += e.Count
				continue
			}
			if _, d := dfa.MatchAndDistance(e.Term); d > 0 {
				found[e.Term] = &guess{strings.Clone(e.Term), d, e.Count}
			}
		}
	}
	return nearest(found), nil
}

func nearest(found map[string]*guess) []guess {
	out := make([]guess, 0, len(found))
	for _, g := range found {
		out = append(out, *g)
	}
	slices.SortFunc(out, func(a, b guess) int {
		return cmp.Or(cmp.Compare(a.off, b.off), cmp.Compare(b.df, a.df), cmp.Compare(a.term, b.term))
	})
	return out[:min(len(out), maxGuesses)]
}

// completions of a prefix, commonest first.
func (v *view) completions(prefix string) ([]guess, error) {
	found := make(map[string]*guess)
	visited := 0
	for i := range v.segs {
		d, err := v.segs[i].seg.Dictionary(termField)
		if err != nil {
			return nil, err
		}
		it := d.AutomatonIterator(nil, []byte(prefix), prefixEnd(prefix))
		for {
			e, err := it.Next()
			if err != nil {
				return nil, err
			}
			if visited++; e == nil || visited > maxVisited {
				break
			}
			if e.Term == prefix {
				continue
			}
			if g := found[e.Term]; g != nil {
				g.df += e.Count
			} else {
				found[e.Term] = &guess{strings.Clone(e.Term), 0, e.Count}
			}
		}
	}
	return nearest(found), nil
}

// builders of automata take a while to make and are kept.
var builders [3]struct {
	once sync.Once
	b    *levenshtein.LevenshteinAutomatonBuilder
}

func automata(off uint8) *levenshtein.LevenshteinAutomatonBuilder {
	b := &builders[off]
	b.once.Do(func() {
		// Two swapped letters are one mistake. The arguments are constant, so
		// there is no error.
		b.b, _ = levenshtein.NewLevenshteinAutomatonBuilder(off, true)
	})
	return b.b
}

// guessAt makes a slot of guesses at a slot's word, nil when there are none.
func (v *view) guessAt(s *slot, last bool) (*slot, error) {
	if s.word < 0 || s.kind == text.Gram || s.kind == text.Char {
		return nil, nil
	}
	g := slot{word: s.word, key: s.key + "~", weight: s.weight, loose: true, kind: s.kind, start: s.start}
	if last && utf8.RuneCountInString(s.key) >= 2 {
		found, err := v.completions(s.key)
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			g.forms = append(g.forms, formTerm{f.term, prefixShare})
		}
	}
	if len(g.forms) == 0 && !s.prefix {
		found, err := v.corrections(s.key)
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			share := float32(oneOffShare)
			if f.off > 1 {
				share = twoOffShare
			}
			g.forms = append(g.forms, formTerm{f.term, share})
		}
	}
	if len(g.forms) == 0 {
		return nil, nil
	}
	return &g, nil
}
