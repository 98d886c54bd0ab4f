package curate

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"gopkg.in/yaml.v3"
)

// lintWiki checks a vault by the rules of OpenClaw's own lint, written down
// anew: structure, ids, provenance, freshness, links. It knows nothing of how
// this package writes pages.
func lintWiki(t testing.TB, vault string) (issues []string) {
	t.Helper()
	kinds := map[string]string{"entities": "entity", "concepts": "concept", "syntheses": "synthesis", "sources": "source", "reports": "report"}
	front := regexp.MustCompile(`(?s)^---\r?\n(.*?)\r?\n---\r?\n?`)
	ids, targets, titles := map[string]string{}, map[string]bool{}, map[string]bool{}
	type page struct {
		rel, text string
		meta      map[string]any
	}
	var pages []page
	for rel, text := range snapshot(t, vault) {
		kind := kinds[strings.Split(rel, "/")[0]]
		if kind == "" || !strings.HasSuffix(rel, ".md") || path.Base(rel) == "index.md" {
			continue
		}
		bad := func(code string, args ...any) { issues = append(issues, rel+": "+code+" "+fmt.Sprint(args...)) }
		m := front.FindStringSubmatch(text)
		if m == nil {
			bad("missing-id", "no frontmatter")
			continue
		}
		meta := map[string]any{}
		if err := yaml.Unmarshal([]byte(m[1]), &meta); err != nil {
			bad("invalid-frontmatter", err)
			continue
		}
		str := func(key string) string { s, _ := meta[key].(string); return strings.TrimSpace(s) }
		id := str("id")
		switch {
		case id == "":
			bad("missing-id")
		case ids[id] != "":
			bad("duplicate-id", id, " in ", ids[id])
		}
		ids[id] = rel
		if str("pageType") != kind {
			bad("page-type-mismatch", meta["pageType"])
		}
		if str("title") == "" {
			bad("missing-title")
		}
		if sources, _ := meta["sourceIds"].([]any); kind != "source" && kind != "report" && len(sources) == 0 && str("sourceIds") == "" {
			bad("missing-source-ids")
		}
		updated, isTime := meta["updatedAt"].(time.Time) // when not quoted
		if s := str("updatedAt"); s != "" {
			var err error
			updated, err = time.Parse(time.RFC3339, s)
			isTime = err == nil
		}
		if !isTime || noon.Sub(updated) > 90*24*time.Hour {
			bad("stale-page", meta["updatedAt"])
		}
		if a, b := strings.Count(text, "<!-- openclaw:human:start -->"), strings.Count(text, "<!-- openclaw:human:end -->"); a != b || a > 1 {
			bad("human-markers", a, b)
		}
		bare := strings.TrimSuffix(rel, ".md")
		targets[rel], targets[bare], targets[path.Base(bare)] = true, true, true
		titles[strings.ToLower(str("title"))] = true
		pages = append(pages, page{rel, text, meta})
	}
	fence := regexp.MustCompile("(?ms)^(```+|~~~+)[^\n]*\n.*?^(```+|~~~+)\\s*?$")
	inline := regexp.MustCompile("`[^`\n]+`")
	for _, p := range pages {
		text := inline.ReplaceAllString(fence.ReplaceAllString(p.text, ""), "")
		for _, m := range regexp.MustCompile(`\[\[([^\]|]+)(?:\|[^\]]+)?\]\]`).FindAllStringSubmatch(text, -1) {
			if !targets[m[1]] && !titles[strings.ToLower(m[1])] {
				issues = append(issues, p.rel+": broken-wikilink "+m[1])
			}
		}
		for _, m := range regexp.MustCompile(`\[[^\]]+\]\(([^)]+)\)`).FindAllStringSubmatch(text, -1) {
			to, _, _ := strings.Cut(strings.TrimSpace(m[1]), "#")
			if to != "" && !regexp.MustCompile(`(?i)^[a-z]+:`).MatchString(to) && !targets[path.Join(path.Dir(p.rel), to)] {
				issues = append(issues, p.rel+": broken-wikilink "+m[1])
			}
		}
		sources, _ := p.meta["sourceIds"].([]any)
		for _, s := range sources {
			if ids[fmt.Sprint(s)] == "" {
				issues = append(issues, p.rel+": no page has the id "+fmt.Sprint(s))
			}
		}
	}
	return issues
}

func TestLintFindsFaults(t *testing.T) {
	vault := t.TempDir()
	for rel, text := range map[string]string{
		"concepts/bom.md":      "\uFEFF---\nid: a\n---\n",
		"concepts/yaml.md":     "---\ntitle: a: b\n---\n",
		"concepts/bare.md":     "---\nid: x\npageType: concept\ntitle: T\nupdatedAt: 2026-11-01T00:00:00Z\n---\n",
		"concepts/twice.md":    "---\nid: x\npageType: concept\ntitle: T\nsourceIds: [s]\nupdatedAt: 2026-11-01T00:00:00Z\n---\n",
		"entities/kind.md":     "---\nid: y\npageType: concept\ntitle: T\nsourceIds: [x]\nupdatedAt: 2026-11-01T00:00:00Z\n---\n",
		"sources/old.md":       "---\nid: z\npageType: source\ntitle: T\nupdatedAt: 2020-11-01T00:00:00Z\n---\n",
		"syntheses/link.md":    "---\nid: l\npageType: synthesis\ntitle: T\nsourceIds: [z]\nupdatedAt: 2026-11-01T00:00:00Z\n---\n[[none]] [a](b.md)\n",
		"syntheses/fenced.md":  "---\nid: m\npageType: synthesis\ntitle: T\nsourceIds: [z]\nupdatedAt: 2026-11-01T00:00:00Z\n---\n```\n[[none]]\n```\n[[sources/old]]\n",
		"concepts/index.md":    "no page",
		"elsewhere/ignored.md": "no page",
	} {
		os.MkdirAll(filepath.Join(vault, path.Dir(rel)), 0o777)
		os.WriteFile(filepath.Join(vault, filepath.FromSlash(rel)), []byte(text), 0o666)
	}
	got := strings.Join(lintWiki(t, vault), "\n")
	for _, want := range []string{"bom.md: missing-id", "yaml.md: invalid-frontmatter", "bare.md: missing-source-ids", "duplicate-id", "kind.md: page-type-mismatch",
		"old.md: stale-page", "link.md: broken-wikilink none", "link.md: broken-wikilink b.md", "no page has the id s"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not found in\n%s", want, got)
		}
	}
	for _, not := range []string{"fenced", "index.md", "ignored"} {
		if strings.Contains(got, not) {
			t.Errorf("%q is in\n%s", not, got)
		}
	}
}
