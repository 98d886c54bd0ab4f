package corpus

import (
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// queries makes n sample queries of each kind. Those that need words with
// spaces come from notes in scripts that have them.
func (v *vault) queries(n int) []Query {
	r := rand.New(rand.NewPCG(v.opt.Seed, 0x71756572))
	var out []Query
	for _, kind := range Kinds {
		for made, tries := 0, 0; made < n && tries < 1000*n; tries++ {
			i := r.IntN(len(v.notes))
			p := &v.notes[i]
			text := ""
			if kind == FiveWords {
				text = v.fiveWords(i, r)
			} else {
				text = p.query(kind, r)
			}
			if text != "" {
				out = append(out, Query{Kind: kind, Text: text, Path: p.path})
				made++
			}
		}
	}
	return out
}

// query makes one query of the kind from the note, or "" where it cannot.
func (p *plan) query(kind Kind, r *rand.Rand) string {
	if p.shape == daily {
		return ""
	}
	switch kind {
	case OneWord:
		return p.topic.word(r)
	case Title:
		return p.title
	}
	ws := strings.Fields(p.title)
	last := []rune(ws[len(ws)-1])
	switch {
	case !p.lang.spaced || strings.ContainsAny(p.title, "_"):
		return ""
	case kind == Prefix && len(last) >= 7:
		ws[len(ws)-1] = string(last[:4+r.IntN(len(last)-5)])
		return strings.Join(ws, " ")
	case kind == Typo:
		for i, w := range ws {
			if utf8.RuneCountInString(w) >= 8 {
				c := []rune(w)
				at := 2 + r.IntN(len(c)-3) // spelling errors seldom touch the first letter
				c[at], c[at-1] = c[at-1], c[at]
				if c[at] == c[at-1] {
					return ""
				}
				ws[i] = string(c)
				return strings.Join(ws, " ")
			}
		}
	}
	return ""
}

// fiveWords takes five different words of four letters and more from one
// place in the note, as somebody who half remembers a passage would.
func (v *vault) fiveWords(i int, r *rand.Rand) string {
	all := strings.FieldsFunc(v.note(i).String(), func(c rune) bool { return !unicode.IsLetter(c) && c != '_' })
	if len(all) < 40 {
		return ""
	}
	var picked []string
	for at := r.IntN(len(all) - 30); at < len(all) && len(picked) < 5; at += 1 + r.IntN(3) {
		w := strings.ToLower(all[at])
		if utf8.RuneCountInString(w) >= 4 && !slices.Contains(picked, w) && !slices.Contains(v.notes[i].lang.function, w) {
			picked = append(picked, w)
		}
	}
	if len(picked) < 5 {
		return ""
	}
	return strings.Join(picked, " ")
}
