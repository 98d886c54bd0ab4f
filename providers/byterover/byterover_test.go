package byterover

import (
	"os"
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
			return sourcetest.Open(t, Source(root, t.TempDir()), source.Preferences{})
		},
	})
}

// tree is a context tree as ByteRover 3.14 and 3.16 write it.
var tree = map[string]string{
	"auth/jwt/refresh_token_rotation.md": `---
title: Refresh token rotation
summary: How refresh tokens are replaced
tags: [auth, tokens]
related: [auth/sessions/session_store.md]
keywords: [rotation, reuse detection]
createdAt: '2026-03-01T10:00:00.000Z'
updatedAt: '2026-04-02T10:00:00.000Z'
---
## Reason
Stolen tokens must die.

## Raw Concept
**Task:**
Rotate on every use
**Files:**
- src/auth/rotate.ts

## Narrative
### Structure
The rotator keeps a family id.
### Rules
Never reuse a quokkatoken.

## Facts
- **family**: A family is revoked when one of its tokens is reused [convention]

---

` + "```ts\nconst rotator = new Rotator()\n```\n",
	"auth/sessions/session_store.md": `No frontmatter, so relations are mentions: @auth/jwt/refresh_token_rotation.md

Sessions live in wallabystore.
`,
	"billing/invoice.html": `<bv-topic path="billing/invoice" title="Invoice numbering" summary="Gapless numbers" tags="billing,legal" keywords="gapless" related="@auth/jwt/refresh_token_rotation.html,@billing" createdat="2026-01-05T00:00:00.000Z" updatedat="2026-02-06T00:00:00.000Z">
<bv-reason>Auditors ask for numbatnumbers.</bv-reason>
<bv-decision id="d1">Numbers come from a sequence per year.</bv-decision>
<bv-fact subject="series" category="convention" value="per year">One series a year.</bv-fact>
</bv-topic>
`,
	"billing/context.md":                  "# Domain: billing\n\n## Purpose\nEverything about bandicootmoney.\n",
	"auth/context.md":                     "Overview without a heading, about potoroologin.\n",
	"auth/_index.md":                      "---\ntype: summary\nsummary_level: d1\ncondensation_order: 1\ncovers: [auth/jwt/refresh_token_rotation.md]\n---\nSummary of bilbyauth.\n",
	"billing/_index.md":                   "---\ntitle: not a summary\n---\nkowarinope\n",
	"billing/invoice.abstract.md":         "dibblerabstract\n",
	"billing/invoice.overview.md":         "dibbleroverview\n",
	"_archived/auth/legacy_login.stub.md": "---\ntype: archive_stub\noriginal_path: auth/legacy_login.md\npoints_to: _archived/auth/legacy_login.full.md\n---\nOld phascogalelogin.\n",
	"_archived/auth/legacy_login.full.md": "quollfull\n",
	"index.html":                          "<bv-index project=\"x\"><bv-index-entry path=\"a\" title=\"T\">wombatindex</bv-index-entry></bv-index>",
	"architecture/index.html":             "<bv-topic path=\"architecture/index\" title=\"Architecture\"><bv-reason>echidnatopic</bv-reason></bv-topic>",
	"_manifest.json":                      "{}",
	".snapshot.json":                      "{}",
	".hidden/x.md":                        "possumhidden\n",
	"README.md":                           "# Readme\n\nglidertext\n" + strings.Repeat("line\n", 2600) + "lastlinefound\n",
	"domain/日本語.md":                       "# 認証\n\nトークンの更新\n",
}

func open(t *testing.T, files map[string]string) (*source.View, string) {
	t.Helper()
	project := t.TempDir()
	root := filepath.Join(project, ".brv", "context-tree")
	sourcetest.Write(t, root, files)
	v := sourcetest.Open(t, Source(root, t.TempDir()), source.Preferences{})
	sourcetest.Sync(t, v)
	return v, project
}

func TestReadsAContextTree(t *testing.T) {
	v, _ := open(t, tree)
	for word, doc := range map[string]string{
		"quokkatoken":     "auth/jwt/refresh_token_rotation.md",
		"wallabystore":    "auth/sessions/session_store.md",
		"numbatnumbers":   "billing/invoice.html",
		"bandicootmoney":  "billing/context.md",
		"potoroologin":    "auth/context.md",
		"bilbyauth":       "auth/_index.md",
		"phascogalelogin": "_archived/auth/legacy_login.stub.md",
		"echidnatopic":    "architecture/index.html",
		"lastlinefound":   "README.md",
		"トークン":            "domain/日本語.md",
	} {
		sourcetest.First(t, v, word, doc)
	}
	for title, doc := range map[string]string{
		"Refresh token rotation": "auth/jwt/refresh_token_rotation.md",
		"invoice numbering":      "billing/invoice.html",
		"billing":                "billing/context.md",
	} {
		sourcetest.Titled(t, v, title, doc)
	}
	for word, doc := range map[string]string{
		"kowarinope":         "billing/_index.md",
		"dibblerabstract":    "billing/invoice.abstract.md",
		"dibbleroverview":    "billing/invoice.overview.md",
		"quollfull":          "_archived/auth/legacy_login.full.md",
		"wombatindex":        "index.html",
		"possumhidden":       ".hidden/x.md",
		"condensation_order": "auth/_index.md",
	} {
		sourcetest.Absent(t, v, word, doc, "ByteRover does not show it")
	}
	if sourcetest.Skipped(t, v, "billing/_index.md") == "" {
		t.Error("an _index.md that is no summary is not reported")
	}
}

