package markdown

import (
	"bytes"
	"encoding/json"
	"strings"
)

// IsExcalidraw says whether a file is a drawing of Obsidian's Excalidraw plugin,
// by its name or its frontmatter.
func IsExcalidraw(name string, src []byte) bool {
	name = strings.ToLower(name)
	if strings.HasSuffix(name, ".excalidraw.md") || strings.HasSuffix(name, ".excalidraw") {
		return true
	}
	head := src[:min(len(src), 1024)]
	return bytes.HasPrefix(head, []byte("---")) && bytes.Contains(head, []byte("\nexcalidraw-plugin:"))
}

// ParseExcalidraw reads a drawing: the note around it and its text elements,
// never the drawing's own data, which is compressed or JSON of shapes. When
// there are no text elements apart, those in uncompressed data are read.
func ParseExcalidraw(src []byte, opt Options) *Note {
	if trimmed := bytes.TrimSpace(src); len(trimmed) > 0 && trimmed[0] == '{' {
		return drawingNote(trimmed, &Note{TitleFrom: TitleFromNone}, 0, bytes.Count(src, []byte{'\n'})+1)
	}
	kept, data, dataLine := hideDrawing(src)
	note := Parse(kept, opt)
	if note.TitleFrom == TitleFromHeading && Fold(note.Title) == "text elements" {
		note.Title, note.TitleFrom, note.TitleLine = "", TitleFromNone, 0 // older drawings
	}
	for _, s := range note.Sections {
		if s.Text != "" && Fold(s.Heading) == "text elements" {
			return note
		}
	}
	switch {
	case len(data) > 0 && data[0] == '{':
		return drawingNote(data, note, dataLine, dataLine+1)
	case len(data) > 0:
		note.problem(dataLine, ProblemCompressed, "The drawing is compressed and lists no text elements, so there is nothing in it to find.")
	}
	return note
}

// hideDrawing blanks the lines that are no text, so that the others keep their
// numbers, and gives the drawing's data.
func hideDrawing(src []byte) (kept, data []byte, dataLine int) {
	kept = bytes.Clone(src)
	hidden, inData := false, false
	start := 0
	for n, l := range splitLines(src, 0) {
		line := trimSpaceTab(src[l.start:l.end])
		heading := strings.ToLower(strings.TrimLeft(string(line[:min(len(line), 40)]), "# "))
		isHeading := len(line) > 0 && line[0] == '#'
		switch {
		case inData && bytes.HasPrefix(line, []byte("```")):
			inData = false
			if data == nil {
				data = bytes.TrimSpace(src[start:l.start])
			}
		case hidden && bytes.HasPrefix(line, []byte("```")) && (bytes.HasSuffix(line, []byte("json"))):
			inData, start, dataLine = true, int(l.end), n
		case isHeading && (heading == "drawing" || heading == "embedded files" || heading == "element links"):
			hidden = true
		case isHeading && heading == "text elements":
			hidden = false
		}
		warning := bytes.HasPrefix(line, []byte("==")) && bytes.Contains(line, []byte("EXCALIDRAW VIEW"))
		if hidden || warning || string(line) == "%%" || isHeading && heading == "excalidraw data" {
			for i := l.start; i < l.end; i++ {
				kept[i] = ' '
			}
		}
	}
	if inData {
		data = bytes.TrimSpace(src[start:])
	}
	return kept, data, dataLine
}

// drawingNote adds the texts in a drawing's JSON as one section.
func drawingNote(data []byte, note *Note, line, end int) *Note {
	var drawing struct {
		Elements []struct {
			Type, Text, OriginalText, RawText string
			IsDeleted                         bool
		}
	}
	if err := json.Unmarshal(data, &drawing); err != nil {
		note.problem(line, ProblemFormat, "The drawing is not valid JSON: "+err.Error()+".")
		return note
	}
	var texts []string
	for _, e := range drawing.Elements {
		if e.Type != "text" || e.IsDeleted {
			continue
		}
		for _, t := range []string{e.RawText, e.OriginalText, e.Text} {
			if t = strings.TrimSpace(t); t != "" {
				texts = append(texts, t)
				break
			}
		}
	}
	if len(texts) > 0 {
		var a anchors
		for i := range note.Sections {
			s := &note.Sections[i]
			s.End = max(min(s.End, line), s.Start)
			s.TextStart = min(s.TextStart, s.End)
			if s.Anchor != "" {
				a.unique(s.Heading)
			}
		}
		note.Sections = append(note.Sections, Section{
			Heading: "Text Elements", Level: 2, Path: []string{"Text Elements"}, Anchor: a.unique("Text Elements"),
			Start: line, TextStart: line, End: end, Text: validText(strings.Join(texts, "\n")),
		})
	}
	return note
}
