package walk

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

func reasonOf(err error) Reason {
	var e *Error
	if errors.As(err, &e) {
		return e.Reason
	}
	return ""
}

func TestReadFile(t *testing.T) {
	big := bytes.Repeat([]byte("line of text\n"), 900_000) // over two chunks
	root := tree(t, map[string]string{"a.md": "text", "empty.md": "", "big.md": string(big), "dir.md/": ""})
	ctx := context.Background()
	file := func(name string) File { return File{Rel: name, Abs: filepath.Join(root, name)} }
	for name, want := range map[string]string{"a.md": "text", "empty.md": "", "big.md": string(big)} {
		got, err := ReadFile(ctx, file(name), 0)
		if err != nil || string(got) != want {
			t.Errorf("%s: %d bytes, %v", name, len(got), err)
		}
	}
	for _, tt := range []struct {
		name string
		max  int64
		want Reason
	}{
		{"a.md", 3, ReasonTooLarge},
		{"a.md", 4, ""},
		{"gone.md", 0, ReasonVanished},
		{"dir.md", 0, ReasonIrregular},
	} {
		_, err := ReadFile(ctx, file(tt.name), tt.max)
		if reasonOf(err) != tt.want {
			t.Errorf("%s, at most %d: %v", tt.name, tt.max, err)
		}
	}
	if _, err := ReadFile(ctx, file("gone.md"), 0); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the system's error is not in %v", err)
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := ReadFile(cancelled, file("a.md"), 0); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// A file that has grown since it was listed is read as it is now, up to the
// limit.
func TestReadGrown(t *testing.T) {
	root := tree(t, map[string]string{"log.md": "one\n"})
	f := File{Rel: "log.md", Abs: filepath.Join(root, "log.md"), Size: 4}
	must(t, os.WriteFile(f.Abs, []byte("one\ntwo\n"), 0o644))
	if b, err := ReadFile(context.Background(), f, 8); err != nil || string(b) != "one\ntwo\n" {
		t.Errorf("%q, %v", b, err)
	}
	must(t, os.Truncate(f.Abs, 0))
	if b, err := ReadFile(context.Background(), f, 8); err != nil || len(b) != 0 {
		t.Errorf("%q, %v", b, err)
	}
}

func TestReadThroughLinks(t *testing.T) {
	root := tree(t, map[string]string{"real.md": "text", "other.md": "other", "link.md": "-> real.md"})
	ctx := context.Background()
	// What Walk listed as a plain file and is now a link is not followed.
	_, err := ReadFile(ctx, File{Rel: "link.md", Abs: filepath.Join(root, "link.md")}, 0)
	if reasonOf(err) != ReasonIrregular {
		t.Errorf("a new link: %v", err)
	}
	f := File{Rel: "link.md", Abs: filepath.Join(root, "link.md"), Real: filepath.Join(root, "real.md")}
	if b, err := ReadFile(ctx, f, 0); err != nil || string(b) != "text" {
		t.Errorf("a known link: %q, %v", b, err)
	}
}

// A file that somebody writes without pause is read to the limit and no
// further.
func TestReadWhileGrowing(t *testing.T) {
	root := tree(t, map[string]string{"log.md": "start\n"})
	f := File{Rel: "log.md", Abs: filepath.Join(root, "log.md")}
	w, err := os.OpenFile(f.Abs, os.O_APPEND|os.O_WRONLY, 0)
	must(t, err)
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		chunk := bytes.Repeat([]byte("x"), 64<<10)
		for range 1000 {
			select {
			case <-stop:
				return
			default:
				_, _ = w.Write(chunk)
			}
		}
	}()
	for range 50 {
		b, err := ReadFile(context.Background(), f, 1<<20)
		if reason := reasonOf(err); err != nil && reason != ReasonTooLarge || len(b) > 1<<20 {
			t.Fatalf("%d bytes, %v", len(b), err)
		}
	}
	close(stop)
	<-done
	must(t, w.Close())
}
