package config

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"memswarm/swarm"
)

// setting is a home with the user's own file and a project below it.
func setting(t *testing.T, user, project string) (dir string, env func(string) (string, bool)) {
	t.Helper()
	home := realTemp(t)
	dir = filepath.Join(home, "src", "app")
	env = environment(map[string]string{"HOME": home, "USERPROFILE": home, "XDG_CONFIG_HOME": filepath.Join(home, "cfg"), "NAME": "vault"})
	if user != "" {
		write(t, filepath.Join(home, "cfg", "memswarm", "config.yaml"), user)
	}
	if project != "" {
		write(t, filepath.Join(dir, ".brv", "swarm", "config.yaml"), project)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir, env
}

func TestLayers(t *testing.T) {
	dir, env := setting(t, `
providers:
  obsidian: {vault_path: "~/${NAME}", ignore_patterns: [a]}
  local_markdown:
    folders:
      - {name: notes, path: notes, read_only: false}
      - {name: mine, path: ~/mine}
routing: {rrf_k: 10, joint_weight: 3}
enrichment: {edges: [obsidian -> local-markdown]}
`, `
providers:
  byterover: {enabled: true}
  obsidian: {ignore_patterns: [b], enabled: true}
  local_markdown:
    folders:
      - {name: notes, follow_wikilinks: false}
      - {name: docs, path: ./docs}
routing: {rrf_k: 10, joint_weight: 4}
`)
	c := Load(Options{Dir: dir, Env: env, Client: []byte(`{"routing": {"rrfK": 11, "weights": {"obsidian": 0.9}}, "hover": false}`), ClientTrusted: true})
	if len(c.Problems) > 0 {
		t.Fatal(c.Problems)
	}
	home, _ := env("HOME")
	if c.Providers.Obsidian.VaultPath != filepath.Join(home, "vault") || !reflect.DeepEqual(c.Providers.Obsidian.IgnorePatterns, []string{"b"}) {
		t.Errorf("obsidian = %+v", c.Providers.Obsidian)
	}
	var folders []string
	for _, f := range c.Providers.LocalMarkdown.Folders {
		folders = append(folders, f.Name+"="+f.Path)
	}
	want := []string{"notes=" + filepath.Join(home, "cfg", "memswarm", "notes"), "mine=" + filepath.Join(home, "mine"), "docs=" + filepath.Join(dir, "docs")}
	if !reflect.DeepEqual(folders, want) {
		t.Errorf("folders = %v, want %v", folders, want)
	}
	if f := c.Providers.LocalMarkdown.Folders[0]; f.ReadOnly || f.FollowWikilinks {
		t.Errorf("single values of a folder must be overridden alone: %+v", f)
	}
	if c.Routing.RRFK != 11 || c.Routing.JointWeight != 4 || c.Hover || c.Routing.Weights["obsidian"] != 0.9 {
		t.Errorf("routing = %+v, hover %t", c.Routing, c.Hover)
	}
	if len(c.Enrichment) != 3 {
		t.Errorf("edges = %v", c.Enrichment)
	}
	if len(c.Sources) != 2 || c.Sources[0].Layer != LayerUser || c.Sources[1].Layer != LayerWorkspace || len(c.Sources[0].Hash) != 64 {
		t.Errorf("sources = %+v", c.Sources)
	}
	for path, layer := range map[string]Layer{
		"providers.obsidian.vault_path":      LayerUser,
		"providers.obsidian.ignore_patterns": LayerWorkspace,
		"routing.rrf_k":                      LayerClient,
		"routing.joint_weight":               LayerWorkspace,
		"routing.min_rrf_score":              LayerDefault,
	} {
		if got := c.Origin(path).Layer; got != layer {
			t.Errorf("%s comes from %s, want %s", path, got, layer)
		}
	}
	if o := c.Origin("routing.joint_weight"); o.Range.Start.Line != 9 || o.Range.Start.Column != 36 || o.File != c.Workspace.File {
		t.Errorf("origin = %+v", o)
	}
}

// A workspace that repeats the user's value does not take it over.
func TestEqualValueKeepsItsOrigin(t *testing.T) {
	dir, env := setting(t, "routing: {rrf_k: 7}\n", "routing: {rrf_k: 7}\n")
	if got := Load(Options{Dir: dir, Env: env}).Origin("routing.rrf_k").Layer; got != LayerUser {
		t.Errorf("origin is %s", got)
	}
}

func TestWrongValueDoesNotHideTheLayerBelow(t *testing.T) {
	dir, env := setting(t, "routing: {rrf_k: 7}\n", "routing: {rrf_k: -1}\n")
	if c := Load(Options{Dir: dir, Env: env}); c.Routing.RRFK != 7 || !c.HasErrors() {
		t.Errorf("rrf_k = %d, problems %v", c.Routing.RRFK, c.Problems)
	}
}

func TestEdgesOfAHigherLayerReplace(t *testing.T) {
	user := "providers: {obsidian: {vault_path: v}, memory_wiki: {vault_path: w}}\nenrichment: {edges: [obsidian -> memory-wiki, memory-wiki -> byterover]}\n"
	dir, env := setting(t, user, "providers: {byterover: {enabled: true}}\nenrichment: {edges: [memory-wiki -> obsidian]}\n")
	c := Load(Options{Dir: dir, Env: env})
	if want := []Edge{{"memory-wiki", "obsidian"}}; !reflect.DeepEqual(c.Enrichment, want) || len(c.Problems) > 0 {
		t.Errorf("edges = %v, problems %v", c.Enrichment, c.Problems)
	}
}

func TestClient(t *testing.T) {
	for name, tc := range map[string]struct {
		json    string
		trusted bool
		want    string
		k       int
	}{
		"nothing":    {"", true, "", 60},
		"null":       {"null", true, "", 60},
		"empty":      {"{}", false, "", 60},
		"untrusted":  {`{"routing":{"rrf_k":3}}`, false, "0:0 warning client_untrusted", 60},
		"trusted":    {`{"routing":{"rrf_k":3}}`, true, "", 3},
		"broken":     {`{"routing":`, true, "0:0 error yaml_syntax", 60},
		"two values": {`{} {}`, true, "0:0 error yaml_syntax", 60},
		"a list":     {`[1]`, true, "0:0 error yaml_syntax", 60},
		"wrong type": {`{"routing":{"rrf_k":"3"}}`, true, "0:0 error wrong_type", 60},
		"surrogates": {`{"x-\ud83d\ude00":"\ud83d\ude00","routing":{"rrf_k":3}}`, true, "", 3},
	} {
		t.Run(name, func(t *testing.T) {
			dir := workspace(t, base)
			c := Load(Options{Dir: dir, SkipUser: true, Client: []byte(tc.json), ClientTrusted: tc.trusted})
			if got := listed(c.Problems); got != tc.want || c.Routing.RRFK != tc.k {
				t.Errorf("rrf_k %d, problems %s\n%v", c.Routing.RRFK, got, c.Problems)
			}
		})
	}
}

func TestNamedFile(t *testing.T) {
	dir, env := setting(t, "", base)
	other := filepath.Join(realTemp(t), "mine.yaml")
	write(t, other, "providers: {obsidian: {vault_path: v}}\n")
	c := Load(Options{Dir: dir, Env: env, File: other})
	if c.Providers.ByteRover.Configured || c.Providers.Obsidian.VaultPath != filepath.Join(filepath.Dir(other), "v") || c.Workspace.Root != dir {
		t.Errorf("got %+v in %+v", c.Providers, c.Workspace)
	}
	if c.Origin("providers.obsidian.vault_path").Layer != LayerClient {
		t.Error("a file that the user named is the user's")
	}
	c = Load(Options{Dir: realTemp(t), Env: env, File: filepath.Join(dir, ".brv", "swarm", "config.yaml")})
	if c.Workspace.Root != dir || c.Sources[0].Layer != LayerWorkspace {
		t.Errorf("a project's file makes the project the workspace: %+v", c.Workspace)
	}
	c = Load(Options{Dir: dir, Env: env, File: "absent.yaml"})
	if got := listed(c.Problems); got != "0:0 error unreadable" {
		t.Errorf("absent: %s", got)
	}
}

func TestUnsaved(t *testing.T) {
	dir, env := setting(t, "", base)
	file := filepath.Join(dir, ".brv", "swarm", "config.yaml")
	c := Load(Options{Dir: dir, Env: env, Unsaved: map[string][]byte{file: []byte("routing: {rrf_k: 5}\n")}})
	if c.Routing.RRFK != 5 {
		t.Errorf("rrf_k = %d", c.Routing.RRFK)
	}
}

func TestVariables(t *testing.T) {
	dir, _ := setting(t, "", "providers: {obsidian: {vault_path: '${A}/${B}/$C/${D'}}\nrouting: {rrf_k: '${K}'}\nhover: ${H}\n")
	home := realTemp(t)
	c := Load(Options{Dir: dir, Env: environment(map[string]string{"HOME": home, "USERPROFILE": home, "A": "~", "B": "", "K": "5", "H": "false"})})
	if want := filepath.Join(home, "$C", "${D"); c.Providers.Obsidian.VaultPath != want || c.Routing.RRFK != 5 || c.Hover {
		t.Errorf("vault %s, rrf_k %d, hover %t, problems %v", c.Providers.Obsidian.VaultPath, c.Routing.RRFK, c.Hover, c.Problems)
	}
}

func TestFolderNames(t *testing.T) {
	c := load(t, `
providers:
  local_markdown:
    folders:
      - {name: a, path: p1}
      - {name: a-1, path: p2}
      - {name: a, path: p3}
      - {path: p4/last}
      - {name: "", path: p5}
      - {name: 2024, path: p6}
      - {name: "x\u0007y", path: p7}
`)
	var ids []swarm.ID
	for _, f := range c.Providers.LocalMarkdown.Folders {
		ids = append(ids, f.ID)
	}
	want := []swarm.ID{"local-markdown:a", "local-markdown:a-1", "local-markdown:a-2", "local-markdown:last", "local-markdown:p5", "local-markdown:2024", "local-markdown:xy"}
	if !reflect.DeepEqual(ids, want) {
		t.Errorf("ids = %v", ids)
	}
	if got := listed(c.Problems); got != "7:16 warning duplicate_name" {
		t.Errorf("problems %s", got)
	}
}
