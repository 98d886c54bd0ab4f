package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// terminal is the program in a real terminal, by tmux.
type terminal struct {
	*program
	socket string
}

// patience bounds how long a screen may take to show what is waited for. It is
// no assertion about speed.
const patience = 60 * time.Second

// start runs the program in a terminal of its own.
func (p *program) start(args ...string) *terminal {
	p.t.Helper()
	if _, err := exec.LookPath("tmux"); err != nil || runtime.GOOS == "windows" {
		p.t.Skip("needs tmux for a real terminal")
	}
	exe, err := os.Executable()
	if err != nil {
		p.t.Fatal(err)
	}
	short, err := os.MkdirTemp("", "ms") // a socket's path must be short
	if err != nil {
		p.t.Fatal(err)
	}
	tm := &terminal{program: p, socket: filepath.Join(short, "t")}
	quoted := shellQuote(exe)
	for _, a := range args {
		quoted += " " + shellQuote(a)
	}
	cmd := []string{"-f", "/dev/null", "new-session", "-d", "-x", "110", "-y", "45", "-c", p.dir}
	for _, e := range p.env() {
		cmd = append(cmd, "-e", e)
	}
	tm.tmux(append(cmd, "sh", "-c", "trap : INT; cd "+shellQuote(p.dir)+"; "+quoted+"; echo EXIT=$?; exec sleep 600")...)
	p.t.Cleanup(func() {
		_ = exec.Command("tmux", "-S", tm.socket, "kill-server").Run()
		_ = os.RemoveAll(short)
	})
	return tm
}

func (tm *terminal) tmux(args ...string) string {
	tm.t.Helper()
	out, err := exec.Command("tmux", append([]string{"-S", tm.socket}, args...)...).CombinedOutput()
	if err != nil {
		tm.t.Fatalf("tmux %v: %v\n%s", args, err, out)
	}
	return string(out)
}

func (tm *terminal) screen() string { return tm.tmux("capture-pane", "-p", "-S", "-200") }

// see waits until the screen shows a text.
func (tm *terminal) see(text string) string {
	tm.t.Helper()
	deadline := time.Now().Add(patience)
	for {
		screen := tm.screen()
		if strings.Contains(screen, text) {
			return screen
		}
		if time.Now().After(deadline) {
			tm.t.Fatalf("the screen never shows %q:\n%s", text, screen)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// press types keys by tmux's names.
func (tm *terminal) press(keys ...string) {
	tm.t.Helper()
	tm.tmux(append([]string{"send-keys"}, keys...)...)
}

// From nothing to the first answer in at most ten key presses.
func TestOnboardInATerminal(t *testing.T) {
	t.Parallel()
	tm := newProgram(t).usual().start("onboard")
	presses := 0
	for _, screen := range []string{"What should be searched?", "Obsidian vault", "Folder notes", "┃ May new notes be stored", "Memory Wiki\n", "┃ Which kind of page", "How should they work together?", "Write it?"} {
		tm.see(strings.TrimSuffix(screen, "\n"))
		tm.press("Enter")
		presses++
	}
	out := tm.see("EXIT=")
	wants(t, out, "✓ Wrote ~/ws/.brv/swarm/config.yaml", "✓ Indexed 4 notes", "memswarm query", "1. ", "EXIT=0")
	if presses > 10 {
		t.Errorf("%d key presses", presses)
	}
	wants(t, tm.read(configFile), "read_only: true", "vault_path: ~/.openclaw/wiki/main")
}

// Esc goes back, Space chooses, Tab completes a path, y allows writing, and the
// graph and the diff follow.
func TestOnboardChoices(t *testing.T) {
	t.Parallel()
	p := newProgram(t).usual()
	p.write("work/more-notes/a.md", "# A\n")
	tm := p.start("onboard")
	tm.see("What should be searched?")
	tm.press("Enter")
	tm.see("Obsidian vault")
	tm.press("Escape")
	tm.see("What should be searched?")
	tm.press("Down", "Down", "Space", "Down", "Space", "Enter") // no wiki, but another folder
	tm.see("Obsidian vault")
	tm.press("Enter")
	tm.see("Folder notes")
	tm.press("Enter")
	tm.see("┃ May new notes be stored")
	tm.press("y")
	tm.see("Which folder?")
	tm.press("Enter")
	tm.see("a path is needed")
	tm.press("-l", "~/work/mo")
	tm.see("~/work/more-notes") // the completion, dimmed
	tm.press("Tab", "Enter")
	tm.see("┃ May new notes be stored")
	tm.press("Enter")
	tm.see("How should they work together?")
	tm.press("Down")
	tm.see("┬─▶ local-markdown:notes")
	tm.press("Enter")
	tm.see("Go back and change")
	wants(t, tm.screen(), "+        path: ~/work/more-notes", "+        read_only: false", "+    - from: obsidian")
	tm.press("Down", "Enter") // back: the answers are kept
	tm.see("What should be searched?")
	tm.press("C-c")
	wants(t, tm.see("EXIT="), "Nothing was written.", "EXIT=1")
	if p.exists("ws/.brv") {
		t.Error("something was written")
	}
}

// Ctrl-C at any step leaves nothing half-written.
func TestOnboardInterrupted(t *testing.T) {
	t.Parallel()
	steps := []string{"What should be searched?", "Obsidian vault", "Folder notes", "┃ May new notes be stored", "Memory Wiki", "┃ Which kind of page", "How should they work together?", "Write it?"}
	for n := range steps {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			tm := newProgram(t).usual().start("onboard")
			for _, s := range steps[:n] {
				tm.see(s)
				tm.press("Enter")
			}
			tm.see(steps[n])
			tm.press("C-c")
			wants(t, tm.see("EXIT="), "Nothing was written.", "EXIT=1")
			if tm.exists("ws/.brv") {
				t.Error("something was written")
			}
		})
	}
}

// The question about trust comes once, and only when something would be gained.
func TestTrustQuestion(t *testing.T) {
	t.Parallel()
	p := newProgram(t).usual()
	p.write(configFile, "providers: {local_markdown: {folders: [{name: notes, path: ~/notes}]}}\n")
	tm := p.start("query", "queue")
	if out := tm.see("EXIT="); strings.Contains(out, "Do you trust") {
		t.Errorf("asked for nothing:\n%s", out)
	}
	p.write(configFile, wantsMore)
	tm = p.start("query", "queue")
	wants(t, tm.see("Do you trust it? [y/N]"), "writes into "+p.path("notes"))
	tm.press("n", "Enter")
	wants(t, tm.see("EXIT="), "Not trusted", "Standup", "EXIT=0")
	tm = p.start("query", "queue")
	if out := tm.see("EXIT="); strings.Contains(out, "Do you trust") {
		t.Errorf("asked twice:\n%s", out)
	}
	p.write(configFile, wantsMore+"      - {name: docs, path: ~/Documents, read_only: false}\n")
	tm = p.start("query", "queue")
	tm.see("Do you trust it? [y/N]")
	tm.press("y", "Enter")
	tm.see("EXIT=0")
	wants(t, p.must("trust", "--list"), "✓ trusted")
}

func TestStatusWatch(t *testing.T) {
	t.Parallel()
	p := newProgram(t).usual()
	p.must("onboard", "--yes", "--no-index")
	tm := p.start("status", "--watch")
	tm.see("✓ Swarm is operational (3 providers, 4 notes)")
	if err := os.RemoveAll(p.path("notes")); err != nil {
		t.Fatal(err)
	}
	tm.see("✗ local-markdown:notes")
	tm.press("C-c")
	tm.see("EXIT=0")
}
