package markdown

import (
	"bytes"
	"cmp"
	"path"
	"strings"

	"golang.org/x/net/html"
)

// topicHeadings are the headings of the elements of a ByteRover topic. Children
// of one kind that follow each other share a section.
var topicHeadings = map[string]string{
	"bv-reason": "Reason", "bv-task": "Task", "bv-changes": "Changes", "bv-files": "Files", "bv-flow": "Flow",
	"bv-timestamp": "Timestamp", "bv-author": "Author", "bv-pattern": "Patterns", "bv-structure": "Structure",
	"bv-dependencies": "Dependencies", "bv-highlights": "Highlights", "bv-rule": "Rules", "bv-examples": "Examples",
	"bv-diagram": "Diagrams", "bv-fact": "Facts", "bv-decision": "Decisions", "bv-bug": "Bugs", "bv-fix": "Fixes",
}

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

// topic takes the root's attributes.
func (t *topicReader) topic(attr map[string]string) {
	t.attrs = attr
	n := t.note
	n.Frontmatter = map[string]any{}
	for k, v := range attr {
		n.Frontmatter[k] = v
	}
	if s := collapse(attr["title"]); s != "" {
		n.Title, n.TitleLine, n.TitleFrom = s, t.at, TitleFromFrontmatter
	}
	n.Summary = strings.TrimSpace(attr["summary"])
	var keywords tagSet
	for s := range strings.SplitSeq(attr["keywords"], ",") {
		keywords.add(s)
	}
	n.Keywords = keywords.list
	for s := range strings.SplitSeq(attr["tags"], ",") {
		t.tags.add(strings.TrimLeft(strings.TrimSpace(s), "#"))
	}
	n.Created, _ = parseDate(attr["createdat"])
	n.Updated, _ = parseDate(attr["updatedat"])
	for s := range strings.SplitSeq(attr["related"], ",") {
		s = strings.TrimSpace(s)
		if target := collapse(strings.TrimPrefix(s, "@")); target != "" {
			l := Link{Kind: LinkRelation, Target: target, Section: -1}
			t.locate(&l, s)
			n.Links = append(n.Links, l)
		}
	}
}

// locate finds a link's text in the current token, behind the last one found.
// Text with character references is not found; the line stands for it.
func (t *topicReader) locate(l *Link, text string) {
	l.Line = t.at
	window := t.src[t.found:min(len(t.src), t.found+4096)]
	if i := bytes.Index(window, []byte(text)); i >= 0 {
		at := t.found + i
		t.found = at + len(text)
		for l.Line+1 < len(t.lines) && int(t.lines[l.Line+1].start) <= at {
			l.Line++
		}
		l.StartCol = at - int(t.lines[l.Line].start)
		l.EndCol = min(at+len(text), int(t.lines[l.Line].end)) - int(t.lines[l.Line].start)
		return
	}
	width := func() int { return int(t.lines[l.Line].end - t.lines[l.Line].start) }
	for width() == 0 && l.Line+1 < len(t.lines) {
		l.Line++
	}
	l.StartCol, l.EndCol = 0, width()
}

// element begins a bv-* child, in a section of its own or with its like.
func (t *topicReader) element(name string, attr map[string]string) {
	heading := topicHeadings[name]
	if heading == "" {
		heading = cmp.Or(collapse(validText(strings.ReplaceAll(strings.TrimPrefix(name, "bv-"), "-", " "))), "Other")
	}
	if t.kind != name || t.open != "" {
		t.begin(2, heading)
	}
	t.kind, t.open = name, name
	t.newline()
	// Attributes that say something no text repeats.
	for _, k := range []string{"subject", "title", "id"} {
		if v := collapse(attr[k]); v != "" {
			t.out = append(t.out, v+": "...)
		}
	}
	for _, k := range []string{"value", "description"} {
		if v := collapse(attr[k]); v != "" {
			t.write(v)
			t.newline()
		}
	}
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
