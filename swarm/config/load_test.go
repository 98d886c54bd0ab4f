package config

import (
	"os"
	"path/filepath"
	"testing"
)

// workspace makes a project with a configuration (none for "") and returns its
// folder.
func workspace(t testing.TB, yaml string) string {
	t.Helper()
	dir := realTemp(t)
	if yaml != "" {
		write(t, filepath.Join(dir, ".brv", "swarm", "config.yaml"), yaml)
	}
	return dir
}

func realTemp(t testing.TB) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// environment is an environment of these variables only.
func environment(vars map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) { v, ok := vars[name]; return v, ok }
}

// load loads a workspace's configuration with an otherwise empty home.
func load(t testing.TB, yaml string) *Config {
	t.Helper()
	return Load(Options{Dir: workspace(t, yaml), Env: environment(map[string]string{"HOME": filepath.Join(realTemp(t), "home"), "USERPROFILE": filepath.Join(realTemp(t), "home")})})
}

func TestDefaults(t *testing.T) {
	c := load(t, "providers:\n  byterover:\n    enabled: true\n")
	if len(c.Problems) > 0 {
		t.Fatalf("problems: %v", c.Problems)
	}
	if c.ZeroConfig || !c.Providers.ByteRover.Enabled || c.Routing.RRFK != 60 || c.Routing.JointWeight != 20 ||
		c.Routing.MinRRFScore != 0.005 || c.Routing.RRFGapRatio != 0.5 || c.Routing.DefaultMaxResults != 10 || !c.Hover || c.Symbols.Passages != 15 {
		t.Errorf("defaults are wrong: %+v", c)
	}
	if got := c.IDs(); len(got) != 1 || got[0] != "byterover" {
		t.Errorf("IDs = %v", got)
	}
}
