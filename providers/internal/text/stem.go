package text

import (
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/blevesearch/bleve/v2/analysis"
	"github.com/blevesearch/bleve/v2/analysis/lang/hi"
	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/arabic"
	"github.com/blevesearch/snowballstem/danish"
	"github.com/blevesearch/snowballstem/dutch"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/finnish"
	"github.com/blevesearch/snowballstem/french"
	"github.com/blevesearch/snowballstem/german"
	"github.com/blevesearch/snowballstem/hungarian"
	"github.com/blevesearch/snowballstem/irish"
	"github.com/blevesearch/snowballstem/italian"
	"github.com/blevesearch/snowballstem/norwegian"
	"github.com/blevesearch/snowballstem/portuguese"
	"github.com/blevesearch/snowballstem/romanian"
	"github.com/blevesearch/snowballstem/russian"
	"github.com/blevesearch/snowballstem/spanish"
	"github.com/blevesearch/snowballstem/swedish"
	"github.com/blevesearch/snowballstem/tamil"
	"github.com/blevesearch/snowballstem/turkish"
)

var snowball = [NumLangs]func(*snowballstem.Env) bool{
	English: english.Stem, German: german.Stem, French: french.Stem, Spanish: spanish.Stem,
	Italian: italian.Stem, Portuguese: portuguese.Stem, Dutch: dutch.Stem, Swedish: swedish.Stem,
	Danish: danish.Stem, Norwegian: norwegian.Stem, Finnish: finnish.Stem, Hungarian: hungarian.Stem,
	Romanian: romanian.Stem, Turkish: turkish.Stem, Irish: irish.Stem, Russian: russian.Stem,
	Arabic: arabic.Stem, Tamil: tamil.Stem,
	Catalan: spanish.Stem,
}

// Stems says whether the language has a stemmer.
func (l Lang) Stems() bool {
	return l < NumLangs && snowball[l] != nil || l == Hindi || l == Korean || suffixes[l] != nil
}

// maxStem is the longest word in bytes that is stemmed; longer ones are names.
const maxStem = 48

// Stemmer finds what the forms of a word have in common. It remembers what it
// found, since texts repeat their words. It is for one goroutine at a time.
type Stemmer struct {
	env   *snowballstem.Env
	known [NumLangs]map[string]string
}

// maxKnown bounds the memory of a stemmer, in words of a language.
const maxKnown = 1 << 16

var stemmers = sync.Pool{New: func() any { return new(Stemmer) }}

// Stem gives the stem of a normal form, without accents, so that spellings
// with and without them meet. The word itself (folded) is given when the
// language has no stemmer.
func Stem(l Lang, word string) string {
	st := stemmers.Get().(*Stemmer)
	defer stemmers.Put(st)
	return st.Stem(l, word)
}

// Stem is like the function of the name.
func (st *Stemmer) Stem(l Lang, word string) string {
	if l >= NumLangs || len(word) > maxStem || len(word) < 2 {
		return word
	}
	known := st.known[l]
	if known == nil || len(known) >= maxKnown {
		known = make(map[string]string)
		st.known[l] = known
	}
	if s, ok := known[word]; ok {
		return s
	}
	s := st.stem(l, word)
	if !isASCII(s) {
		s = string(foldNormal([]byte(s)))
	}
	word = strings.Clone(word)
	if s == word {
		s = word
	}
	known[word] = s
	return s
}

func (st *Stemmer) stem(l Lang, word string) string {
	switch {
	case l == Hindi:
		return hindi(word)
	case suffixes[l] != nil:
		return cutSuffix(word, suffixes[l])
	case snowball[l] == nil:
		return word
	}
	if st.env == nil {
		st.env = snowballstem.NewEnv("")
	}
	st.env.SetCurrent(word)
	snowball[l](st.env)
	if s := st.env.Current(); s != "" {
		return s
	}
	return word
}

func hindi(word string) string {
	ts := analysis.TokenStream{&analysis.Token{Term: []byte(word)}}
	ts = hi.NewHindiNormalizeFilter().Filter(ts)
	ts = hi.NewHindiStemmerFilter().Filter(ts)
	if len(ts[0].Term) == 0 {
		return word
	}
	return string(ts[0].Term)
}

// suffixes are endings that are cut from words of languages without a Snowball
// stemmer, longest first within a language.
var suffixes = func() (t [NumLangs][]string) {
	// Case endings and particles that are written onto the noun.
	t[Korean] = strings.Fields(`에서는 으로는 에게서 이라고 까지 부터 에서 에게 한테 처럼 보다 으로 이나 이란 라고 라는
은 는 이 가 을 를 에 의 와 과 로 도 만`)
	// Inflections of nouns, adjectives and verbs; accents are folded later.
	t[Greek] = strings.Fields(`ήθηκαν ήθηκε θηκαν θηκε ούνται όταν ονται εται άται ούσε ματα ματος μάτων ότητα ότητας
ουμε ουν ους ων ών εις είς οι οί ες ές ας άς ης ής ου ού ος ός ον όν ει εί αν α ά η ή ο ό ε έ ι ί ω ώ`)
	t[Ukrainian] = strings.Fields(`ування ування ість істю ості ами ями ові еві ого ому ими ій ої ою ею ах ях ам ям ом ем
ів їв ий ій ти ла ло ли а я и і ї у ю о е є ь`)
	t[Bulgarian] = strings.Fields(`ищата овете ията ието иите ата ята ото ето ите овe ове ия ие ии ът ят та то те а я о е и у ъ`)
	t[Polish] = strings.Fields(`ościach ościami owania owaniu owanie ości ością ego emu ami ach owi iej ych ymi imi ich om ów
ie ia ią ię ej ym im ą ę y i a e u o`)
	t[Czech] = strings.Fields(`ování ostech ostmi osti ého ému ými ách ami ech ích ých ům em ou ám ým ím ové ovi y i í a á e é ě u ů o`)
	t[Hebrew] = strings.Fields(`יות ים ות`)
	t[Persian] = strings.Fields(`هايي هاي ها ترين تر ات`)
	return t
}()

// cutSuffix cuts the longest of the suffixes that leaves at least two
// characters (three of alphabets).
func cutSuffix(word string, suffixes []string) string {
	least := 3
	if ScriptOf(word) == Hangulish {
		least = 2
	}
	n := utf8.RuneCountInString(word)
	best := ""
	for _, s := range suffixes {
		if len(s) > len(best) && strings.HasSuffix(word, s) && n-utf8.RuneCountInString(s) >= least {
			best = s
		}
	}
	return word[:len(word)-len(best)]
}
