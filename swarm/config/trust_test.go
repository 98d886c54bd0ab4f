package config

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"memswarm/swarm"
)

// expectation is "read write" as the gate decides it, each + or -.
func decided(g *Gate, id swarm.ID) string {
	sign := func(v Verdict) string {
		if v.Allowed {
			return "+"
		}
		return "-"
	}
	return sign(g.Read(id)) + sign(g.Write(id))
}

const gbrainByUser = "providers: {gbrain: {repo_path: ~/brain, url: 'http://mine/mcp', token: s3cret}}\n"

func TestGate(t *testing.T) {
	for name, tc := range map[string]struct {
		user, project string
		want          map[swarm.ID]string
	}{
		"context tree": {"", base, map[swarm.ID]string{"byterover": "++"}},
		"folders": {"", base + `  local_markdown:
    folders:
      - {name: inside, path: docs, read_only: false}
      - {name: outside, path: ~/notes, read_only: false}
      - {name: home, path: '~'}
      - {name: above, path: ~/..}
      - {name: drive, path: /}
      - {name: network, path: '\\host\share'}
      - {name: network2, path: //host/share}
      - {name: git, path: .git/notes, read_only: false}
`, map[swarm.ID]string{
			"local-markdown:inside": "++", "local-markdown:outside": "+-", "local-markdown:home": "--", "local-markdown:above": "--",
			"local-markdown:drive": "--", "local-markdown:network": "--", "local-markdown:network2": "--", "local-markdown:git": "+-",
		}},
		"vault and wiki": {"", base + "  obsidian: {vault_path: ~/v}\n  memory_wiki: {vault_path: ~/w}\n",
			map[swarm.ID]string{"obsidian": "++", "memory-wiki": "+-"}},
		"gbrain":                   {"", base + "  gbrain: {repo_path: brain}\n", map[swarm.ID]string{"gbrain": "--"}},
		"the user's own":           {gbrainByUser, base, map[swarm.ID]string{"gbrain": "++"}},
		"the user's, repeated":     {gbrainByUser, base + "  gbrain: {url: 'http://mine/mcp'}\n", map[swarm.ID]string{"gbrain": "++"}},
		"the user's, redirected":   {gbrainByUser, base + "  gbrain: {url: 'http://evil/mcp'}\n", map[swarm.ID]string{"gbrain": "--"}},
		"the user's, switched on":  {"providers: {gbrain: {enabled: false, repo_path: ~/brain}}\n", base + "  gbrain: {enabled: true}\n", map[swarm.ID]string{"gbrain": "--"}},
		"another search mode":      {gbrainByUser, base + "  gbrain: {search_mode: keyword}\n", map[swarm.ID]string{"gbrain": "++"}},
		"the user's folder":        {"providers: {local_markdown: {folders: [{name: n, path: ~/n, read_only: false}]}}\n", base, map[swarm.ID]string{"local-markdown:n": "++"}},
		"opened by the workspace":  {"providers: {local_markdown: {folders: [{name: n, path: ~/n}]}}\n", base + "  local_markdown: {folders: [{name: n, read_only: false}]}\n", map[swarm.ID]string{"local-markdown:n": "+-"}},
		"a home of the user's own": {"providers: {local_markdown: {folders: [{name: n, path: '~'}]}}\n", base, map[swarm.ID]string{"local-markdown:n": "++"}},
		"not configured":           {"", base, map[swarm.ID]string{"gbrain": "--", "nobody": "--"}},
	} {
		t.Run(name, func(t *testing.T) {
			dir, env := setting(t, tc.user, tc.project)
			c := Load(Options{Dir: dir, Env: env})
			if c.HasErrors() {
				t.Fatal(c.Problems)
			}
			g := c.Gate(false)
			for id, want := range tc.want {
				if got := decided(g, id); got != want {
					t.Errorf("%s: %s, want %s (%s)", id, got, want, g.Read(id).Message)
				}
				if got := decided(c.Gate(true), id); got != "++" {
					t.Errorf("trusted, %s: %s", id, got)
				}
				for _, v := range []Verdict{g.Read(id), g.Write(id)} {
					if !v.Allowed && (v.Code != CodeUntrusted || v.Message == "" || !strings.Contains(v.Fix, "memswarm trust")) {
						t.Errorf("%s: incomplete %+v", id, v)
					}
				}
			}
		})
	}
}

func link(t *testing.T, target, name string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, name); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
}

