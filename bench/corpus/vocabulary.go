package corpus

import "math/rand/v2"

// vocabulary is a language's word forms, the most frequent first.
type vocabulary struct {
	*language
	words   []string
	content int // index of the first word that is not a function word
	pick    chooser
}

// newVocabulary makes up word forms until there are l.types of them. A stem
// and its inflections get neighbouring ranks, so that stemming has to do here
// what it does on real text.
func newVocabulary(l *language, r *rand.Rand) *vocabulary {
	v := &vocabulary{language: l, content: len(l.function)}
	seen := make(map[string]bool, l.types)
	add := func(w string) {
		if !seen[w] {
			seen[w] = true
			v.words = append(v.words, w)
		}
	}
	for _, w := range l.function {
		add(w)
	}
	v.content = len(v.words)
	for _, w := range l.common {
		add(w)
	}
	for len(v.words) < l.types {
		switch {
		case l.code == "zh":
			add(hanWord(r))
		case l.code == "ja":
			add(japaneseWord(r))
		default:
			stem := l.stem(r)
			add(stem)
			for range r.IntN(4) {
				add(stem + one(r, l.endings))
			}
		}
	}
	v.words = v.words[:l.types]
	v.pick = newChooser(zipfWeights(len(v.words)))
	return v
}

func (l *language) stem(r *rand.Rand) string {
	var b []byte
	for n := []int{1, 2, 2, 2, 3, 3}[r.IntN(6)]; n > 0; n-- {
		b = append(b, one(r, l.onsets)...)
		b = append(b, one(r, l.nuclei)...)
		if n == 1 {
			b = append(b, one(r, l.codas)...)
		}
	}
	return string(b)
}

var (
	hanRunes      = []rune(frequentHan)
	katakanaRunes = []rune(katakana)
	hiraganaRunes = []rune(hiragana)
)

func han(r *rand.Rand) rune {
	if chance(r, 0.04) {
		return rune(0x4E00 + r.IntN(0x9FA5-0x4E00))
	}
	f := r.Float64()
	return hanRunes[int(f*f*float64(len(hanRunes)))]
}

func hanWord(r *rand.Rand) string {
	n := []int{1, 2, 2, 2, 2, 3, 3, 4}[r.IntN(8)]
	w := make([]rune, n)
	for i := range w {
		w[i] = han(r)
	}
	return string(w)
}

func japaneseWord(r *rand.Rand) string {
	var w []rune
	switch r.IntN(5) {
	case 0, 1: // a katakana loan word
		for range 3 + r.IntN(4) {
			w = append(w, one(r, katakanaRunes))
		}
	case 2, 3: // a compound
		w = append(w, han(r), han(r))
	default: // a stem with its kana ending
		w = append(w, han(r), one(r, hiraganaRunes), one(r, hiraganaRunes))
	}
	return string(w)
}

func (v *vocabulary) word(r *rand.Rand) string { return v.words[v.pick.draw(r)] }

// contentWord draws a word that means something, by frequency.
func (v *vocabulary) contentWord(r *rand.Rand) string {
	for {
		if i := v.pick.draw(r); i >= v.content {
			return v.words[i]
		}
	}
}

// topic is a set of words that go together. Notes of one topic share them,
// which gives the clumped postings and near neighbours of real vaults.
type topic struct {
	lang  *vocabulary
	name  string
	words []string
}

func newTopic(v *vocabulary, r *rand.Rand) topic {
	t := topic{lang: v}
	for range 45 {
		// Uniform over the ranks: a topic is made of words that are rare elsewhere.
		t.words = append(t.words, v.words[v.content+r.IntN(len(v.words)-v.content)])
	}
	t.name = capital(t.words[0])
	return t
}

func (t topic) word(r *rand.Rand) string {
	f := r.Float64()
	return t.words[int(f*f*float64(len(t.words)))]
}
