package setup

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"memswarm/providers/detect"
	"memswarm/swarm"
	"memswarm/swarm/config"
)

type world struct {
	t         testing.TB
	home, dir string
	place     Place
}

func newWorld(t testing.TB, text string) *world {
	home := t.TempDir()
	w := &world{t: t, home: home, dir: filepath.Join(home, "ws")}
	w.place = Place{File: filepath.Join(w.dir, ".brv", "swarm", "config.yaml"), Root: w.dir, Home: home, Workspace: w.dir}
	if err := os.MkdirAll(w.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if text != "" {
		w.write(w.place.File, text)
	}
	return w
}

func (w *world) write(path, text string) {
	w.t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) load(text []byte) *config.Config {
	return config.Load(config.Options{Dir: w.dir, Unsaved: map[string][]byte{w.place.File: text}, Env: func(n string) (string, bool) {
		if n == "HOME" || n == "USERPROFILE" {
			return w.home, true
		}
		return "", false
	}})
}

func (w *world) make(a Answers) *Plan {
	w.t.Helper()
	p, err := Make(w.place, a, w.load)
	if err != nil {
		w.t.Fatal(err)
	}
	return p
}

func yes() *bool { b := true; return &b }
func no() *bool  { b := false; return &b }

func TestMakeNew(t *testing.T) {
	w := newWorld(t, "")
	p := w.make(Answers{
		ContextTree: yes(), Obsidian: &Obsidian{true, filepath.Join(w.home, "V")},
		Folders:    []Folder{{"notes", filepath.Join(w.home, "notes"), yes()}, {"", filepath.Join(w.dir, "docs"), nil}},
		MemoryWiki: &MemoryWiki{true, filepath.Join(w.home, ".openclaw/wiki/main"), "entity"}, Enrichment: Chained,
	})
	want := heading + `providers:
  byterover:
    enabled: true
  obsidian:
    enabled: true
    vault_path: ~/V
  local_markdown:
    enabled: true
    folders:
      - name: notes
        path: ~/notes
        read_only: false
      - name: docs
        path: docs
        read_only: true
  memory_wiki:
    enabled: true
    vault_path: ~/.openclaw/wiki/main
    write_page_type: entity
enrichment:
  edges:
    - from: byterover
      to: obsidian
    - from: byterover
      to: local-markdown
    - from: byterover
      to: memory-wiki
`
	if string(p.After) != want {
		t.Errorf("got:\n%s", p.After)
	}
	if len(p.Config.Problems) > 0 || len(p.Config.IDs()) != 5 || !p.Changed() {
		t.Errorf("%v %v", p.Config.Problems, p.Config.IDs())
	}
	if !strings.Contains(p.Diff(), "+  obsidian:") {
		t.Errorf("%s", p.Diff())
	}
	// The same answers again change nothing.
	w.write(w.place.File, want)
	again := w.make(Answers{ContextTree: yes(), Obsidian: &Obsidian{true, filepath.Join(w.home, "V")}, Folders: []Folder{{"notes", filepath.Join(w.home, "notes"), yes()}}, MemoryWiki: &MemoryWiki{true, "", "entity"}, Enrichment: Chained})
	if again.Changed() || again.Diff() != "" {
		t.Errorf("%s", again.Diff())
	}
}

const existing = `# my swarm ─ 笔记
providers:
    obsidian:   # the vault
        vaultPath: "~/Old Vault"
        colour: blue        # unknown, and mine
    local_markdown:
        folders:
        - {name: notes, path: ~/notes}   # flow

routing: {rrf_k: 61}
x-anchors: &a [1, 2]
`

func TestMakeKeepsWhatIsThere(t *testing.T) {
	for _, nl := range []string{"\n", "\r\n"} {
		for _, bom := range []string{"", "\ufeff"} {
			text := bom + strings.ReplaceAll(existing, "\n", nl)
			w := newWorld(t, text)
			p := w.make(Answers{
				Obsidian: &Obsidian{true, filepath.Join(w.home, "New")},
				Folders:  []Folder{{"notes", filepath.Join(w.home, "notes"), yes()}, {"notes", filepath.Join(w.home, "more"), nil}},
			})
			want := strings.NewReplacer(`"~/Old Vault"`, "~/New", "colour: blue        # unknown, and mine\n", "colour: blue        # unknown, and mine\n        enabled: true\n",
				"path: ~/notes}   # flow\n", "path: ~/notes, read_only: false}   # flow\n        - name: notes-2\n          path: ~/more\n          read_only: true\n").Replace(existing)
			if got := string(p.After); got != bom+strings.ReplaceAll(want, "\n", nl) {
				t.Errorf("got:\n%q", got)
			}
		}
	}
}

func TestMakeDisables(t *testing.T) {
	w := newWorld(t, existing)
	p := w.make(Answers{Obsidian: &Obsidian{}, ContextTree: no(), MemoryWiki: &MemoryWiki{}})
	if p.Config.Providers.Obsidian.Enabled || p.Config.Providers.ByteRover.Enabled || p.Config.Providers.MemoryWiki.Configured {
		t.Errorf("%s", p.After)
	}
}

func TestMakeDrops(t *testing.T) {
	w := newWorld(t, "providers:\n  local_markdown:\n    folders:\n      - {name: a, path: ~/a}\n      - {name: b, path: ~/b} # keep\n")
	p := w.make(Answers{Dropped: []string{filepath.Join(w.home, "a")}})
	if want := "providers:\n  local_markdown:\n    folders:\n      - {name: b, path: ~/b} # keep\n"; string(p.After) != want {
		t.Errorf("%s", p.After)
	}
	p = w.make(Answers{Dropped: []string{filepath.Join(w.home, "a"), filepath.Join(w.home, "b")}})
	if len(p.Config.Problems) > 0 || len(p.Config.IDs()) != 0 {
		t.Errorf("%s %v", p.After, p.Config.Problems)
	}
}

func TestMakeRefuses(t *testing.T) {
	for _, tt := range []struct {
		text string
		a    Answers
		code string
	}{
		{"providers: [\n", Answers{ContextTree: yes()}, "invalid_config"},
		{"a: \xff\n", Answers{ContextTree: yes()}, "invalid_config"},
		{"x: &a {enabled: true}\nproviders: *a\n", Answers{ContextTree: yes()}, "not_editable"},
		{"providers: no\n", Answers{ContextTree: yes()}, "not_editable"},
		{"", Answers{Enrichment: "both"}, "invalid_answers"},
		{"", Answers{MemoryWiki: &MemoryWiki{true, "/w", "page"}}, "invalid_answers"},
		{"", Answers{GBrain: &GBrain{true, "/w", "fast"}}, "invalid_answers"},
		{"", Answers{Folders: []Folder{{Path: " "}}}, "invalid_answers"},
	} {
		w := newWorld(t, tt.text)
		_, err := Make(w.place, tt.a, w.load)
		e, ok := errors.AsType[*swarm.Error](err)
		if !ok || e.Code != tt.code || e.Fix == "" {
			t.Errorf("%q %+v: %v", tt.text, tt.a, err)
		}
	}
}

func TestWrite(t *testing.T) {
	w := newWorld(t, existing)
	for i := range 3 {
		before, err := os.ReadFile(w.place.File)
		if err != nil {
			t.Fatal(err)
		}
		n := len(before) + i
		p := w.make(Answers{BudgetCents: &n})
		backup, err := p.Write()
		if err != nil {
			t.Fatal(err)
		}
		kept, err := os.ReadFile(backup)
		if err != nil || string(kept) != string(before) {
			t.Errorf("%s: %v", backup, err)
		}
		now, err := os.ReadFile(w.place.File)
		if err != nil || string(now) != string(p.After) {
			t.Errorf("%v", err)
		}
	}
	list, err := filepath.Glob(filepath.Join(filepath.Dir(w.place.File), "*"))
	if err != nil || len(list) > 4 {
		t.Errorf("%v, %v", list, err)
	}
}

func TestWriteNoticesOthers(t *testing.T) {
	w := newWorld(t, existing)
	p := w.make(Answers{ContextTree: yes()})
	w.write(w.place.File, "hover: false\n")
	if _, err := p.Write(); err == nil || !strings.Contains(err.Error(), "changed while") {
		t.Errorf("%v", err)
	}
	if text, _ := os.ReadFile(w.place.File); string(text) != "hover: false\n" {
		t.Errorf("%s", text)
	}
}

// A repository must not choose which of the user's files is changed.
func TestForeignLink(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need a privilege there")
	}
	w := newWorld(t, "")
	target := filepath.Join(w.home, "victim")
	w.write(target, "a: 1\n")
	if err := os.MkdirAll(filepath.Dir(w.place.File), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, w.place.File); err != nil {
		t.Fatal(err)
	}
	if _, err := Make(w.place, Answers{ContextTree: yes()}, w.load); err == nil || !strings.Contains(err.Error(), "outside the workspace") {
		t.Errorf("%v", err)
	}
	// A whole folder that leads away is no better.
	if err := os.RemoveAll(filepath.Join(w.dir, ".brv")); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(w.home, "away"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(w.home, "away"), filepath.Join(w.dir, ".brv")); err != nil {
		t.Fatal(err)
	}
	if _, err := Make(w.place, Answers{ContextTree: yes()}, w.load); err == nil {
		t.Error("a folder that leads away was taken")
	}
}

