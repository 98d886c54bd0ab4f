package passage

import (
	"regexp"
	"strings"
)

// Kind says what a passage turned out to be.
type Kind string

// The kinds of passage.
const (
	Prose   Kind = "prose"   // text or markdown, kept as it is
	Comment Kind = "comment" // comments of source code, now prose
	Code    Kind = "code"    // now in a fence
)

// Passage is a selection made ready to be a note's body.
type Passage struct {
	Markdown string // valid UTF-8, LF line ends, no blank lines at its ends; "" when there was nothing
	Kind     Kind
	Info     string // the fence's language, for code
	Text     string // the passage without the fence: equal to Markdown unless it is code
	// Front is the YAML of a frontmatter block that the passage began with,
	// without its "---" lines; it is no longer part of Markdown.
	Front    string
	Warnings []string // what could not be kept, for people
}

// Clean makes markdown of a passage in the language with the editor's id ("" or
// "plaintext" when not known). Code is fenced, comments lose their leaders and
// common indentation, and what is markdown already stays as it is.
func Clean(text, languageID string) Passage {
	s, warnings := normalize(text)
	p := Passage{Warnings: warnings, Kind: Prose}
	if s == "" {
		return p
	}
	l, known := lookup(languageID)
	switch {
	case languageID == "" || l.prose:
		if !likeMarkdown(languageID) && looksLikeCode(s) {
			p.code(s, "")
			return p
		}
		if front, rest, ok := splitFront(s); ok {
			p.Front, s = front, trimBlankLines(rest)
		}
		s = dedent(s)
		p.Markdown, p.Text = s, s
	default:
		if text, ok := uncomment(s, l.syntax); ok {
			p.Kind, p.Markdown, p.Text = Comment, text, text
			return p
		}
		if !known && !looksLikeCode(s) && looksLikeProse(s) {
			s = dedent(s)
			p.Markdown, p.Text = s, s
			return p
		}
		p.code(s, l.info)
	}
	return p
}

func (p *Passage) code(s, info string) {
	s = dedent(s)
	p.Kind, p.Info, p.Text = Code, info, s
	p.Markdown = Fence(s, info)
}

// Fence puts text into a code fence that is longer than any run of backticks in it.
func Fence(text, info string) string {
	n, run := 3, 0
	for i := range len(text) {
		if text[i] == '`' {
			run++
			n = max(n, run+1)
		} else {
			run = 0
		}
	}
	f := strings.Repeat("`", n)
	return f + info + "\n" + text + "\n" + f
}

func likeMarkdown(id string) bool {
	return id == "markdown" || id == "mdx" || id == "quarto" || id == "rmd"
}

// splitFront takes a YAML frontmatter block off the start.
func splitFront(s string) (front, rest string, ok bool) {
	if !strings.HasPrefix(s, "---\n") {
		return "", s, false
	}
	body := s[4:]
	for at := 0; at < len(body); {
		end := strings.IndexByte(body[at:], '\n')
		line := body[at:]
		if end >= 0 {
			line = body[at : at+end]
		}
		if t := strings.TrimRight(line, " \t"); t == "---" || t == "..." {
			front = body[:at]
			rest = strings.TrimPrefix(body[at+len(line):], "\n")
			return strings.TrimRight(front, "\n"), rest, yamlish.MatchString(front)
		}
		if end < 0 {
			break
		}
		at += end + 1
	}
	return "", s, false
}

// yamlish wants a key: "---" also draws a line.
var yamlish = regexp.MustCompile(`(?m)^[\p{L}_][\p{L}\p{N}_ .-]*:(\s|$)`)
