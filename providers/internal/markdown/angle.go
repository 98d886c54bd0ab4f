package markdown

import (
	"bytes"
	"html"
	"strings"
)

// angle handles '<': autolinks keep their inside, comments and tags go.
func (in *inliner) angle(i int) int {
	b := in.buf
	rest := b[i:]
	if in.budget < 0 || len(rest) < 3 {
		return i + 1
	}
	switch c := rest[1]; {
	case c == '!' || c == '?':
		if end := in.markupDeclaration(i); end > 0 {
			in.cut(i, end, "")
			return end
		}
		return i + 1
	case !isAlpha(c) && c != '/':
		return i + 1
	}
	if end := autolinkEnd(rest); end > 0 {
		in.cut(i, i+1, "")
		in.cut(i+end-1, i+end, "")
		return i + end
	}
	window := rest[:min(len(rest), maxTag)]
	end := tagEnd(window)
	if end == 0 {
		n := bytes.IndexAny(window, "<>")
		in.budget -= max(n, 64)
		return i + 1
	}
	in.cut(i, i+end, tagText(rest[:end]))
	return i + end
}

// maxTag bounds a tag with its attributes. A longer one is an inline image.
const maxTag = 1 << 20

// markupDeclaration is the offset behind the comment, processing instruction,
// declaration or CDATA section at i, 0 when there is none.
func (in *inliner) markupDeclaration(i int) int {
	rest := in.buf[i:]
	for _, p := range [...]struct{ open, close string }{
		{"<!--", "-->"}, {"<?", "?>"}, {"<![CDATA[", "]]>"}, {"<!", ">"},
	} {
		if !bytes.HasPrefix(rest, []byte(p.open)) {
			continue
		}
		if p.open == "<!" && !isAlpha(rest[2]) {
			return 0
		}
		if n := in.find(i+len(p.open), p.close); n >= 0 {
			return n + len(p.close)
		}
		return 0
	}
	return 0
}

// autolinkEnd is the offset behind <scheme:…> or <name@host>, 0 for none.
func autolinkEnd(b []byte) int {
	n := bytes.IndexByte(b[:min(len(b), 4096)], '>')
	if n < 0 {
		return 0
	}
	inner := b[1:n]
	if bytes.ContainsAny(inner, " \t\n<") {
		return 0
	}
	if hasScheme(string(inner)) {
		return n + 1
	}
	at := bytes.IndexByte(inner, '@')
	if at > 0 && at < len(inner)-1 && bytes.IndexByte(inner, '/') != 0 && !bytes.ContainsAny(inner, `"'\=`) {
		return n + 1
	}
	return 0
}

// tagText is what stands for a tag: an image's alternative text, a space for
// what breaks the line, nothing for the rest.
func tagText(tag []byte) string {
	n := 1
	if tag[n] == '/' {
		n++
	}
	start := n
	for n < len(tag) && isAlnum(tag[n]) {
		n++
	}
	name := strings.ToLower(string(tag[start:n]))
	switch name {
	case "img":
		return attribute(tag[n:], "alt")
	case "br", "hr":
		return " "
	}
	if blockTags[name] {
		return " "
	}
	return ""
}

// attribute is the quoted value of an attribute in the rest of a tag.
func attribute(b []byte, name string) string {
	for {
		i := bytes.Index(b, []byte(name))
		if i < 0 {
			return ""
		}
		before := i == 0 || isHTMLSpace(b[i-1])
		b = b[i+len(name):]
		rest := bytes.TrimLeft(b, " \t\n=")
		if before && len(rest) > 0 && len(rest) < len(b) && (rest[0] == '"' || rest[0] == '\'') {
			if n := bytes.IndexByte(rest[1:], rest[0]); n >= 0 {
				return html.UnescapeString(string(rest[1 : 1+n]))
			}
		}
	}
}
