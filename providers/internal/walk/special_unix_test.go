//go:build unix

package walk

import (
	"context"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// Pipes, sockets and devices called like notes are named and never opened: a
// pipe without a writer would hold the reader for ever.
func TestSpecialFiles(t *testing.T) {
	root := tree(t, map[string]string{"a.md": "a", "to-pipe.md": "-> pipe", "to-null.md": "-> /dev/null"})
	must(t, syscall.Mkfifo(filepath.Join(root, "pipe.md"), 0o644))
	must(t, syscall.Mkfifo(filepath.Join(root, "pipe"), 0o644))
	t.Chdir(root) // the path of a socket is short
	l, err := net.Listen("unix", "sock.md")
	must(t, err)
	defer l.Close()
	found, skipped, _ := walkTree(t, root, Rules{Extensions: NoteExtensions})
	wantList(t, "found", found, "a.md")
	wantList(t, "skipped", skipped, "pipe.md not-regular", "sock.md not-regular", "to-null.md link-outside", "to-pipe.md not-regular")

	for _, name := range []string{"pipe.md", "sock.md"} {
		_, err := ReadFile(context.Background(), File{Rel: name, Abs: filepath.Join(root, name)}, 0)
		if r := reasonOf(err); r != ReasonIrregular && r != ReasonUnreadable {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err = ReadFile(context.Background(), File{Rel: "zero.md", Abs: "/dev/zero"}, 0)
	if reasonOf(err) != ReasonIrregular {
		t.Errorf("a device: %v", err)
	}
}

func TestUnreadable(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may read everything")
	}
	root := tree(t, map[string]string{"a.md": "a", "closed/b.md": "b", "closed.md": "c"})
	must(t, os.Chmod(filepath.Join(root, "closed"), 0))
	t.Cleanup(func() { _ = os.Chmod(filepath.Join(root, "closed"), 0o755) })
	must(t, os.Chmod(filepath.Join(root, "closed.md"), 0))
	found, skipped, _ := walkTree(t, root, Rules{Extensions: NoteExtensions})
	wantList(t, "found", found, "a.md", "closed.md")
	wantList(t, "skipped", skipped, "closed unreadable")
	_, err := ReadFile(context.Background(), File{Rel: "closed.md", Abs: filepath.Join(root, "closed.md")}, 0)
	if reasonOf(err) != ReasonUnreadable {
		t.Errorf("%v", err)
	}
}
