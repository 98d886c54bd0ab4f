package handlers

import (
	"strings"

	"memswarm/lsp"

	"go.lsp.dev/protocol"
)

// found is a passage of a document that may be worth keeping.
type found struct {
	text       string
	rang       protocol.Range
	what       string // for people, when it is not the selection: "section", "comment"
	title      string
	made       bool // text is not what stands in the range
	diagnostic *protocol.Diagnostic
}

// maxCommentLines bounds a comment block.
const maxCommentLines = 500

// passagesAt lists what a code action may store: the selection, or, when
// nothing is selected and the user asked for actions, what stands around the
// cursor. As the cursor moves nothing is offered: a light bulb on every line
// would be noise.
func passagesAt(d *lsp.Document, enc lsp.Encoding, p *protocol.CodeActionParams) []found {
	m := d.Mapper()
	start, end := m.Span(p.Range, enc)
	if start < end {
		text := m.Slice(start, end)
		if strings.TrimSpace(text) == "" {
			return nil
		}
		return []found{{text: text, rang: m.Range(start, end, enc)}}
	}
	if p.Context.TriggerKind != protocol.CodeActionTriggerKindInvoked {
		return nil
	}
	var out []found
	add := func(what string, first, last int) {
		a, b := m.LinesSpan(first, last)
		if text := m.Slice(a, b); strings.TrimSpace(text) != "" {
			out = append(out, found{text: text, rang: m.Range(a, b, enc), what: what})
		}
	}
	line := m.Line(start)
	if d.LanguageID() == "markdown" {
		if first, last, ok := sectionAround(m, line); ok {
			add("section", first, last)
		}
	} else if first, last, ok := commentAround(m, line); ok {
		add("comment", first, last)
	}
	for i := range p.Context.Diagnostics {
		if f, ok := diagnosed(m, enc, &p.Context.Diagnostics[i]); ok && len(out) < 3 {
			out = append(out, f)
		}
	}
	return out
}

// sectionAround gives the lines from the heading above a line to the next of
// its level or higher. Text before the first heading is a section too.
func sectionAround(m *lsp.Mapper, line int) (first, last int, ok bool) {
	levels := headingLevels(m)
	first, level := 0, 0
	for i := line; i >= 0; i-- {
		if levels[i] > 0 {
			first, level = i, levels[i]
			break
		}
	}
	last = m.LineCount() - 1
	for i := line + 1; i < m.LineCount(); i++ {
		if l := levels[i]; l > 0 && (l <= level || level == 0) {
			last = i - 1
			break
		}
	}
	return first, last, last >= first
}

// headingLevels finds the ATX headings of a note by line, outside fences.
func headingLevels(m *lsp.Mapper) map[int]int {
	levels := map[int]int{}
	fence := ""
	for i := range m.LineCount() {
		text := strings.TrimLeft(m.LineText(i), " ")
		if len(m.LineText(i))-len(text) > 3 {
			continue
		}
		run := len(text) - len(strings.TrimLeft(text, text[:min(1, len(text))]))
		switch {
		case fence != "":
			if strings.HasPrefix(text, fence) && strings.Trim(text, fence[:1]+" \t") == "" {
				fence = ""
			}
		case (strings.HasPrefix(text, "```") || strings.HasPrefix(text, "~~~")):
			fence = text[:run]
		case strings.HasPrefix(text, "#") && run <= 6 && (len(text) == run || text[run] == ' ' || text[run] == '\t'):
			levels[i] = run
		}
	}
	return levels
}

// commentAround gives the block of comment lines that holds a line.
func commentAround(m *lsp.Mapper, line int) (first, last int, ok bool) {
	if first, last, ok := starred(m, line); ok {
		return first, last, true
	}
	if !isComment(m.LineText(line)) {
		return 0, 0, false
	}
	first, last = line, line
	for first > 0 && line-first < maxCommentLines && isComment(m.LineText(first-1)) {
		first--
	}
	for last < m.LineCount()-1 && last-line < maxCommentLines && isComment(m.LineText(last+1)) {
		last++
	}
	return first, last, true
}

// starred gives the lines of a /* block */ whose inner lines need no leader.
func starred(m *lsp.Mapper, line int) (first, last int, ok bool) {
	for first = line; ; first-- {
		text := m.LineText(first)
		if strings.HasPrefix(strings.TrimSpace(text), "/*") {
			break
		}
		if first < line && strings.Contains(text, "*/") || first == 0 || line-first >= maxCommentLines {
			return 0, 0, false
		}
	}
	for last = first; last < m.LineCount() && last-first < maxCommentLines; last++ {
		if strings.Contains(m.LineText(last), "*/") {
			return first, last, last >= line
		}
	}
	return 0, 0, false
}

// diagnosed makes a passage of a diagnostic: what was said about which code.
func diagnosed(m *lsp.Mapper, enc lsp.Encoding, d *protocol.Diagnostic) (found, bool) {
	message := ""
	switch text := d.Message.(type) {
	case protocol.String:
		message = string(text)
	case *protocol.MarkupContent:
		message = text.Value
	}
	if strings.TrimSpace(message) == "" {
		return found{}, false
	}
	source, _ := d.Source.Get()
	start, end := m.Span(d.Range, enc)
	first, last := m.Line(start), m.Line(end)
	a, b := m.LinesSpan(first, min(last, first+20))
	code := strings.TrimRight(m.Slice(a, b), "\r\n")
	fence := "```"
	for strings.Contains(code, fence) {
		fence += "`"
	}
	text := message
	if source != "" {
		text = source + ": " + text
	}
	text += "\n\n" + fence + "\n" + code + "\n" + fence + "\n"
	title, _, _ := strings.Cut(message, "\n")
	return found{text: text, rang: d.Range, what: "diagnostic", title: cutText(title, 120), made: true, diagnostic: d}, true
}
