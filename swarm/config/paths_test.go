package config

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestCheckPaths(t *testing.T) {
	dir := t.TempDir()
	for _, d := range []string{"vault/.obsidian", "plain", "wiki/concepts", "brain"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	tests := []struct{ yaml, code, message string }{
		{"providers: {obsidian: {vault_path: vault}}", "", ""},
		{"providers: {obsidian: {vault_path: plain}}", CodeNoVault, "has no folder .obsidian"},
		{"providers: {obsidian: {vault_path: none}}", CodeMissingPath, "The vault"},
		{"providers: {obsidian: {vault_path: file}}", CodeNotAFolder, "is a file"},
		{"providers: {obsidian: {vault_path: none, enabled: false}}", "", ""},
		{"providers: {memory_wiki: {vault_path: wiki}}", "", ""},
		{"providers: {memory_wiki: {vault_path: plain}}", CodeNoWiki, "does not look like a Memory Wiki"},
		{"providers: {memory_wiki: {vault_path: none}}", CodeMissingPath, "The wiki"},
		{"providers: {local_markdown: {folders: [{path: none}]}}", CodeMissingPath, "The folder"},
		{"providers: {gbrain: {repo_path: none}}", CodeMissingPath, "The brain's repository"},
		{"providers: {byterover: {enabled: true}}", CodeMissingPath, "no context tree"},
		{"providers: {local_markdown: {folders: [{path: plain}, {path: plain, name: b}]}}", CodeDoublePath, "reads the same folder"},
	}
	for _, tt := range tests {
		root := filepath.Join(dir, "ws")
		if err := os.RemoveAll(root); err != nil {
			t.Fatal(err)
		}
		text := strings.NewReplacer("path: vault", "path: ../vault", "path: plain", "path: ../plain", "path: wiki", "path: ../wiki", "path: file", "path: ../file").Replace(tt.yaml)
		put(t, filepath.Join(root, ".brv", "swarm", "config.yaml"), text)
		c := Load(Options{Dir: root, Env: environment(map[string]string{"HOME": filepath.Join(dir, "home"), "USERPROFILE": filepath.Join(dir, "home")})})
		got := c.CheckPaths(t.Context(), true)
		switch {
		case tt.code == "" && len(got) > 0:
			t.Errorf("%s: %v", tt.yaml, got)
		case tt.code == "":
		case len(got) != 1 || got[0].Code != tt.code || !strings.Contains(got[0].Message, tt.message) || got[0].Fix == "" || got[0].Range.IsZero():
			t.Errorf("%s: %v", tt.yaml, got)
		}
	}
}

func TestCheckPathsUntrusted(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "ws", ".brv", "swarm", "config.yaml"),
		"providers:\n  gbrain:\n    repo_path: /nowhere\n  local_markdown:\n    folders:\n      - {path: ../out, read_only: false}\n      - {path: //host/share}\n")
	if err := os.Mkdir(filepath.Join(dir, "out"), 0o755); err != nil {
		t.Fatal(err)
	}
	c := Load(Options{Dir: filepath.Join(dir, "ws"), Env: environment(nil)})
	var got []string
	for _, p := range c.CheckPaths(t.Context(), false) {
		got = append(got, p.Code)
		if p.Fix == "" || p.Range.IsZero() || !strings.Contains(p.Fix, "memswarm trust") {
			t.Errorf("%v", p)
		}
	}
	if strings.Join(got, " ") != "untrusted_now untrusted_now untrusted_now" {
		t.Errorf("%v", got)
	}
}

func TestCheckPathsUnreadable(t *testing.T) {
	if runtime.GOOS == "windows" || os.Getuid() == 0 {
		t.Skip("permissions do not bind here")
	}
	dir := t.TempDir()
	put(t, filepath.Join(dir, ".brv", "swarm", "config.yaml"), "providers: {local_markdown: {folders: [{path: shut}]}}")
	if err := os.Mkdir(filepath.Join(dir, "shut"), 0o000); err != nil {
		t.Fatal(err)
	}
	got := Load(Options{Dir: dir, Env: environment(nil)}).CheckPaths(t.Context(), true)
	if len(got) != 1 || got[0].Code != CodeUnreadDir {
		t.Errorf("%v", got)
	}
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