func TestKindsTitlesAndDates(t *testing.T) {
	v, _ := open(t, tree)
	day := func(s string) time.Time {
		d, err := time.Parse(time.DateOnly, s)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	for _, test := range []struct {
		word, doc, note, kind string
		modified              string
	}{
		{"quokkatoken", "auth/jwt/refresh_token_rotation.md", "Refresh token rotation", "", "2026-04-02"},
		{"numbatnumbers", "billing/invoice.html", "Invoice numbering", "", "2026-02-06"},
		{"bandicootmoney", "billing/context.md", "billing", "summary", ""},
		{"potoroologin", "auth/context.md", "auth", "summary", ""},
		{"bilbyauth", "auth/_index.md", "auth", "summary", ""},
		{"phascogalelogin", "_archived/auth/legacy_login.stub.md", "legacy_login", "archive_stub", ""},
	} {
		r := sourcetest.First(t, v, test.word, test.doc)
		if r.Note != test.note || r.NoteKind != test.kind {
			t.Errorf("%s: note %q of kind %q, want %q of %q", test.doc, r.Note, r.NoteKind, test.note, test.kind)
		}
		if test.modified != "" && !r.Modified.UTC().Truncate(24*time.Hour).Equal(day(test.modified)) {
			t.Errorf("%s: modified %v, want %s", test.doc, r.Modified, test.modified)
		}
	}
}

func TestRelations(t *testing.T) {
	v, _ := open(t, tree)
	related, err := v.Related(t.Context(), []string{"auth/jwt/refresh_token_rotation.md"}, 10)
	if err != nil {
		t.Fatal(err)
	}
	var docs []string
	for _, r := range related {
		docs = append(docs, r.Ref.Doc)
		if r.Match != swarm.MatchLink || r.Link == "" {
			t.Errorf("%s: match %q, link %q", r.Ref, r.Match, r.Link)
		}
	}
	slices.Sort(docs)
	want := []string{"auth/_index.md", "auth/sessions/session_store.md", "billing/invoice.html"}
	if !slices.Equal(docs, want) {
		t.Errorf("related: %v, want %v", docs, want)
	}
	// The topic names the html form, the tree holds the markdown one.
	from := filepath.Join(v.Info().Root, "billing", "invoice.html")
	at, ok := v.ResolveLink(t.Context(), from, "@auth/jwt/refresh_token_rotation.html")
	if !ok || !strings.HasSuffix(filepath.ToSlash(at.Path), "auth/jwt/refresh_token_rotation.md") {
		t.Errorf("relation leads to %+v %v", at, ok)
	}
}

func TestSharedSources(t *testing.T) {
	v, project := open(t, tree)
	other := t.TempDir()
	sourcetest.Write(t, other, map[string]string{
		".brv/config.json":               "{}",
		".brv/context-tree/ops/alarm.md": "# Alarms\n\ncassowaryalarm\n",
	})
	broken := t.TempDir()
	sourcetest.Write(t, project, map[string]string{".brv/sources.json": `{"version": 1, "sources": [
		{"alias": "ops", "projectRoot": ` + quote(other) + `, "readOnly": true},
		{"alias": "broken", "projectRoot": ` + quote(broken) + `},
		{"alias": "unc", "projectRoot": "//host/share"},
		{"alias": "self", "projectRoot": ` + quote(project) + `},
		{"alias": "a/b", "projectRoot": ` + quote(other) + `}
	]}`})
	sourcetest.Write(t, project, map[string]string{".brv/config.json": "{}"})
	sourcetest.Sync(t, v)
	r := sourcetest.First(t, v, "cassowaryalarm", "[ops]:ops/alarm.md")
	if want := filepath.Join(other, ".brv", "context-tree", "ops", "alarm.md"); r.Location == nil || r.Location.Path != want {
		t.Errorf("location %+v, want %s", r.Location, want)
	}
	if w := v.Health(t.Context()).Warnings; len(w) != 3 {
		t.Errorf("warnings %q, want 3: broken, unc and a/b", w)
	}
	text, err := v.Fetch(t.Context(), "[ops]:ops/alarm.md")
	if err != nil || !strings.Contains(text, "cassowaryalarm") {
		t.Errorf("Fetch: %q, %v", text, err)
	}

	// A shared project that is away keeps its notes; one that is no longer
	// listed loses them.
	if err := os.Remove(filepath.Join(project, ".brv", "sources.json")); err != nil {
		t.Fatal(err)
	}
	sourcetest.Sync(t, v)
	sourcetest.Absent(t, v, "cassowaryalarm", "[ops]:ops/alarm.md", "it is no longer shared")
}

func TestBrokenSourcesFile(t *testing.T) {
	v, project := open(t, tree)
	sourcetest.Write(t, project, map[string]string{".brv/sources.json": `{"sources": [`})
	sourcetest.Sync(t, v)
	if w := v.Health(t.Context()).Warnings; len(w) != 1 || !strings.Contains(w[0], "sources.json") {
		t.Errorf("warnings %q", w)
	}
	sourcetest.First(t, v, "quokkatoken", "auth/jwt/refresh_token_rotation.md")
}

func quote(path string) string { return `"` + strings.ReplaceAll(path, `\`, `\\`) + `"` }
