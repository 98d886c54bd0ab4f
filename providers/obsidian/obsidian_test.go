package obsidian

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
			return sourcetest.Open(t, Source(root, t.TempDir(), nil), source.Preferences{FollowLinks: true})
		},
	})
}

// vaultFiles are a vault with the settings that bear on reading it.
var vaultFiles = map[string]string{
	".obsidian/app.json":                             `{"userIgnoreFilters": ["Private/", "/.*-draft\\.md$/", "/(?<=x)y/"], "attachmentFolderPath": "./files"}`,
	".obsidian/daily-notes.json":                     `{"folder": "Journal", "format": "YYYY/MM/DD-MM-YYYY"}`,
	".obsidian/templates.json":                       `{"folder": "Meta/Forms"}`,
	".obsidian/plugins/templater-obsidian/data.json": `{"templates_folder": "Meta/Scripts"}`,
	".obsidian/notes.md":                             "wombatsettings\n",
	".trash/old.md":                                  "wombattrash\n",
	"Private/diary.md":                               "wombatprivate\n",
	"Work/plan-draft.md":                             "wombatdraft\n",
	"Meta/Forms/meeting.md":                          "wombatform\n",
	"Meta/Scripts/x.md":                              "wombatscript\n",
	"templates/y.md":                                 "wombattemplate\n",
	"Work/Archive/2019/old.md":                       "wombatarchive\n",
	"Work/scratch.md":                                "wombatscratch\n",
	"Journal/2026/11/30-11-2026.md":                  "Met Ada about quokkatokens. See [[Tokens]].\n",
	"Journal/loose.md":                               "No date, numbatloose.\n",
	"Auth/Tokens.md":                                 "---\naliases: [JWT, Zugriffsmarke]\ntags: auth/tokens\n---\n# Access tokens\n\nThey expire. [[Rotation#When]] ![[diagram.png]]\n\n## Storage\n\nNever in localStorage. bilbystorage ^keep\n",
	"Auth/Rotation.md":                               "# Rotation\n\n## When\n\nOn every use, see [keys](../Ops/Key%20store.md).\n",
	"Auth/files/diagram.png":                         "\x89PNG",
	"Ops/Key store.md":                               "# Key store\n\nHSM based potorookeys.\n",
	"Ops/Rotation.md":                                "# Rotation of logs\n\nlogrotate\n",
	"Boards/map.canvas":                              `{"nodes": [{"id": "1", "type": "text", "text": "dunnartcard about tokens"}, {"id": "2", "type": "file", "file": "Auth/Tokens.md"}], "edges": []}`,
	"Boards/Drawing.excalidraw.md":                   "---\nexcalidraw-plugin: parsed\ntags: [excalidraw]\n---\n# Text Elements\nkultarrshape ^abc\n\n%%\n# Drawing\n```compressed-json\nN4KAkARALgngDgUwgLgAQQQDwMYEMA2AlgCYBOuA7hADTgQBuCpAzoQPYB2KqATLZMzYBXUtiRoIACyhQ4zZAHoFAc0JRJQgEYA6bGwC2CgF7N6hbEcK4OCtptbErHALRY8RMpWdx8Q1TdIEfARcZgRmBShcZQUebQBmAAZtGjoghH0EDihmbgBtcDBQMBKIEm4IIVwAVgAmAHEKAEUATgA5VJLIWEQKog\n```\n%%\n",
}

func openVault(t *testing.T, files map[string]string, ignore ...string) (*source.View, string) {
	t.Helper()
	root := filepath.Join(t.TempDir(), "Vault")
	sourcetest.Write(t, root, files)
	v := sourcetest.Open(t, Source(root, t.TempDir(), ignore), source.Preferences{FollowLinks: true})
	sourcetest.Sync(t, v)
	return v, root
}

