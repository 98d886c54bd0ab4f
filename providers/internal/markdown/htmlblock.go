package markdown

import (
	"bytes"
	"strings"
)

// htmlBlock opens one of CommonMark's seven kinds of HTML blocks.
func (st *starter) htmlBlock(rest []byte) started {
	kind := htmlBlockKind(rest)
	if kind == 0 {
		return startedNothing
	}
	if kind == 7 && (st.inParagraph() || st.unmatched && st.open && st.leaf.kind == leafParagraph) {
		return startedNothing // a lone tag does not interrupt a paragraph
	}
	st.begin()
	st.openLeaf(leafHTML)
	st.leaf.html = kind
	if kind == 2 && st.extensions && st.skipGenerated(rest) {
		return startedLeaf
	}
	st.addHTMLLine()
	return startedLeaf
}

// addHTMLLine adds the line and closes the block when the line ends it.
func (s *scanner) addHTMLLine() {
	rest := s.src[s.pos:s.end]
	s.addLine()
	var done bool
	switch s.leaf.html {
	case 1:
		done = closesRawText(rest)
	case 2:
		done = bytes.Contains(rest, []byte("-->"))
	case 3:
		done = bytes.Contains(rest, []byte("?>"))
	case 4:
		done = bytes.IndexByte(rest, '>') >= 0
	case 5:
		done = bytes.Contains(rest, []byte("]]>"))
	}
	if done {
		s.closeLeaf()
	}
}

var rawTextTags = []string{"script", "pre", "textarea", "style"}

func closesRawText(line []byte) bool {
	for {
		i := bytes.Index(line, []byte("</"))
		if i < 0 {
			return false
		}
		line = line[i+2:]
		for _, t := range rawTextTags {
			if len(line) > len(t) && line[len(t)] == '>' && strings.EqualFold(string(line[:len(t)]), t) {
				return true
			}
		}
	}
}

// htmlBlockKind is the kind of HTML block that a line beginning with '<' opens,
// 0 for none.
func htmlBlockKind(line []byte) uint8 {
	rest := line[1:]
	switch {
	case bytes.HasPrefix(rest, []byte("!--")):
		return 2
	case bytes.HasPrefix(rest, []byte("?")):
		return 3
	case bytes.HasPrefix(rest, []byte("![CDATA[")):
		return 5
	case len(rest) > 1 && rest[0] == '!' && isAlpha(rest[1]):
		return 4
	}
	closing := len(rest) > 0 && rest[0] == '/'
	if closing {
		rest = rest[1:]
	}
	n := 0
	for n < len(rest) && n <= maxTagName && isAlnum(rest[n]) {
		n++
	}
	if n == 0 || !isAlpha(rest[0]) {
		return 0
	}
	var buf [maxTagName + 1]byte
	name := bytes.ToLower(append(buf[:0], rest[:n]...))
	after := rest[n:]
	ends := len(after) == 0 || after[0] == '>' || isHTMLSpace(after[0])
	if !closing && ends {
		for _, t := range rawTextTags {
			if string(name) == t {
				return 1
			}
		}
	}
	if (ends || bytes.HasPrefix(after, []byte("/>"))) && blockTags[string(name)] {
		return 6
	}
	if end := tagEnd(line); end > 0 && len(trimSpaceTab(line[end:])) == 0 {
		return 7
	}
	return 0
}

const maxTagName = 12 // the longest in blockTags is 10

func isHTMLSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'
}

// blockTags are the names that open an HTML block of kind 6.
var blockTags = func() map[string]bool {
	m := map[string]bool{}
	for _, t := range strings.Fields(`address article aside base basefont blockquote body caption
		center col colgroup dd details dialog dir div dl dt fieldset figcaption figure footer form
		frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link main menu menuitem
		nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead
		title tr track ul`) {
		m[t] = true
	}
	return m
}()

// tagEnd is the offset behind the complete open or closing tag at the start of
// b, 0 if there is none.
func tagEnd(b []byte) int {
	i := 1
	closing := i < len(b) && b[i] == '/'
	if closing {
		i++
	}
	if i >= len(b) || !isAlpha(b[i]) {
		return 0
	}
	for i < len(b) && (isAlnum(b[i]) || b[i] == '-') {
		i++
	}
	for {
		space := i
		for i < len(b) && isHTMLSpace(b[i]) {
			i++
		}
		if i >= len(b) {
			return 0
		}
		switch {
		case b[i] == '>':
			return i + 1
		case closing:
			return 0
		case b[i] == '/':
			if i+1 < len(b) && b[i+1] == '>' {
				return i + 2
			}
			return 0
		case i == space:
			return 0 // an attribute needs white space before it
		}
		if i = attributeEnd(b, i); i == 0 {
			return 0
		}
	}
}

// attributeEnd is the offset behind the attribute at b[i:], 0 if there is none.
func attributeEnd(b []byte, i int) int {
	if c := b[i]; !isAlpha(c) && c != '_' && c != ':' {
		return 0
	}
	for i < len(b) && (isAlnum(b[i]) || b[i] == '_' || b[i] == ':' || b[i] == '.' || b[i] == '-') {
		i++
	}
	j := i
	for j < len(b) && isHTMLSpace(b[j]) {
		j++
	}
	if j >= len(b) || b[j] != '=' {
		return i
	}
	for j++; j < len(b) && isHTMLSpace(b[j]); {
		j++
	}
	if j >= len(b) {
		return 0
	}
	if q := b[j]; q == '"' || q == '\'' {
		n := bytes.IndexByte(b[j+1:], q)
		if n < 0 {
			return 0
		}
		return j + 1 + n + 1
	}
	i = j
	for j < len(b) && !isHTMLSpace(b[j]) && bytes.IndexByte([]byte("\"'=<>`"), b[j]) < 0 {
		j++
	}
	if i == j {
		return 0
	}
	return j
}
