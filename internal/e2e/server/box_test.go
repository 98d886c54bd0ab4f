//go:build unix

package server

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"memswarm/contract"
	"memswarm/lsp/lsptest"
)

// patience is how long a test waits for what must come.
const patience = 30 * time.Second

// box is a user of their own: a home, a server, and a workspace with notes.
type box struct {
	t    testing.TB
	home string
	ws   string   // the workspace
	more []string // environment
}

// newBox makes a box whose workspace holds the files.
func newBox(t testing.TB, files map[string]string) *box {
	t.Helper()
	// Not t.TempDir: the path of a socket has few bytes to spare.
	home, err := os.MkdirTemp("", "msw")
	if err != nil {
		t.Fatal(err)
	}
	if home, err = filepath.EvalSymlinks(home); err != nil {
		t.Fatal(err)
	}
	b := &box{t: t, home: home, ws: filepath.Join(home, "ws")}
	for _, dir := range []string{"ws", "run"} {
		if err := os.Mkdir(filepath.Join(home, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	b.write("notes/.keep", "")
	b.write(".brv/swarm/config.yaml", "providers:\n  local_markdown:\n    enabled: true\n    folders:\n      - name: notes\n        path: ./notes\n")
	for name, text := range files {
		b.write(name, text)
	}
	t.Cleanup(func() {
		st := b.status()
		if st.Running {
			b.run("server", "stop")
			eventually(t, "the server's end", func() bool { return !alive(st.PID) })
		}
		if t.Failed() {
			t.Logf("the server's log:\n%s", b.log())
		}
		_ = os.RemoveAll(home)
	})
	return b
}

// notes makes n notes, each with a word of its own.
func notes(n int) map[string]string {
	files := map[string]string{}
	for i := range n {
		files[fmt.Sprintf("notes/n%04d.md", i)] = fmt.Sprintf("# Note %s\n\nThe quokka says %s.\n", word(i), word(i))
	}
	return files
}

// word spells a number so that no analysis splits or stems it.
func word(i int) string {
	var b strings.Builder
	for range 4 {
		b.WriteByte("bdfgklmnprtvz"[i%13])
		b.WriteByte("aou"[i%3])
		i /= 13
	}
	return b.String() + "x"
}

func (b *box) path(rel string) string { return filepath.Join(b.ws, filepath.FromSlash(rel)) }

func (b *box) uri(rel string) string { return contract.FileURI(b.path(rel)) }

func (b *box) write(rel, text string) {
	b.t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(b.path(rel)), 0o755), os.WriteFile(b.path(rel), []byte(text), 0o644)); err != nil {
		b.t.Fatal(err)
	}
}

func (b *box) env() []string {
	return append([]string{
		asProgram + "=1", fmt.Sprintf("%s=%d", runMark, os.Getpid()), "PATH=" + os.Getenv("PATH"), "HOME=" + b.home,
		"XDG_RUNTIME_DIR=" + filepath.Join(b.home, "run"), "XDG_CACHE_HOME=" + filepath.Join(b.home, "cache"),
		"XDG_CONFIG_HOME=" + filepath.Join(b.home, "config"), "XDG_STATE_HOME=" + filepath.Join(b.home, "state"),
		"MEMSWARM_IDLE=2m",
	}, b.more...)
}

// command is the program with arguments, in the workspace.
func (b *box) command(args ...string) *exec.Cmd {
	exe, err := os.Executable()
	if err != nil {
		b.t.Fatal(err)
	}
	cmd := exec.Command(exe, args...)
	cmd.Env, cmd.Dir = b.env(), b.ws
	return cmd
}

// result is what a command did.
type result struct {
	out, err string
	code     int
}

func (b *box) run(args ...string) result {
	b.t.Helper()
	cmd := b.command(args...)
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	if err := cmd.Run(); err != nil {
		if _, ok := errors.AsType[*exec.ExitError](err); !ok {
			b.t.Fatal(err)
		}
	}
	return result{out.String(), errOut.String(), cmd.ProcessState.ExitCode()}
}

// found lists the notes that a query finds.
func (b *box) found(text string) []string {
	b.t.Helper()
	r := b.run("query", "-f", "json", text)
	var a contract.Answer
	if err := json.Unmarshal([]byte(r.out), &a); err != nil || r.code != 0 {
		b.t.Fatalf("query %q: %+v", text, r)
	}
	return names(&a)
}

// names lists the file names of an answer's results.
func names(a *contract.Answer) []string {
	out := []string{}
	for _, r := range a.Results {
		out = append(out, r.Location.URI[strings.LastIndexByte(r.Location.URI, '/')+1:])
	}
	return out
}

func (b *box) status() contract.ServerStatus {
	b.t.Helper()
	r := b.run("server", "status", "-f", "json")
	var st contract.ServerStatus
	if err := json.Unmarshal([]byte(r.out), &st); err != nil {
		b.t.Fatalf("server status: %v: %+v", err, r)
	}
	return st
}

func (b *box) log() string {
	list, _ := filepath.Glob(filepath.Join(b.home, "state", "memswarm", "server-*.log"))
	var all strings.Builder
	for _, f := range list {
		text, _ := os.ReadFile(f)
		all.Write(text)
	}
	return all.String()
}

// servers lists the processes of this run that are servers of this box.
func (b *box) servers() []int {
	return slices.DeleteFunc(processes(func(command []string) bool {
		return len(command) > 2 && command[1] == "server" && command[2] == "run"
	}), func(pid int) bool {
		env, _ := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
		return !containsField(env, []byte("HOME="+b.home))
	})
}

// editor is a language client behind `memswarm lsp`.
type editor struct {
	*lsptest.Client
	b    *box
	cmd  *exec.Cmd
	wait func() int
	err  *bytes.Buffer
}

// open starts `memswarm lsp` without initializing it.
func (b *box) open(args ...string) *editor {
	b.t.Helper()
	e := &editor{b: b, cmd: b.command(append([]string{"lsp"}, args...)...), err: &bytes.Buffer{}}
	e.cmd.Stderr = e.err
	e.Client, e.wait = lsptest.Run(b.t, e.cmd)
	return e
}

// edit starts `memswarm lsp` on the workspace.
func (b *box) edit() *editor {
	b.t.Helper()
	e := b.open()
	e.Initialize(b.t, lsptest.Setup{Folders: map[string]string{b.uri(""): "ws"}})
	return e
}

// found lists the notes that swarm/query finds; wait is in milliseconds.
func (e *editor) found(text string, wait int) ([]string, error) {
	var a contract.Answer
	err := e.Call("swarm/query", map[string]any{"query": text, "wait": wait}, &a)
	return names(&a), err
}

func (e *editor) mustFind(text, name string) {
	e.b.t.Helper()
	got, err := e.found(text, 20000)
	if err != nil || len(got) == 0 || got[0] != name {
		e.b.t.Fatalf("%q finds %v (%v), want %s", text, got, err, name)
	}
}

// eventually waits for what must come.
func eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("never: %s", what)
		}
	}
}

func alive(pid int) bool { return syscall.Kill(pid, 0) == nil }
