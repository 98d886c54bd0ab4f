package source

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"memswarm/providers/internal/text"
)

// term is an identifier or word of source code as notes may mention it.
type term struct {
	word  string
	norm  string   // lower case, without what joins its parts
	parts []string // of the identifier, lower case
	stems []string // of the parts
	sort  termSort
	// path says that it is several names one after the other (retry.Budget,
	// Vec::new): only what is written just so is about it.
	path bool
	// telling is how many parts are none that every program has.
	telling int
}

// termSort says how much a mention of a term proves.
type termSort int

const (
	// composed terms have several parts or digits. Such a name hardly means
	// anything else.
	composed termSort = iota
	// acronyms are words in capitals: JWKS.
	acronym
	// proper terms are words with a capital that may be names (Polaris), or
	// just the way in which a language writes its types.
	proper
	// plain terms are words in small letters; most mean what they mean anywhere.
	plain
	// uncased terms are words of a script without capitals.
	uncased
	// phrases are texts of several words, such as a message.
	phrase
)

// The lengths of words that can be asked for, in characters.
const (
	minTerm = 2
	maxTerm = 120
)

// newTerm reads a word; ok is false for words about which notes have nothing
// to say: short ones, keywords, and the names that every program has.
func newTerm(word string) (*term, bool) {
	word = strings.TrimFunc(word, func(r rune) bool { return !isWordRune(r) })
	n := utf8.RuneCountInString(word)
	if n < minTerm || n > maxTerm || !utf8.ValidString(word) || !strings.ContainsFunc(word, unicode.IsLetter) {
		return nil, false
	}
	t := &term{word: word, norm: normal(word), parts: split(word)}
	t.stems = stemsOf(t.parts)
	for _, p := range t.parts {
		if !ordinary(p) {
			t.telling++
		}
	}
	t.sort = t.sortOf()
	t.path = t.sort == composed && strings.ContainsAny(word, ".:/")
	switch {
	case t.norm == "" || common[t.norm]:
		return nil, false
	case '0' <= word[0] && word[0] <= '9' && len(t.parts) == 1:
		return nil, false // a number, with a unit or in another base
	case t.sort == phrase:
		return t, len(t.parts) >= 3 && t.telling >= 2
	case t.sort == uncased:
		return t, true
	case n < 3, n < 4 && (t.sort == plain || t.sort == composed && unicode.IsLower(rune(word[0]))):
		return nil, false
	}
	return t, t.sort != plain && t.sort != proper || t.telling > 0
}

func (t *term) sortOf() termSort {
	first, _ := utf8.DecodeRuneInString(t.word)
	switch {
	case strings.ContainsFunc(t.word, unicode.IsSpace):
		return phrase
	case len(t.parts) > 1, strings.ContainsFunc(t.word, unicode.IsDigit):
		return composed
	case !unicode.IsUpper(first) && !unicode.IsLower(first):
		return uncased
	case unicode.IsUpper(first) && strings.ToUpper(t.word) == t.word:
		return acronym
	case unicode.IsUpper(first):
		return proper
	}
	return plain
}

// query is what is searched for to find candidates.
func (t *term) query() string {
	if len(t.parts) < 2 || t.sort == phrase {
		return t.word
	}
	return t.word + " " + strings.Join(t.parts, " ")
}

// inName is how surely a note's title, alias or file name is about the term.
func (t *term) inName(name string) float64 {
	if !t.maybeIn(name) {
		return 0
	}
	words := stemsOf(split(name))
	switch {
	case len(words) == 0:
		return 0
	case t.path:
		if strings.EqualFold(strings.TrimSpace(name), t.word) {
			return 1
		}
		return 0
	case slices.Equal(words, t.stems):
		if t.telling == 0 {
			return 0.75
		}
		return 1
	case t.sort == plain || t.sort == uncased:
		return 0
	case t.sort == proper || t.sort == acronym:
		if m := t.scan(name, nil); m.code+m.prose > 0 {
			return 0.9
		}
		return 0
	}
	if t.scan(name, nil).exact {
		return 1
	}
	return t.byWords(words)
}

