package markdown

import "strings"

// text adds text of an element.
func (t *topicReader) text(s string) {
	if t.hidden > 0 {
		return
	}
	if t.title {
		if t.note.Title == "" {
			if s = collapse(validText(s)); s != "" {
				t.note.Title, t.note.TitleLine, t.note.TitleFrom = s, t.at, TitleFromHeading
			}
		}
		return
	}
	if t.pre > 0 {
		if len(t.out) == t.preAt {
			s = strings.TrimPrefix(s, "\n") // HTML drops the first
		}
		t.mark()
		t.out = append(t.out, validText(s)...)
		return
	}
	words := collapse(validText(s))
	if words == "" {
		if len(s) > 0 {
			t.space()
		}
		return
	}
	if isHTMLSpace(s[0]) {
		t.space()
	}
	t.mark()
	t.mentions(words)
	t.out = append(t.out, words...)
	if isHTMLSpace(s[len(s)-1]) {
		t.space()
	}
}

// mark notes where the section's text begins.
func (t *topicReader) mark() {
	if t.cur.TextStart < 0 || len(strings.TrimSpace(string(t.out))) == 0 && t.heading == nil {
		t.cur.TextStart = t.at
	}
}

func (t *topicReader) write(s string) {
	if s == "" {
		return
	}
	t.mark()
	t.space()
	t.out = append(t.out, s...)
}

func (t *topicReader) space() {
	if n := len(t.out); n > 0 && !isHTMLSpace(t.out[n-1]) {
		t.out = append(t.out, ' ')
	}
}

func (t *topicReader) newline() {
	if t.pre > 0 {
		return
	}
	for n := len(t.out); n > 0 && t.out[n-1] == ' '; n-- {
		t.out = t.out[:n-1]
	}
	if n := len(t.out); n > 0 && t.out[n-1] != '\n' {
		t.out = append(t.out, '\n')
	}
}

// mentions takes @domain/topic/file in the text as relations.
func (t *topicReader) mentions(words string) {
	if !strings.Contains(words, "@") {
		return
	}
	in := inliner{buf: []byte(words), lines: []inlineLine{{}}}
	for i := 0; i < len(words); {
		if words[i] != '@' {
			i++
			continue
		}
		i = in.relation(i)
	}
	for _, l := range in.links {
		t.locate(&l, "@"+l.Target)
		t.links = append(t.links, l)
	}
}

// anchor takes the destination of an <a> element.
func (t *topicReader) anchor(href string) {
	if href == "" || hasScheme(href) || strings.HasPrefix(href, "//") {
		return
	}
	l := Link{Kind: LinkMarkdown}
	note, frag, _ := strings.Cut(href, "#")
	l.Target, l.Heading = validText(unescapePath(note)), validText(unescapePath(frag))
	if l.Target == "" && l.Heading == "" {
		return
	}
	t.locate(&l, href)
	t.links = append(t.links, l)
}

// finish ends the current section before line end.
func (t *topicReader) finish(end int) {
	if t.heading != nil {
		t.endHeading() // never closed
	}
	s := &t.cur
	lead := len(t.out) - len(strings.TrimLeft(string(t.out), " \n"))
	s.Text = strings.TrimRight(string(t.out[lead:]), " \n-")
	for _, c := range t.code {
		c.Start, c.End = max(c.Start-lead, 0), min(c.End-lead, len(s.Text))
		if c.Start < c.End {
			s.Code = append(s.Code, c)
		}
	}
	s.End = max(end, s.Start)
	if s.TextStart < 0 || s.Text == "" {
		s.TextStart = s.End
	}
	s.TextStart = min(s.TextStart, s.End)
	index := len(t.note.Sections)
	switch {
	case s.Level == 0 && s.Text == "":
		index = -1
	default:
		t.note.Sections = append(t.note.Sections, *s)
	}
	for _, l := range t.links {
		l.Section = index
		t.note.Links = append(t.note.Links, l)
	}
	t.out, t.code, t.links = t.out[:0], nil, nil
}
