package providers

import (
	"path/filepath"
	"testing"

	"memswarm/bench/corpus"
	"memswarm/providers/internal/source"
	"memswarm/providers/internal/source/sourcetest"
	"memswarm/providers/obsidian"
)

// Closing while segments are still being merged leaves half a file behind. The
// next process must take the index as it is.
func TestAnIndexClosedDuringMergesIsKept(t *testing.T) {
	root := filepath.Join(t.TempDir(), "vault")
	if _, err := corpus.Generate(root, corpus.Options{Notes: 300}); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		o := obsidian.Source(root, t.TempDir(), nil)
		o.Log = func(line string) { t.Errorf("log: %s", line) }
		for again := range 2 {
			s, err := source.Open(o)
			if err != nil {
				t.Fatal(err)
			}
			v := source.NewView(s, "x", "x", source.Preferences{}, s.Close)
			if again == 1 {
				<-v.Ready()
				if n := v.Health(t.Context()).Notes; n != 300 {
					t.Errorf("%d notes after opening again, want 300", n)
				}
			}
			sourcetest.Sync(t, v)
			if err := v.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}
