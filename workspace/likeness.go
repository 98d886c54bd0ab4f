package workspace

import (
	"hash/maphash"
	"slices"
	"strings"
	"unicode"

	"memswarm/swarm"
)

// Limits of a comparison, so that no text takes long.
const (
	shingle      = 3       // words that are compared together
	shingleWords = 2000    // words of a passage that are compared
	noteBytes    = 4 << 20 // of a note that are compared
)

var shingleSeed = maphash.MakeSeed()

// shingles are the runs of three words of a text, for telling whether another
// text holds it, however its lines are broken.
type shingles struct {
	words int
	cut   bool // the text goes on
	set   map[uint64]bool
}

func shinglesOf(text string) shingles {
	words := wordsOf(text)
	cut := len(words) > shingleWords
	words = words[:min(len(words), shingleWords)]
	s := shingles{words: len(words), cut: cut, set: map[uint64]bool{}}
	eachShingle(words, func(h uint64) { s.set[h] = true })
	return s
}

// in is the share of the text that another holds, 0 to 1.
func (s shingles) in(text string) float64 {
	if len(s.set) == 0 {
		return 0
	}
	found := map[uint64]bool{}
	eachShingle(wordsOf(text[:min(len(text), noteBytes)]), func(h uint64) {
		if s.set[h] {
			found[h] = true
		}
	})
	return float64(len(found)) / float64(len(s.set))
}

func eachShingle(words []string, f func(uint64)) {
	n := min(shingle, len(words))
	if n == 0 {
		return
	}
	for i := range len(words) - n + 1 {
		var h maphash.Hash
		h.SetSeed(shingleSeed)
		for _, w := range words[i : i+n] {
			h.WriteString(w)
			h.WriteByte(0)
		}
		f(h.Sum64())
	}
}

// wordsOf splits a text into words in lower case; a character of a script that
// is written without blanks is a word.
func wordsOf(text string) []string {
	var out []string
	start := -1
	flush := func(end int) {
		if start >= 0 {
			out = append(out, strings.ToLower(text[start:end]))
		}
		start = -1
	}
	for i, r := range text {
		switch {
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar):
			flush(i)
			out = append(out, string(r))
		case unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
			if start < 0 {
				start = i
			}
		default:
			flush(i)
		}
	}
	flush(len(text))
	return out
}

// titleWords is how many words a title that nobody wrote must have to be taken
// for one.
const titleWords = 3

// sameTitle says whether the hit's note or section has the title, or an alias
// that says it.
func sameTitle(title []string, named bool, h *swarm.Hit) bool {
	if len(title) == 0 || !named && len(title) < titleWords {
		return false
	}
	return slices.ContainsFunc(names(h), func(n []string) bool { return slices.Equal(n, title) })
}

// sameSubject says whether one title holds all the words of the other: "Refresh
// token rotation" and "Rotation of refresh tokens" do not, "Token rotation" does.
func sameSubject(title []string, h *swarm.Hit) bool {
	a := telling(title)
	for _, n := range names(h) {
		b := telling(n)
		short, long := a, b
		if len(b) < len(a) {
			short, long = b, a
		}
		if len(short) < 2 || len(long) > 3*len(short) {
			continue
		}
		if !slices.ContainsFunc(short, func(w string) bool { return !slices.Contains(long, w) }) {
			return true
		}
	}
	return false
}

func names(h *swarm.Hit) [][]string {
	out := [][]string{wordsOf(h.Note), wordsOf(h.Title)}
	for _, a := range h.Aliases {
		out = append(out, wordsOf(a))
	}
	return out
}

// telling drops the words that say nothing.
func telling(words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool {
		switch w {
		case "a", "an", "and", "the", "of", "for", "in", "on", "to", "with", "is", "are", "how", "what", "why", "when", "we":
			return true
		}
		return false
	})
}
