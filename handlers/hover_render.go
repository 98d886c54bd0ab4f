package handlers

import (
	"fmt"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"memswarm/contract"
	"memswarm/swarm"

	"go.lsp.dev/protocol"
)

// A hover has about 20 lines: these are the lines of the passages, for one note,
// two and three.
var passageLines = [...]int{12, 6, 4}

// passageWidth is how long a line of a passage may get, in characters.
const passageWidth = 240

// renderHover shows notes with their breadcrumb, a link to the section and the
// passage. What a note says is shown as text: no markup of its own, no link, no
// HTML survives.
func renderHover(kind protocol.MarkupKind, hits []swarm.Hit) *protocol.MarkupContent {
	lines := passageLines[min(len(hits), len(passageLines))-1]
	var b strings.Builder
	for i := range hits {
		h := &hits[i]
		passage := passageOf(h.Excerpt, lines)
		if kind == protocol.MarkupKindMarkdown {
			if i > 0 {
				b.WriteString("\n---\n\n")
			}
			markdownHit(&b, h, passage)
			continue
		}
		if i > 0 {
			b.WriteString("\n")
		}
		plainHit(&b, h, passage)
	}
	return &protocol.MarkupContent{Kind: kind, Value: strings.TrimRight(b.String(), "\n")}
}

// trail is where the section stands: the provider and what lies above its title.
func trail(h *swarm.Hit) string {
	crumbs := h.Breadcrumb
	if n := len(crumbs); n > 0 && crumbs[n-1] == h.Title {
		crumbs = crumbs[:n-1]
	}
	out := []string{string(h.Ref.Provider)}
	for _, c := range crumbs {
		out = append(out, oneLine(c))
	}
	return strings.Join(out, " › ")
}

func markdownHit(b *strings.Builder, h *swarm.Hit, passage []string) {
	fmt.Fprintf(b, "**[%s](%s)** — %s\n", escape(oneLine(h.Title)), sectionURI(&h.Result), escape(trail(h)))
	if len(passage) == 0 {
		return
	}
	b.WriteString("\n")
	for i, line := range passage {
		b.WriteString(escape(line))
		if i < len(passage)-1 && line != "" && passage[i+1] != "" {
			b.WriteString("  ") // a hard line break
		}
		b.WriteString("\n")
	}
}

func plainHit(b *strings.Builder, h *swarm.Hit, passage []string) {
	fmt.Fprintf(b, "%s — %s\n", oneLine(h.Title), trail(h))
	if h.Location != nil {
		fmt.Fprintf(b, "%s:%d\n", visible(filepath.ToSlash(h.Location.Path)), h.Location.StartLine+1)
	}
	for _, line := range passage {
		b.WriteString(line + "\n")
	}
}

// sectionURI is a link that editors open at the section. Parentheses would end
// it early.
func sectionURI(r *swarm.Result) string {
	loc := contract.NewLocation(r.Ref, r.Location)
	u := strings.NewReplacer("(", "%28", ")", "%29").Replace(loc.URI)
	if r.Location == nil {
		return u
	}
	return fmt.Sprintf("%s#L%d", u, loc.Range.Start.Line+1)
}

// passageOf gives at most n lines of a passage; longer lines are cut, and blank
// lines stand alone.
func passageOf(text string, n int) []string {
	var lines []string
	more := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(visible(line))
		if line == "" && (len(lines) == 0 || lines[len(lines)-1] == "") {
			continue
		}
		if len(lines) == n {
			more = true
			break
		}
		lines = append(lines, shorten(line, passageWidth))
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	if more && len(lines) > 0 && !strings.HasSuffix(lines[len(lines)-1], "…") {
		lines[len(lines)-1] += " …"
	}
	return lines
}

// shorten cuts a line after so many characters.
func shorten(line string, limit int) string {
	if utf8.RuneCountInString(line) <= limit {
		return line
	}
	n := 0
	for i := range line {
		if n == limit {
			return strings.TrimSpace(line[:i]) + "…"
		}
		n++
	}
	return line
}

