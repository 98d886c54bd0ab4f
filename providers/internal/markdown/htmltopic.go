package markdown

import (
	"bytes"
	"path"
	"strings"

	"golang.org/x/net/html"
)

// ParseHTMLTopic reads a ByteRover topic in HTML: a bv-topic element whose
// attributes are the frontmatter and whose bv-* children are the sections. attrs
// are those attributes. Other HTML is read as well, by its headings, with a
// problem. Lines are those of the tags.
func ParseHTMLTopic(src []byte) (note *Note, attrs map[string]string) {
	note = &Note{TitleFrom: TitleFromNone}
	src, offset, ok := readable(src, note)
	if !ok {
		return note, nil
	}
	t := &topicReader{note: note, src: src, pos: offset, lines: splitLines(src, offset)}
	t.read(html.NewTokenizer(bytes.NewReader(src[offset:])))
	t.finish(len(t.lines))
	note.Tags = t.tags.list
	if t.attrs == nil {
		note.problem(0, ProblemFormat, "The file has no bv-topic element; it was read as plain HTML.")
	}
	return note, t.attrs
}

type topicReader struct {
	note  *Note
	src   []byte
	lines []lineSpan
	pos   int // of the current token
	at    int // its line
	found int // where the last link of the token was found
	attrs map[string]string

	anchors anchors
	tags    tagSet
	cur     Section
	out     []byte
	code    []Span
	links   []Link
	kind    string // bv-* element of the current section
	heading *headingLevel
	open    string // bv-* element that is open
	pre     int
	preAt   int
	hidden  int // depth in elements whose text nobody sees
	title   bool
}

func (t *topicReader) read(z *html.Tokenizer) {
	for {
		tt := z.Next()
		raw := len(z.Raw())
		for t.at+1 < len(t.lines) && int(t.lines[t.at+1].start) <= t.pos {
			t.at++
		}
		t.found = t.pos
		switch tt {
		case html.ErrorToken:
			return
		case html.TextToken:
			t.text(string(z.Text()))
		case html.StartTagToken, html.SelfClosingTagToken:
			name, more := z.TagName()
			attr := map[string]string{}
			for more {
				var k, v []byte
				k, v, more = z.TagAttr()
				if _, taken := attr[string(k)]; !taken {
					attr[string(k)] = validText(string(v))
				}
			}
			t.start(string(name), attr, tt == html.SelfClosingTagToken)
		case html.EndTagToken:
			name, _ := z.TagName()
			t.end(string(name))
		}
		t.pos += raw
	}
}

func (t *topicReader) start(name string, attr map[string]string, selfClosing bool) {
	switch {
	case name == "template" || name == "script" || name == "style":
		if !selfClosing {
			t.hidden++
		}
	case t.hidden > 0:
	case name == "bv-topic":
		if t.attrs == nil {
			t.topic(attr)
		}
	case strings.HasPrefix(name, "bv-"):
		t.element(name, attr)
		if selfClosing {
			t.open = ""
		}
	case isHeading(name):
		t.begin(max(int(name[1]-'0'), 1), "")
		t.heading = &headingLevel{level: t.cur.Level}
		t.kind = ""
	case name == "title":
		t.title = true
	case name == "pre":
		t.newline()
		t.pre++
		t.preAt = len(t.out)
	case name == "li":
		t.newline()
		t.out = append(t.out, "- "...)
	case name == "img":
		t.write(strings.TrimSpace(attr["alt"] + " " + path.Base(attr["src"])))
	case name == "br" || blockTags[name]:
		t.newline()
	case name == "a":
		t.anchor(attr["href"])
	}
}

func (t *topicReader) end(name string) {
	switch {
	case name == "template" || name == "script" || name == "style":
		t.hidden = max(t.hidden-1, 0)
	case t.hidden > 0:
	case strings.HasPrefix(name, "bv-"):
		t.newline()
		t.open = ""
	case isHeading(name):
		t.endHeading()
	case name == "title":
		t.title = false
	case name == "pre":
		if t.pre == 1 && len(t.out) > t.preAt {
			t.code = append(t.code, Span{Start: t.preAt, End: len(t.out), Block: true})
		}
		t.pre = max(t.pre-1, 0)
		t.newline()
	case blockTags[name]:
		t.newline()
	}
}

func isHeading(name string) bool {
	return len(name) == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6'
}

// begin starts a section at the current line. An empty heading is filled by
// the text up to the heading's end.
func (t *topicReader) begin(level int, heading string) {
	t.finish(t.at)
	t.cur = Section{Level: level, Heading: heading, Start: t.at, TextStart: -1}
	if heading != "" {
		t.cur.Path = []string{heading}
		t.cur.Anchor = t.anchors.unique(heading)
	}
}

func (t *topicReader) endHeading() {
	if t.heading == nil {
		return
	}
	text := collapse(string(t.out))
	t.heading, t.out, t.code = nil, t.out[:0], t.code[:0]
	t.cur.Heading, t.cur.Anchor = text, t.anchors.unique(text)
	if t.note.Title == "" && t.cur.Level == 1 && text != "" {
		t.note.Title, t.note.TitleLine, t.note.TitleFrom = text, t.at, TitleFromHeading
	}
	if t.open != "" {
		t.cur.Path = append(t.cur.Path, topicHeadings[t.open])
	}
	if text != "" && (t.cur.Level > 1 || Fold(text) != Fold(t.note.Title)) {
		t.cur.Path = append(t.cur.Path, text)
	}
}
