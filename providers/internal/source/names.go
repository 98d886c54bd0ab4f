package source

import (
	"path"
	"strings"
	"unicode/utf8"

	"memswarm/providers/internal/markdown"
)

// titleOf is what a note is called: as it says itself, else by its file.
func titleOf(doc string, note *markdown.Note) string {
	if note.Title != "" {
		return note.Title
	}
	return stem(doc)
}

// stem is a document's file name without the extension, as text. A name that
// is nothing but an extension is its own stem.
func stem(doc string) string {
	base := path.Base(doc)
	if s := strings.TrimSuffix(base, path.Ext(base)); s != "" {
		base = s
	}
	if !utf8.ValidString(base) {
		base = strings.ToValidUTF8(base, "\uFFFD")
	}
	return base
}
