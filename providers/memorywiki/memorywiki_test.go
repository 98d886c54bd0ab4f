package memorywiki

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"memswarm/providers/internal/source"
	"memswarm/providers/internal/source/sourcetest"
	"memswarm/swarm"
	"memswarm/swarm/swarmtest"
)

func TestConformance(t *testing.T) {
	swarmtest.Conformance(t, swarmtest.Factory{
		New: func(t testing.TB, root string) swarm.Provider {
			return sourcetest.Open(t, Source(root, t.TempDir()), source.Preferences{Prior: Prior(true)})
		},
		Path: func(name string) string { return "concepts/" + name },
	})
}

// wiki is a vault as OpenClaw 2026.9 leaves it after a compile.
var wiki = map[string]string{
	"AGENTS.md": "wombatagents\n", "WIKI.md": "wombatwiki\n", "inbox.md": "wombatinbox\n",
	"index.md":                 "## Generated\n<!-- openclaw:wiki:index:start -->\n- [Jane](entities/jane.md)\n<!-- openclaw:wiki:index:end -->\n",
	"concepts/index.md":        "## Generated\n<!-- openclaw:wiki:concepts:index:start -->\nwombatlist\n<!-- openclaw:wiki:concepts:index:end -->\n",
	"_views/x.md":              "wombatview\n",
	"_attachments/y.md":        "wombatattachment\n",
	".openclaw-wiki/log.jsonl": "{}\n",
	"entities/jane.md": `---
pageType: entity
id: entity.jane
title: Jane Doe
sourceIds: [source.session-2026-11-30]
updatedAt: 2026-11-01T00:00:00.000Z
claims:
  - id: c1
    text: Jane owns the quokkacache.
    status: contested
    updatedAt: 2026-11-20T00:00:00.000Z
personCard: {handles: ["@janed"], askFor: numbatquestions}
relationships:
  - {targetId: concept.cache, kind: owns}
---
# Jane Doe

Writes bilbycode.

## Related
<!-- openclaw:wiki:related:start -->
- [Cache](../concepts/storage/cache.md) wombatrelated
<!-- openclaw:wiki:related:end -->
`,
	"concepts/storage/cache.md":     "---\npageType: concept\nid: concept.cache\ntitle: 'Cache: write-behind'\nsourceIds:\n  - source.session-2026-11-30\nupdatedAt: 2026-11-30T00:00:00.000Z\n---\n# Cache\n\npotoroocache\n\n## Notes\n<!-- openclaw:human:start -->\ndunnarthuman\n<!-- openclaw:human:end -->\n",
	"syntheses/日本語-メモ.md":           "---\npageType: synthesis\nid: synthesis.日本語-メモ\ntitle: 日本語 メモ 🎉\nsourceIds: [source.session-2026-11-30]\n---\n## Summary\n<!-- openclaw:wiki:generated:start -->\nキャッシュの要約 kultarrsummary\n<!-- openclaw:wiki:generated:end -->\n",
	"sources/session-2026-11-30.md": "---\npageType: source\nid: source.session-2026-11-30\ntitle: Session 2026-11-30\nsourceType: local-file\nstatus: active\n---\n## Content\n````text\n# not a heading\nraw phascogaletext\n````\n",
	"sources/raw.md":                "<!-- openclaw:wiki:raw-source -->\nno frontmatter, mulgararaw\n",
	"reports/lint.md":               "---\npageType: report\nid: report.lint\ntitle: Lint\n---\nkowariintro\n\n## Generated\n<!-- openclaw:wiki:lint:start -->\nwombatlint\n<!-- openclaw:wiki:lint:end -->\n",
	"concepts/broken.md":            "---\ntitle: A: b\nupdatedAt: [\n---\n# Broken\n\nquollbroken\n",
	"concepts/Upper.MD":             "antechinusupper\n",
}

func openWiki(t *testing.T, files map[string]string) *source.View {
	t.Helper()
	root := filepath.Join(t.TempDir(), "main")
	sourcetest.Write(t, root, files)
	v := sourcetest.Open(t, Source(root, t.TempDir()), source.Preferences{Prior: Prior(true)})
	sourcetest.Sync(t, v)
	return v
}