func TestReadsAVault(t *testing.T) {
	v, _ := openVault(t, vaultFiles, "Archive", "**/scratch.*")
	for word, doc := range map[string]string{
		"quokkatokens":  "Journal/2026/11/30-11-2026.md",
		"numbatloose":   "Journal/loose.md",
		"Zugriffsmarke": "Auth/Tokens.md",
		"bilbystorage":  "Auth/Tokens.md",
		"potorookeys":   "Ops/Key store.md",
		"dunnartcard":   "Boards/map.canvas",
		"kultarrshape":  "Boards/Drawing.excalidraw.md",
	} {
		sourcetest.First(t, v, word, doc)
	}
	for word, doc := range map[string]string{
		"wombatsettings": ".obsidian/notes.md",
		"wombattrash":    ".trash/old.md",
		"wombatprivate":  "Private/diary.md",
		"wombatdraft":    "Work/plan-draft.md",
		"wombatform":     "Meta/Forms/meeting.md",
		"wombatscript":   "Meta/Scripts/x.md",
		"wombattemplate": "templates/y.md",
		"wombatarchive":  "Work/Archive/2019/old.md",
		"wombatscratch":  "Work/scratch.md",
		"N4KAkARALgngDgUwgLgAQQQDwMYEMA2AlgCYBOuA7hADTgQBuCpAzoQPYB2KqATLZMzYBXUtiRoIACyhQ4zZAHoFAc0JRJQgEYA6bGwC2CgF7N6hbEcK4OCtptbErHALRY8RMpWdx8Q1TdIEfARcZgRmBShcZQUebQBmAAZtGjoghH0EDihmbgBtcDBQMBKIEm4IIVwAVgAmAHEKAEUATgA5VJLIWEQKog": "Boards/Drawing.excalidraw.md",
	} {
		sourcetest.Absent(t, v, word, doc, "the vault leaves it out")
	}
	if w := v.Health(t.Context()).Warnings; len(w) != 1 || !strings.Contains(w[0], "(?<=x)y") {
		t.Errorf("warnings %q, want one about the expression that Go cannot read", w)
	}
}

