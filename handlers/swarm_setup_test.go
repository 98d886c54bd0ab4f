package handlers_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"memswarm/contract"
	"memswarm/handlers"
	"memswarm/lsp/lsptest"
	"memswarm/trust"
	"memswarm/workspace"
)

// startTrusting serves the workspace with a store of answers, as the program
// does.
func startTrusting(t *testing.T, s *scenario, options string) *trust.Store {
	t.Helper()
	home := filepath.Dir(s.dir)
	env := func(name string) (string, bool) { return home, name == "HOME" || name == "USERPROFILE" }
	host := workspace.NewHost(workspace.HostOptions{CacheDir: filepath.Join(home, "cache")})
	t.Cleanup(func() {
		if err := host.Close(); err != nil {
			t.Error(err)
		}
	})
	store := trust.Open(trust.Path(env))
	var mu sync.Mutex
	srv := handlers.New(handlers.Options{Host: host, Version: "test", Env: env,
		Trust: func(dir string) bool { return store.Folder(dir, "", env) },
		SetTrust: func(dir string, yes bool) error {
			mu.Lock()
			defer mu.Unlock()
			return store.SetFolder(t.Context(), dir, "", env, yes)
		}})
	s.client = lsptest.Serve(t, srv)
	setup := lsptest.Setup{Folders: map[string]string{s.uri(""): "ws"}}
	if options != "" {
		setup.Options = json.RawMessage(options)
	}
	s.client.Initialize(t, setup)
	return store
}

func statusOf(t *testing.T, s *scenario) (st contract.Status) {
	t.Helper()
	if err := s.client.Call("swarm/status", map[string]any{}, &st); err != nil {
		t.Fatal(err)
	}
	return st
}

const remoteConfig = "providers:\n  local_markdown:\n    folders:\n      - {name: out, path: ../out, read_only: false}\n"

func TestSwarmTrust(t *testing.T) {
	s := newScenario(t)
	s.write(configName, remoteConfig)
	if err := os.Mkdir(filepath.Join(filepath.Dir(s.dir), "out"), 0o755); err != nil {
		t.Fatal(err)
	}
	store := startTrusting(t, s, "")
	st := statusOf(t, s)
	if st.Config.Trusted || len(st.Config.Trust.HeldBack) != 1 || st.Config.Trust.Fix == "" || len(st.Config.Trust.Reads) != 1 || st.Targets[0].Writable || !strings.Contains(st.Targets[0].Reason, "memswarm trust") {
		t.Fatalf("%+v %+v", st.Config.Trust, st.Targets)
	}
	run := func(argument any) (reply struct{ Success, Trusted, Remembered bool }) {
		t.Helper()
		if err := s.client.Call("workspace/executeCommand", map[string]any{"command": "swarm.trust", "arguments": []any{argument}}, &reply); err != nil {
			t.Fatal(err)
		}
		return reply
	}
	if r := run(map[string]any{}); !r.Success || !r.Trusted || !r.Remembered {
		t.Errorf("%+v", r)
	}
	if st := statusOf(t, s); !st.Config.Trusted || len(st.Config.Trust.HeldBack) != 0 {
		t.Errorf("%+v", st.Config.Trust)
	}
	if list, err := store.List(); err != nil || len(list) != 1 {
		t.Errorf("%v, %v", list, err)
	}
	run(map[string]any{"trusted": false})
	if st := statusOf(t, s); st.Config.Trusted {
		t.Error("still trusted")
	}
}

// An editor with a workspace trust of its own decides itself, and nothing is
// remembered for it.
func TestEditorsOwnTrust(t *testing.T) {
	s := newScenario(t)
	s.write(configName, remoteConfig)
	store := startTrusting(t, s, `{"trusted": false}`)
	if err := s.client.Call("workspace/executeCommand", map[string]any{"command": "swarm.trust", "arguments": []any{map[string]any{"trusted": true}}}, nil); err != nil {
		t.Fatal(err)
	}
	if st := statusOf(t, s); !st.Config.Trusted {
		t.Error("not trusted")
	}
	if list, err := store.List(); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
}

func TestSwarmDetectAndConfigure(t *testing.T) {
	s := newScenario(t)
	home := filepath.Dir(s.dir)
	for name, text := range map[string]string{"Documents/V/.obsidian/app.json": "{}", "Documents/V/Retry budget.md": "# Retry budget\n\nthree tries\n", "notes/n.md": "# N\n"} {
		s.write("../"+name, text)
	}
	startTrusting(t, s, "")
	var found struct {
		Candidates []struct {
			Kind, Path  string
			Recommended bool
		}
		File    string
		Exists  bool
		Answers json.RawMessage
	}
	if err := s.client.Call("swarm/detect", map[string]any{}, &found); err != nil {
		t.Fatal(err)
	}
	if len(found.Candidates) != 2 || !found.Candidates[0].Recommended || found.Exists || found.File != filepath.Join(s.dir, filepath.FromSlash(configName)) {
		t.Fatalf("%+v", found)
	}
	type reply struct {
		Changed, Written bool
		Text, Diff       string
		Edits            []struct{ NewText string }
		Providers        []string
		Problems         []string
		Backup           string
	}
	configure := func(params map[string]any) (r reply) {
		t.Helper()
		if err := s.client.Call("swarm/configure", params, &r); err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := configure(map[string]any{"answers": found.Answers, "dryRun": true})
	if r.Written || !r.Changed || len(r.Edits) != 1 || r.Edits[0].NewText != r.Text || !strings.Contains(r.Diff, "+  obsidian:") || len(r.Providers) != 2 {
		t.Errorf("%+v", r)
	}
	if _, err := os.Stat(found.File); err == nil {
		t.Error("a dry run wrote")
	}
	if r = configure(map[string]any{"answers": found.Answers}); !r.Written {
		t.Errorf("%+v", r)
	}
	if text, err := os.ReadFile(found.File); err != nil || string(text) != r.Text {
		t.Errorf("%s, %v", text, err)
	}
	var a contract.Answer
	if err := s.client.Call("swarm/query", map[string]any{"query": "retry budget", "wait": 20_000}, &a); err != nil || len(a.Results) == 0 || a.Results[0].Provider != "obsidian" {
		t.Errorf("%+v, %v", a.Results, err)
	}
	// An edit of what is there touches its lines only, and keeps a backup.
	r = configure(map[string]any{"answers": map[string]any{"folders": []any{map[string]any{"path": filepath.Join(home, "notes"), "write": true}}}})
	if !r.Written || r.Backup == "" || len(r.Edits) != 1 || r.Edits[0].NewText != "        read_only: false\n" {
		t.Errorf("%+v", r)
	}
	if st := statusOf(t, s); !st.Config.Trusted || !st.Targets[1].Writable && !strings.Contains(st.Targets[1].Reason, "writ") {
		t.Errorf("%+v", st.Targets)
	}
	err := s.client.Call("swarm/configure", map[string]any{"answers": map[string]any{"enrichment": "both"}}, nil)
	if lsptest.Code(err) != -32602 {
		t.Errorf("%v", err)
	}
}
