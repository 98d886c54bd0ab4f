package markdown

import (
	"bytes"
	"net/url"
	"strings"
)

func (in *inliner) openBracket(i int, image bool) int {
	open := i
	if image {
		open++
	}
	if open+1 < len(in.buf) && in.buf[open+1] == '[' {
		if end := in.wikilink(i, open); end > 0 {
			return end
		}
	}
	in.brackets = append(in.brackets, bracket{pos: i, image: image, edits: len(in.edits)})
	return open + 1
}

// closeBracket turns the brackets around into a link when a destination, a
// label or a definition says that they are one.
func (in *inliner) closeBracket(i int) int {
	n := len(in.brackets)
	if n == 0 {
		return i + 1
	}
	br := in.brackets[n-1]
	in.brackets = in.brackets[:n-1]
	outer := n-1 < in.inLink
	in.inLink = min(in.inLink, n-1)
	if outer && !br.image {
		return i + 1
	}
	b := in.buf
	textStart := br.pos + 1
	if br.image {
		textStart++
	}
	if textStart < i && b[textStart] == '^' && !br.image && bytes.IndexByte(b[textStart:i], ' ') < 0 {
		in.cut(br.pos, i+1, "") // a footnote's mark
		in.edits = dropInside(in.edits, br.edits)
		return i + 1
	}
	dest, end := "", 0
	if i+1 < len(b) && b[i+1] == '(' {
		dest, end = in.inlineDestination(i + 1)
	}
	if end == 0 && len(in.refs) > 0 {
		label := b[textStart:i]
		after := i + 1
		if after < len(b) && b[after] == '[' {
			if le := parseLabel(b[after:]); le > 0 {
				label, after = b[after+1:after+le-1], after+le
			} else if after+1 < len(b) && b[after+1] == ']' {
				after += 2
			}
		}
		if len(label) <= maxLabel {
			if r, ok := in.refs[Fold(string(label))]; ok {
				dest, end = r.dest, after
			}
		}
	}
	if end == 0 {
		return i + 1
	}
	in.markdownLink(br, textStart, i, end, dest)
	if !br.image {
		in.inLink = len(in.brackets)
	}
	return end
}

// dropInside removes the edits from index i on except the last, which covers
// them.
func dropInside(edits []edit, i int) []edit {
	last := edits[len(edits)-1]
	return append(edits[:i], last)
}

// markdownLink adds the link [text](dest) and cuts all but its text.
func (in *inliner) markdownLink(br bracket, textStart, textEnd, end int, dest string) {
	text := in.buf[textStart:textEnd]
	in.cut(br.pos, textStart, "")
	switch {
	case len(bytes.TrimSpace(text)) > 0:
		in.cut(textEnd, end, "")
	case strings.HasPrefix(dest, "data:"):
		in.cut(textEnd, end, "")
	default:
		in.cut(textEnd, end, unescapePath(dest))
	}
	if hasScheme(dest) || strings.HasPrefix(dest, "//") {
		return
	}
	l := Link{Kind: LinkMarkdown, Alias: strings.Join(strings.Fields(string(text)), " ")}
	if br.image {
		l.Kind = LinkEmbed
	}
	note, frag, hasFrag := strings.Cut(dest, "#")
	l.Target = unescapePath(note)
	if hasFrag {
		frag = unescapePath(frag)
		if block, ok := strings.CutPrefix(frag, "^"); ok {
			l.Block = block
		} else {
			l.Heading = frag
		}
	}
	if l.Target == "" && l.Heading == "" && l.Block == "" {
		return
	}
	in.locate(&l, br.pos, end)
	in.links = append(in.links, l)
}

// unescapePath decodes %20 and the like; what is no valid escape stays.
func unescapePath(s string) string {
	if u, err := url.PathUnescape(s); err == nil {
		return u
	}
	return s
}

// hasScheme says whether dest is a URL with a scheme. One letter is a drive.
func hasScheme(dest string) bool {
	for i := range len(dest) {
		c := dest[i]
		switch {
		case isAlpha(c), i > 0 && (isDigit(c) || c == '+' || c == '.' || c == '-'):
		default:
			return c == ':' && i > 1
		}
	}
	return false
}

// inlineDestination reads ( dest "title" ) at i and gives the offset behind it,
// 0 when there is none.
func (in *inliner) inlineDestination(i int) (dest string, end int) {
	if in.budget < 0 {
		return "", 0
	}
	b := in.buf
	j := i + 1
	for j < len(b) && isHTMLSpace(b[j]) {
		j++
	}
	raw, k := parseDestination(b, j)
	if k < 0 {
		in.budget -= len(b) - j
		return "", 0
	}
	t := k
	for t < len(b) && isHTMLSpace(b[t]) {
		t++
	}
	if t > k {
		switch te := parseTitle(b, t); {
		case te > 0:
			for t = te; t < len(b) && isHTMLSpace(b[t]); {
				t++
			}
		case te < 0:
			in.budget -= len(b) - t
		}
	}
	if t >= len(b) || b[t] != ')' {
		in.budget -= t - i
		return "", 0
	}
	return unescape(raw), t + 1
}
