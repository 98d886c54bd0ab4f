package memorywiki

import (
	"strings"
	"time"

	"memswarm/providers/internal/markdown"
	"memswarm/providers/internal/source"
)

// claimsAnchor names the section that the frontmatter's claims make.
const claimsAnchor = "claims"

// parse reads a page. A page whose frontmatter is broken, which the wiki's own
// search loses, is found by its text; the problem is reported.
func parse(f *source.File) (*source.Page, string) {
	kind := kindOf(f.Rel)
	if kind == "" {
		return nil, ""
	}
	note := markdown.Parse(f.Data, markdown.Options{SkipBlock: markdown.MemoryWikiGenerated, StrictFrontmatter: true})
	front := note.Frontmatter
	page := &source.Page{Note: note, Kind: kind}
	page.Modified = newest(front)
	page.Created = date(front["ingestedAt"])
	for _, key := range []string{"id", "canonicalId"} {
		if id := oneLine(scalar(front[key])); id != "" {
			note.Keywords = append(note.Keywords, id)
		}
	}
	if card, ok := front["personCard"].(map[string]any); ok {
		for _, handle := range list(card["handles"]) {
			if h := oneLine(scalar(handle)); h != "" {
				note.Aliases = append(note.Aliases, h)
			}
		}
	}
	for _, target := range relationTargets(front) {
		note.Links = append(note.Links, markdown.Link{Kind: markdown.LinkWiki, Target: target, Section: -1})
	}
	addClaims(note, front)
	return page, ""
}

// newest is when the page was last confirmed: the date that the wiki derives
// freshness from.
func newest(front map[string]any) (t time.Time) {
	t = date(front["updatedAt"])
	if r := date(front["lastRefreshedAt"]); r.After(t) {
		t = r
	}
	for _, c := range claimsOf(front) {
		if c.updated.After(t) {
			t = c.updated
		}
	}
	return t
}

// addClaims makes a section of the statements in the frontmatter, which the
// body need not repeat. It stands where the frontmatter stands.
func addClaims(note *markdown.Note, front map[string]any) {
	var lines []string
	for _, c := range claimsOf(front) {
		lines = append(lines, "- "+c.line())
	}
	for _, fact := range facts(front) {
		lines = append(lines, "- "+fact)
	}
	if len(lines) == 0 {
		return
	}
	anchor := claimsAnchor
	for _, s := range note.Sections {
		if s.Anchor == anchor {
			anchor = "frontmatter-" + claimsAnchor
		}
	}
	end := 1
	if len(note.Sections) > 0 {
		end = max(1, note.Sections[0].Start)
	}
	section := markdown.Section{
		Heading: "Claims", Level: 2, Path: []string{"Claims"}, Anchor: anchor,
		Start: 0, End: end, TextStart: 0, Text: strings.Join(lines, "\n"),
	}
	for i := range note.Links {
		if note.Links[i].Section >= 0 {
			note.Links[i].Section++
		}
	}
	note.Sections = append([]markdown.Section{section}, note.Sections...)
}
