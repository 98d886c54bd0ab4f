package fake

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gopkg.in/yaml.v3"
)

// put stores a page with the real one's traps: it replaces the whole page,
// reports a bad frontmatter as a success, switches the slug for a known id, and
// writes over what was edited in the file.
func (b *Brain) put(args map[string]any, owner bool) Result {
	slug, _ := args["slug"].(string)
	content, _ := args["content"].(string)
	slug = strings.ToLower(slug)
	if slug == "" || slug[0] == '/' || strings.Contains("/"+slug+"/", "/../") {
		return fail("internal_error", "Invalid slug: \""+slug+"\". Slugs cannot be empty, start with /, or contain path traversal.")
	}
	skip := func(what string) map[string]any { return map[string]any{"skipped": what} }
	out := map[string]any{"slug": slug, "status": "created_or_updated", "chunks": 1, "auto_links": skip("remote"), "auto_timeline": skip("remote"),
		"write_through": map[string]any{"written": false, "skipped": "no_repo_configured"}}
	switch {
	case b.Behave.OwnerUnavailable:
		return fail("owner_unavailable", "The writer of this brain is not available.")
	case b.Behave.StatusError:
		out["status"], out["error"] = "error", "the embedding worker refused the page"
		return ok(out)
	case b.Behave.SwitchSlug:
		out["slug"], out["status"] = "notes/other", "skipped"
		return ok(out)
	}
	p, err := parse(slug, content)
	if err != nil {
		out["status"], out["chunks"], out["error"] = "error", 0, "Invalid YAML frontmatter: "+err.Error()
		return ok(out)
	}
	old := b.pages[slug]
	if old != nil && !old.Deleted && strings.TrimSpace(p.Body) == "" {
		return fail("invalid_params", "Refusing to overwrite existing non-empty page '"+slug+"' with empty content.")
	}
	if id := p.Extra["id"]; id != nil {
		for _, s := range slices.Sorted(maps.Keys(b.pages)) {
			if s != slug && b.pages[s].Extra["id"] == id {
				out["slug"], out["status"], out["chunk_skip_reason"] = s, "skipped", "write_skipped"
				return ok(out)
			}
		}
	}
	if old != nil {
		if b.Revisions && number(args["expected_revision"], -1) != old.Revision {
			return fail("revision_conflict", "The page has changed, or no expected_revision was given.")
		}
		p.Revision = old.Revision
		for _, t := range old.Tags { // tags are only ever added
			if !slices.Contains(p.Tags, t) {
				p.Tags = append(p.Tags, t)
			}
		}
		p.Tags = slices.Sorted(slices.Values(p.Tags))
		if p.Type == "" {
			p.Type = old.Type
		}
		if old.Content() == p.Content() {
			out["status"], out["chunk_skip_reason"] = "skipped", "write_skipped"
		}
	}
	if p.Type == "" {
		p.Type = "concept"
	}
	p.Revision++
	p.Updated = day.Add(time.Duration(p.Revision) * time.Minute)
	b.pages[slug] = p
	if b.Dir != "" {
		path := filepath.Join(b.Dir, filepath.FromSlash(slug)+".md")
		_ = os.MkdirAll(filepath.Dir(path), 0o755)
		if err := os.WriteFile(path, []byte(p.Content()), 0o644); err != nil {
			out["write_through"] = map[string]any{"written": false, "error": err.Error()}
		} else {
			out["write_through"] = map[string]any{"written": true, "path": path}
		}
	}
	if b.Behave.LosePut {
		b.save()
		os.Exit(1)
	}
	return ok(out)
}

func parse(slug, content string) (*Page, error) {
	p := &Page{Slug: slug, Title: slug[strings.LastIndexByte(slug, '/')+1:], Extra: map[string]any{}}
	if rest, ok := strings.CutPrefix(content, "---\n"); ok {
		if head, body, ok := strings.Cut(rest, "\n---\n"); ok {
			content = body
			fm := map[string]any{}
			if err := yaml.Unmarshal([]byte(head), &fm); err != nil {
				return nil, err
			}
			for k, v := range fm {
				switch k {
				case "title":
					p.Title, _ = v.(string)
				case "type":
					p.Type, _ = v.(string)
				case "tags":
					list, _ := v.([]any)
					for _, t := range list {
						if s, ok := t.(string); ok {
							p.Tags = append(p.Tags, s)
						}
					}
				default:
					p.Extra[k] = v
				}
			}
		}
	}
	body, timeline, _ := strings.Cut(content, "<!-- timeline -->")
	p.Body, p.Timeline = strings.TrimSpace(body), strings.TrimSpace(timeline)
	return p, nil
}
