package source

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// term is an identifier or word of source code as notes may mention it.
type term struct {
	word  string
	norm  string   // lower case, without what joins its parts
	parts []string // of the identifier, lower case
	// composed: of several parts or with digits. Such a name hardly means
	// anything else, while a single word may be just a word.
	composed bool
	// proper: a single word with capitals that is meant as a name (Polaris,
	// JWKS, IndexedDB).
	proper bool
}

// newTerm reads a word; ok is false for words about which notes have nothing
// to say: short ones, keywords, and the names that every program has.
func newTerm(word string) (*term, bool) {
	word = strings.TrimFunc(word, func(r rune) bool { return !isWordRune(r) })
	n := utf8.RuneCountInString(word)
	if n < 2 || n > 100 || !utf8.ValidString(word) {
		return nil, false
	}
	t := &term{word: word, norm: normal(word), parts: split(word)}
	digits := strings.ContainsFunc(word, unicode.IsDigit)
	letters := strings.ContainsFunc(word, unicode.IsLetter)
	t.composed = letters && (len(t.parts) > 1 || digits)
	first, _ := utf8.DecodeRuneInString(word)
	t.proper = !t.composed && unicode.IsUpper(first)
	switch {
	case !letters, t.norm == "", common[t.norm]:
		return nil, false
	case n < 3 && word[0] < utf8.RuneSelf:
		return nil, false
	}
	return t, true
}

// query is what is searched for to find candidates.
func (t *term) query() string {
	if len(t.parts) < 2 {
		return t.word
	}
	return t.word + " " + strings.Join(t.parts, " ")
}

// inTitle is how surely a title, alias or heading is about the term.
func (t *term) inTitle(title string) float64 {
	if title == "" {
		return 0
	}
	words := split(title)
	switch {
	case slices.Equal(words, t.parts):
		if t.composed || t.proper || len(t.norm) > 4 {
			return 0.95
		}
		return 0.75
	case !t.composed && !t.proper:
		return 0
	}
	if c, _ := t.mentions(title); c > 0 {
		return 0.9
	}
	if len(t.parts) > 1 && containsRun(words, t.parts) {
		return 0.85
	}
	return 0
}

// inText is how surely a section's text is about the term, and where it is
// mentioned.
func (t *term) inText(text string) (confidence float64, at int) {
	if confidence, at = t.mentions(text); confidence > 0 {
		return confidence, at
	}
	return 0, 0
}

// mentions looks for the term as one word of the text.
func (t *term) mentions(text string) (confidence float64, at int) {
	if !t.composed && !t.proper {
		return 0, 0
	}
	for pos := 0; pos < len(text); {
		r, size := utf8.DecodeRuneInString(text[pos:])
		if !isWordRune(r) {
			pos += size
			continue
		}
		end := pos
		for end < len(text) {
			r, size := utf8.DecodeRuneInString(text[end:])
			if !isWordRune(r) && !(r == '-' && end+1 < len(text) && isWordByte(text[end+1])) {
				break
			}
			end += size
		}
		if c := t.compare(text, pos, end); c > confidence {
			confidence, at = c, pos
		}
		pos = end
	}
	return confidence, at
}

// compare is how surely the word text[pos:end] is the term.
func (t *term) compare(text string, pos, end int) float64 {
	word := text[pos:end]
	code := inBackticks(text, pos)
	if t.composed {
		switch {
		case word == t.word && code:
			return 1
		case word == t.word:
			return 0.9
		case len(word) <= 2*len(t.word)+4 && normal(word) == t.norm:
			if code {
				return 0.9
			}
			return 0.8
		}
		return 0
	}
	if word != t.word {
		return 0
	}
	if strings.ToUpper(word[1:]) == word[1:] || strings.ToLower(word[1:]) != word[1:] {
		return 0.85 // an acronym, or capitals within: never just a word
	}
	if code {
		return 0.8
	}
	if startsSentence(text[:pos]) {
		return 0 // any word is capital there
	}
	return 0.75
}

// startsSentence says whether what follows the text begins a sentence, line,
// item, cell or quotation.
func startsSentence(before string) bool {
	before = strings.TrimRight(before, " \t*_\"'“‘([")
	if before == "" {
		return true
	}
	r, _ := utf8.DecodeLastRuneInString(before)
	return strings.ContainsRune(".!?:;\n|>-–—#•。！？", r)
}

// inBackticks says whether a place lies in a code span of its line.
func inBackticks(text string, pos int) bool {
	line := text[strings.LastIndexByte(text[:pos], '\n')+1 : pos]
	return strings.Count(line, "`")%2 == 1
}

func isWordRune(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

func isWordByte(c byte) bool { return c >= utf8.RuneSelf || isWordRune(rune(c)) }

// normal is a word without case and joints: refreshToken, refresh_token and
// Refresh-Token are the same.
func normal(word string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if r == '_' || r == '-' {
			return -1
		}
		return r
	}, word))
}

// split gives the lower-case words of an identifier or a title: parseHTTPRequest
// is parse, http, request.
func split(s string) []string {
	var words []string
	var cur []rune
	flush := func() {
		if len(cur) > 0 {
			words = append(words, strings.ToLower(string(cur)))
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

func containsRun(words, run []string) bool {
	for i := 0; i+len(run) <= len(words); i++ {
		if slices.Equal(words[i:i+len(run)], run) {
			return true
		}
	}
	return false
}
