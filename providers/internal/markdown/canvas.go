package markdown

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"unicode/utf8"
)

// canvasNode is a card of an Obsidian canvas (JSON Canvas 1.0).
type canvasNode struct {
	ID, Type, Text, File, Subpath, URL, Label string
}

// ParseCanvas reads an Obsidian canvas: each card that holds text is a section,
// each card that shows a file a link. A card has no heading of its own, so the
// first line of its text stands for it.
func ParseCanvas(src []byte) *Note {
	note := &Note{TitleFrom: TitleFromNone}
	src, offset, ok := readable(src, note)
	if !ok {
		return note
	}
	c := canvasReader{note: note, src: src, lines: splitLines(src, offset)}
	dec := json.NewDecoder(bytes.NewReader(src[offset:]))
	if err := c.read(dec, offset); err != nil {
		note.problem(c.line, ProblemFormat, "The canvas is not valid JSON ("+err.Error()+"); the cards before that were read.")
	}
	for i := range note.Sections {
		end := len(c.lines)
		if i+1 < len(note.Sections) {
			end = note.Sections[i+1].Start
		}
		note.Sections[i].End = max(end, note.Sections[i].Start)
	}
	note.Tags = c.tags.list
	return note
}

type canvasReader struct {
	note    *Note
	src     []byte
	lines   []lineSpan
	line    int // of the card being read
	anchors anchors
	tags    tagSet
}

func (c *canvasReader) read(dec *json.Decoder, offset int) error {
	if len(bytes.TrimSpace(c.src[offset:])) == 0 {
		return nil // a new canvas is an empty file
	}
	if open, err := dec.Token(); err != nil {
		return err
	} else if open != json.Delim('{') {
		return errors.New("it is not an object")
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return err
		}
		if key != "nodes" {
			var skip json.RawMessage
			if err := dec.Decode(&skip); err != nil {
				return err
			}
			continue
		}
		open, err := dec.Token()
		if err != nil {
			return err
		}
		if open == nil {
			continue
		}
		if open != json.Delim('[') {
			return errors.New("nodes is not a list")
		}
		for dec.More() {
			var raw json.RawMessage
			if err := dec.Decode(&raw); err != nil {
				return err
			}
			// Cards follow each other, so the line only grows.
			for at := offset + int(dec.InputOffset()) - len(raw); c.line+1 < len(c.lines) && int(c.lines[c.line+1].start) <= at; {
				c.line++
			}
			var n canvasNode
			if json.Unmarshal(raw, &n) == nil {
				c.card(n)
			}
		}
		if _, err := dec.Token(); err != nil {
			return err
		}
	}
	return nil
}

func (c *canvasReader) card(n canvasNode) {
	width := 0
	if c.line < len(c.lines) {
		width = int(c.lines[c.line].end - c.lines[c.line].start)
	}
	link := func(l Link, section int) {
		l.Line, l.StartCol, l.EndCol, l.Section = c.line, 0, width, section
		c.note.Links = append(c.note.Links, l)
	}
	switch n.Type {
	case "file":
		l := Link{Kind: LinkEmbed}
		splitFragment(&l, n.File+n.Subpath)
		if l.Target != "" {
			link(l, -1)
		}
	case "link":
		c.section(n.URL, n.URL, nil)
	case "group":
		c.section(n.Label, n.Label, nil)
	case "text":
		card := Parse([]byte(n.Text), Options{})
		var parts []string
		for _, s := range card.Sections {
			parts = append(parts, s.Heading, s.Text)
		}
		text := joinLines(parts)
		first, _, _ := strings.Cut(text, "\n")
		for _, t := range card.Tags {
			c.tags.add(t)
		}
		c.section(first, text, card.Tags)
		for _, l := range card.Links {
			link(l, len(c.note.Sections)-1)
		}
	}
}

func (c *canvasReader) section(heading, text string, tags []string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	heading = shorten(collapse(heading), 80)
	c.note.Sections = append(c.note.Sections, Section{
		Heading: heading, Level: 1, Path: []string{heading}, Anchor: c.anchors.unique(heading),
		Start: c.line, TextStart: c.line, Text: text, Tags: tags,
	})
}

// joinLines joins what is not empty.
func joinLines(parts []string) string {
	var b strings.Builder
	for _, p := range parts {
		if p == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(p)
	}
	return b.String()
}

// shorten cuts s to at most n bytes, at a rune and with an ellipsis.
func shorten(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return strings.TrimSpace(s[:n]) + "…"
}
