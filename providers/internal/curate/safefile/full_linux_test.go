package safefile

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// fails runs a writer process that must fail with a code and leave nothing.
func fails(t *testing.T, cmd *exec.Cmd, dir, want string) {
	t.Helper()
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if lines[0] != want || len(lines) != 3 {
		t.Errorf("got %q, want the code %s, a message and a remedy", lines, want)
	}
	if got := tree(t, dir); len(got) != 1 {
		t.Errorf("left behind: %v", keys(got))
	}
}

func keys(m map[string]string) (names []string) {
	for k := range m {
		names = append(names, k)
	}
	return names
}

func TestFileSizeLimit(t *testing.T) {
	dir := t.TempDir()
	fails(t, job(t, "fails", dir, "SAFEFILE_N=4096"), dir, CodeNoSpace)
}

func mount(t *testing.T, options string) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, options); err != nil {
		t.Skip("a file system cannot be mounted here: ", err)
	}
	t.Cleanup(func() { syscall.Unmount(dir, 0) })
	return dir
}

func TestDiskFull(t *testing.T) {
	dir := mount(t, "size=64k")
	fails(t, job(t, "fails", dir), dir, CodeNoSpace)
}

func TestOutOfInodes(t *testing.T) {
	dir := mount(t, "size=8m,nr_inodes=2")
	fails(t, job(t, "fails", dir), dir, CodeNoSpace)
}

func TestReadOnlyFileSystem(t *testing.T) {
	dir := mount(t, "size=8m")
	if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Skip("a file system cannot be made read-only here: ", err)
	}
	fails(t, job(t, "fails", dir), dir, CodeReadOnly)
}

func TestNoPermission(t *testing.T) {
	dir := t.TempDir()
	os.Chmod(dir, 0o555)
	cmd := job(t, "fails", dir)
	if os.Getuid() == 0 { // root may everything: become nobody
		cmd.Path = filepath.Join(t.TempDir(), "writer")
		copyFile(t, os.Args[0], cmd.Path)
		for p := filepath.Dir(cmd.Path); len(p) > 4; p = filepath.Dir(p) {
			if st, err := os.Stat(p); err != nil || st.Mode().Perm()&1 == 0 {
				if os.Chmod(p, 0o755) != nil {
					t.Skip("another user cannot reach ", p)
				}
			}
		}
		os.Chmod(filepath.Dir(dir), 0o755)
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	fails(t, cmd, dir, CodePermission)
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	in, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(out, in); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
}
