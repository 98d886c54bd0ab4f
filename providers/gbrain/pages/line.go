package pages

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"memswarm/swarm"
)

// Locate finds a chunk in a text and in it the line with the most words of the
// query. Lines are 0-based, end is exclusive. ok is false when the chunk does
// not stand in the text.
func Locate(text, chunk string, words []string) (start, end int, ok bool) {
	chunk = strings.TrimSpace(chunk)
	if chunk == "" {
		return 0, 0, false
	}
	at := strings.Index(text, chunk)
	if at < 0 && strings.Contains(text, "\r\n") {
		text = strings.ReplaceAll(text, "\r\n", "\n") // lines keep their numbers
		at = strings.Index(text, chunk)
	}
	length := len(chunk)
	if at < 0 {
		// The chunker may have cut or joined: one of its lines will do.
		line := ""
		for _, l := range longest(chunk) {
			if at = strings.Index(text, l); at >= 0 {
				line = l
				break
			}
		}
		if line == "" {
			return 0, 0, false
		}
		length = len(line)
	}
	first := strings.Count(text[:at], "\n")
	lines := strings.Split(text[at:at+length], "\n")
	return first + best(lines, words), first + len(lines), true
}

// longest gives the lines that are long enough to be told apart, the longest
// first, at most eight.
func longest(s string) []string {
	var out []string
	for line := range strings.SplitSeq(s, "\n") {
		if line = strings.TrimSpace(line); len(line) >= 12 {
			out = append(out, line)
		}
	}
	slices.SortStableFunc(out, func(a, b string) int { return len(b) - len(a) })
	return out[:min(len(out), 8)]
}

// best is the line with the most of the words, the first of equals.
func best(lines []string, words []string) int {
	at, most := 0, 0
	for i, line := range lines {
		n := 0
		low := strings.ToLower(line)
		for _, w := range words {
			if strings.Contains(low, w) {
				n++
			}
		}
		if n > most {
			at, most = i, n
		}
	}
	return at
}

// Words splits a query into the words to look for, in lower case and without
// the commonest endings, so that they are found in other forms too.
func Words(query string) []string {
	var out []string
	for _, w := range strings.FieldsFunc(strings.ToLower(query), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r)
	}) {
		if len(w) > 5 && w[len(w)-1] < utf8.RuneSelf {
			for _, suffix := range []string{"ing", "ed", "es", "s"} {
				if stem, ok := strings.CutSuffix(w, suffix); ok && len(stem) > 3 {
					w = stem
					break
				}
			}
		}
		if utf8.RuneCountInString(w) > 1 || w[0] >= utf8.RuneSelf {
			out = append(out, w)
		}
	}
	return out
}

// excerptBytes is how long an excerpt gets.
const excerptBytes = 1500

// Excerpt cuts a chunk to a passage around the words and says where they stand.
func Excerpt(chunk string, words []string) (string, []swarm.Span) {
	chunk = strings.TrimSpace(strings.ToValidUTF8(chunk, "�"))
	if len(chunk) > excerptBytes {
		from := 0
		if spans := matches(chunk, words); len(spans) > 0 && spans[0].Start > excerptBytes/2 {
			from = spans[0].Start - excerptBytes/3
		}
		to := min(from+excerptBytes, len(chunk))
		for from > 0 && !utf8.RuneStart(chunk[from]) {
			from--
		}
		for to < len(chunk) && !utf8.RuneStart(chunk[to]) {
			to--
		}
		cut := strings.TrimSpace(chunk[from:to])
		if from > 0 {
			cut = "…" + cut
		}
		if to < len(chunk) {
			cut += "…"
		}
		chunk = cut
	}
	return chunk, matches(chunk, words)
}

// maxSpans bounds the matches that are shown of one excerpt.
const maxSpans = 64

// matches finds the words in a text: whole words that begin with one of them.
// In scripts without blanks between the words, anywhere.
func matches(text string, words []string) []swarm.Span {
	var out []swarm.Span
	start := -1
	flush := func(end int) {
		if start < 0 {
			return
		}
		token := strings.ToLower(text[start:end])
		for _, w := range words {
			if strings.HasPrefix(token, w) && len(token)-len(w) <= 4 {
				out = append(out, swarm.Span{Start: start, End: end})
				break
			}
			// Lower-casing may change lengths; then offsets mean nothing.
			if i := strings.Index(token, w); i >= 0 && len(token) == end-start && w[0] >= 0xE3 {
				out = append(out, swarm.Span{Start: start + i, End: start + i + len(w)})
				break
			}
		}
		start = -1
	}
	for i, r := range text {
		if len(out) >= maxSpans {
			return out
		}
		if unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r) {
			if start < 0 {
				start = i
			}
			continue
		}
		flush(i)
	}
	flush(len(text))
	return out
}
