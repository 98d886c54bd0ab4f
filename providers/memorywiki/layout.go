package memorywiki

import (
	"path"
	"strings"
)

// folders are the five that hold pages, with the kind that their place gives.
// Nothing outside them is a page: the wiki's own search reads no other file.
var folders = map[string]string{
	"entities":  "entity",
	"concepts":  "concept",
	"syntheses": "synthesis",
	"sources":   "source",
	"reports":   "report",
}

// kindOf gives the kind of the page at a path relative to the vault, "" when
// the path is no page. index.md is a generated list in every folder. The wiki's
// own search misses pages called .MD; a reader need not.
func kindOf(rel string) string {
	folder, _, ok := strings.Cut(rel, "/")
	if !ok || !strings.EqualFold(path.Ext(rel), ".md") || path.Base(rel) == "index.md" || strings.HasPrefix(path.Base(rel), ".") {
		return ""
	}
	return folders[folder]
}
