//go:build unix

package daemon

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func env(pairs ...string) Env {
	return func(name string) (string, bool) {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1], true
			}
		}
		return "", false
	}
}

// short is a temporary folder whose path leaves room for a socket's.
func short(t testing.TB) string {
	dir, err := os.MkdirTemp("/tmp", "msd")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

func TestLocate(t *testing.T) {
	own := short(t)
	open := filepath.Join(own, "open")
	long := filepath.Join(own, strings.Repeat("l", 90))
	for _, dir := range []string{open, long} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(open, 0o777); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(own, "link")
	if err := os.Symlink(long, link); err != nil {
		t.Fatal(err)
	}
	foreign := "/"
	if os.Getuid() == 0 {
		foreign = filepath.Join(own, "foreign")
		if err := errors.Join(os.Mkdir(foreign, 0o700), os.Chown(foreign, 12345, 12345)); err != nil {
			t.Fatal(err)
		}
	}
	fallback := filepath.Join("/tmp", "memswarm-")
	for _, test := range []struct{ name, runtimeDir, below string }{
		{"the user's own", own, own},
		{"none", "", fallback},
		{"relative", "run", fallback},
		{"missing", filepath.Join(own, "missing"), fallback},
		{"open to others", open, fallback},
		{"too long", long, fallback},
		{"a link", link, fallback},
		{"another user's", foreign, fallback},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := Locate(env("XDG_RUNTIME_DIR", test.runtimeDir), "kind", "")
			if err != nil || !strings.HasPrefix(p.Socket, test.below) {
				t.Errorf("got %+v, %v", p, err)
			}
			if len(p.Socket) > maxSocket {
				t.Errorf("%d bytes", len(p.Socket))
			}
		})
	}
	a, _ := Locate(env("XDG_RUNTIME_DIR", own), "index 1", "/state")
	b, _ := Locate(env("XDG_RUNTIME_DIR", own), "index 2", "/state")
	if a.Socket == b.Socket || a.Alive == b.Alive || a.Log == b.Log || a.Dir != b.Dir || filepath.Dir(a.Log) != "/state" {
		t.Errorf("two kinds: %+v and %+v", a, b)
	}
}

func TestPrepareWantsAPrivateFolder(t *testing.T) {
	dir := short(t)
	for _, test := range []struct {
		name string
		make func(path string) error
		ok   bool
	}{
		{"none yet", func(string) error { return nil }, true},
		{"there", func(p string) error { return os.Mkdir(p, 0o700) }, true},
		{"open", func(p string) error { return errors.Join(os.Mkdir(p, 0o700), os.Chmod(p, 0o750)) }, false},
		{"a file", func(p string) error { return os.WriteFile(p, nil, 0o600) }, false},
		{"a link", func(p string) error { return os.Symlink(t.TempDir(), p) }, false},
	} {
		p := Place{Dir: filepath.Join(dir, test.name)}
		if err := test.make(p.Dir); err != nil {
			t.Fatal(err)
		}
		if err := p.prepare(); (err == nil) != test.ok {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

func TestLogIsSetAside(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "server.log")
	l, err := OpenLog(path)
	if err != nil {
		t.Fatal(err)
	}
	l.max = 1000
	// Standard error has the file open, too.
	other, err := openLog(path)
	if err != nil {
		t.Fatal(err)
	}
	for range 100 {
		if _, err := l.Write([]byte(strings.Repeat("x", 49) + "\n")); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := other.WriteString("panic\n"); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(l.Close(), other.Close()); err != nil {
		t.Fatal(err)
	}
	now, err := os.ReadFile(path)
	old, err2 := os.ReadFile(path + ".1")
	if err != nil || err2 != nil || len(now) > 1100 || len(old) > 1100 || len(old) < 900 || !strings.HasSuffix(string(now), "x\npanic\n") {
		t.Errorf("%d and %d bytes, %v %v", len(now), len(old), err, err2)
	}
	if strings.ContainsRune(string(now), 0) {
		t.Error("the emptied file has a hole")
	}
}