// maybeIn is a quick look whether a name can have anything to do with the term:
// it holds the beginning of one of its telling parts.
func (t *term) maybeIn(name string) bool {
	lower := text.Normal(name)
	for i, p := range t.parts {
		if t.telling > 0 && ordinary(t.parts[i]) {
			continue
		}
		n := 0
		for at := range p {
			if n == 3 {
				p = p[:at]
				break
			}
			n++
		}
		if strings.Contains(lower, p) {
			return true
		}
	}
	return false
}

// byWords compares the words of a name with those of the term.
func (t *term) byWords(words []string) float64 {
	if t.sort != composed || len(t.stems) < 2 || t.telling == 0 {
		return 0
	}
	core := t.core()
	shared := 0 // of the parts that tell something
	all := true
	for i, s := range t.stems {
		switch {
		case !slices.Contains(words, s):
			all = false
		case !ordinary(t.parts[i]):
			shared++
		}
	}
	switch {
	case containsRun(words, t.stems):
		if t.telling >= 2 || len(words) <= len(t.stems)+1 {
			return 0.85
		}
		return 0.72
	case len(core) >= 2 && slices.Equal(words, core):
		return 0.85
	case len(words) >= 2 && containsRun(t.stems, words) && shared >= 2:
		return 0.8
	case all && t.telling >= 2 && len(words) <= len(t.stems)+2:
		return 0.8
	}
	return 0
}

// core is the stems without the parts at both ends that every program has: the
// retry budget of newRetryBudget.
func (t *term) core() []string {
	a, b := 0, len(t.parts)
	for a < b && ordinary(t.parts[a]) {
		a++
	}
	for b > a && ordinary(t.parts[b-1]) {
		b--
	}
	return t.stems[a:b]
}

// inHeading is how surely a section with this heading is about the term. A
// heading says less than a title: many notes have a heading “Fields”.
func (t *term) inHeading(heading string) float64 {
	if heading == "" || t.sort == plain {
		return 0
	}
	c := t.inName(heading)
	if c >= 0.8 && c < 0.9 && t.telling < 2 {
		return 0
	}
	return max(0, c-0.02)
}

// affinity says how much a name speaks of what the term does: the share of the
// term's telling parts among its words, 0 to 1.
func (t *term) affinity(words []string) float64 {
	if t.telling == 0 {
		return 0
	}
	n := 0
	for i, s := range t.stems {
		if !ordinary(t.parts[i]) && slices.Contains(words, s) {
			n++
		}
	}
	return float64(n) / float64(t.telling)
}

// ordinary says that a lower-case word is one that every program or every
// English sentence has.
func ordinary(word string) bool {
	return common[word] || utf8.RuneCountInString(word) < 2 || text.IsStop(text.English, word)
}

func isWordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

// joins says whether a character may stand within an identifier, between two
// word characters.
func joins(c byte) bool { return c == '-' || c == '.' || c == ':' }

// normal is a word without case and joints: refreshToken, refresh_token and
// Refresh-Token are the same.
func normal(word string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '_', '-', '.', ':':
			return -1
		}
		return unicode.ToLower(r)
	}, text.Normal(word))
}

// split gives the lower-case words of an identifier or a title: parseHTTPRequest
// is parse, http, request.
func split(s string) []string {
	var words []string
	var cur []rune
	flush := func() {
		if len(cur) > 0 {
			words = append(words, text.Normal(strings.ToLower(string(cur))))
			cur = cur[:0]
		}
	}
	rs := []rune(s)
	for i, r := range rs {
		if r == '_' || !isWordRune(r) {
			flush()
			continue
		}
		if i > 0 && unicode.IsUpper(r) && (unicode.IsLower(rs[i-1]) ||
			unicode.IsUpper(rs[i-1]) && i+1 < len(rs) && unicode.IsLower(rs[i+1])) {
			flush()
		}
		cur = append(cur, r)
	}
	flush()
	return words
}

func stemsOf(words []string) []string {
	stems := make([]string, len(words))
	for i, w := range words {
		stems[i] = text.Stem(text.English, w)
	}
	return stems
}

func containsRun(words, run []string) bool {
	for i := 0; i+len(run) <= len(words); i++ {
		if slices.Equal(words[i:i+len(run)], run) {
			return true
		}
	}
	return false
}
