package providers

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"memswarm/providers/internal/source/sourcetest"
	"memswarm/swarm"
	"memswarm/swarm/config"
)

// nothing is an empty environment.
func nothing(string) (string, bool) { return "", false }

// fakeGBrain builds the fake as a program called gbrain and gives its folder.
func fakeGBrain(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	name := filepath.Join(dir, "gbrain")
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	if out, err := exec.Command("go", "build", "-o", name, "./gbrain/fakegbrain").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return dir
}

func TestGBrain(t *testing.T) {
	bin := fakeGBrain(t)
	log := filepath.Join(t.TempDir(), "log")
	t.Setenv("FAKEGBRAIN_LOG", log)
	env := func(path string) func(string) (string, bool) {
		return func(name string) (string, bool) { return path, name == "PATH" }
	}
	load := func(t *testing.T, dir string, trusted bool, path string, pool *Pool) (swarm.Provider, *swarm.Error) {
		t.Helper()
		t.Setenv("XDG_CONFIG_HOME", filepath.Join(dir, "home"))
		opened, skipped := Open(config.Load(config.Options{Dir: dir, Env: nothing}), Deps{CacheDir: t.TempDir(), StateDir: filepath.Join(dir, "state"), Env: env(path), Pool: pool, Trusted: trusted})
		for _, p := range opened {
			if p.Info().ID == swarm.GBrain {
				t.Cleanup(func() { p.Close() })
				return p, nil
			}
			p.Close()
		}
		return nil, skipped[swarm.GBrain]
	}
	search := func(t *testing.T, p swarm.Provider, text string) *swarm.Found {
		t.Helper()
		q := swarm.Parse(text, time.Now())
		f, err := p.Search(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	const yaml = "providers:\n  gbrain: {enabled: true, search_mode: keyword, repo_path: brain}\nbudget: {per_provider: {gbrain: {max_queries_per_minute: 3}}}\n"
	files := map[string]string{".brv/swarm/config.yaml": yaml, "brain/people/bob-sample.md": "# Bob\n\nThe Kafka bridge. A wallaby.\n", ".git/HEAD": "x"}

	t.Run("shared by workspaces", func(t *testing.T) {
		dir := t.TempDir()
		sourcetest.Write(t, dir, files)
		var pool Pool
		a, why := load(t, dir, true, bin, &pool)
		b, _ := load(t, dir, true, bin, &pool)
		if a == nil || b == nil {
			t.Fatal(why)
		}
		for _, p := range []swarm.Provider{a, b} {
			f := search(t, p, "kafka")
			if len(f.Results) != 1 || f.Results[0].Ref.String() != "gbrain:people/bob-sample" || f.Results[0].Location == nil ||
				f.Results[0].Location.Path != filepath.Join(dir, "brain", "people", "bob-sample.md") {
				t.Errorf("got %+v", f)
			}
		}
		if err := a.Close(); err != nil {
			t.Error(err)
		}
		if f := search(t, b, "kafka"); len(f.Results) != 1 {
			t.Errorf("closing one closed the other: %+v", f)
		}
		if f := search(t, b, "kafka"); f.Skip == nil || f.Skip.Code != "rate_limited" {
			t.Errorf("got %+v", f)
		}
		text, err := os.ReadFile(log)
		if n := strings.Count(string(text), "args "); err != nil || n != 1 {
			t.Errorf("gbrain was started %d times, %v", n, err)
		}
		for _, ability := range []bool{is[swarm.Fetcher](b), is[swarm.Curator](b), is[swarm.Recenter](b), is[swarm.Spender](b)} {
			if !ability {
				t.Error("an ability is hidden")
			}
		}
		b.Close()
		if len(pool.brains)+len(pool.open) != 0 {
			t.Errorf("%d brains and %d sources are still open", len(pool.brains), len(pool.open))
		}
	})

	t.Run("untrusted", func(t *testing.T) {
		dir := t.TempDir()
		sourcetest.Write(t, dir, files)
		if p, why := load(t, dir, false, bin, &Pool{}); p != nil || why == nil || why.Code != config.CodeUntrusted {
			t.Errorf("got %v, %+v", p, why)
		}
	})

	t.Run("a program of the workspace", func(t *testing.T) {
		dir := t.TempDir()
		sourcetest.Write(t, dir, files)
		inside := filepath.Join(dir, "node_modules", ".bin")
		if err := os.MkdirAll(inside, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(filepath.Join(bin, "gbrain"), filepath.Join(inside, "gbrain")); err != nil {
			t.Skip(err)
		}
		defer os.Rename(filepath.Join(inside, "gbrain"), filepath.Join(bin, "gbrain")) //nolint:errcheck // best effort
		p, _ := load(t, dir, true, inside, &Pool{})
		// Its files answer, its program does not.
		if f := search(t, p, "wallaby"); f.Degraded == nil || f.Degraded.Code != "no_transport" || len(f.Results) != 1 || f.Results[0].Ref.Doc != "people/bob-sample" {
			t.Errorf("got %+v", f)
		}
	})
}

func is[T any](v any) bool { _, ok := v.(T); return ok }
