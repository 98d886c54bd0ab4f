package byterover

import (
	"path"
	"strings"

	"memswarm/providers/internal/markdown"
	"memswarm/providers/internal/source"
)

// parse reads a file of a context tree as ByteRover does, and better where its
// reader is weak: all lines, not the first 2,000; the frontmatter's title; text
// without the frontmatter's keys.
func parse(f *source.File) (*source.Page, string) {
	role := roleOf(f.Rel)
	switch role {
	case derived, foreign:
		return nil, ""
	}
	var note *markdown.Note
	if strings.EqualFold(path.Ext(f.Rel), ".html") {
		note, _ = markdown.ParseHTMLTopic(f.Data)
	} else {
		note = markdown.Parse(f.Data, markdown.Options{Relations: true})
	}
	page := &source.Page{Note: note}
	switch role {
	case context:
		page.Kind = kindSummary
		nameAfterFolder(note, f.Rel)
	case summary:
		if !isSummary(note.Frontmatter) {
			return nil, "It is called _index.md and has no summary's frontmatter (type: summary, condensation_order 0 to 3)."
		}
		page.Kind = kindSummary
		nameAfterFolder(note, f.Rel)
		for _, covered := range stringsOf(note.Frontmatter["covers"]) {
			note.Links = append(note.Links, markdown.Link{Kind: markdown.LinkRelation, Target: covered, Section: -1})
		}
	case stub:
		page.Kind = kindStub
		if note.Title == "" {
			base := path.Base(f.Rel)
			note.Title = base[:len(base)-len(".stub.md")]
		}
		if original, ok := note.Frontmatter["original_path"].(string); ok && original != "" {
			note.Keywords = append(note.Keywords, original)
		}
	}
	return page, ""
}

// nameAfterFolder titles the overview of a folder: "# Domain: auth" is about
// auth, and so is an overview in auth/ that has no heading.
func nameAfterFolder(note *markdown.Note, rel string) {
	for _, lead := range []string{"Domain:", "Topic:", "Subtopic:"} {
		if rest, ok := strings.CutPrefix(note.Title, lead); ok && strings.TrimSpace(rest) != "" {
			note.Title = strings.TrimSpace(rest)
			break
		}
	}
	folder := path.Base(path.Dir(rel))
	if folder == "." || folder == "/" {
		return
	}
	if note.Title == "" {
		note.Title = folder
	} else if !strings.EqualFold(note.Title, folder) {
		note.Aliases = append(note.Aliases, folder)
	}
}

// isSummary is ByteRover's own test for a usable _index.md.
func isSummary(front map[string]any) bool {
	if front["type"] != "summary" {
		return false
	}
	switch order := front["condensation_order"].(type) {
	case int:
		return order >= 0 && order <= 3
	case float64:
		return order >= 0 && order <= 3
	}
	return false
}

func stringsOf(v any) []string {
	var out []string
	if list, ok := v.([]any); ok {
		for _, e := range list {
			if s, ok := e.(string); ok && s != "" {
				out = append(out, s)
			}
		}
	}
	return out
}