// Links do not lead around the rules.
func TestGateFollowsLinks(t *testing.T) {
	dir, env := setting(t, "", base+`  local_markdown:
    folders:
      - {name: root, path: links/root}
      - {name: home, path: links/home}
      - {name: out, path: links/out, read_only: false}
      - {name: deep, path: links/out/new/deeper, read_only: false}
      - {name: circle, path: links/circle}
      - {name: inside, path: links/inside, read_only: false}
      - {name: dots, path: links/out/../notes, read_only: false}
      - {name: device, path: links/device/x}
      - {name: net, path: links/net}
`)
	home, _ := env("HOME")
	root := filepath.VolumeName(home) + string(filepath.Separator)
	for name, target := range map[string]string{
		"root": root, "home": home, "out": filepath.Join(home, "other"), "circle": filepath.Join(dir, "links", "circle"),
		"inside": filepath.Join("..", "docs"), "device": filepath.Join(root, "proc"), "net": "//host/share",
	} {
		link(t, target, filepath.Join(dir, "links", name))
	}
	for _, d := range []string{filepath.Join(home, "other"), filepath.Join(dir, "docs")} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	g := Load(Options{Dir: dir, Env: env}).Gate(false)
	want := map[swarm.ID]string{"root": "--", "home": "--", "out": "+-", "deep": "+-", "circle": "--", "inside": "++", "dots": "++", "net": "--"}
	if runtime.GOOS == "linux" {
		want["device"] = "--"
	}
	for name, w := range want {
		if got := decided(g, "local-markdown:"+name); got != w {
			t.Errorf("%s: %s, want %s (%s)", name, got, w, g.Read("local-markdown:"+name).Message)
		}
	}
}

func TestGateOnDevices(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the paths are Linux's")
	}
	for _, path := range []string{"/dev", "/dev/shm/x", "/proc/self/cwd", "/sys", "/net/host/share", "/run/user/1000/gvfs", "/var/run/x", "/afs/cell"} {
		dir, env := setting(t, "", base+"  obsidian: {vault_path: "+path+"}\n")
		if got := decided(Load(Options{Dir: dir, Env: env}).Gate(false), "obsidian"); got != "--" && path != "/var/run/x" {
			t.Errorf("%s: %s", path, got)
		}
	}
}

// A context tree that is a link, or in another project, is not written.
func TestGateOnContextTree(t *testing.T) {
	dir, env := setting(t, "", base)
	elsewhere := realTemp(t)
	link(t, elsewhere, filepath.Join(dir, ".brv", "context-tree"))
	if got := decided(Load(Options{Dir: dir, Env: env}).Gate(false), "byterover"); got != "+-" {
		t.Errorf("a linked tree: %s", got)
	}

	project := workspace(t, base)
	worktree := realTemp(t)
	write(t, filepath.Join(worktree, ".brv"), project)
	c := Load(Options{Dir: worktree, Env: env})
	if got := decided(c.Gate(false), "byterover"); got != "+-" {
		t.Errorf("a tree in another project: %s", got)
	}
	if s := TrustSubject(c); len(s.Actions) != 1 || s.Actions[0].Kind != "write" {
		t.Errorf("subject = %+v", s)
	}

	// Switched off it can still be written as a last resort.
	write(t, filepath.Join(project, ".brv", "swarm", "config.yaml"), "providers: {byterover: {enabled: false}}\n")
	if got := decided(Load(Options{Dir: worktree, Env: env}).Gate(false), "byterover"); got != "+-" {
		t.Errorf("switched off: %s", got)
	}
}

