package markdown

import (
	"bytes"
	"html"
)

func (in *inliner) codeSpan(i int) int {
	b := in.buf
	n := fenceRun(b[i:])
	if in.noTicks[n] || in.budget < 0 {
		return i + n
	}
	for j := i + n; j < len(b); {
		k := bytes.IndexByte(b[j:], '`')
		if k < 0 {
			break
		}
		j += k
		m := fenceRun(b[j:])
		if m == n {
			in.codes = append(in.codes, Span{Start: i + n, End: j})
			if in.heading {
				in.cut(i, i+n, "")
				in.cut(j, j+m, "")
			}
			return j + m
		}
		j += m
	}
	if in.noTicks == nil {
		in.noTicks = map[int]bool{}
	}
	in.noTicks[n] = true
	in.budget -= len(b) - i
	return i + n
}

// entity decodes a character reference.
func (in *inliner) entity(i int) int {
	b := in.buf
	j := i + 1
	for j < len(b) && j < i+34 && (isAlnum(b[j]) || b[j] == '#') {
		j++
	}
	if j < len(b) && b[j] == ';' && j > i+1 {
		raw := string(b[i : j+1])
		if s := html.UnescapeString(raw); s != raw {
			in.cut(i, j+1, s)
			return j + 1
		}
	}
	return i + 1
}

// math leaves $$…$$ and $…$ alone, by the rule of Pandoc and Obsidian: no space
// inside the dollars, no digit after them. A wikilink inside says that two sums
// of money stand in a line.
func (in *inliner) math(i int) int {
	b := in.buf
	if i+1 < len(b) && b[i+1] == '$' {
		if n := in.find(i+2, "$$"); n >= 0 {
			return n + 2
		}
		return i + 2
	}
	if i+1 >= len(b) || isHTMLSpace(b[i+1]) {
		return i + 1
	}
	limit := min(len(b), i+1+maxMath)
	for j := i + 1; j < limit; j++ {
		switch b[j] {
		case '\\':
			j++
		case '`':
			return i + 1
		case '[':
			if j+1 < len(b) && b[j+1] == '[' {
				return i + 1
			}
		case '$':
			if !isHTMLSpace(b[j-1]) && (j+1 == len(b) || !isDigit(b[j+1])) {
				return j + 1
			}
			return i + 1
		}
	}
	return i + 1
}

const maxMath = 1000

// bareURL skips a URL in the text: '#', '_' and '*' in it mean nothing.
func (in *inliner) bareURL(i int) int {
	b := in.buf
	if i == 0 || !isAlpha(b[i-1]) || i+2 >= len(b) || b[i+1] != '/' || b[i+2] != '/' {
		return i + 1
	}
	for i += 3; i < len(b); i++ {
		switch c := b[i]; {
		case c <= ' ', c == '<', c == '>', c == '"', c == '`', c == ')', c == ']', c == '|':
			return i
		case c == '*' && (i+1 == len(b) || b[i+1] <= ' ' || b[i+1] == '*'):
			return i // the end of **https://…**
		}
	}
	return i
}
