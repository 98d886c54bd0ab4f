package markdown

import (
	"bytes"
	"cmp"
	"strings"
)

// topicHeadings are the headings of the elements of a ByteRover topic. Children
// of one kind that follow each other share a section.
var topicHeadings = map[string]string{
	"bv-reason": "Reason", "bv-task": "Task", "bv-changes": "Changes", "bv-files": "Files", "bv-flow": "Flow",
	"bv-timestamp": "Timestamp", "bv-author": "Author", "bv-pattern": "Patterns", "bv-structure": "Structure",
	"bv-dependencies": "Dependencies", "bv-highlights": "Highlights", "bv-rule": "Rules", "bv-examples": "Examples",
	"bv-diagram": "Diagrams", "bv-fact": "Facts", "bv-decision": "Decisions", "bv-bug": "Bugs", "bv-fix": "Fixes",
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