// Looking for the configuration does not follow a workspace's links to places
// that a look can wake.
func TestSearchDoesNotWakeDevices(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the paths are Linux's")
	}
	load := func(make func(dir string)) string {
		dir := realTemp(t)
		make(dir)
		c := Load(Options{Dir: dir, SkipUser: true})
		if c.Providers.ByteRover.Enabled || len(c.Sources) > 0 {
			t.Errorf("%+v", c)
		}
		return listed(c.Problems)
	}
	for want, make := range map[string]func(dir string){
		"0:0 warning bad_pointer": func(dir string) { link(t, "/proc/self/cwd/x", filepath.Join(dir, ".brv")) },
		"0:0 error not_a_file":    func(dir string) { link(t, "/dev/stdin", filepath.Join(dir, ".brv", "swarm", "config.yaml")) },
		"1:1 error bad_pointer":   func(dir string) { write(t, filepath.Join(dir, ".brv"), "/net/host/share") },
		"":                        func(dir string) { link(t, "/proc/self", filepath.Join(dir, ".brv", "context-tree")) },
	} {
		if got := load(make); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// What opens something counts from a workspace only when it is trusted.
func TestGuardedKeys(t *testing.T) {
	dir, env := setting(t, gbrainByUser+"budget: {global_monthly_cap_cents: 100}\n", base+`  gbrain: {share_derived: true, include_private: true, interactive: true, cost_cents_per_query: 0}
budget: {global_monthly_cap_cents: 999999, per_provider: {gbrain: {monthly_cap_cents: 999999}}}
`)
	c := Load(Options{Dir: dir, Env: env})
	untrusted, trusted := c.Gate(false).Config, c.Gate(true).Config
	if c.Providers.GBrain.ShareDerived || c.Budget.GlobalMonthlyCapCents != 100 {
		t.Error("a configuration that did not pass the gate must be the safe one")
	}
	if g := untrusted.Providers.GBrain; g.ShareDerived || g.IncludePrivate || g.Interactive || g.CostCentsPerQuery != 0.1 {
		t.Errorf("untrusted gbrain = %+v", g)
	}
	if b := untrusted.Budget; b.GlobalMonthlyCapCents != 100 || b.PerProvider["gbrain"].MonthlyCapCents != -1 {
		t.Errorf("untrusted budget = %+v", b)
	}
	if g := trusted.Providers.GBrain; !g.ShareDerived || !g.IncludePrivate || !g.Interactive || g.CostCentsPerQuery != 0 {
		t.Errorf("trusted gbrain = %+v", g)
	}
	if trusted.Budget.GlobalMonthlyCapCents != 999999 {
		t.Errorf("trusted budget = %+v", trusted.Budget)
	}
	if n := len(TrustSubject(c).Actions); n != 6 {
		t.Errorf("%d actions: %v", n, TrustSubject(c).Actions)
	}
}

func TestTrustSubject(t *testing.T) {
	load := func(project string) Subject {
		dir, env := setting(t, "", project)
		s := TrustSubject(Load(Options{Dir: dir, Env: env}))
		for i := range s.Actions {
			s.Actions[i].What = strings.ReplaceAll(s.Actions[i].What, s.Folder, "WS")
		}
		return s
	}
	if s := load(base + "  local_markdown: {folders: [{name: a, path: docs, read_only: false}]}\n"); !s.Empty() {
		t.Errorf("nothing to ask: %+v", s)
	}
	// The same place every time, so that hashes can be compared.
	dir, env := setting(t, "", "")
	hash := func(project string) string {
		write(t, filepath.Join(dir, ".brv", "swarm", "config.yaml"), project)
		return TrustSubject(Load(Options{Dir: dir, Env: env})).Hash
	}
	const gbrain = base + "  gbrain: {transport: postgres, connection_string: 'postgres://me:pw@host/db?sslmode=require'}\n"
	first := hash(gbrain)
	for name, same := range map[string]string{
		"a comment":        "# hello\n" + gbrain,
		"ranking":          gbrain + "routing: {rrf_k: 3}\n",
		"another password": strings.Replace(gbrain, ":pw@", ":other@", 1),
		"a read folder":    gbrain + "  local_markdown: {folders: [{name: a, path: ~/a}]}\n",
	} {
		if hash(same) != first {
			t.Errorf("%s must not ask again", name)
		}
	}
	for name, other := range map[string]string{
		"another host":    strings.Replace(gbrain, "@host/", "@evil/", 1),
		"a host override": strings.Replace(gbrain, "?", "?host=evil&", 1),
		"a program":       strings.Replace(gbrain, "postgres,", "auto,", 1),
		"shared text":     strings.Replace(gbrain, "{transport", "{share_derived: true, transport", 1),
		"a written one":   gbrain + "  local_markdown: {folders: [{name: a, path: ~/a, read_only: false}]}\n",
		"a wiki":          gbrain + "  memory_wiki: {vault_path: ~/w}\n",
		"a whole home":    gbrain + "  obsidian: {vault_path: '~'}\n",
		"nothing":         base,
	} {
		if hash(other) == first {
			t.Errorf("%s must ask again", name)
		}
	}
	s := load(gbrain + "  memory_wiki: {vault_path: w}\n")
	if len(s.Actions) != 1 || s.Actions[0].String() != "connects to postgres://me@host/db?sslmode=require" {
		t.Errorf("actions = %v", s.Actions)
	}
}

func TestWithoutSecrets(t *testing.T) {
	for in, want := range map[string]string{
		"postgres://u:p@h:5/d?password=x&sslmode=a": "postgres://u@h:5/d?password=%5Bredacted%5D&sslmode=a",
		"https://token@h/mcp#frag":                  "https://h/mcp",
		"host=h password='a b' user=u":              "host=h password=[redacted] user=u",
		"host=h PGPASSWORD=abc":                     "host=h PGPASSWORD=[redacted]",
		"postgres:u:p@h":                            "an address that cannot be shown",
		"postgres://u:%zz@h/d":                      "an address that cannot be shown",
	} {
		if got := withoutSecrets(in); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}
