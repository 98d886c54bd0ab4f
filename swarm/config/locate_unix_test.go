//go:build unix

package config

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A configuration in somebody else's folder is not used.
func TestForeignFolder(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give a folder to another user")
	}
	for _, part := range []string{".", ".brv"} {
		dir := workspace(t, base+"routing: {rrf_k: 9}\n")
		inner := filepath.Join(dir, "inner")
		if err := os.Mkdir(inner, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Chown(filepath.Join(dir, part), 12345, 12345); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Join(dir, ".brv", "context-tree"), 0o755); err != nil {
			t.Fatal(err)
		}
		var c *Config
		for _, start := range []string{dir, inner} {
			c = Load(Options{Dir: start, SkipUser: true})
			if got := listed(c.Problems); c.Routing.RRFK != 60 || got != "0:0 warning foreign_folder" || c.Providers.ByteRover.Enabled {
				t.Errorf("%s from %s: rrf_k %d, %s", part, start, c.Routing.RRFK, got)
			}
		}
		// Named by the user, it is.
		c = Load(Options{Dir: inner, SkipUser: true, File: filepath.Join(dir, ".brv", "swarm", "config.yaml")})
		if c.Routing.RRFK != 9 {
			t.Errorf("%s: named, rrf_k %d", part, c.Routing.RRFK)
		}
	}
}

// Opening a pipe would wait for a writer.
func TestPipe(t *testing.T) {
	dir := workspace(t, "")
	file := filepath.Join(dir, ".brv", "swarm", "config.yaml")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(file, 0o644); err != nil {
		t.Skip("no pipes here: ", err)
	}
	if got := listed(Load(Options{Dir: dir, SkipUser: true}).Problems); got != "0:0 error not_a_file" {
		t.Errorf("got %s", got)
	}
}

func TestUnreadableFile(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may read everything")
	}
	dir := workspace(t, base)
	if err := os.Chmod(filepath.Join(dir, ".brv", "swarm", "config.yaml"), 0); err != nil {
		t.Fatal(err)
	}
	if got := listed(Load(Options{Dir: dir, SkipUser: true}).Problems); got != "0:0 error unreadable" {
		t.Errorf("got %s", got)
	}
}
