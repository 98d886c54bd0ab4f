package curate

import (
	"os"
	"testing"
)

// fastDir is a folder in memory where there is one: tests that write hundreds
// of notes would otherwise mostly wait for the disk.
func fastDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "curate-*")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}
