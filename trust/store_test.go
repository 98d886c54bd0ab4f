package trust

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"memswarm/swarm/config"
)

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

type world struct {
	t     *testing.T
	home  string
	dir   string
	store *Store
}

func newWorld(t *testing.T) *world {
	home := t.TempDir()
	dir := filepath.Join(home, "ws")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, home: home, dir: dir}
	w.store = Open(Path(w.env))
	return w
}

func (w *world) env(name string) (string, bool) {
	switch name {
	case "HOME", "USERPROFILE":
		return w.home, true
	}
	return "", false
}

func (w *world) configure(text string) {
	w.t.Helper()
	write(w.t, filepath.Join(w.dir, ".brv", "swarm", "config.yaml"), text)
}

func (w *world) trusted() bool { return w.store.Folder(w.dir, "", w.env) }

// Only a change of what would be started, connected to or written asks again.
func TestTrustFollowsTheSubject(t *testing.T) {
	w := newWorld(t)
	const brain = "providers:\n  gbrain:\n    repo_path: ~/brain\n"
	w.configure(brain)
	if w.trusted() {
		t.Fatal("trusted before anybody said so")
	}
	if err := w.store.SetFolder(t.Context(), w.dir, "", w.env, true); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		text string
		want bool
	}{
		{brain, true},
		{"# a comment\n" + brain + "routing:\n  rrf_k: 10\n", true},
		{brain + "    search_mode: keyword\n", true},
		{strings.Replace(brain, "~/brain", "~/other", 1), false},
		{brain + "    transport: http\n    url: https://example.org/mcp\n", false},
		{brain + "  local_markdown:\n    folders: [{path: ~/notes, read_only: false}]\n", false},
		{"providers:\n  obsidian:\n    vault_path: ~/V\n", true}, // less than was allowed
		{brain + "budget:\n  global_monthly_cap_cents: 90000\n", false},
	} {
		w.configure(tt.text)
		if got := w.trusted(); got != tt.want {
			t.Errorf("%q: trusted %t", tt.text, got)
		}
	}
}

func TestRefusedAndRevoked(t *testing.T) {
	w := newWorld(t)
	w.configure("providers:\n  gbrain:\n    repo_path: ~/brain\n")
	s := Subject(w.dir, "", w.env)
	if err := w.store.Set(t.Context(), s, Refused, time.Now()); err != nil {
		t.Fatal(err)
	}
	if asked, err := w.store.Answered(s); err != nil || !asked || w.trusted() {
		t.Errorf("answered %t, %v, trusted %t", asked, err, w.trusted())
	}
	if err := w.store.Set(t.Context(), s, Trusted, time.Now()); err != nil || !w.trusted() {
		t.Errorf("%v", err)
	}
	list, err := w.store.List()
	if err != nil || len(list) != 1 || list[0].Folder != s.Folder || len(list[0].Actions) == 0 {
		t.Errorf("%+v, %v", list, err)
	}
	if found, err := w.store.Revoke(t.Context(), s.Folder); err != nil || !found || w.trusted() {
		t.Errorf("%t, %v", found, err)
	}
	if found, err := w.store.Revoke(t.Context(), s.Folder); err != nil || found {
		t.Errorf("%t, %v", found, err)
	}
}

func TestManyWritersLoseNothing(t *testing.T) {
	w := newWorld(t)
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			s := config.Subject{Folder: fmt.Sprint("/w", i), Hash: fmt.Sprint(i)}
			if err := Open(w.store.Path()).Set(t.Context(), s, Trusted, time.Now()); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	list, err := w.store.List()
	if err != nil || len(list) != 20 {
		t.Errorf("%d entries, %v", len(list), err)
	}
}

func TestDamagedStoreTrustsNobody(t *testing.T) {
	w := newWorld(t)
	w.configure("providers:\n  gbrain:\n    repo_path: ~/brain\n")
	for _, text := range []string{"", "{", "[]", "null\x00", `{"version": 99}`} {
		write(t, w.store.Path(), text)
		if w.trusted() {
			t.Errorf("%q trusts", text)
		}
		if err := w.store.SetFolder(t.Context(), w.dir, "", w.env, true); err == nil {
			t.Errorf("%q was overwritten", text)
		} else if !strings.Contains(err.Error(), w.store.Path()) {
			t.Errorf("%v does not name the file", err)
		}
	}
}

func TestNowhereToRemember(t *testing.T) {
	s := Open("")
	if list, err := s.List(); err != nil || list != nil {
		t.Error(list, err)
	}
	if err := s.Set(t.Context(), config.Subject{Folder: "/x"}, Trusted, time.Now()); err == nil {
		t.Error("remembered nowhere")
	}
}

func TestPath(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("POSIX paths")
	}
	env := func(m map[string]string) func(string) (string, bool) {
		return func(n string) (string, bool) { v, ok := m[n]; return v, ok }
	}
	if got := Path(env(map[string]string{"HOME": "/h", "XDG_STATE_HOME": "/s"})); got != "/s/memswarm/trust.json" {
		t.Error(got)
	}
	if got := Path(env(map[string]string{"HOME": "/h", "XDG_STATE_HOME": "rel"})); !strings.HasPrefix(got, "/h/") {
		t.Error(got)
	}
	if got := Path(env(nil)); got != "" {
		t.Error(got)
	}
}

// The file holds no secrets.
func TestNoSecretIsStored(t *testing.T) {
	w := newWorld(t)
	w.configure("providers:\n  gbrain:\n    transport: postgres\n    connection_string: postgres://u:hunter2@h/db\n    token: s3cret\n")
	if err := w.store.SetFolder(t.Context(), w.dir, "", w.env, true); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(w.store.Path())
	if err != nil || strings.Contains(string(text), "hunter2") || strings.Contains(string(text), "s3cret") {
		t.Errorf("%s, %v", text, err)
	}
}
