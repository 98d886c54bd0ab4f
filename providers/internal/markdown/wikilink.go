package markdown

import (
	"bytes"
	"strings"
)

// maxWikilink bounds the look for "]]". A path has at most 4096 bytes.
const maxWikilink = 8192

// wikilink reads [[target#heading|alias]] whose brackets begin at i; start is i
// or the '!' before it. It gives the offset behind it, 0 when there is none.
func (in *inliner) wikilink(start, i int) int {
	b := in.buf[:min(len(in.buf), i+maxWikilink)]
	end := -1
	for j := i + 2; j < len(b); j++ {
		if b[j] == '\n' || b[j] == '[' && j+1 < len(b) && b[j+1] == '[' {
			break
		}
		if b[j] == ']' && j+1 < len(b) && b[j+1] == ']' {
			end = j
			break
		}
	}
	if end < 0 {
		return 0
	}
	// [[Note|see [1]]]: the last two brackets close the link.
	if end+2 < len(b) && b[end+2] == ']' && bytes.IndexByte(b[i+2:end], '[') >= 0 {
		end++
	}
	// [[1]](url) is a markdown link with brackets in its text.
	if end+2 < len(in.buf) && in.buf[end+2] == '(' {
		if _, after := in.inlineDestination(end + 2); after > 0 {
			return 0
		}
	}
	l, shown, ok := parseWikilink(string(in.buf[i+2 : end]))
	if !ok {
		return 0
	}
	if start < i {
		l.Kind = LinkEmbed
	}
	in.locate(&l, start, end+2)
	in.links = append(in.links, l)
	in.cut(start, end+2, shown)
	return end + 2
}

// parseWikilink reads what stands between [[ and ]]. shown is the text a
// reader sees.
func parseWikilink(inner string) (l Link, shown string, ok bool) {
	l.Kind = LinkWiki
	target, alias := inner, ""
	if i := strings.IndexByte(inner, '|'); i >= 0 {
		target, alias = inner[:i], strings.TrimSpace(inner[i+1:])
		target = strings.TrimSuffix(target, `\`) // escaped for a table
	}
	target = strings.TrimSpace(target)
	if target == "" {
		return l, "", false
	}
	if !isImageSize(alias) {
		l.Alias = alias
	}
	splitFragment(&l, target)
	if l.Target == "" && l.Heading == "" && l.Block == "" {
		return l, "", false
	}
	shown = l.Alias
	if shown == "" {
		shown = strings.TrimSpace(l.Target)
		for h := range strings.SplitSeq(l.Heading, "#") {
			if h != "" && shown != "" {
				shown += " > "
			}
			shown += h
		}
	}
	return l, shown, true
}

// splitFragment sets Target, Heading and Block from note#heading or note#^block.
func splitFragment(l *Link, target string) {
	note, frag, _ := strings.Cut(target, "#")
	l.Target = strings.TrimSpace(note)
	frag = strings.Trim(strings.TrimSpace(frag), "#")
	if i := strings.LastIndexByte(frag, '#'); i >= 0 && strings.HasPrefix(frag[i+1:], "^") {
		l.Heading, l.Block = strings.TrimSpace(frag[:i]), frag[i+2:]
	} else if block, ok := strings.CutPrefix(frag, "^"); ok {
		l.Block = block
	} else {
		l.Heading = strings.TrimSpace(frag)
	}
}

// isImageSize says whether an embed's alias is a size: 300 or 300x200.
func isImageSize(s string) bool {
	digits := false
	for i := range len(s) {
		switch {
		case isDigit(s[i]):
			digits = true
		case s[i] != 'x' || !digits:
			return false
		}
	}
	return digits
}
