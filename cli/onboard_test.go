package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memswarm/contract"
)

const configFile = "ws/.brv/swarm/config.yaml"

// From nothing to the first right answer in one command.
func TestOnboardYes(t *testing.T) {
	p := newProgram(t).usual()
	out := p.must("onboard", "--yes")
	wants(t, out, "✓ obsidian", "✓ local-markdown", "✓ memory-wiki", "Wrote", "Indexed 4 notes", "1. ", "VS Code", "Neovim")
	wants(t, p.read(configFile), "vault_path: ~/Documents/Vault", "path: ~/notes", "read_only: true", "vault_path: ~/.openclaw/wiki/main")
	out = p.must("query", "how often do we retry")
	wants(t, out, "1. Retry budget", "obsidian")

	// Having written it is trusting it.
	var st contract.Status
	if code := p.json(&st, "status"); code != 0 || st.State != "ok" || !st.Config.Trusted || len(st.Providers) != 3 {
		t.Errorf("%d %+v", code, st)
	}
	// Once more changes nothing.
	var r onboardReply
	if code := p.json(&r, "onboard", "--yes"); code != 0 || r.Changed || r.Backup != "" || r.Notes != 4 || r.FirstHit == "" {
		t.Errorf("%d %+v", code, r)
	}
}

func TestOnboardKeepsTheFile(t *testing.T) {
	p := newProgram(t).usual()
	before := "# mine\nproviders:\n    obsidian: {vaultPath: ~/Documents/Vault, colour: blue}  # the vault\n\nx-own: [1, 2]\n"
	p.write(configFile, before)
	p.must("onboard", "--yes", "--write", "notes", "--no-index")
	after := p.read(configFile)
	for line := range strings.Lines(before) {
		wants(t, after, line)
	}
	wants(t, after, "    local_markdown:\n        enabled: true\n        folders:\n            - name: notes\n              path: ~/notes\n              read_only: false\n")
	if kept := p.read(configFile + ".bak"); kept != before {
		t.Errorf("%q", kept)
	}
	p.must("onboard", "--yes", "--without", "memory-wiki", "--no-index", "--enrichment", "chained")
	wants(t, p.read(configFile), "from: obsidian", "to: local-markdown", "enabled: false")
	if _, _, code := p.run("onboard", "--yes", "--without", "memory-wiki", "--no-index"); code != 0 || !p.exists(configFile+".bak-2") {
		t.Errorf("exit %d", code)
	}
}

func TestOnboardByFlags(t *testing.T) {
	p := newProgram(t).usual()
	p.write("work notes/a.md", "# A\n")
	_, errOut, code := p.run("onboard")
	if code != 2 {
		t.Errorf("exit %d", code)
	}
	wants(t, errOut, "no terminal", "--yes", "--vault "+p.path("Documents/Vault"), "--without obsidian", "--folder notes="+p.path("notes"), "--wiki ")
	if p.exists(configFile) {
		t.Error("it wrote all the same")
	}
	p.must("onboard", "--vault", "~/Documents/Vault", "--folder", "work=../work notes", "--write", "work", "--without", "memory-wiki", "--no-index", "--budget", "100")
	wants(t, p.read(configFile), "name: work", "path: ~/work notes", "read_only: false", "global_monthly_cap_cents: 100")
	if strings.Contains(p.read(configFile), "memory_wiki") {
		t.Error("it was left out")
	}
	var reply struct{ Error contract.ErrorBody }
	if code := p.json(&reply, "-C", p.home, "onboard"); code != 2 || reply.Error.Code != "usage" || !strings.Contains(reply.Error.Fix, "--wiki") {
		t.Errorf("%d %+v", code, reply)
	}
}

func TestOnboardDryRun(t *testing.T) {
	p := newProgram(t).usual()
	out := p.must("onboard", "--yes", "--dry-run")
	wants(t, out, "+  obsidian:")
	if p.exists(configFile) {
		t.Error("a dry run wrote")
	}
}