func TestDailyNotesAreAboutTheirDay(t *testing.T) {
	v, _ := openVault(t, vaultFiles)
	r := sourcetest.First(t, v, "quokkatokens", "Journal/2026/11/30-11-2026.md")
	want := time.Date(2026, 11, 30, 0, 0, 0, 0, time.Local)
	if r.NoteKind != "daily" || !r.Modified.Equal(want) {
		t.Errorf("kind %q, date %v; want daily, %v", r.NoteKind, r.Modified, want)
	}
	if r := sourcetest.First(t, v, "numbatloose", "Journal/loose.md"); r.NoteKind == "daily" {
		t.Error("a note beside the daily notes is taken for one")
	}
	q := swarm.Parse("what did I note", time.Date(2026, 12, 1, 9, 0, 0, 0, time.Local))
	q.Since, q.Until, q.Candidates = want, want.AddDate(0, 0, 1), swarm.MinCandidates
	found, err := v.Search(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range found.Results {
		if r.Ref.Doc != "Journal/2026/11/30-11-2026.md" {
			t.Errorf("%s of %v is given for 30 November", r.Ref, r.Modified)
		}
	}
}

func TestLinks(t *testing.T) {
	v, root := openVault(t, vaultFiles)
	related := func(doc string) []string {
		rs, err := v.Related(t.Context(), []string{doc}, 10)
		if err != nil {
			t.Fatal(err)
		}
		var docs []string
		for _, r := range rs {
			docs = append(docs, r.Ref.Doc)
		}
		slices.Sort(docs)
		return docs
	}
	// [[Rotation]] leads to the nearer of two notes of that name.
	if got, want := related("Auth/Tokens.md"), []string{"Auth/Rotation.md", "Boards/map.canvas", "Journal/2026/11/30-11-2026.md"}; !slices.Equal(got, want) {
		t.Errorf("related to Tokens: %v, want %v", got, want)
	}
	if got, want := related("Ops/Key store.md"), []string{"Auth/Rotation.md"}; !slices.Equal(got, want) {
		t.Errorf("related to Key store: %v, want %v", got, want)
	}

	from := filepath.Join(root, "Auth", "Tokens.md")
	for _, test := range []struct {
		target, path string
		line         int
	}{
		{"Rotation#When", "Auth/Rotation.md", 2},
		{"Rotation#When|the rule", "Auth/Rotation.md", 2},
		{"Ops/Rotation", "Ops/Rotation.md", 0},
		{"jwt", "Auth/Tokens.md", 0},
		{"#Storage", "Auth/Tokens.md", 8},
		{"Tokens#^keep", "Auth/Tokens.md", 10},
		{"../Ops/Key%20store.md", "Ops/Key store.md", 0},
		{"<../Ops/Key store.md>", "Ops/Key store.md", 0},
		{"Rotation#No such heading", "Auth/Rotation.md", 0},
		{"diagram.png", "Auth/files/diagram.png", 0},
		{"diagram.png|300", "Auth/files/diagram.png", 0},
	} {
		at, ok := v.ResolveLink(t.Context(), from, test.target)
		rel, _ := filepath.Rel(root, at.Path)
		if !ok || filepath.ToSlash(rel) != test.path || at.StartLine != test.line {
			t.Errorf("[[%s]] leads to %s line %d (%v), want %s line %d", test.target, rel, at.StartLine, ok, test.path, test.line)
		}
	}
	for _, target := range []string{"No such note", "../../../etc/passwd", "/etc/passwd", "..", "", "|x"} {
		if at, ok := v.ResolveLink(t.Context(), from, target); ok && at.Path != from {
			t.Errorf("[[%s]] leads to %s", target, at.Path)
		}
	}
}

func TestRelationalQueriesFollowLinks(t *testing.T) {
	v, _ := openVault(t, vaultFiles)
	found := sourcetest.Ask(t, v, "what is related to Key store")
	if docs := sourcetest.Docs(found, swarm.MatchLink); !slices.Contains(docs, "Auth/Rotation.md") {
		t.Errorf("by links: %v, want Auth/Rotation.md, which links to Key store", docs)
	}
	// A scope holds for neighbours as well.
	q := swarm.Parse("what is related to Key store", time.Now())
	q.Candidates, q.Scope = swarm.MinCandidates, "Ops"
	scoped, err := v.Search(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range scoped.Results {
		if !strings.HasPrefix(r.Ref.Doc, "Ops/") {
			t.Errorf("%s lies outside the scope", r.Ref)
		}
	}
}

func TestLinksFollowChanges(t *testing.T) {
	v, root := openVault(t, vaultFiles)
	path := filepath.Join(root, "Ops", "New note.md")
	if err := os.WriteFile(path, []byte("See [[Key store]].\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	has := func() bool {
		rs, err := v.Related(t.Context(), []string{"Ops/Key store.md"}, 10)
		if err != nil {
			t.Fatal(err)
		}
		return slices.ContainsFunc(rs, func(r swarm.Result) bool { return r.Ref.Doc == "Ops/New note.md" })
	}
	if err := v.Changed(t.Context(), []string{path}); err != nil {
		t.Fatal(err)
	}
	if !has() {
		t.Error("the link of a new note is not followed back")
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := v.Changed(t.Context(), []string{path}); err != nil {
		t.Fatal(err)
	}
	if has() {
		t.Error("a deleted note is still related")
	}
}

func TestChangedSettingsCount(t *testing.T) {
	v, root := openVault(t, vaultFiles)
	app := filepath.Join(root, ".obsidian", "app.json")
	if err := os.WriteFile(app, []byte(`{"userIgnoreFilters": ["Ops/"]}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := v.Changed(t.Context(), []string{app}); err != nil {
		t.Fatal(err)
	}
	sourcetest.Absent(t, v, "potorookeys", "Ops/Key store.md", "it is excluded now")
	sourcetest.First(t, v, "wombatprivate", "Private/diary.md")
}

func TestBrokenSettings(t *testing.T) {
	v, _ := openVault(t, map[string]string{
		".obsidian/app.json":         `{"userIgnoreFilters": `,
		".obsidian/daily-notes.json": `[]`,
		"2026-11-30.md":              "emutext\n",
	})
	if r := sourcetest.First(t, v, "emutext", "2026-11-30.md"); r.NoteKind != "daily" {
		t.Errorf("kind %q: Obsidian's default format should hold", r.NoteKind)
	}
	if w := v.Health(t.Context()).Warnings; len(w) != 2 {
		t.Errorf("warnings %q, want one for each file", w)
	}
}
