// Package pages works on the text of pages: it makes the markdown of a page,
// finds the line of a match in it, and adds to it without damage.
package pages

import (
	"maps"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// Page is what a page's markdown is made of.
type Page struct {
	Type, Title, Body, Timeline string
	Tags                        []string
	Frontmatter                 map[string]any // without type, title and tags
	Links                       []Link
}

// Link is a link from or to the page.
type Link struct {
	Slug, Title, Type string
	Incoming          bool
}

// Sentinel separates the body from the timeline.
const Sentinel = "<!-- timeline -->"

// Markdown is the page as GBrain writes it, with the links of its graph after
// the end, where they move no line.
func (p *Page) Markdown() string {
	var b strings.Builder
	b.WriteString(p.header())
	b.WriteString(strings.TrimSpace(p.Body))
	b.WriteString("\n")
	if t := strings.TrimSpace(p.Timeline); t != "" {
		b.WriteString("\n" + Sentinel + "\n\n" + t + "\n")
	}
	for _, incoming := range []bool{false, true} {
		heading := "\n## Links\n\n"
		if incoming {
			heading = "\n## Linked from\n\n"
		}
		for _, l := range p.Links {
			if l.Incoming != incoming {
				continue
			}
			b.WriteString(heading + "- [[" + l.Slug + "]]")
			heading = ""
			if l.Title != "" && l.Title != l.Slug {
				b.WriteString(" " + oneLine(l.Title))
			}
			if l.Type != "" {
				b.WriteString(" (" + oneLine(l.Type) + ")")
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

// header is the frontmatter with the blank line after it.
func (p *Page) header() string {
	m := &yaml.Node{Kind: yaml.MappingNode}
	put := func(key string, v any) {
		var k, n yaml.Node
		k.SetString(key)
		if n.Encode(v) == nil {
			m.Content = append(m.Content, &k, &n)
		}
	}
	if p.Type != "" {
		put("type", p.Type)
	}
	put("title", p.Title)
	for _, key := range slices.Sorted(maps.Keys(p.Frontmatter)) {
		if key != "type" && key != "title" && key != "tags" {
			put(key, p.Frontmatter[key])
		}
	}
	if len(p.Tags) > 0 {
		put("tags", p.Tags)
	}
	text, err := yaml.Marshal(m)
	if err != nil {
		return ""
	}
	return "---\n" + string(text) + "---\n\n"
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
