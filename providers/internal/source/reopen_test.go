package source_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memswarm/providers/internal/source"
	"memswarm/providers/internal/source/sourcetest"
	"memswarm/swarm"
)

// TestAnIndexOfAnotherProcessIsTakenOver has the owner of an index end while a
// second process works with a temporary one.
func TestAnIndexOfAnotherProcessIsTakenOver(t *testing.T) {
	source.ReopenAtOnce(t)
	root, cache := folder(t, numbered(5)), t.TempDir()
	first, err := source.Open(options(root, cache))
	if err != nil {
		t.Fatal(err)
	}
	a := source.NewView(first, "x", "x", source.Preferences{}, first.Close)
	sourcetest.Sync(t, a)
	b := sourcetest.Open(t, options(root, cache), source.Preferences{})
	sourcetest.Sync(t, b)
	if w := b.Health(t.Context()).Warnings; len(w) != 1 || !strings.Contains(w[0], "Another process") {
		t.Fatalf("warnings %q", w)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	sourcetest.Write(t, root, map[string]string{"late.md": "wallaby\n"})
	sourcetest.Sync(t, b)
	sourcetest.First(t, b, letters(2), "n0002.md")
	sourcetest.First(t, b, "wallaby", "late.md")
	if w := b.Health(t.Context()).Warnings; len(w) != 0 {
		t.Errorf("warnings %q", w)
	}
}

// TestAnIndexThatWasTakenAwayIsBuiltAgain deletes an open index.
func TestAnIndexThatWasTakenAwayIsBuiltAgain(t *testing.T) {
	root, cache := folder(t, numbered(5)), t.TempDir()
	v := sourcetest.Open(t, options(root, cache), source.Preferences{})
	sourcetest.Sync(t, v)
	list, err := filepath.Glob(filepath.Join(cache, "*"))
	if err != nil || len(list) != 1 {
		t.Fatalf("%v %v", list, err)
	}
	if err := os.RemoveAll(list[0]); err != nil {
		t.Fatal(err)
	}
	sourcetest.Write(t, root, map[string]string{"late.md": "wallaby\n"})
	if err := v.Sync(t.Context(), false, nil); err != nil {
		if e, ok := errors.AsType[*swarm.Error](err); !ok || e.Code != source.CodeIndex || e.Fix == "" {
			t.Errorf("got %v", err)
		}
		sourcetest.Sync(t, v)
	}
	sourcetest.First(t, v, "wallaby", "late.md")
	sourcetest.First(t, v, letters(3), "n0003.md")
}
