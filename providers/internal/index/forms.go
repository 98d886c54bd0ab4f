package index

import (
	"slices"

	index "github.com/blevesearch/bleve_index_api"
	segment "github.com/blevesearch/scorch_segment_api/v2"

	"memswarm/providers/internal/text"
)

// expand finds the forms of a slot's word that the notes have.
func (p *plan) expand(v *view, s *slot) error {
	s.forms = append(s.forms, formTerm{s.key, 1})
	if s.kind == text.Gram || s.kind == text.Char || !isWord([]byte(s.key)) {
		return nil
	}
	script := text.ScriptOf(s.key)
	add := func(term string, share float32) {
		if len(s.forms) < maxForms && !slices.ContainsFunc(s.forms, func(f formTerm) bool { return f.term == term }) {
			s.forms = append(s.forms, formTerm{term, share})
		}
	}
	folded := text.Fold(s.key)
	if folded != s.key {
		add(folded, accentShare)
	}
	var keys []string
	keys = append(keys, vocabKey(text.Unknown, folded))
	for _, l := range p.langs {
		if l.Script() == script {
			stemKeys(&p.stems, l, s.key, func(k string) {
				if !slices.Contains(keys, k) {
					keys = append(keys, k)
				}
			})
		}
	}
	for i, k := range keys {
		share := float32(formShare)
		if i == 0 {
			share = accentShare
		} else {
			add(k[1:len(k)-1], share)
		}
		for j := range v.segs {
			d, err := v.segs[j].seg.Dictionary(vocabField)
			if err != nil {
				return err
			}
			if ok, err := d.Contains([]byte(k)); err != nil {
				return err
			} else if !ok {
				continue
			}
			if err := eachPrefix(d, k, func(e *index.DictEntry) bool {
				if len(e.Term) > len(k) {
					add(e.Term[len(k):], share)
				}
				return len(s.forms) < maxForms
			}); err != nil {
				return err
			}
		}
	}
	return nil
}

// eachPrefix visits the terms that begin with prefix, in order.
func eachPrefix(d segment.TermDictionary, prefix string, visit func(*index.DictEntry) bool) error {
	it := iterate(d, nil, []byte(prefix), prefixEnd(prefix))
	for {
		e, err := it.Next()
		if err != nil || e == nil {
			return err
		}
		if !visit(e) {
			return nil
		}
	}
}

// iterate visits terms without reading their postings where the segment can.
func iterate(d segment.TermDictionary, a segment.Automaton, from, to []byte) segment.DictionaryIterator {
	if o, ok := d.(interface {
		AutomatonIteratorOmitCount(segment.Automaton, []byte, []byte) segment.DictionaryIterator
	}); ok {
		return o.AutomatonIteratorOmitCount(a, from, to)
	}
	return d.AutomatonIterator(a, from, to)
}

// prefixEnd is the first string behind those that begin with prefix.
func prefixEnd(prefix string) []byte {
	b := []byte(prefix)
	for i := len(b) - 1; i >= 0; i-- {
		if b[i] < 0xFF {
			b[i]++
			return b[:i+1]
		}
	}
	return nil
}
