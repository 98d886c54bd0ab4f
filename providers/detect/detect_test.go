package detect

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"memswarm/swarm"
)

// home is a made-up home folder.
type home struct {
	t   *testing.T
	dir string
	env map[string]string
}

func newHome(t *testing.T) *home {
	dir := t.TempDir()
	return &home{t, dir, map[string]string{"HOME": dir, "USERPROFILE": dir, "APPDATA": filepath.Join(dir, "AppData", "Roaming")}}
}

func (h *home) path(name string) string { return filepath.Join(h.dir, filepath.FromSlash(name)) }

func (h *home) write(name, text string) {
	h.t.Helper()
	if err := os.MkdirAll(filepath.Dir(h.path(name)), 0o755); err != nil {
		h.t.Fatal(err)
	}
	if err := os.WriteFile(h.path(name), []byte(text), 0o644); err != nil {
		h.t.Fatal(err)
	}
}

// vaults writes Obsidian's list where it lies on this system.
func (h *home) vaults(text string) {
	h.t.Helper()
	l := &looker{Options: Options{Env: h.getenv}, home: h.dir}
	rel, err := filepath.Rel(h.dir, l.registries()[0])
	if err != nil {
		h.t.Fatal(err)
	}
	h.write(filepath.ToSlash(rel), text)
}

func (h *home) getenv(name string) (string, bool) { v, ok := h.env[name]; return v, ok }

func (h *home) detect(dir string) *Found {
	return Detect(h.t.Context(), Options{Dir: h.path(dir), Env: h.getenv, Budget: 30 * time.Second})
}

// lines renders candidates, one a line.
func (h *home) lines(f *Found) string {
	var b strings.Builder
	for _, c := range f.Candidates {
		rel, err := filepath.Rel(h.dir, c.Path)
		if err != nil {
			h.t.Fatal(err)
		}
		mark := "-"
		if c.Recommended {
			mark = "+"
		}
		fmt.Fprintf(&b, "%s %s %s %d %s", mark, c.Kind, filepath.ToSlash(rel), c.Notes, c.Found)
		if c.Detail != "" {
			fmt.Fprintf(&b, " (%s)", c.Detail)
		}
		if c.Problem != "" {
			fmt.Fprintf(&b, " [%s]", c.Problem)
		}
		fmt.Fprintln(&b)
	}
	return b.String()
}

func quoted(s string) string { b, _ := json.Marshal(s); return string(b) }

func TestDetect(t *testing.T) {
	h := newHome(t)
	h.write("Documents/Vault/.obsidian/app.json", "{}")
	h.write("Documents/Vault/a.md", "a")
	h.write("Documents/Vault/sub/b.md", "b")
	h.write("far/Other/.obsidian/app.json", "{}")
	h.write("far/Other/c.md", "c")
	h.vaults(`{"vaults": {"1": {"path": ` + quoted(h.path("far/Other")) + `, "ts": 5}, "2": {"path": ` + quoted(h.path("Documents/Vault")) + `, "ts": 9, "open": true}, "3": {"path": "/gone"}, "4": {"path": "rel"}}}`)
	h.write("notes/x.md", "x")
	h.write("notes/node_modules/y.md", "y")
	h.write("Journal/readme.txt", "no notes")
	h.write(".openclaw/wiki/main/concepts/c.md", "c")
	h.write(".openclaw/wiki/main/sources/s.md", "s")
	h.write("ws/.brv/context-tree/d/t.md", "t")
	h.write("ws/docs/guide.md", "g")
	want := `+ byterover ws/.brv/context-tree 1 the project's .brv folder
+ obsidian Documents/Vault 2 Obsidian's list of vaults
+ local-markdown far/Other 1 Obsidian's list of vaults (a further vault, searched as a folder)
+ local-markdown notes 1 a usual place
+ local-markdown ws 1 the workspace
+ memory-wiki .openclaw/wiki/main 2 OpenClaw's usual place
`
	f := h.detect("ws")
	if got := h.lines(f); got != want || f.Incomplete {
		t.Errorf("got:\n%swant:\n%s%+v", got, want, f.Warnings)
	}
}

func TestDetectNothing(t *testing.T) {
	h := newHome(t)
	if f := h.detect("."); len(f.Candidates) != 0 {
		t.Errorf("%+v", f)
	}
	h.env = nil
	if f := Detect(t.Context(), Options{Dir: t.TempDir(), Env: h.getenv}); len(f.Candidates) != 0 {
		t.Errorf("%+v", f)
	}
}

// The vault that the workspace lies in is the one, and its parts are not
// searched twice.
func TestDetectInsideAVault(t *testing.T) {
	h := newHome(t)
	h.write("V/.obsidian/app.json", "{}")
	h.write("V/project/n.md", "n")
	want := "+ obsidian V 1 the folder that the workspace lies in\n- local-markdown V/project 1 the workspace\n"
	if got := h.lines(h.detect("V/project")); got != want {
		t.Errorf("%s", got)
	}
}

