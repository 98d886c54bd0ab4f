package cli_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"memswarm/cli"
	"memswarm/contract"
)

// asCurate makes the test's own executable the program.
const asCurate = "MEMSWARM_CURATE_PROGRAM"

func init() {
	if os.Getenv(asCurate) != "" {
		os.Exit(cli.Main(os.Args[1:]))
	}
}

// box is a home with a workspace, and the program run in it.
type box struct {
	t    *testing.T
	home string
	dir  string
}

func newBox(t *testing.T, files map[string]string) *box {
	t.Helper()
	home := t.TempDir()
	b := &box{t: t, home: home, dir: filepath.Join(home, "ws")}
	for name, text := range files {
		path := filepath.Join(b.dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return b
}

// run gives what the program, which the test's own executable is when it is told
// so, printed and its exit status.
func (b *box) run(in string, args ...string) (out, errOut string, code int) {
	b.t.Helper()
	exe, err := os.Executable()
	if err != nil {
		b.t.Fatal(err)
	}
	cmd := exec.CommandContext(b.t.Context(), exe, args...)
	cmd.Dir = b.dir
	cmd.Env = append(slices.DeleteFunc(os.Environ(), func(e string) bool { return strings.HasPrefix(e, "XDG_") }),
		asCurate+"=1", "HOME="+b.home, "USERPROFILE="+b.home, "LOCALAPPDATA="+b.home, "APPDATA="+b.home, "MEMSWARM_STANDALONE=1", "NO_COLOR=1")
	cmd.Stdin = strings.NewReader(in)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		code = exit.ExitCode()
	} else if err != nil {
		b.t.Fatal(err)
	}
	return stdout.String(), stderr.String(), code
}

func (b *box) curated(in string, args ...string) (c contract.Curated, code int) {
	b.t.Helper()
	out, errOut, code := b.run(in, append([]string{"curate", "-f", "json"}, args...)...)
	if err := json.Unmarshal([]byte(out), &c); err != nil {
		b.t.Fatalf("%v\n%s%s", err, out, errOut)
	}
	return c, code
}

// files hashes every file below a folder by its path in it, but for the index.
func files(t *testing.T, dir string) map[string][32]byte {
	t.Helper()
	out := map[string][32]byte{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(dir, path)
		rel = filepath.ToSlash(rel)
		if e.IsDir() {
			if rel == ".cache" || rel == "Library" || rel == "memswarm" {
				return fs.SkipDir
			}
			return nil
		}
		data, err := os.ReadFile(path)
		out[rel] = sha256.Sum256(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// workspaceFiles is a workspace with a target of every kind, and read-only ones.
var workspaceFiles = map[string]string{
	".brv/swarm/config.yaml": `providers:
  byterover: {enabled: true}
  obsidian: {vault_path: vault}
  memory_wiki: {vault_path: wiki}
  local_markdown:
    folders:
      - {name: notes, path: notes, read_only: false}
      - {name: archive, path: archive}
`,
	".brv/context-tree/auth/tokens/refresh.md": "# Refresh tokens\n\nThey are opaque.\n",
	"vault/.obsidian/app.json":                 "{}",
	"vault/Mooring.md":                         "# Mooring\n\nRopes.\n",
	"wiki/concepts/rotation.md":                "---\npageType: concept\nid: concept.rotation\ntitle: \"Rotation\"\nsourceIds:\n  - \"source.x\"\n---\n\n# Rotation\n",
	"notes/retry.md":                           "# Retry budget\n\nTen per cent.\n",
	"archive/old.md":                           "# Old\n",
	"main.go":                                  "package main\n",
}

func TestCurate(t *testing.T) {
	b := newBox(t, workspaceFiles)
	for _, tt := range []struct {
		name string
		in   string
		args []string
		code int
		out  string // stands in the standard output
		err  string // stands in the standard error
	}{
		{"nothing", "", []string{"curate"}, 2, "", "There is no text to store"},
		{"blanks", "", []string{"curate", " \t"}, 2, "", "the passage is empty"},
		{"an unknown target", "", []string{"curate", "-p", "honcho", "A thought."}, 2, "", "Provider 'honcho' not found"},
		{"a vault", "", []string{"curate", "-p", "obsidian", "A thought."}, 2, "", "does not support writes"},
		{"a folder for reading", "", []string{"curate", "-p", "local-markdown:archive", "A thought."}, 2, "", "read_only is true"},
		{"a wrong type", "", []string{"curate", "--type", "poem", "A thought."}, 2, "", "entity, note or general"},
		{"a wrong format", "", []string{"curate", "-f", "xml", "A thought."}, 2, "", "-f json"},
		{"a secret", "", []string{"curate", "token = AKIAIOSFODNN7EXAMPLZ"}, 1, "", "looks like it holds a secret"},
		{"a dry run", "", []string{"curate", "-p", "local-markdown:notes", "--dry-run", "Gulls steal."}, 0, "gulls-steal.md\n\n---\ntitle: \"Gulls steal\"\n", ""},
		{"a note that is not there", "", []string{"curate", "--append-to", "notes/none.md", "A thought."}, 2, "", "There is no note"},
		{"a note of the vault", "", []string{"curate", "--append-to", "vault/Mooring.md", "A thought."}, 2, "", "Nothing can be added"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			before := files(t, b.dir)
			out, errOut, code := b.run(tt.in, tt.args...)
			if code != tt.code || !strings.Contains(out, tt.out) || !strings.Contains(errOut, tt.err) {
				t.Errorf("status %d, want %d\n%s\n%s", code, tt.code, out, errOut)
			}
			if after := files(t, b.dir); !maps.Equal(before, after) {
				t.Errorf("files changed: %v", slices.Sorted(maps.Keys(after)))
			}
		})
	}
	for _, tt := range []struct {
		name, in string
		args     []string
		out      string
		file     string
	}{
		{"a note", "", []string{"curate", "Meeting notes: gulls steal at noon."}, "Stored to local-markdown:notes as meeting-notes-gulls-steal-at-noon.md\n", "notes/meeting-notes-gulls-steal-at-noon.md"},
		{"standard input", "# Ropes\r\n\r\nOf hemp.\r\n", []string{"swarm", "curate", "-", "-p", "local-markdown"}, "Stored to local-markdown:notes as ropes.md\n", "notes/ropes.md"},
		{"a title", "", []string{"curate", "--title", "../../x", "-p", "local-markdown:notes", "Dots."}, "Stored to local-markdown:notes as x.md\n", "notes/x.md"},
		{"the wiki", "", []string{"curate", "--provider", "memory-wiki", "--type", "entity", "--title", "Ada Marsh", "Works the dock."}, "Stored to memory-wiki as entities/ada-marsh.md\n", "wiki/entities/ada-marsh.md"},
		{"the tree", "", []string{"curate", "-p", "byterover", "Refresh tokens are opaque and rotate."}, "Stored to byterover as auth/tokens/refresh_tokens_are_opaque_and_rotate.md\n", ".brv/context-tree/auth/tokens/refresh_tokens_are_opaque_and_rotate.md"},
		{"another of the same name", "", []string{"curate", "-p", "local-markdown:notes", "# Retry budget\n\nTwenty."}, "Stored to local-markdown:notes as retry-budget.md\n", "notes/retry-budget.md"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out, errOut, code := b.run(tt.in, tt.args...)
			if code != 0 || !strings.HasPrefix(out, tt.out) {
				t.Fatalf("status %d, want 0\n%s\n%s", code, out, errOut)
			}
			if _, err := os.Stat(filepath.Join(b.dir, tt.file)); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestCurateIsFoundAndTakenBack(t *testing.T) {
	b := newBox(t, workspaceFiles)
	before := files(t, b.dir)
	c, code := b.curated("Cormorants dry their wings on the quokkapier.\n", "-", "-p", "local-markdown:notes")
	if code != 0 || !c.Success || c.Undo == "" || c.Path == "" {
		t.Fatalf("status %d, %+v", code, c)
	}
	if data, err := os.ReadFile(c.Path); err != nil || string(data) != c.Text {
		t.Errorf("the file is not the text of the answer: %v", err)
	}
	if out, _, _ := b.run("", "query", "-f", "json", "quokkapier"); !strings.Contains(out, c.ID) {
		t.Errorf("the next query does not find %s: %s", c.ID, out)
	}
	again, code := b.curated("Cormorants dry their wings on the quokkapier.\n", "-", "-p", "local-markdown:notes")
	if code != 1 || again.Success || again.Error == nil || again.Error.Code != "known" || len(again.Similar) == 0 {
		t.Errorf("a copy was stored: status %d, %+v", code, again)
	}
	appended, code := b.curated("", "--append-to", c.ID, "And the terns do not.")
	if code != 0 || !appended.Success || !appended.Appended || appended.Path != c.Path {
		t.Fatalf("status %d, %+v", code, appended)
	}
	if _, errOut, code := b.run("", "undo", c.Undo); code != 1 || !strings.Contains(errOut, "has changed since") {
		t.Errorf("a note that was appended to was taken back: status %d, %s", code, errOut)
	}
	for _, undo := range []string{appended.Undo, c.Undo} {
		if _, errOut, code := b.run("", "curate", "--undo", undo); code != 0 {
			t.Errorf("status %d: %s", code, errOut)
		}
	}
	if after := files(t, b.dir); !maps.Equal(before, after) {
		t.Errorf("not as before: %v", slices.Sorted(maps.Keys(after)))
	}
	if out, _, _ := b.run("", "query", "-f", "json", "quokkapier"); strings.Contains(out, c.ID) {
		t.Error("the next query still finds it")
	}
}

// TestCurateUntrusted checks that a cloned repository's configuration has
// nothing written outside of it.
func TestCurateUntrusted(t *testing.T) {
	b := newBox(t, map[string]string{
		".brv/swarm/config.yaml": "providers:\n  local_markdown:\n    folders:\n      - {name: out, path: ../outside, read_only: false}\n",
		"../outside/b.md":        "# B\n",
	})
	before := files(t, b.home)
	for _, args := range [][]string{{"A thought."}, {"-p", "local-markdown:out", "A thought."}, {"--append-to", "../outside/b.md", "A thought."}} {
		c, code := b.curated("", args...)
		if code != 2 || c.Success || c.Error == nil {
			t.Errorf("%v: status %d, %+v", args, code, c)
		}
	}
	after := files(t, b.home)
	maps.DeleteFunc(after, func(name string, _ [32]byte) bool {
		return !strings.HasPrefix(name, "ws/") && !strings.HasPrefix(name, "outside/")
	})
	if !maps.Equal(before, after) {
		t.Errorf("files changed: %v", slices.Sorted(maps.Keys(after)))
	}
}

// TestCurateTouchesItsTargetOnly curates odd passages with odd titles through
// the whole path and checks that no file that was there changes and that new ones
// are in the target.
func TestCurateTouchesItsTargetOnly(t *testing.T) {
	b := newBox(t, workspaceFiles)
	pieces := []string{"../../x", "CON", "a/b\\c", "日本語の題", "👩‍🚀", "e\u0301te\u0301", "\x00\x01", "\xff\xfe", "שלום", "# ", "---\ntitle: x\n---\n", "```go\n", "[[Mooring]]",
		strings.Repeat("long ", 80), "nul.txt", ".hidden", "~", "-", "\r\n", "| a | b |", "<!-- openclaw:human:start -->", "word"}
	rng := rand.New(rand.NewPCG(1, 2))
	targets := map[string]string{"local-markdown:notes": "notes/", "memory-wiki": "wiki/", "byterover": ".brv/context-tree/"}
	for i := range 24 {
		text := fmt.Sprintf("Passage %d. ", i)
		for range 1 + rng.IntN(4) {
			text += pieces[rng.IntN(len(pieces))] + " "
		}
		title := strings.ReplaceAll(pieces[rng.IntN(len(pieces))], "\x00", "") // no argument holds a NUL
		target := slices.Sorted(maps.Keys(targets))[i%len(targets)]
		before := files(t, b.dir)
		c, code := b.curated(text, "-", "-p", target, "--force", "--no-wait", "--title", title)
		if code != 0 {
			t.Fatalf("%q with title %q into %s: status %d, %+v", text, title, target, code, c.Error)
		}
		after := files(t, b.dir)
		for name, hash := range before {
			if after[name] != hash {
				t.Errorf("%q with title %q: %s has changed", text, title, name)
			}
			delete(after, name)
		}
		if len(after) == 0 {
			t.Errorf("%q with title %q: nothing was written", text, title)
		}
		for name := range after {
			if !strings.HasPrefix(name, targets[target]) {
				t.Errorf("%q with title %q: %s is outside of %s", text, title, name, target)
			}
		}
	}
}

// TestCurateAtOnce has several processes store notes of one title.
func TestCurateAtOnce(t *testing.T) {
	b := newBox(t, workspaceFiles)
	const processes = 4
	codes, outs := make([]int, processes), make([]string, processes)
	var wg sync.WaitGroup
	for i := range processes {
		wg.Go(func() {
			outs[i], _, codes[i] = b.run("", "curate", "-p", "local-markdown:notes", "--no-wait", fmt.Sprintf("# Terns\n\nObservation %d of its own.", i))
		})
	}
	wg.Wait()
	notes, err := filepath.Glob(filepath.Join(b.dir, "notes", "terns*.md"))
	if err != nil || len(notes) != processes {
		t.Errorf("%d notes: %v, %v, %q", len(notes), notes, codes, outs)
	}
}
