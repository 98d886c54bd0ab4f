package obsidian

import (
	"path"
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
	switch {
	case strings.EqualFold(path.Ext(f.Rel), ".canvas"):
		return &source.Page{Note: markdown.ParseCanvas(f.Data), Kind: kindCanvas}, ""
	case markdown.IsExcalidraw(f.Rel, f.Data):
		return &source.Page{Note: markdown.ParseExcalidraw(f.Data, markdown.Options{}), Kind: kindDrawing}, ""
	}
	page := &source.Page{Note: markdown.Parse(f.Data, markdown.Options{})}
	if day := v.settings.Load().dailyDate(f.Rel); !day.IsZero() {
		// A daily note is about its day, whenever it was last touched.
		page.Kind, page.Created, page.Modified = kindDaily, day, day
		if page.Note.Updated.After(day) {
			page.Modified = page.Note.Updated
		}
	}
	return page, ""
}
