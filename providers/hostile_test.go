package providers

import (
	"path/filepath"
	"slices"
	"testing"

	"memswarm/providers/internal/hostile"
	"memswarm/providers/internal/source"
	"memswarm/providers/internal/source/sourcetest"
	"memswarm/providers/localmarkdown"
	"memswarm/providers/obsidian"
)

func TestHostileFiles(t *testing.T) {
	root := filepath.Join(t.TempDir(), "notes")
	files, err := hostile.Make(root)
	if err != nil {
		t.Fatal(err)
	}
	for name, o := range map[string]source.Options{
		"local-markdown": localmarkdown.Source(root, t.TempDir(), false),
		"with gitignore": localmarkdown.Source(root, t.TempDir(), true),
		"obsidian":       obsidian.Source(root, t.TempDir(), nil),
	} {
		t.Run(name, func(t *testing.T) {
			v := sourcetest.Open(t, o, source.Preferences{FollowLinks: true})
			sourcetest.Sync(t, v)
			for _, f := range files {
				found := slices.Contains(sourcetest.Docs(sourcetest.Ask(t, v, f.Word), ""), f.Path)
				switch f.Want {
				case hostile.Found:
					if !found {
						t.Errorf("%s (%s) is not found; skipped: %q", f.Path, f.Why, sourcetest.Skipped(t, v, f.Path))
					}
				case hostile.Absent:
					if found {
						t.Errorf("%s (%s) is found", f.Path, f.Why)
					}
				case hostile.Skipped:
					if found || sourcetest.Skipped(t, v, f.Path) == "" {
						t.Errorf("%s (%s): found %v, and no reason is given", f.Path, f.Why, found)
					}
				}
			}
			before := v.Health(t.Context())
			sourcetest.Sync(t, v)
			if after := v.Health(t.Context()); after.Notes != before.Notes || after.SkippedTotal != before.SkippedTotal {
				t.Errorf("a second look sees %d notes and %d skipped, the first saw %d and %d",
					after.Notes, after.SkippedTotal, before.Notes, before.SkippedTotal)
			}
		})
	}
}
