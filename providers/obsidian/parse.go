package obsidian

import (
	"strings"

	"memswarm/providers/internal/markdown"
	"memswarm/providers/internal/source"
)

// The kinds of note that a vault has beside plain ones.
const (
	kindDaily   = "daily"
	kindCanvas  = "canvas"
	kindDrawing = "drawing"
)

func (v *vault) parse(f *source.File) (*source.Page, string) {
	low := strings.ToLower(f.Rel)
	switch {
	case strings.HasSuffix(low, ".canvas"):
		return &source.Page{Note: markdown.ParseCanvas(f.Data), Kind: kindCanvas}, ""
	case strings.HasSuffix(low, ".excalidraw"), strings.HasSuffix(low, ".excalidraw.md"):
		return &source.Page{Note: markdown.ParseExcalidraw(f.Data, markdown.Options{}), Kind: kindDrawing}, ""
	}
	note := markdown.Parse(f.Data, markdown.Options{})
	if _, drawing := note.Frontmatter["excalidraw-plugin"]; drawing {
		return &source.Page{Note: markdown.ParseExcalidraw(f.Data, markdown.Options{}), Kind: kindDrawing}, ""
	}
	page := &source.Page{Note: note}
	if day := v.settings.Load().dailyDate(f.Rel); !day.IsZero() {
		// A daily note is about its day, whenever it was last touched.
		page.Kind, page.Created = kindDaily, day
		page.Modified = day
		if note.Updated.After(day) {
			page.Modified = note.Updated
		}
	}
	return page, ""
}