func oneLine(s string) string {
	return shorten(strings.Join(strings.Fields(visible(s)), " "), passageWidth)
}

// visible drops characters that steer a display instead of being shown: controls
// and those that turn the direction of text around.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case r == '\n':
			return r
		case unicode.IsControl(r), r >= 0x202A && r <= 0x202E, r >= 0x2066 && r <= 0x2069:
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// escape makes one line of text inert in markdown. Code spans without anything
// like HTML stay, since nothing within them acts; all else that markdown, its
// dialects or an editor could take for markup is escaped.
func escape(line string) string {
	var b strings.Builder
	indent := true // only list marks so far
	for i := 0; i < len(line); {
		c := line[i]
		if c == '`' {
			if n := codeSpan(line[i:]); n > 0 {
				b.WriteString(line[i : i+n])
				i += n
				indent = false
				continue
			}
		}
		r, size := utf8.DecodeRuneInString(line[i:])
		switch {
		case c == '<':
			b.WriteString("&lt;")
		case c == '>':
			b.WriteString("&gt;")
		case c == '&':
			b.WriteString("&amp;")
		case strings.IndexByte("\\`*_[]|~", c) >= 0 && !within(line, i):
			b.WriteByte('\\')
			b.WriteByte(c)
		case c == '(' && i > 0 && (line[i-1] == ']' || line[i-1] == '$'),
			c == '!' && i+1 < len(line) && line[i+1] == '[',
			c == ':' && strings.HasPrefix(line[i:], "://"),
			c == '@',
			c == '.' && i >= 3 && strings.EqualFold(line[i-3:i], "www"),
			c == ':' && schemeBefore(line[:i]),
			indent && strings.IndexByte("#=+-", c) >= 0 && !isListMark(line[i:]),
			(c == '.' || c == ')') && digitsOnly(line[:i]) && (i+1 == len(line) || line[i+1] == ' '):
			b.WriteByte('\\')
			b.WriteByte(c)
		default:
			b.WriteString(line[i : i+size])
		}
		if r != ' ' && !(c == '-' && indent) {
			indent = false
		}
		i += size
	}
	return b.String()
}

// codeSpan is the length of the code span that the text begins with, 0 when it
// begins with none or with one that holds what looks like HTML.
func codeSpan(s string) int {
	ticks := 0
	for ticks < len(s) && s[ticks] == '`' {
		ticks++
	}
	fence := s[:ticks]
	for at := ticks; at < len(s); {
		i := strings.Index(s[at:], fence)
		if i < 0 {
			return 0
		}
		end := at + i + ticks
		if end < len(s) && s[end] == '`' { // a longer run
			for end < len(s) && s[end] == '`' {
				end++
			}
			at = end
			continue
		}
		if strings.ContainsAny(s[ticks:at+i], "<>") || strings.Contains(s[ticks:at+i], "](") {
			return 0
		}
		return end
	}
	return 0
}

// within says whether an underscore stands inside a word, where it is no
// emphasis.
func within(line string, i int) bool {
	if line[i] != '_' || i == 0 || i+1 >= len(line) {
		return false
	}
	word := func(c byte) bool {
		return c >= utf8.RuneSelf || c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
	}
	return word(line[i-1]) && line[i-1] != '_' && word(line[i+1]) && line[i+1] != '_'
}

// schemeBefore says whether a text ends with a scheme that acts when followed.
func schemeBefore(s string) bool {
	for _, scheme := range []string{"command", "javascript", "mailto", "vscode", "data", "file", "http", "https", "ftp"} {
		if n := len(s) - len(scheme); n >= 0 && strings.EqualFold(s[n:], scheme) {
			return true
		}
	}
	return false
}

// isListMark says whether a line goes on as a list item, which stays one.
func isListMark(s string) bool { return len(s) > 1 && (s[0] == '-' || s[0] == '+') && s[1] == ' ' }

// digitsOnly says whether a line so far is only a number: what follows would
// make it a numbered item.
func digitsOnly(s string) bool {
	return s != "" && len(s) < 10 && strings.Trim(s, "0123456789") == ""
}
