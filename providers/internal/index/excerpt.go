package index

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"memswarm/swarm"
)

const (
	excerptBytes = 420 // wanted length of an excerpt
	excerptMost  = 640
)

// excerpt cuts the passage with the weightiest matches from a text, at word
// boundaries, and marks the matches in it.
func (m *matcher) excerpt(s string, found []match) (string, []swarm.Span) {
	from, to := m.densest(found)
	if len(found) == 0 {
		from, to = 0, 0
	}
	// Room on both sides, more behind.
	if room := excerptBytes - (to - from); room > 0 {
		from = max(0, from-room/3)
		to = min(len(s), from+excerptBytes)
		from = max(0, min(from, to-excerptBytes))
	}
	from, to = wordStart(s, from), wordStop(s, to)
	for from < to {
		r, n := utf8.DecodeRuneInString(s[from:to])
		if !unicode.IsSpace(r) {
			break
		}
		from += n
	}
	out := strings.TrimRightFunc(s[from:to], unicode.IsSpace)
	var spans []swarm.Span
	for _, f := range found {
		a, b := f.start-from, f.end-from
		if a < 0 || b > len(out) {
			continue
		}
		if k := len(spans); k > 0 && a <= spans[k-1].End {
			spans[k-1].End = max(spans[k-1].End, b)
			spans[k-1].Start = min(spans[k-1].Start, a)
			continue
		}
		spans = append(spans, swarm.Span{Start: a, End: b})
	}
	return out, spans
}

// densest is the window of excerptBytes whose distinct matches weigh most; the
// first of equals.
func (m *matcher) densest(found []match) (from, to int) {
	counts := make([]int, len(m.weights))
	var sum, best float64
	left := 0
	for right, f := range found {
		if counts[f.slot]++; counts[f.slot] == 1 {
			sum += m.weights[f.slot]
		} else {
			sum += m.weights[f.slot] / 16
		}
		for left < right && f.end-found[left].start > excerptBytes {
			s := found[left].slot
			if counts[s]--; counts[s] == 0 {
				sum -= m.weights[s]
			} else {
				sum -= m.weights[s] / 16
			}
			left++
		}
		if sum > best+1e-9 {
			best, from, to = sum, found[left].start, f.end
		}
	}
	return from, to
}

// wordStart moves i to the beginning of a line, sentence or word near it, and
// never into a character.
func wordStart(s string, i int) int {
	if i <= 0 {
		return 0
	}
	for i > 0 && !utf8.RuneStart(s[i]) {
		i--
	}
	const near = 60
	lo := max(0, i-near)
	if at := strings.LastIndexByte(s[lo:i], '\n'); at >= 0 {
		return lo + at + 1
	}
	if at := strings.LastIndex(s[lo:i], ". "); at >= 0 {
		return lo + at + 2
	}
	if at := strings.LastIndexFunc(s[lo:i], unicode.IsSpace); at >= 0 {
		_, n := utf8.DecodeRuneInString(s[lo+at:])
		return lo + at + n
	}
	return i
}

// wordStop moves i to the end of the word that it is in.
func wordStop(s string, i int) int {
	if i >= len(s) {
		return len(s)
	}
	for i < len(s) && !utf8.RuneStart(s[i]) {
		i++
	}
	hi := min(len(s), i+(excerptMost-excerptBytes)/4)
	if at := strings.IndexFunc(s[i:hi], unicode.IsSpace); at >= 0 {
		return i + at
	}
	return i
}
