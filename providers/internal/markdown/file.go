package markdown

import "strings"

// ParseFile reads a note by the kind that its name tells: a canvas, a drawing,
// an HTML topic, else markdown.
func ParseFile(name string, src []byte, opt Options) *Note {
	lower := strings.ToLower(name)
	switch {
	case strings.HasSuffix(lower, ".canvas"):
		return ParseCanvas(src)
	case strings.HasSuffix(lower, ".html"), strings.HasSuffix(lower, ".htm"):
		note, _ := ParseHTMLTopic(src)
		return note
	case IsExcalidraw(lower, src):
		return ParseExcalidraw(src, opt)
	}
	return Parse(src, opt)
}
