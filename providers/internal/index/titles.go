package index

import (
	"path"
	"slices"
	"strings"
	"unicode"

	"memswarm/providers/internal/text"
)

// titleKey is equal for titles of the same words in any order, case, accent
// and punctuation.
func titleKey(s string) string {
	words := strings.FieldsFunc(text.Fold(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r)
	})
	if len(words) == 0 {
		return strings.TrimSpace(s)
	}
	slices.Sort(words)
	return strings.Join(words, " ")
}

// fileTitle is the file's name without its extension.
func fileTitle(doc string) string {
	name := path.Base(doc)
	if ext := path.Ext(name); ext != name {
		name = strings.TrimSuffix(name, ext)
	}
	return name
}

// titles are what the note may be asked for by name.
func (n *Note) titles() []string {
	out := make([]string, 0, len(n.Aliases)+2)
	if n.Title != "" {
		out = append(out, n.Title)
	}
	return append(append(out, fileTitle(n.Doc)), n.Aliases...)
}

// tags are the normal forms of all tags, with those above nested ones.
func (n *Note) tags() []string {
	var out []string
	add := func(tags []string) {
		for _, t := range tags {
			t = tagKey(t)
			for t != "" && len(t) <= maxTermLength {
				if !slices.Contains(out, t) {
					out = append(out, t)
				}
				at := strings.LastIndexByte(t, '/')
				if at < 0 {
					break
				}
				t = t[:at]
			}
		}
	}
	add(n.Tags)
	for i := range n.Sections {
		add(n.Sections[i].Tags)
	}
	return out
}

func tagKey(tag string) string {
	return strings.Trim(text.Fold(strings.TrimLeft(strings.TrimSpace(tag), "#")), "/ ")
}
