package markdown

import "strings"

// builder makes the sections of a note from its leaves.
type builder struct {
	note    *Note
	scan    *scanner
	in      inliner
	text    passage
	anchors anchors
	tags    tagSet // of the note
	tagsIn  tagSet // of the section

	cur     Section
	stack   []headingLevel
	links   []Link // of the section
	skipped bool   // the section holds a generated block
}

type headingLevel struct {
	level int
	text  string
}

// build goes through the leaves; bodyStart is the first line after the
// frontmatter.
func (b *builder) build(bodyStart int) {
	b.begin(Section{Start: bodyStart})
	for i := range b.scan.leaves {
		l := &b.scan.leaves[i]
		if l.kind == leafHeading && l.depth == 0 {
			b.finish(int(l.first))
			b.begin(b.headingSection(l))
			continue
		}
		b.leaf(l)
	}
	b.finish(max(len(b.scan.lines), bodyStart))
}

func (b *builder) begin(s Section) {
	b.cur = s
	b.text.reset()
	b.skipped = false
	if s.Level == 0 {
		b.links, b.tagsIn = b.links[:0], tagSet{}
	}
}

// headingSection reads a heading that opens a section. Its links and tags are
// the section's.
func (b *builder) headingSection(l *leaf) Section {
	b.links, b.tagsIn = b.links[:0], tagSet{}
	b.text.reset()
	b.in.reset()
	b.in.heading = true
	b.addLines(l)
	b.in.scan()
	b.text.block(int(l.first), int(l.first), int(l.last), "", func() { b.text.inline(&b.in) })
	b.collect()
	heading, _ := b.text.text()
	heading = strings.Join(strings.Fields(heading), " ")

	level := int(l.level)
	if b.note.TitleFrom == TitleFromNone && level == 1 && heading != "" {
		b.note.Title, b.note.TitleFrom, b.note.TitleLine = heading, TitleFromHeading, int(l.first)
	}
	for n := len(b.stack); n > 0 && b.stack[n-1].level >= level; n-- {
		b.stack = b.stack[:n-1]
	}
	b.stack = append(b.stack, headingLevel{level, heading})
	s := Section{
		Heading: heading, Level: level, Start: int(l.first),
		Anchor: b.anchors.unique(heading),
	}
	for _, h := range b.stack {
		if h.text == "" || h.level == 1 && Fold(h.text) == Fold(b.note.Title) {
			continue
		}
		s.Path = append(s.Path, h.text)
	}
	return s
}

// collect keeps the links, tags and block ids of the leaf just read.
func (b *builder) collect() {
	b.links = append(b.links, b.in.links...)
	for _, t := range b.in.tags {
		t = validText(t)
		b.tags.add(t)
		b.tagsIn.add(t)
	}
	for _, id := range b.in.blocks {
		if b.note.Blocks == nil {
			b.note.Blocks = map[string]int{}
		}
		if _, taken := b.note.Blocks[id.id]; !taken {
			b.note.Blocks[id.id] = id.line
		}
	}
}

// finish ends the current section before line end.
func (b *builder) finish(end int) {
	s := &b.cur
	s.Text, s.Code = b.text.text()
	if strings.TrimSpace(s.Text) == "" {
		s.Text, s.Code = "", nil // nothing but spaces that Markdown does not know
	}
	s.End, s.TextStart = end, end
	if s.Text != "" {
		s.TextStart = b.text.first
	}
	s.Tags = b.tagsIn.list
	index := len(b.note.Sections)
	switch {
	case s.Level == 0 && s.Text == "":
		index = -1
	case s.Text == "" && b.skipped && len(b.links) == 0:
		return // a heading for nothing but a generated block
	default:
		b.note.Sections = append(b.note.Sections, *s)
	}
	for _, l := range b.links {
		l.Section = index
		l.Target, l.Heading = validText(l.Target), validText(l.Heading)
		l.Alias = validText(l.Alias)
		b.note.Links = append(b.note.Links, l)
	}
}
