package passage

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxTitle is the longest derived title, in characters (runes).
const MaxTitle = 80

// maxGiven bounds titles that somebody wrote as a title.
const maxGiven = 300

// Title finds a title for the passage: the one given, that of its frontmatter
// (front), its first heading, the enclosing symbol, its first sentence. It is
// "" only when the passage holds nothing to make one of.
func (p *Passage) Title(given, front, symbol string) string {
	for _, t := range []string{given, front} {
		if t = oneLine(t); t != "" {
			return cutWords(t, maxGiven)
		}
	}
	if p.Kind != Code {
		for _, h := range ReadOutline(p.Markdown).Headings {
			if t := oneLine(Inline(h.Text)); t != "" {
				return cutWords(t, maxGiven)
			}
		}
	}
	if t := oneLine(symbol); t != "" {
		return cutWords(t, MaxTitle)
	}
	if p.Kind == Code {
		return cutWords(codeTitle(p.Text), MaxTitle)
	}
	if t := FirstSentence(p.Markdown); t != "" {
		return cutWords(t, MaxTitle)
	}
	return cutWords(oneLine(p.Markdown[:min(len(p.Markdown), 4*MaxTitle)]), MaxTitle)
}

var (
	declared = regexp.MustCompile(`^\s*(?:(?:export|pub(?:\([a-z]+\))?|public|private|protected|internal|static|async|abstract|final|default|override|unsafe|virtual|inline)\s+)*(?:func|def|class|fn|function\*?|type|struct|interface|trait|enum|const|let|var|module|impl|defmodule|defp?|sub|proc|record|object|namespace)\s+(?:\([^)]*\)\s*)?([\p{L}_$][\p{L}\p{N}_$.:]*)`)
	leaders  = regexp.MustCompile(`^\s*(//+!?|/\*+|\*+/?|#+!?|--+|;+|%+|<!--|"""|''')\s*`)
)

// codeTitle is the name of the first thing declared, else the first line that
// has a word in it, without comment marks.
func codeTitle(s string) string {
	for i, l := range strings.SplitN(s, "\n", 41) {
		if i == 40 {
			break
		}
		if m := declared.FindStringSubmatch(l); m != nil {
			return strings.TrimRight(m[1], ".:")
		}
	}
	for l := range strings.SplitSeq(s, "\n") {
		t := leaders.ReplaceAllString(l, "")
		if strings.IndexFunc(t, unicode.IsLetter) >= 0 {
			return oneLine(t)
		}
	}
	return oneLine(s[:min(len(s), 4*MaxTitle)])
}

// FirstSentence is the first sentence of markdown as plain text.
func FirstSentence(md string) string {
	o := ReadOutline(md)
	for at := o.Body; at < len(md); {
		next := len(md)
		if i := strings.Index(md[at:], "\n\n"); i >= 0 {
			next = at + i + 2
		}
		if !o.Fenced(at) {
			block := md[at:min(next, at+8<<10)]
			if first, _, _ := strings.Cut(block, "\n"); item(strings.TrimSpace(first)+" ") > 0 {
				block = first // of a list, the first item
			}
			if t := firstOf(oneLine(Inline(blockMarks.ReplaceAllString(block, "")))); hasWord(t) {
				return t
			}
		}
		at = next
	}
	// Nothing but code or signs: take what there is.
	return firstOf(oneLine(Inline(blockMarks.ReplaceAllString(strings.Trim(md[:min(len(md), 8<<10)], "`~ \n"), ""))))
}

func hasWord(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) >= 0
}

// blockMarks are what makes a heading, list item, task, quotation or callout.
var blockMarks = regexp.MustCompile(`(?m)^[ \t]*(?:(?:#{1,6}|[-*+]|\d{1,9}[.)]|>+)[ \t]+)+(?:\[[ xX]\][ \t]+|\[![^\]]*\][+-]?[ \t]*)?`)

// firstOf cuts text behind its first sentence. A full stop ends one only before
// a space and a character that can begin another, and not after an initial or a
// common abbreviation.
func firstOf(s string) string {
	for i, r := range s {
		size := utf8.RuneLen(r)
		switch r {
		case '。', '！', '？', '｡':
			return strings.TrimRight(s[:i+size], "。｡")
		case '.', '!', '?', '؟', '।':
			rest := s[i+size:]
			if rest == "" {
				return strings.TrimRight(s, ".।")
			}
			next, _ := utf8.DecodeRuneInString(strings.TrimLeft(rest, " "))
			if rest[0] != ' ' || unicode.IsLower(next) || r == '.' && abbreviated(s[:i]) {
				continue
			}
			return strings.TrimRight(s[:i+size], ".।")
		}
	}
	return s
}

func abbreviated(before string) bool {
	w := before[strings.LastIndexAny(before, " (")+1:]
	switch strings.ToLower(w) {
	case "e.g", "i.e", "etc", "cf", "vs", "mr", "mrs", "ms", "dr", "st", "no", "fig", "approx", "resp", "incl", "z.b", "d.h", "bzw", "p.ex":
		return true
	}
	return utf8.RuneCountInString(w) == 1 && unicode.IsUpper([]rune(w)[0])
}

// oneLine collapses white space and drops characters that cannot be seen,
// among them those that turn the direction of text round.
func oneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069, r == 0x200E, r == 0x200F, r == 0xFEFF, r == utf8.RuneError:
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, ""))
	return strings.Join(strings.Fields(s), " ")
}

// cutWords shortens s to at most max runes, between words where there are any,
// with "…" for what is missing.
func cutWords(s string, max int) string {
	if utf8.RuneCountInString(s) <= max {
		return s
	}
	end, n := len(s), 0
	for i := range s {
		if n == max-1 {
			end = i
			break
		}
		n++
	}
	for end > 0 { // not between a letter and its marks
		r, _ := utf8.DecodeRuneInString(s[end:])
		if !unicode.IsMark(r) && r != 0x200D {
			break
		}
		_, size := utf8.DecodeLastRuneInString(s[:end])
		end -= size
	}
	head := s[:end]
	if i := strings.LastIndexByte(head, ' '); s[end] != ' ' && i > len(head)/2 {
		head = head[:i]
	}
	return strings.TrimRight(head, " ,;:–—-(") + "…"
}

// Cut shortens a text to at most max runes, between words where there are any.
func Cut(s string, max int) string { return cutWords(oneLine(s), max) }
