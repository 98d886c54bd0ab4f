package config

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"memswarm/swarm"
)

func TestSearchUpwards(t *testing.T) {
	const file = ".brv/swarm/config.yaml"
	for name, tc := range map[string]struct {
		files, dirs []string // below home
		start, root string   // below home
		file        bool     // a configuration is found
	}{
		"in the start folder":              {[]string{"a/" + file}, nil, "a", "a", true},
		"above":                            {[]string{"a/" + file}, []string{"a/b/c"}, "a/b/c", "a", true},
		"in the repository's root":         {[]string{"a/" + file}, []string{"a/.git", "a/b"}, "a/b", "a", true},
		"not above the repository's root":  {[]string{file}, []string{"a/.git", "a/b"}, "a/b", "a", false},
		"a .git file ends it too":          {[]string{file, "a/.git"}, []string{"a/b"}, "a/b", "a", false},
		"in the home folder":               {[]string{file}, []string{"a/b"}, "a/b", "", true},
		"nothing":                          {nil, []string{"a/b"}, "a/b", "a/b", false},
		"the nearest file":                 {[]string{"a/" + file, "a/b/" + file}, []string{"a/b/c"}, "a/b/c", "a/b", true},
		"a file beats a nearer tree":       {[]string{"a/" + file}, []string{"a/b/.brv/context-tree"}, "a/b", "a", true},
		"the nearest tree without a file":  {nil, []string{"a/.brv/context-tree", "a/b/.brv/context-tree", "a/b/c", "a/.git"}, "a/b/c", "a/b", false},
		"the repository's root without it": {nil, []string{"a/.git", "a/b/c"}, "a/b/c", "a", false},
	} {
		t.Run(name, func(t *testing.T) {
			home := realTemp(t)
			for _, f := range tc.files {
				write(t, filepath.Join(home, f), base)
			}
			for _, d := range append(tc.dirs, tc.start) {
				if err := os.MkdirAll(filepath.Join(home, d), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			c := Load(Options{Dir: filepath.Join(home, tc.start), Env: environment(map[string]string{"HOME": home, "USERPROFILE": home}), SkipUser: true})
			if c.Workspace.Root != filepath.Join(home, tc.root) || (len(c.Sources) == 1) != tc.file {
				t.Errorf("root %s, %d files", c.Workspace.Root, len(c.Sources))
			}
		})
	}
}

func TestPointerFile(t *testing.T) {
	for name, content := range map[string]func(project string) string{
		"as ByteRover writes it": func(p string) string { b, _ := json.Marshal(map[string]string{"projectRoot": p}); return string(b) },
		"path in JSON":           func(p string) string { b, _ := json.Marshal(map[string]string{"path": p}); return string(b) },
		"plain":                  func(p string) string { return p + "\n" },
		"with CRLF and BOM":      func(p string) string { return "\ufeff" + p + "\r\n" },
		"like git":               func(p string) string { return "brvdir: " + filepath.Join(p, ".brv") },
		"relative":               func(p string) string { return "../project" },
	} {
		t.Run(name, func(t *testing.T) {
			dir := realTemp(t)
			project, tree := filepath.Join(dir, "project"), filepath.Join(dir, "worktree")
			write(t, filepath.Join(project, ".brv", "swarm", "config.yaml"), base+"  obsidian: {vault_path: v}\n")
			write(t, filepath.Join(tree, ".brv"), content(project))
			c := Load(Options{Dir: tree, SkipUser: true})
			if c.Workspace.Root != project || c.Workspace.Folder != tree || c.Providers.Obsidian.VaultPath != filepath.Join(project, "v") || len(c.Problems) > 0 {
				t.Errorf("%+v %v", c.Workspace, c.Problems)
			}
		})
	}
	for name, content := range map[string]string{
		"nowhere":         "/does/not/exist",
		"empty":           "",
		"broken JSON":     `{"projectRoot": `,
		"no path":         `{"other": 1}`,
		"network":         `\\host\share`,
		"invalid UTF-8":   "\xff\xfe",
		"itself":          ".",
		"a large nothing": strings.Repeat(" ", maxPointerBytes+1),
	} {
		t.Run(name, func(t *testing.T) {
			dir := realTemp(t)
			write(t, filepath.Join(dir, ".brv"), content)
			c := Load(Options{Dir: dir, SkipUser: true})
			if got := listed(c.Problems); got != "1:1 error bad_pointer" {
				t.Errorf("%s %v", got, c.Problems)
			}
		})
	}
}

func TestFilesThatAreNone(t *testing.T) {
	dir := workspace(t, "")
	file := filepath.Join(dir, ".brv", "swarm", "config.yaml")
	if err := os.MkdirAll(file, 0o755); err != nil {
		t.Fatal(err)
	}
	if got := listed(Load(Options{Dir: dir, SkipUser: true}).Problems); got != "0:0 error not_a_file" {
		t.Errorf("a folder: %s", got)
	}
	dir = workspace(t, "")
	write(t, filepath.Join(dir, ".brv", "swarm", "config.yml"), base)
	if got := listed(Load(Options{Dir: dir, SkipUser: true}).Problems); got != "0:0 warning misnamed_file" {
		t.Errorf("config.yml: %s", got)
	}
	for _, text := range []string{"", "\n", "# only a comment\n", "---\n", "null\n", "~\n", "{}\n", "\ufeff"} {
		c := load(t, text+" ")
		if len(c.Problems) > 0 || c.ZeroConfig {
			t.Errorf("%q: %v, zero %t", text, c.Problems, c.ZeroConfig)
		}
	}
}

func TestZeroConfiguration(t *testing.T) {
	home := realTemp(t)
	env := environment(map[string]string{"HOME": home, "USERPROFILE": home})
	dir := filepath.Join(home, "app")
	if err := os.MkdirAll(filepath.Join(dir, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	c := Load(Options{Dir: dir, Env: env})
	want := Folder{ID: "local-markdown:workspace", Name: "workspace", Path: dir, ReadOnly: true, FollowWikilinks: true, Gitignore: true, index: -1}
	if f := c.Providers.LocalMarkdown.Folders; !c.ZeroConfig || len(f) != 1 || !reflect.DeepEqual(f[0], want) || c.Providers.ByteRover.Enabled || len(c.Problems) > 0 {
		t.Errorf("%+v %v", c.Providers, c.Problems)
	}
	if !c.Gate(false).Read("local-markdown:workspace").Allowed {
		t.Error("the workspace itself is always read")
	}

	if err := os.MkdirAll(filepath.Join(dir, ".brv", "context-tree"), 0o755); err != nil {
		t.Fatal(err)
	}
	c = Load(Options{Dir: dir, Env: env})
	if ids := c.IDs(); len(ids) != 2 || ids[0] != "byterover" || ids[1] != "local-markdown:workspace" {
		t.Errorf("ids = %v", ids)
	}

	write(t, filepath.Join(home, ".config", "memswarm", "config.yaml"), "hover: false\n")
	write(t, filepath.Join(home, "Library", "Application Support", "memswarm", "config.yaml"), "hover: false\n")
	write(t, filepath.Join(home, "AppData", "Roaming", "memswarm", "config.yaml"), "hover: false\n")
	c = Load(Options{Dir: dir, Env: env})
	if !c.ZeroConfig || c.Hover {
		t.Errorf("a user's file without providers leaves the workspace to be found: zero %t, hover %t", c.ZeroConfig, c.Hover)
	}
}

func TestTooWideWorkspace(t *testing.T) {
	home := realTemp(t)
	env := environment(map[string]string{"HOME": home, "USERPROFILE": home})
	for _, dir := range []string{home, filepath.Dir(home), filepath.VolumeName(home) + string(filepath.Separator)} {
		c := Load(Options{Dir: dir, Env: env, SkipUser: true})
		if got := listed(c.Problems); got != "0:0 error workspace_refused" || len(c.IDs()) > 0 || !c.ZeroConfig {
			t.Errorf("%s: %s, %v", dir, got, c.IDs())
		}
	}
	if err := os.MkdirAll(filepath.Join(home, ".brv", "context-tree"), 0o755); err != nil {
		t.Fatal(err)
	}
	c := Load(Options{Dir: home, Env: env, SkipUser: true})
	if got := listed(c.Problems); got != "0:0 warning workspace_refused" || len(c.IDs()) != 1 || c.IDs()[0] != swarm.ID("byterover") {
		t.Errorf("home with a context tree: %s, %v", got, c.IDs())
	}
}

func TestUserFile(t *testing.T) {
	dir := realTemp(t)
	env := environment(map[string]string{"HOME": dir, "USERPROFILE": dir, "XDG_CONFIG_HOME": filepath.Join(dir, "x")})
	if got := UserFile(env); got != filepath.Join(dir, "x", "memswarm", "config.yaml") {
		t.Errorf("with XDG_CONFIG_HOME: %s", got)
	}
	env = environment(map[string]string{"HOME": dir, "USERPROFILE": dir, "XDG_CONFIG_HOME": "relative"})
	if got := UserFile(env); !strings.HasPrefix(got, dir) || strings.Contains(got, "relative") {
		t.Errorf("a relative XDG_CONFIG_HOME counts as unset: %s", got)
	}
	if got := UserFile(environment(nil)); got != "" {
		t.Errorf("without a home: %s", got)
	}
}