func TestDetectOpenClawConfiguration(t *testing.T) {
	h := newHome(t)
	h.write(".openclaw/openclaw.json", "{\n\t// where the wiki is\n\tplugins: {entries: {\"memory-wiki\": {config: {vault: {path: '~/w//iki'},},},},},\n /* x */ }")
	h.write("w/iki/.openclaw-wiki/log.jsonl", "")
	h.write("w/iki/concepts/a.md", "")
	if got := h.lines(h.detect(".")); got != "+ memory-wiki w/iki 1 OpenClaw's configuration\n" {
		t.Errorf("%s", got)
	}
	// One vault for each agent.
	h.write(".openclaw/openclaw.json", `{"plugins":{"entries":{"memory-wiki":{"config":{"vault":{"path":"~/agents"}}}}}}`)
	h.write("agents/one/.openclaw-wiki/log.jsonl", "")
	if got := h.lines(h.detect(".")); got != "+ memory-wiki agents/one 0 OpenClaw's configuration\n" {
		t.Errorf("%s", got)
	}
}

func TestDetectGBrain(t *testing.T) {
	h := newHome(t)
	h.write(".gbrain/config.json", `{"engine": "pglite", "openai_api_key": "secret"}`)
	if got := h.lines(h.detect(".")); !strings.Contains(got, "- gbrain . 0 GBrain's configuration (engine pglite) [the program gbrain is not on the PATH]") {
		t.Errorf("%s", got)
	}
	h.write("bin/gbrain"+extensions()[0], "#!/bin/sh\n")
	if err := os.Chmod(h.path("bin/gbrain"+extensions()[0]), 0o755); err != nil {
		t.Fatal(err)
	}
	h.env["PATH"] = h.path("bin")
	h.write("brain/x.md", "")
	f := h.detect("ws")
	i := len(f.Candidates) - 1
	if i < 0 || f.Candidates[i].Kind != swarm.GBrain || !f.Candidates[i].Recommended || f.Candidates[i].Keyword || f.Candidates[i].Path != h.path("brain") {
		t.Fatalf("%+v", f)
	}
	text, err := json.Marshal(f)
	if err != nil || strings.Contains(string(text), "secret") {
		t.Errorf("%s, %v", text, err)
	}
	h.write(".gbrain/config.json", "{")
	if f := h.detect("."); len(f.Warnings) != 1 || !strings.Contains(f.Warnings[0], "cannot be read as JSON") {
		t.Errorf("%+v", f)
	}
}

// Other programs' settings may be anything.
func TestDetectHostileSettings(t *testing.T) {
	for _, text := range []string{"", "null", "[]", `{"vaults": 5}`, `{"vaults": {"a": null}}`, `{"vaults": {"a": {"path": "\u0000", "ts": 1e300}}}`, strings.Repeat("[", 10_000), "\xff\xfe", "{plugins: *x}", "{plugins: {entries: {memory-wiki: 5}}}"} {
		h := newHome(t)
		h.vaults(text)
		h.write(".openclaw/openclaw.json", text)
		h.write(".gbrain/config.json", text)
		for _, c := range h.detect(".").Candidates {
			if c.Kind != swarm.GBrain {
				t.Errorf("%q: %+v", text, c)
			}
		}
	}
}

// A folder that cannot be read is said so, and nothing else suffers.
func TestDetectUnreadable(t *testing.T) {
	if runtime.GOOS == "windows" || os.Getuid() == 0 {
		t.Skip("permissions do not bind here")
	}
	h := newHome(t)
	h.write("Vault/.obsidian/app.json", "{}")
	h.write("notes/a.md", "")
	if err := os.Chmod(h.path("notes"), 0o000); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(h.path("notes"), 0o755) })
	f := h.detect(".")
	if len(f.Warnings) != 1 || len(f.Candidates) != 1 {
		t.Errorf("%+v", f)
	}
}

// Detection ends when its time is up, whatever it has to look at.
func TestDetectTimeIsUp(t *testing.T) {
	h := newHome(t)
	for i := range 300 {
		h.write(fmt.Sprintf("notes/d%d/n.md", i), "")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	f := Detect(ctx, Options{Dir: h.dir, Env: h.getenv})
	if !f.Incomplete {
		t.Errorf("%+v", f)
	}
	n, more, err := countNotes(ctx, h.path("notes"))
	if n != 0 || !more || err != nil {
		t.Errorf("%d, %t, %v", n, more, err)
	}
}

// A place that hangs is given up.
func TestPlaceThatHangs(t *testing.T) {
	stuck := make(chan struct{})
	defer close(stuck)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	l := &looker{ctx: ctx}
	found := &Found{}
	got := l.gather([]place{
		{"quick", func(*looker) []Candidate { return []Candidate{{Name: "a"}} }},
		{"crashes", func(*looker) []Candidate { panic("x") }},
		{"hangs", func(*looker) []Candidate { <-stuck; return nil }},
	}, found)
	if !found.Incomplete || len(got) != 1 {
		t.Errorf("%+v, %+v", found, got)
	}
}

func FuzzSettings(f *testing.F) {
	f.Add([]byte("{plugins: {entries: {\"memory-wiki\": {config: {vault: {path: '~/w'}}}}}} // x"))
	f.Add([]byte("/* \" */ '\\"))
	f.Fuzz(func(_ *testing.T, text []byte) { _ = vaultPath(text) })
}
