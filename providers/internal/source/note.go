package source

import (
	"slices"
	"strings"
	"time"

	"memswarm/providers/internal/index"
	"memswarm/providers/internal/markdown"
)

// noteOf makes the index's note of a page.
func (s *Source) noteOf(doc string, p *Page, modTime time.Time) *index.Note {
	n := p.Note
	note := &index.Note{
		Doc: doc, Title: titleOf(doc, n), Aliases: n.Aliases, Tags: n.Tags, Keywords: n.Keywords,
		Summary: n.Summary, Kind: p.Kind,
		Created: bestDate(p.Created, n.Created),
		// The date of the knowledge: as stated, else as the name says, else that
		// of the file.
		Updated:  bestDate(p.Modified, n.Updated, n.Created, DateInName(doc), modTime),
		Weight:   p.Weight,
		Links:    targetsOf(n.Links),
		Sections: make([]index.Section, len(n.Sections)),
	}
	for i, sec := range n.Sections {
		note.Sections[i] = index.Section{
			Anchor: sec.Anchor, Heading: sec.Heading, Path: sec.Path,
			Start: sec.Start, End: sec.End, TextStart: sec.TextStart,
			Text: sec.Text, Tags: sec.Tags,
		}
	}
	return note
}

// targetsOf lists the notes that a note links to, each once, encoded.
func targetsOf(links []markdown.Link) []string {
	var targets []string
	seen := make(map[string]struct{}, len(links))
	for _, l := range links {
		if l.Target == "" || strings.ContainsAny(l.Target, "\x00\x01\x02") {
			continue
		}
		t := encodeLink(l)
		if _, ok := seen[t]; !ok {
			seen[t] = struct{}{}
			targets = append(targets, t)
		}
	}
	return slices.Clip(targets)
}
