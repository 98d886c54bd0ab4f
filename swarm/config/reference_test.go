package config

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"memswarm/swarm"
)

var testVariables = map[string]string{
	"HOME": filepath.FromSlash("/home/dev"), "USERPROFILE": `C:\home\dev`,
	"HONCHO_API_KEY": "k", "HINDSIGHT_DB_URL": "postgres://h/x", "GBRAIN_DATABASE_URL": "postgres://g/x", "GBRAIN_HOME": "/srv/brain", "GBRAIN_TOKEN": "t",
}

func testdata(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// What ByteRover's own product writes and accepts is accepted.
func TestReferenceFiles(t *testing.T) {
	for name, want := range map[string]string{
		"reference-onboard.yaml": "warning duplicate_name, hint no_effect",
		"reference-full.yaml":    "hint no_effect",
		"own-keys.yaml":          "",
	} {
		c := Load(Options{Dir: workspace(t, testdata(t, name)), Env: environment(testVariables)})
		var got []string
		for _, p := range c.Problems {
			line := p.Severity.String() + " " + p.Code
			if !strings.Contains(strings.Join(got, ", "), line) {
				got = append([]string{line}, got...)
			}
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %v", name, c.Problems)
		}
	}
}

func TestReferenceValues(t *testing.T) {
	dir := workspace(t, testdata(t, "reference-full.yaml"))
	c := Load(Options{Dir: dir, Env: environment(testVariables)}).Gate(true).Config
	home := homeOf(environment(testVariables))
	p := c.Providers
	if want := []swarm.ID{"byterover", "obsidian", "local-markdown:notes", "local-markdown:docs", "gbrain", "memory-wiki"}; !reflect.DeepEqual(c.IDs(), want) {
		t.Errorf("IDs = %v", c.IDs())
	}
	if p.Obsidian.VaultPath != filepath.Join(home, "Documents", "Vault") || !reflect.DeepEqual(p.Obsidian.IgnorePatterns, []string{"archive", "Daily Notes"}) {
		t.Errorf("obsidian = %+v", p.Obsidian)
	}
	if f := p.LocalMarkdown.Folders; f[0].ReadOnly || f[0].Path != filepath.Join(home, "notes") || !f[1].ReadOnly || f[1].Path != filepath.Join(dir, "docs") {
		t.Errorf("folders = %+v", f)
	}
	if p.GBrain.ConnectionString != "postgres://g/x" || p.GBrain.SearchMode != "keyword" || p.GBrain.CostCentsPerQuery != 0 {
		t.Errorf("gbrain = %+v", p.GBrain)
	}
	if p.MemoryWiki.WritePageType != "entity" || !p.MemoryWiki.BoostFresh {
		t.Errorf("wiki = %+v", p.MemoryWiki)
	}
	if c.Routing.RRFK != 50 || c.Routing.Weights["obsidian"] != 0.85 || c.Routing.Weights["local-markdown:docs"] != 0.8 {
		t.Errorf("routing = %+v", c.Routing)
	}
	if want := (Performance{1500 * time.Millisecond, 0, 3, time.Minute, 500 * time.Millisecond}); c.Performance != want {
		t.Errorf("performance = %+v", c.Performance)
	}
	if c.Budget.GlobalMonthlyCapCents != 2000 || c.Budget.PerProvider["gbrain"] != (ProviderBudget{500, 30}) {
		t.Errorf("budget = %+v", c.Budget)
	}
	want := []Edge{{"byterover", "obsidian"}, {"byterover", "local-markdown:notes"}, {"byterover", "local-markdown:docs"}, {"obsidian", "gbrain"}}
	if !reflect.DeepEqual(c.Enrichment, want) {
		t.Errorf("edges = %v", c.Enrichment)
	}
}

func TestOwnKeys(t *testing.T) {
	dir := workspace(t, testdata(t, "own-keys.yaml"))
	c := Load(Options{Dir: dir, Env: environment(testVariables)}).Gate(true).Config
	f := c.Providers.LocalMarkdown.Folders
	if len(f) != 2 || f[0].ReadOnly || f[0].FollowWikilinks || !f[1].ReadOnly || !f[1].Gitignore || f[0].ID != "local-markdown:日本語ノート" || f[1].Path != filepath.Join(dir, "été") {
		t.Errorf("folders = %+v", f)
	}
	g := c.Providers.GBrain
	if !g.IncludePrivate || !g.Interactive || !g.ShareDerived || g.CostCentsPerQuery != 0.2 || g.Token != "t" || g.Problem != nil {
		t.Errorf("gbrain = %+v", g)
	}
	w := c.Routing.Weights
	if w["local-markdown:日本語ノート"] != 0.95 || w["local-markdown:été 🎉"] != 0.75 || w["byterover"] != 0.9 {
		t.Errorf("weights = %v", w)
	}
	if c.Hover || !c.Definition.InCode || c.Symbols.Passages != 0 || c.Workspace.Gitignore || c.Routing.JointWeight != 5 {
		t.Errorf("own keys = %+v", c)
	}
}

// plain removes what differs by nature between two loads.
func plain(c *Config, dir string) Config {
	out := *c
	out.Sources, out.values, out.Problems, out.Workspace = nil, nil, nil, Workspace{Gitignore: c.Workspace.Gitignore}
	out.Providers.ByteRover.Root, out.Providers.ByteRover.Tree = "", ""
	out.Providers.LocalMarkdown.Folders = nil
	for _, f := range c.Providers.LocalMarkdown.Folders {
		f.Path = strings.TrimPrefix(f.Path, dir)
		out.Providers.LocalMarkdown.Folders = append(out.Providers.LocalMarkdown.Folders, f)
	}
	return out
}

// Both spellings of all keys give the same configuration, and the same problems.
func TestCamelCaseIsEqual(t *testing.T) {
	key := regexp.MustCompile(`[a-z]+(?:_[a-z]+)+(:)`)
	for _, name := range []string{"reference-onboard.yaml", "reference-full.yaml", "own-keys.yaml"} {
		snake := testdata(t, name)
		camelled := key.ReplaceAllStringFunc(snake, camel)
		if camelled == snake {
			t.Fatal("nothing was changed")
		}
		a, b := workspace(t, snake), workspace(t, camelled)
		ca := Load(Options{Dir: a, Env: environment(testVariables)})
		cb := Load(Options{Dir: b, Env: environment(testVariables)})
		if pa, pb := plain(ca, a), plain(cb, b); !reflect.DeepEqual(pa, pb) {
			t.Errorf("%s:\n%+v\n%+v", name, pa, pb)
		}
		if len(ca.Problems) != len(cb.Problems) {
			t.Errorf("%s: %v\n%v", name, ca.Problems, cb.Problems)
		}
		for i := range ca.Problems {
			if ca.Problems[i].Path != cb.Problems[i].Path {
				t.Errorf("path %s and %s", ca.Problems[i].Path, cb.Problems[i].Path)
			}
		}
	}
}
