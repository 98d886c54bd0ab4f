package handlers_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"memswarm/contract"
	"memswarm/handlers"
	"memswarm/lsp/lsptest"
	"memswarm/workspace"
)

// several serves folders with a configuration and notes each, to any number of
// clients.
type several struct {
	t    *testing.T
	home string
	host *workspace.Host
}

func newSeveral(t *testing.T, files map[string]string) *several {
	t.Helper()
	s := &several{t: t, home: t.TempDir()}
	for name, text := range files {
		path := filepath.Join(s.home, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s.host = workspace.NewHost(workspace.HostOptions{CacheDir: filepath.Join(s.home, "cache")})
	t.Cleanup(func() {
		if err := s.host.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func (s *several) uri(name string) string {
	return contract.FileURI(filepath.Join(s.home, filepath.FromSlash(name)))
}

// connect opens folders for a client of its own.
func (s *several) connect(folders ...string) *lsptest.Client {
	s.t.Helper()
	env := func(name string) (string, bool) { return s.home, name == "HOME" }
	c := lsptest.Serve(s.t, handlers.New(handlers.Options{Host: s.host, Version: "test", Env: env}))
	open := map[string]string{}
	for _, f := range folders {
		open[s.uri(f)] = f
	}
	c.Initialize(s.t, lsptest.Setup{Folders: open})
	s.ids(c, map[string]any{"query": "x", "wait": 60000})
	return c
}

// ids lists the results of a query.
func (s *several) ids(c *lsptest.Client, params map[string]any) []string {
	s.t.Helper()
	var a contract.Answer
	if err := c.Call("swarm/query", params, &a); err != nil {
		s.t.Fatal(err)
	}
	var ids []string
	for _, r := range a.Results {
		ids = append(ids, r.ID)
	}
	return ids
}

func (s *several) want(c *lsptest.Client, params map[string]any, want ...string) {
	s.t.Helper()
	got := s.ids(c, params)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		s.t.Errorf("%v: got %v, want %v", params, got, want)
	}
}

const vaultConfig = "providers:\n  byterover: {enabled: false}\n  obsidian: {vault_path: vault}\n"

func twoFolders(t *testing.T) *several {
	return newSeveral(t, map[string]string{
		"web/.brv/swarm/config.yaml": vaultConfig,
		"web/vault/.obsidian/x.json": "{}",
		"web/vault/Lantern.md":       "# Lantern\n\nThe lantern of the web. `lanternGlow` is a style.\n",
		"web/main.ts":                "lanternGlow();\n",
		"api/.brv/swarm/config.yaml": vaultConfig + "hover: false\n",
		"api/vault/.obsidian/x.json": "{}",
		"api/vault/Lamp.md":          "# Lamp\n\nThe lantern of the api. `lanternGlow` is a flag.\n",
		"api/main.go":                "lanternGlow()\n",
		"ops/.brv/swarm/config.yaml": strings.Replace(vaultConfig, "vault_path: vault", "vault_path: ../web/vault", 1),
	})
}

func TestSeveralFolders(t *testing.T) {
	s := twoFolders(t)
	c := s.connect("web", "api")
	// Folders are taken in the order of their paths, and the second provider of
	// an id carries its folder.
	s.want(c, map[string]any{"query": "lantern"}, "obsidian:Lamp.md#lamp", "obsidian@web:Lantern.md#lantern")
	s.want(c, map[string]any{"query": "lantern", "workspaceFolder": s.uri("web")}, "obsidian:Lantern.md#lantern")
	s.want(c, map[string]any{"query": "lantern", "textDocument": map[string]string{"uri": s.uri("api/main.go")}}, "obsidian:Lamp.md#lamp")
	s.want(c, map[string]any{"query": "lantern", "providers": []string{"obsidian@web"}}, "obsidian@web:Lantern.md#lantern")

	var page struct{ Text string }
	if err := c.Call("swarm/content", map[string]string{"uri": "swarm://page/obsidian%40web/Lantern.md"}, &page); err != nil || !strings.Contains(page.Text, "of the web") {
		t.Errorf("the page of a renamed provider: %q, %v", page.Text, err)
	}

	// Each folder's own settings hold in it.
	hover := func(name, text string) string {
		c.Open(t, s.uri(name), "x", text)
		var h *struct{ Contents struct{ Value string } }
		err := c.Call("textDocument/hover", map[string]any{
			"textDocument": map[string]string{"uri": s.uri(name)}, "position": contract.Position{Character: 3}}, &h)
		if err != nil {
			t.Fatal(err)
		}
		if h == nil {
			return ""
		}
		return h.Contents.Value
	}
	if got := hover("web/main.ts", "lanternGlow();\n"); !strings.Contains(got, "of the web") || strings.Contains(got, "of the api") {
		t.Errorf("hover in web: %q", got)
	}
	if got := hover("api/main.go", "lanternGlow()\n"); got != "" {
		t.Errorf("hover where hovers are off: %q", got)
	}

	// A folder goes and another comes.
	change := func(key string, folder string) map[string]any {
		ev := map[string]any{"added": []any{}, "removed": []any{}}
		ev[key] = []any{map[string]string{"uri": s.uri(folder), "name": folder}}
		return map[string]any{"event": ev}
	}
	if err := c.Notify("workspace/didChangeWorkspaceFolders", change("removed", "api")); err != nil {
		t.Fatal(err)
	}
	s.want(c, map[string]any{"query": "lantern"}, "obsidian:Lantern.md#lantern")
	// The same vault from two folders is asked once.
	if err := c.Notify("workspace/didChangeWorkspaceFolders", change("added", "ops")); err != nil {
		t.Fatal(err)
	}
	s.want(c, map[string]any{"query": "lantern"}, "obsidian:Lantern.md#lantern")
	if err := c.Notify("workspace/didChangeWorkspaceFolders", change("added", "api")); err != nil {
		t.Fatal(err)
	}
	s.want(c, map[string]any{"query": "lantern", "wait": 60000}, "obsidian:Lamp.md#lamp", "obsidian@ops:Lantern.md#lantern")
}

// TestUnsavedNotesAreTheirConnectionsOwn types into a note in one editor and asks
// in two.
func TestUnsavedNotesAreTheirConnectionsOwn(t *testing.T) {
	s := twoFolders(t)
	typing, other := s.connect("web"), s.connect("web")
	note := s.uri("web/vault/Lantern.md")
	typing.Open(t, note, "markdown", "# Lantern\n\nThe lantern of the web.\n")
	typing.Replace(t, note, 2, "# Lantern\n\nAn okapi is on screen. `okapiHerd` too.\n")
	for i := range 3 { // queries of both at once do not mix
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			var seen, hidden contract.Answer
			a := typing.Start("swarm/query", map[string]any{"query": "okapi"})
			b := other.Start("swarm/query", map[string]any{"query": "okapi"})
			if err := a.Wait(&seen); err != nil {
				t.Fatal(err)
			}
			if err := b.Wait(&hidden); err != nil {
				t.Fatal(err)
			}
			if len(seen.Results) != 1 || len(hidden.Results) != 0 {
				t.Errorf("who types sees %d results, the other %d; want 1 and 0", len(seen.Results), len(hidden.Results))
			}
		})
	}
	s.want(typing, map[string]any{"query": "lantern web"}, "obsidian:Lantern.md#lantern") // by its title
	for c, want := range map[*lsptest.Client]bool{typing: true, other: false} {
		code := s.uri("web/x.ts")
		c.Open(t, code, "typescript", "okapiHerd()\n")
		var h json.RawMessage
		if err := c.Call("textDocument/hover", map[string]any{
			"textDocument": map[string]string{"uri": code}, "position": contract.Position{Character: 1}}, &h); err != nil {
			t.Fatal(err)
		}
		if got := string(h) != "null"; got != want {
			t.Errorf("hover over a word of the unsaved note speaks: %v, want %v", got, want)
		}
	}
	typing.CloseDocument(t, note)
	s.want(typing, map[string]any{"query": "okapi"})
}