func TestRecommended(t *testing.T) {
	w := newWorld(t, "")
	found := &detect.Found{Candidates: []detect.Candidate{
		{Kind: swarm.ByteRover, Recommended: true},
		{Kind: swarm.Obsidian, Path: "/v", Recommended: true}, {Kind: swarm.LocalMarkdown, Path: "/n", Name: "n", Recommended: true},
		{Kind: swarm.LocalMarkdown, Path: "/not", Name: "not"}, {Kind: swarm.GBrain, Path: "/b", Recommended: true, Keyword: true},
	}}
	a := Recommended(found, w.load(nil))
	if a.ContextTree == nil || a.Obsidian.Path != "/v" || len(a.Folders) != 1 || a.GBrain.SearchMode != "keyword" || a.Enrichment != Chained {
		t.Errorf("%+v", a)
	}
	// What is configured stays.
	a = Recommended(found, w.load([]byte("providers:\n  obsidian: {vault_path: /mine}\n  local_markdown: {folders: [{path: /n}]}\n  gbrain: {enabled: false}\n  byterover: {enabled: false}\n")))
	if !a.Empty() {
		t.Errorf("%+v", a)
	}
}

func TestGraph(t *testing.T) {
	on := []swarm.ID{"byterover", "obsidian", "gbrain", "memory-wiki"}
	want := "query ──▶ gbrain\nquery ──▶ byterover ─┬─▶ obsidian\n                     └─▶ memory-wiki\n"
	if got := Graph(on, Chain([]swarm.ID{"byterover", "obsidian", "memory-wiki"})); got != want {
		t.Errorf("\n%s\nwant\n%s", got, want)
	}
	if got := Graph(on[:2], nil); got != "query ──▶ byterover\nquery ──▶ obsidian\n" {
		t.Errorf("\n%s", got)
	}
}

// FuzzMake: whatever stands in the file, either it is left alone with a reason
// or every line of it that no answer is about is still there.
func FuzzMake(f *testing.F) {
	f.Add([]byte(existing), "notes", "~/x")
	f.Add([]byte("providers:\n  local_markdown:\n    folders:\n"), "a: b", "")
	f.Add([]byte("---\n...\n"), "", "/")
	f.Fuzz(func(t *testing.T, text []byte, name, path string) {
		w := newWorld(t, "")
		w.write(w.place.File, string(text))
		p, err := Make(w.place, Answers{Obsidian: &Obsidian{true, path}, Folders: []Folder{{Name: name, Path: path}}, Enrichment: Chained}, w.load)
		if err != nil {
			return
		}
		if len(p.Config.Problems) > 0 && slices.ContainsFunc(p.Config.Problems, func(x config.Problem) bool { return x.Code == config.CodeSyntax }) {
			t.Fatalf("damaged: %q", p.After)
		}
		for line := range strings.Lines(string(text)) {
			if c := strings.TrimSpace(line); strings.HasPrefix(c, "#") && strings.Count(string(p.After), c) < 1 {
				t.Fatalf("lost %q in %q", c, p.After)
			}
		}
	})
}
