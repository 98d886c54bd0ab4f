package index

import (
	"context"
	"strings"

	"memswarm/providers/internal/text"
)

// keepPhrases keeps the sections in which every quoted phrase stands word for
// word (in the text, the heading or the note's title), until n notes are found.
// When there are none and the query has other words, the phrases count as
// words: quotation marks in a question are not always meant as a demand.
func (s *search) keepPhrases(ctx context.Context, cs []candidate, n int) ([]candidate, error) {
	var phrases [][]string
	for _, p := range s.q.Phrases {
		if w := words(p); len(w) > 0 {
			phrases = append(phrases, w)
		}
	}
	if len(phrases) == 0 {
		return cs, nil
	}
	var out []candidate
	for i := range cs {
		if len(out) == n {
			break
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c := cs[i]
		note, err := c.seg.note(c.note)
		if err != nil {
			return nil, err
		}
		title := words(note.Title + "\n" + strings.Join(note.Aliases, "\n"))
		var best [perNote]*place
		kept := 0
		// All sections, since the phrase may stand in one with a low score.
		ps := s.places[c.first : c.first+int(c.seg.info.notes[c.note].sections)]
		for _, pl := range byPlace(ps) {
			if kept == perNote {
				break
			}
			if !pl.hit && kept > 0 {
				break
			}
			sec, err := c.seg.section(c.note, int(pl.ordinal))
			if err != nil {
				return nil, err
			}
			if hasAll(phrases, title, words(sec.Heading), words(sec.Text)) {
				best[kept] = pl
				kept++
			}
		}
		if kept > 0 {
			c.best, c.sections = best, kept
			out = append(out, c)
		}
	}
	if len(out) == 0 && s.p.asksMore(phrases) {
		return cs, nil
	}
	return out, nil
}

// asksMore says whether the query has words beside the phrases.
func (p *plan) asksMore(phrases [][]string) bool {
	quoted := make(map[string]bool)
	for _, ph := range phrases {
		for _, w := range ph {
			quoted[w] = true
		}
	}
	for i := range p.slots {
		sl := &p.slots[i]
		if sl.word >= 0 && sl.kind == text.Word && !quoted[text.Fold(sl.key)] {
			return true
		}
	}
	return false
}

func hasAll(phrases [][]string, texts ...[]string) bool {
	for _, p := range phrases {
		found := false
		for _, t := range texts {
			if contains(t, p) {
				found = true
				break
			}
		}
		if !found {
			return false
		}
	}
	return true
}

func contains(t, p []string) bool {
	for i := 0; i+len(p) <= len(t); i++ {
		k := 0
		for k < len(p) && t[i+k] == p[k] {
			k++
		}
		if k == len(p) {
			return true
		}
	}
	return false
}

// words splits a text for the comparison of phrases: without accents, and
// compounds by their parts.
func words(s string) []string {
	var out []string
	var sc text.Scanner
	sc.Scan(s, func(t *text.Token) {
		script := text.ScriptOf(t.Term)
		switch {
		case t.Kind == text.Whole && script != text.Hangulish, t.Kind == text.Gram && script != text.Thaiish:
			return
		}
		out = append(out, text.Fold(string(t.Term)))
	})
	return out
}
