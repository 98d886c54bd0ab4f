package curate

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"memswarm/providers/internal/curate/safefile"
	"memswarm/providers/internal/curate/slug"
	"memswarm/swarm"
)

// Wiki writes pages into an OpenClaw Memory Wiki: one for the passage, a
// concept or an entity, and one for its source unless there is one already, so
// that the wiki's own lint has nothing to say about them. It changes no page
// that exists. A Wiki may be used by several goroutines at once.
type Wiki struct {
	Provider swarm.ID
	Root     string // the vault, absolute; it must exist
	PageType string // "concept" or "entity" for what is not said to be an entity, "" for concept
	pages    wikiPages
}

// wikiTime is the form in which the wiki writes times.
const wikiTime = "2006-01-02T15:04:05.000Z"

const humanBlock = "## Notes\n<!-- openclaw:human:start -->\n<!-- openclaw:human:end -->\n"

// Curate stores a passage. With c.DryRun it only tells the text of the
// passage's own page.
func (w *Wiki) Curate(ctx context.Context, c *swarm.Curation) (*swarm.Receipt, error) {
	d, err := prepare(c, w.Provider)
	if err != nil {
		return nil, err
	}
	r, err := w.write(ctx, d, c.DryRun)
	return r, name(err, w.Provider)
}

func (w *Wiki) write(ctx context.Context, d *draft, dry bool) (*swarm.Receipt, error) {
	dir, err := safefile.Open(w.Root)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	pages, err := w.pages.scan(w.Root)
	if err != nil {
		return nil, &swarm.Error{Code: "unreadable", Message: "A folder of the wiki cannot be read, so that its pages' ids are not known.", Fix: "Make the folders of " + w.Root + " readable.", Err: err}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	ids := map[string]bool{}
	for _, p := range pages {
		ids[p.id] = true
	}
	sourceID, src, err := w.source(dir, d, pages, ids, dry)
	if err != nil {
		return nil, err
	}
	page, err := w.page(dir, d, sourceID, src, pages, ids, dry)
	if err != nil {
		if src != nil && !dry {
			dir.Remove(src.Rel, safefile.Hash(src.Data), src.Made) // it was for this page only
		}
		return nil, err
	}
	if src == nil {
		return receipt(w.Provider, w.Root, d, dry, page), nil
	}
	return receipt(w.Provider, w.Root, d, dry, src, page), nil
}

// page makes the passage's own page.
func (w *Wiki) page(dir *safefile.Dir, d *draft, sourceID string, src *safefile.Created, pages []wikiPage, ids map[string]bool, dry bool) (*safefile.Created, error) {
	kind, folder := "concept", "concepts"
	if d.about == swarm.Entity || w.PageType == "entity" {
		kind, folder = "entity", "entities"
	}
	if src != nil {
		pages = append(pages, wikiPage{rel: src.Rel})
	}
	// Only a passage with links in it needs to know where links may lead.
	links := sync.OnceValue(func() wikiLinks { return newWikiLinks(pages) })
	base := slug.Wiki(d.title)
	first := slug.WikiStem(base)
	var warnings []string
	create := dir.Create
	if dry {
		create = dir.Preview
	}
	made, err := create(folder, first, ".md", func(stem string) ([]byte, error) {
		id := kind + "." + base + strings.TrimPrefix(stem, first)
		if ids[id] {
			return nil, safefile.ErrTaken
		}
		body := d.heading + "\n"
		if d.body != "" {
			body += "\n" + d.body + "\n"
		}
		if s := sourceLine(d.origin); s != "" {
			body += "\n" + s + "\n"
		}
		body, warnings = wikiSafe(body, folder, links)
		return []byte("---\npageType: " + kind +
			"\nid: " + quoteWiki(id) +
			"\ntitle: " + quoteWiki(d.title) +
			"\nsourceIds:\n  - " + quoteWiki(sourceID) +
			"\nstatus: active\nupdatedAt: " + quote(d.now.UTC().Format(wikiTime)) +
			"\n---\n\n" + body + "\n" + humanBlock), nil
	})
	d.warnings = append(d.warnings, warnings...)
	return made, err
}

// source gives the id of the page for the place that the passage comes from,
// and the page itself when it had to be made.
func (w *Wiki) source(dir *safefile.Dir, d *draft, pages []wikiPage, ids map[string]bool, dry bool) (id string, made *safefile.Created, err error) {
	title, file, kind := w.sourceTitle(d)
	if id := existingSource(pages, title, file); id != "" {
		return id, nil, nil
	}
	base := slug.Wiki(title)
	first := slug.WikiStem(base)
	create := dir.Create
	if dry {
		create = dir.Preview
	}
	var reuse string
	made, err = create("sources", first, ".md", func(stem string) ([]byte, error) {
		if stem != first && !dry {
			// The first name is taken: perhaps by another process, for the same file.
			if now, err := w.pages.scan(w.Root); err == nil {
				if reuse = existingSource(now, title, file); reuse != "" {
					return nil, safefile.ErrStop
				}
			}
		}
		id = "source." + base + strings.TrimPrefix(stem, first)
		if ids[id] {
			return nil, safefile.ErrTaken
		}
		return []byte(sourcePage(d, id, title, file, kind)), nil
	})
	if errors.Is(err, safefile.ErrStop) {
		return reuse, nil, nil
	}
	if err != nil {
		return "", nil, err
	}
	return id, made, nil
}

// sourceTitle names the source: a file, or the day for what has none.
func (w *Wiki) sourceTitle(d *draft) (title, file, kind string) {
	if d.origin != nil && d.origin.Path != "" {
		title = sourcePath(d.origin)
		if d.origin.Repository != "" && d.origin.Relative != "" {
			title = filepath.Base(d.origin.Repository) + "/" + title
		}
		return title, d.origin.Path, "local-file"
	}
	return "Curated " + d.now.Format(time.DateOnly), "", "swarm-curate"
}

func existingSource(pages []wikiPage, title, file string) string {
	for _, p := range pages {
		if p.id == "" || !strings.HasPrefix(p.rel, "sources/") {
			continue
		}
		if file != "" && p.sourcePath == file || file == "" && p.sourcePath == "" && p.title == title {
			return p.id
		}
	}
	return ""
}

func sourcePage(d *draft, id, title, file, kind string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "---\npageType: source\nid: %s\ntitle: %s\nsourceType: %s\n", quoteWiki(id), quoteWiki(title), kind)
	if file != "" {
		fmt.Fprintf(&b, "sourcePath: %s\n", quoteWiki(file))
	}
	fmt.Fprintf(&b, "status: active\nupdatedAt: %s\n---\n\n", quote(d.now.UTC().Format(wikiTime)))
	body := "# " + escapeHeading(oneLine(title)) + "\n\n"
	if file == "" {
		body += "Passages stored by hand on this day.\n\n"
	} else {
		body += "Passages of this file are stored in the wiki.\n\n"
		if o := d.origin; o.Permalink != "" {
			link, _, _ := strings.Cut(o.Permalink, "#")
			body += "- [The file at commit " + o.Commit[:min(8, len(o.Commit))] + "](" + linkEscape.Replace(link) + ")\n\n"
		}
	}
	body, _ = wikiSafe(body, "sources", func() wikiLinks { return nil })
	b.WriteString(body + humanBlock)
	return b.String()
}

// oneLine keeps a path with odd characters on its line.
func oneLine(s string) string {
	return strings.Join(strings.Fields(strings.ToValidUTF8(s, "\uFFFD")), " ")
}
