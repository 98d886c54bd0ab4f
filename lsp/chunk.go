package lsp

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// A text is kept as chunks of a few kilobytes, each with the totals of all that
// lies before it. An edit rebuilds one or two chunks and shifts the totals
// behind them, so that a keystroke in a document of ten megabytes costs
// microseconds, and a conversion is a binary search and a scan of one chunk,
// even in a file that is one enormous line.
//
// chunkSize is the length of a freshly cut chunk in bytes, at least 8. A chunk
// twice as long is cut again, one an eighth as long joins a neighbour. It is a
// variable for the tests, which make it small to cross many borders.
var chunkSize = 4 << 10

// totals counts a stretch of text in every unit that a conversion needs.
type totals struct{ bytes, breaks, utf16, runes int }

func (t totals) plus(u totals) totals {
	return totals{t.bytes + u.bytes, t.breaks + u.breaks, t.utf16 + u.utf16, t.runes + u.runes}
}

func (t totals) minus(u totals) totals {
	return totals{t.bytes - u.bytes, t.breaks - u.breaks, t.utf16 - u.utf16, t.runes - u.runes}
}

// units is the total in units of enc.
func (t totals) units(enc Encoding) int {
	switch enc {
	case UTF8:
		return t.bytes
	case UTF32:
		return t.runes
	default:
		return t.utf16
	}
}

func measure(s string) totals {
	runes := utf8.RuneCountInString(s)
	return totals{len(s), countBreaks(s), utf16Len(s, runes), runes}
}

// chunk is a piece of a text. No chunk ends inside a rune or between the two
// characters of "\r\n".
type chunk struct {
	text   string
	before totals
}

// chunks is a whole text. The last element is empty and carries the totals of
// everything; it is always present.
type chunks []chunk

func newChunks(text string) chunks {
	pieces := cut(text)
	cs := make(chunks, 0, len(pieces)+1)
	var sum totals
	for _, p := range pieces {
		cs = append(cs, chunk{p, sum})
		sum = sum.plus(measure(p))
	}
	return append(cs, chunk{before: sum})
}

// cut divides text into pieces of about chunkSize bytes. It returns none for
// an empty text.
func cut(text string) []string {
	var out []string
	for len(text) > 2*chunkSize {
		at := cutPoint(text, chunkSize)
		out = append(out, text[:at])
		text = text[at:]
	}
	if text != "" {
		out = append(out, text)
	}
	return out
}

// cutPoint returns a place near at where text may be cut: not inside a rune and
// not inside "\r\n".
func cutPoint(text string, at int) int {
	for back := range utf8.UTFMax {
		if utf8.RuneStart(text[at-back]) {
			at -= back
			break
		}
		// Four continuation bytes in a row belong to no rune, so the place is
		// as good as any and at stays.
	}
	if text[at] == '\n' && text[at-1] == '\r' {
		at--
	}
	return at
}

func (cs chunks) total() totals { return cs[len(cs)-1].before }

// atByte is the index of the chunk that holds the byte at off, which must lie
// in [0, length]. The end of the text is in the empty last chunk.
func (cs chunks) atByte(off int) int {
	return sort.Search(len(cs)-1, func(i int) bool { return cs[i+1].before.bytes > off })
}

// upTo counts everything before the byte offset off.
func (cs chunks) upTo(off int) totals {
	i := cs.atByte(off)
	c := cs[i]
	if i < len(cs)-1 {
		if all := cs[i+1].before.minus(c.before); all.runes == all.bytes {
			// One unit a byte: only the breaks need counting.
			n := off - c.before.bytes
			return c.before.plus(totals{n, countBreaks(c.text[:n]), n, n})
		}
	}
	return c.before.plus(measure(c.text[:off-c.before.bytes]))
}

// lineBreak returns where the n-th line break of the text (counted from 1)
// starts and ends.
func (cs chunks) lineBreak(n int) (start, end int, ok bool) {
	if n < 1 || n > cs.total().breaks {
		return 0, 0, false
	}
	i := sort.Search(len(cs)-1, func(i int) bool { return cs[i+1].before.breaks >= n })
	start, end, ok = nthBreak(cs[i].text, n-cs[i].before.breaks)
	at := cs[i].before.bytes
	return at + start, at + end, ok
}

// atUnits returns the byte offset that lies n units of enc after the start of
// the text, before the rune when n ends inside one.
func (cs chunks) atUnits(n int, enc Encoding) int {
	i := sort.Search(len(cs)-1, func(i int) bool { return cs[i+1].before.units(enc) > n })
	c := cs[i]
	if i < len(cs)-1 {
		if all := cs[i+1].before.minus(c.before); all.runes == all.bytes {
			return c.before.bytes + n - c.before.units(enc)
		}
	}
	return c.before.bytes + advance(c.text, n-c.before.units(enc), enc)
}

// slice returns the text of the byte span.
func (cs chunks) slice(start, end int) string {
	i := cs.atByte(start)
	at := cs[i].before.bytes
	if end-at <= len(cs[i].text) {
		return cs[i].text[start-at : end-at]
	}
	var b strings.Builder
	b.Grow(end - start)
	b.WriteString(cs[i].text[start-at:])
	for i++; b.Len() < end-start; i++ {
		t := cs[i].text
		b.WriteString(t[:min(len(t), end-start-b.Len())])
	}
	return b.String()
}

// replace returns the text with the byte span replaced by s. The receiver stays
// as it is; chunks that the edit does not touch are shared.
func (cs chunks) replace(start, end int, s string) chunks {
	last := len(cs) - 1
	i, j := cs.atByte(start), cs.atByte(end)
	merged := cs[i].text[:start-cs[i].before.bytes] + s + cs[j].text[end-cs[j].before.bytes:]
	// What is merged may begin with the second half of a "\r\n". It cannot end
	// with the first: a place between two chunks counts to the later one.
	if i > 0 && (len(merged) < chunkSize/8 || merged[0] == '\n') {
		i--
		merged = cs[i].text + merged
	}
	if j+1 < last && len(merged) < chunkSize/8 {
		j++
		merged += cs[j].text
	}
	pieces := cut(merged)

	out := make(chunks, 0, i+len(pieces)+len(cs)-j)
	out = append(out, cs[:i]...)
	sum := cs[i].before
	for _, p := range pieces {
		out = append(out, chunk{p, sum})
		sum = sum.plus(measure(p))
	}
	rest := min(j+1, last)
	shift := sum.minus(cs[rest].before)
	for _, c := range cs[rest:] {
		out = append(out, chunk{c.text, c.before.plus(shift)})
	}
	return out
}