func TestReadsAWiki(t *testing.T) {
	v := openWiki(t, wiki)
	for _, test := range []struct{ word, doc, kind, note string }{
		{"quokkacache", "entities/jane.md", "entity", "Jane Doe"},
		{"numbatquestions", "entities/jane.md", "entity", "Jane Doe"},
		{"@janed", "entities/jane.md", "entity", "Jane Doe"},
		{"bilbycode", "entities/jane.md", "entity", "Jane Doe"},
		{"potoroocache", "concepts/storage/cache.md", "concept", "Cache: write-behind"},
		{"dunnarthuman", "concepts/storage/cache.md", "concept", "Cache: write-behind"},
		{"kultarrsummary", "syntheses/日本語-メモ.md", "synthesis", "日本語 メモ 🎉"},
		{"要約", "syntheses/日本語-メモ.md", "synthesis", "日本語 メモ 🎉"},
		{"phascogaletext", "sources/session-2026-11-30.md", "source", "Session 2026-11-30"},
		{"mulgararaw", "sources/raw.md", "source", "raw"},
		{"kowariintro", "reports/lint.md", "report", "Lint"},
		{"antechinusupper", "concepts/Upper.MD", "concept", "Upper"},
		{"quollbroken", "concepts/broken.md", "concept", "Broken"},
	} {
		r := sourcetest.First(t, v, test.word, test.doc)
		if r.NoteKind != test.kind || r.Note != test.note {
			t.Errorf("%s: %q of kind %q, want %q of %q", test.doc, r.Note, r.NoteKind, test.note, test.kind)
		}
	}
	for word, doc := range map[string]string{
		"wombatagents": "AGENTS.md", "wombatwiki": "WIKI.md", "wombatinbox": "inbox.md", "wombatlist": "concepts/index.md",
		"wombatview": "_views/x.md", "wombatattachment": "_attachments/y.md", "wombatrelated": "entities/jane.md",
		"wombatlint": "reports/lint.md",
	} {
		sourcetest.Absent(t, v, word, doc, "it is no page, or a list that the wiki makes")
	}
	if sourcetest.Skipped(t, v, "concepts/broken.md") == "" {
		t.Error("broken frontmatter is not reported")
	}
	if h := v.Health(t.Context()); h.Notes != 8 {
		t.Errorf("%d notes, want 8", h.Notes)
	}
}

func TestClaimsLeadToTheFrontmatter(t *testing.T) {
	v := openWiki(t, wiki)
	r := sourcetest.First(t, v, "quokkacache", "entities/jane.md")
	if r.Title != "Claims" || r.Location == nil || r.Location.StartLine != 0 || !strings.Contains(r.Excerpt, "contested") {
		t.Errorf("claim shown as %q at %+v: %q", r.Title, r.Location, r.Excerpt)
	}
	if want := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC); !r.Modified.Equal(want) {
		t.Errorf("date %v, want that of the newest claim, %v", r.Modified, want)
	}
}

func TestPagesAreRelatedByIDAndSource(t *testing.T) {
	v := openWiki(t, wiki)
	rs, err := v.Related(t.Context(), []string{"entities/jane.md"}, 10)
	if err != nil {
		t.Fatal(err)
	}
	var docs []string
	for _, r := range rs {
		docs = append(docs, r.Ref.Doc)
	}
	slices.Sort(docs)
	if want := []string{"concepts/storage/cache.md", "sources/session-2026-11-30.md"}; !slices.Equal(docs, want) {
		t.Errorf("related to Jane: %v, want %v", docs, want)
	}
}

func TestFreshPagesComeFirstWhenWordsAreEqual(t *testing.T) {
	page := func(day string) string {
		return "---\npageType: concept\ntitle: Deploy\nupdatedAt: " + day + "\n---\nHow to deploy the emuservice.\n"
	}
	now := time.Now()
	files := map[string]string{
		"concepts/a.md": page(now.AddDate(-1, 0, 0).Format(time.RFC3339)),
		"concepts/b.md": page(now.AddDate(0, 0, -3).Format(time.RFC3339)),
	}
	v := openWiki(t, files)
	sourcetest.First(t, v, "deploy emuservice", "concepts/b.md")
}

func TestFreshness(t *testing.T) {
	now := time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	for days, want := range map[int]string{0: "fresh", 29: "fresh", 30: "aging", 89: "aging", 90: "stale", 900: "stale"} {
		if got := Freshness(now.AddDate(0, 0, -days), now); got != want {
			t.Errorf("%d days: %s, want %s", days, got, want)
		}
	}
	if got := Freshness(time.Time{}, now); got != "unknown" {
		t.Errorf("no date: %s", got)
	}
}
