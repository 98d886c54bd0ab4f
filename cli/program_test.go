package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// asProgram makes the test's own executable the program, so that tests run it
// as users do: as a process with a home of its own.
const asProgram = "MEMSWARM_TEST_PROGRAM"

func init() {
	if os.Getenv(asProgram) != "" {
		os.Exit(Main(os.Args[1:]))
	}
}

// program is a user's machine: a home folder with what lies in it.
type program struct {
	t    *testing.T
	home string
	dir  string // where commands start
}

func newProgram(t *testing.T) *program {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p := &program{t: t, home: home, dir: filepath.Join(home, "ws")}
	if err := os.MkdirAll(p.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return p
}

// usual is what a new user has: a vault, a folder of notes and a wiki.
func (p *program) usual() *program {
	p.write("Documents/Vault/.obsidian/app.json", "{}")
	p.write("Documents/Vault/Retry budget.md", "# Retry budget\n\nWe retry three times and stop.\n")
	p.write("notes/standup.md", "# Standup\n\nThe queue was deep again.\n")
	p.write(".openclaw/wiki/main/concepts/jwt.md", "---\npageType: concept\nid: concept.jwt\ntitle: JWT refresh\n---\n\n# JWT refresh\n\nRotated daily.\n")
	p.write(".openclaw/wiki/main/sources/x.md", "---\npageType: source\nid: source.x\ntitle: X\n---\n")
	return p
}

func (p *program) path(name string) string { return filepath.Join(p.home, filepath.FromSlash(name)) }

func (p *program) write(name, text string) {
	p.t.Helper()
	if err := os.MkdirAll(filepath.Dir(p.path(name)), 0o755); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(p.path(name), []byte(text), 0o644); err != nil {
		p.t.Fatal(err)
	}
}

func (p *program) read(name string) string {
	p.t.Helper()
	text, err := os.ReadFile(p.path(name))
	if err != nil {
		p.t.Fatal(err)
	}
	return string(text)
}

func (p *program) exists(name string) bool {
	_, err := os.Lstat(p.path(name))
	return err == nil
}

// env is the user's environment.
func (p *program) env() []string {
	env := []string{asProgram + "=1", "MEMSWARM_STANDALONE=1",
		// A terminal inherits what tmux was started with; in CI no question is
		// asked.
		"CI=", "HOME=" + p.home, "USERPROFILE=" + p.home, "TERM=xterm-256color",
		"PATH=" + os.Getenv("PATH"), "XDG_CACHE_HOME=" + p.path(".cache"), "LOCALAPPDATA=" + p.path("Local"), "APPDATA=" + p.path("Roaming"), "LANG=C.UTF-8"}
	if root := os.Getenv("SystemRoot"); root != "" {
		env = append(env, "SystemRoot="+root)
	}
	return env
}

// run runs the program without a terminal.
func (p *program) run(args ...string) (stdout, stderr string, code int) {
	p.t.Helper()
	exe, err := os.Executable()
	if err != nil {
		p.t.Fatal(err)
	}
	c := exec.CommandContext(p.t.Context(), exe, args...)
	c.Dir, c.Env = p.dir, p.env()
	var out, errOut bytes.Buffer
	c.Stdout, c.Stderr = &out, &errOut
	c.WaitDelay = 10 * time.Second
	if err := c.Run(); err != nil {
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			p.t.Fatal(err)
		}
		code = exit.ExitCode()
	}
	return out.String(), errOut.String(), code
}

// json runs the program with -f json and reads what it prints.
func (p *program) json(into any, args ...string) (code int) {
	p.t.Helper()
	out, errOut, code := p.run(append(args, "-f", "json")...)
	if err := json.Unmarshal([]byte(out), into); err != nil {
		p.t.Fatalf("%v: %v\n%s%s", args, err, out, errOut)
	}
	return code
}

// must runs the program and wants success.
func (p *program) must(args ...string) string {
	p.t.Helper()
	out, errOut, code := p.run(args...)
	if code != 0 {
		p.t.Fatalf("%v: exit %d\n%s%s", args, code, out, errOut)
	}
	return out
}

// wants checks that a text holds all of the parts.
func wants(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in:\n%s", part, text)
		}
	}
}
