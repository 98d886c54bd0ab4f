package index

import (
	"strings"
	"sync"
	"sync/atomic"
	"time"

	index "github.com/blevesearch/bleve_index_api"

	"memswarm/providers/internal/text"
)

// The index holds words as they are written. Which words are forms of one
// another is kept apart, in a field of terms "language, stem, 0, word" that
// hang on documents of their own: a query looks up the forms of its words and
// weighs them below the exact ones. So a stem never stands in for a word that
// is not there, exact spelling can be preferred, words can be completed and
// corrected, and the postings stay half as large as with stems beside words.
//
// A document of the vocabulary holds each key by itself too. A pair is never
// removed; a word that no note has any more finds nothing.

// stemKeys are the keys under which a word is found by its other forms, as they
// stand before the word in the vocabulary. Spellings without accents have a
// key of their own, for readers who leave them out.
func stemKeys(st *text.Stemmer, l text.Lang, word string, visit func(key string)) {
	folded := word
	if !isASCII(word) {
		folded = text.Fold(word)
		visit(vocabKey(text.Unknown, folded))
	}
	if !l.Stems() {
		return
	}
	stem := st.Stem(l, word)
	visit(vocabKey(l, stem))
	if folded != word {
		if s := st.Stem(l, folded); s != stem {
			visit(vocabKey(l, s))
		}
	}
}

func vocabKey(l text.Lang, stem string) string {
	return string([]byte{'A' + byte(l)}) + stem + "\x00"
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// vocabulary collects the pairs that a set of changes adds.
type vocabulary struct {
	mu      sync.Mutex
	seen    map[string]struct{}
	pending []string
	stem    text.Stemmer
	// known says whether the index has the pair already.
	known func(pair string) bool
}

func (v *vocabulary) add(forms []form) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.seen == nil {
		v.seen = make(map[string]struct{})
	}
	for _, f := range forms {
		stemKeys(&v.stem, f.lang, f.word, func(key string) {
			if strings.TrimSuffix(key[1:], "\x00") == f.word {
				return // a query looks for the stem itself too
			}
			pair := key + f.word
			if _, ok := v.seen[pair]; ok {
				return
			}
			v.seen[pair] = struct{}{}
			if v.known == nil || !v.known(pair) {
				v.pending = append(v.pending, pair)
			}
		})
	}
}

// take returns a document of the pending pairs, nil when there are none.
func (v *vocabulary) take() index.Document {
	v.mu.Lock()
	pairs := v.pending
	v.pending = nil
	v.mu.Unlock()
	if len(pairs) == 0 {
		return nil
	}
	terms := make(index.TokenFrequencies, len(pairs))
	for _, p := range pairs {
		terms[p] = frequency(1)
		// The key by itself says in one look-up that there are pairs.
		terms[p[:strings.IndexByte(p, 0)+1]] = frequency(1)
	}
	d := newDocument(vocabID(), nil, nil, nil)
	d.fields = append(d.fields, &field{name: vocabField, options: index.IndexField, terms: terms})
	return d
}

var vocabCount atomic.Uint64

// vocabID is new on every call.
func vocabID() string {
	b := appendNumber([]byte{'v'}, uint64(time.Now().UnixNano()))
	return string(appendNumber(b, vocabCount.Add(1)))
}