func TestOnboardForTheUser(t *testing.T) {
	p := newProgram(t).usual()
	p.must("onboard", "--yes", "--user", "--no-index")
	if p.exists(configFile) {
		t.Error("the workspace's file was written")
	}
	var st contract.Status
	if p.json(&st, "status"); len(st.Providers) != 3 || len(st.Config.Trust.HeldBack) != 0 {
		t.Errorf("%+v", st)
	}
}

func TestOnboardRefuses(t *testing.T) {
	tests := []struct {
		name string
		file string // the configuration before, "" for none
		args []string
		code int
		want string
	}{
		{"no such vault", "", []string{"--yes", "--vault", "nowhere"}, 1, "there is no folder"},
		{"a file as vault", "", []string{"--yes", "--vault", "../notes/standup.md"}, 1, "is a file"},
		{"contradiction", "", []string{"--yes", "--vault", "x", "--without", "obsidian"}, 2, "contradict"},
		{"unknown kind", "", []string{"--yes", "--without", "emacs"}, 2, "There is no kind"},
		{"unknown enrichment", "", []string{"--yes", "--enrichment", "both"}, 1, "There is no enrichment"},
		{"unknown folder to write", "", []string{"--yes", "--write", "zzz"}, 2, "There is no folder"},
		{"negative budget", "", []string{"--yes", "--budget", "-5"}, 1, "less than 0"},
		{"bad YAML", "providers: [\n", []string{"--yes"}, 2, "config.yaml:1:"},
		{"tabs", "providers:\n\tobsidian: 1\n", []string{"--yes"}, 2, "tab"},
		{"aliases", "x: &a {obsidian: {vault_path: /v}}\nproviders: *a\n", []string{"--yes", "--context-tree"}, 1, "alias"},
		{"10 MB", strings.Repeat("# 0123456789abcdef\n", 600_000), []string{"--yes"}, 2, "at most"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := newProgram(t).usual()
			if tt.file != "" {
				p.write(configFile, tt.file)
			}
			_, errOut, code := p.run(append([]string{"onboard", "--no-index"}, tt.args...)...)
			if code != tt.code {
				t.Errorf("exit %d, want %d", code, tt.code)
			}
			wants(t, errOut, tt.want)
			if strings.Count(strings.TrimSpace(errOut), "\n") < 1 {
				t.Errorf("no remedy: %s", errOut)
			}
			if tt.file != "" && p.read(configFile) != tt.file || tt.file == "" && p.exists(configFile) {
				t.Error("the configuration was touched")
			}
		})
	}
}

func TestOnboardDirectoryInTheFilesPlace(t *testing.T) {
	p := newProgram(t).usual()
	if err := os.MkdirAll(p.path(configFile), 0o755); err != nil {
		t.Fatal(err)
	}
	_, errOut, code := p.run("onboard", "--yes")
	if code != 2 {
		t.Errorf("exit %d", code)
	}
	wants(t, errOut, "There is a folder where the configuration file is expected", "Rename or remove")
}

func TestOnboardNothingFound(t *testing.T) {
	p := newProgram(t)
	_, errOut, code := p.run("onboard", "--yes")
	if code != 1 || p.exists("ws/.brv") {
		t.Errorf("exit %d", code)
	}
	wants(t, errOut, "Nothing was found", "--folder NAME=PATH")
}

// What ByteRover's own wizard wrote is a starting point like any other.
func TestOnboardOverTheReferencesFile(t *testing.T) {
	for _, name := range []string{"reference-onboard.yaml", "reference-full.yaml"} {
		p := newProgram(t).usual()
		text, err := os.ReadFile(filepath.Join("..", "swarm", "config", "testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		p.write(configFile, string(text))
		p.must("onboard", "--yes", "--no-index")
		after := p.read(configFile)
		for line := range strings.Lines(string(text)) {
			wants(t, after, line)
		}
		var st contract.Status
		p.json(&st, "status")
		for _, problem := range st.Config.Problems {
			if problem.Severity == "error" {
				t.Errorf("%s: %+v", name, problem)
			}
		}
	}
}
