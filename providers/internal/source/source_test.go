package source_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"memswarm/providers/internal/markdown"
	"memswarm/providers/internal/source"
	"memswarm/providers/internal/source/sourcetest"
	"memswarm/providers/internal/walk"
	"memswarm/swarm"
)

// options read plain markdown.
func options(root, cache string) source.Options {
	return source.Options{
		Kind: swarm.LocalMarkdown, Root: root, CacheDir: cache, Version: "test-1",
		Rules: func() walk.Rules { return walk.Rules{Extensions: walk.NoteExtensions, SkipDirs: walk.VaultDirs} },
		Parse: func(f *source.File) (*source.Page, string) {
			return &source.Page{Note: markdown.Parse(f.Data, markdown.Options{})}, ""
		},
	}
}

// numbered makes n notes, each with a word of its own.
func numbered(n int) map[string]string {
	files := map[string]string{}
	for i := range n {
		files[fmt.Sprintf("n%04d.md", i)] = fmt.Sprintf("# Note %s\n\nThe quokka says %s.\n", letters(i), letters(i))
	}
	return files
}

// letters spells a number so that no analysis splits or stems it.
func letters(i int) string {
	var b strings.Builder
	for range 4 {
		b.WriteByte("bdfgklmnprtvz"[i%13])
		b.WriteByte("aou"[i%3])
		i /= 13
	}
	return b.String() + "x"
}

func folder(t testing.TB, files map[string]string) string {
	root := filepath.Join(t.TempDir(), "notes")
	sourcetest.Write(t, root, files)
	return root
}

func TestAnIndexOnDiskIsReadyAtOnce(t *testing.T) {
	root, cache := folder(t, numbered(20)), t.TempDir()
	s, err := source.Open(options(root, cache))
	if err != nil {
		t.Fatal(err)
	}
	v := source.NewView(s, "x", "x", source.Preferences{}, s.Close)
	select {
	case <-v.Ready():
		t.Error("ready before anything was read")
	default:
	}
	sourcetest.Sync(t, v)
	<-v.Ready()
	if err := v.Close(); err != nil {
		t.Fatal(err)
	}

	v = sourcetest.Open(t, options(root, cache), source.Preferences{})
	<-v.Ready()
	found := sourcetest.Ask(t, v, letters(7))
	if len(found.Results) == 0 || found.Indexing {
		t.Errorf("%d results, indexing %v", len(found.Results), found.Indexing)
	}
	var read atomic.Int32
	if err := v.Sync(t.Context(), false, func(done, total int) {
		read.Store(int32(total))
		if done != total {
			t.Errorf("%d of %d: a file that has not changed was read", done, total)
		}
	}); err != nil {
		t.Fatal(err)
	}
	if read.Load() != 20 {
		t.Errorf("%d files looked at", read.Load())
	}
}

func TestSearchDuringTheFirstIndex(t *testing.T) {
	root := folder(t, numbered(50))
	o := options(root, t.TempDir())
	hold := make(chan struct{})
	reached := make(chan struct{})
	var parsed atomic.Int32
	parse := o.Parse
	o.Parse = func(f *source.File) (*source.Page, string) {
		if parsed.Add(1) == 50 {
			close(reached)
		}
		if f.Doc == "n0000.md" {
			<-hold
		}
		return parse(f)
	}
	// The newest are read first, so the oldest holds up the end alone.
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(filepath.Join(root, "n0000.md"), old, old); err != nil {
		t.Fatal(err)
	}
	v := sourcetest.Open(t, o, source.Preferences{})
	done := make(chan error, 1)
	go func() { done <- v.Sync(t.Context(), false, nil) }()
	<-reached
	if found := sourcetest.Ask(t, v, "quokka"); !found.Indexing {
		t.Error("an answer from half an index does not say so")
	}
	if h := v.Health(t.Context()); h.State != swarm.StateOK || !h.Indexing {
		t.Errorf("health %+v", h)
	}
	// A saved note need not wait for the end.
	saved := filepath.Join(root, "saved.md")
	if err := os.WriteFile(saved, []byte("wallaby\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	changed := make(chan error, 1)
	go func() { changed <- v.Changed(t.Context(), []string{saved}) }()
	close(hold)
	if err := <-changed; err != nil {
		t.Fatal(err)
	}
	sourcetest.First(t, v, "wallaby", "saved.md")
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if found := sourcetest.Ask(t, v, letters(0)); found.Indexing || len(found.Results) == 0 {
		t.Errorf("after the end: indexing %v, %d results", found.Indexing, len(found.Results))
	}
}

func TestACanceledSyncGoesOn(t *testing.T) {
	root, cache := folder(t, numbered(300)), t.TempDir()
	v := sourcetest.Open(t, options(root, cache), source.Preferences{})
	ctx, cancel := context.WithCancel(t.Context())
	err := v.Sync(ctx, false, func(done, total int) {
		if done >= 100 { // told at most every 20 ms, so the exact number differs
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v, want canceled", err)
	}
	first := -1
	if err := v.Sync(t.Context(), false, func(done, total int) {
		if first < 0 {
			first = done
		}
	}); err != nil {
		t.Fatal(err)
	}
	if first < 50 {
		t.Errorf("the second sync began at %d of 300; what the first had read was lost", first)
	}
	for _, i := range []int{0, 150, 299} {
		sourcetest.First(t, v, letters(i), fmt.Sprintf("n%04d.md", i))
	}
	if n := v.Health(t.Context()).Notes; n != 300 {
		t.Errorf("%d notes, want 300", n)
	}
}

func TestFilesAreNeverShownAsTheyWere(t *testing.T) {
	root := folder(t, numbered(10))
	v := sourcetest.Open(t, options(root, t.TempDir()), source.Preferences{})
	sourcetest.Sync(t, v)
	if err := os.Remove(filepath.Join(root, "n0003.md")); err != nil {
		t.Fatal(err)
	}
	sourcetest.Write(t, root, map[string]string{"n0004.md": "# Other\n\nwallaby and quokka\n"})
	if docs := sourcetest.Docs(sourcetest.Ask(t, v, "quokka"), ""); len(docs) != 9 || slices.Contains(docs, "n0003.md") {
		t.Errorf("found %v, want all but n0003.md", docs)
	}
	sourcetest.Absent(t, v, letters(4), "n0004.md", "its text was changed")
	sourcetest.First(t, v, "wallaby", "n0004.md")
}

func TestVerify(t *testing.T) {
	root := folder(t, numbered(3))
	v := sourcetest.Open(t, options(root, t.TempDir()), source.Preferences{})
	sourcetest.Sync(t, v)
	if err := os.Remove(filepath.Join(root, "n0000.md")); err != nil {
		t.Fatal(err)
	}
	sourcetest.Write(t, root, map[string]string{"n0001.md": "changed to another length\n"})
	ref := func(doc string) swarm.Ref { return swarm.Ref{Provider: v.Info().ID, Doc: doc} }
	gone, changed, err := v.Verify(t.Context(), []swarm.Ref{ref("n0000.md"), ref("n0001.md"), ref("n0002.md"), ref("../x.md")})
	if err != nil {
		t.Fatal(err)
	}
	if want := []swarm.Ref{ref("n0000.md"), ref("../x.md")}; !slices.Equal(gone, want) {
		t.Errorf("gone %v, want %v", gone, want)
	}
	if want := []swarm.Ref{ref("n0001.md")}; !slices.Equal(changed, want) {
		t.Errorf("changed %v, want %v", changed, want)
	}
}

func TestAFolderThatGoesAwayKeepsItsIndex(t *testing.T) {
	root := folder(t, numbered(20))
	away := root + "-away"
	v := sourcetest.Open(t, options(root, t.TempDir()), source.Preferences{})
	sourcetest.Sync(t, v)
	for _, test := range []struct {
		name string
		do   func() error
	}{
		{"gone", func() error { return os.Rename(root, away) }},
		{"an empty mount point", func() error { return os.Mkdir(root, 0o755) }},
	} {
		if err := test.do(); err != nil {
			t.Fatal(err)
		}
		err := v.Sync(t.Context(), false, nil)
		if e, ok := errors.AsType[*swarm.Error](err); !ok || e.Code != "missing_path" || e.Fix == "" || e.Provider != v.Info().ID {
			t.Errorf("%s: sync gave %#v", test.name, err)
		}
		h := v.Health(t.Context())
		if h.State != swarm.StateFailed || h.Error == nil || h.Error.Code != "missing_path" || h.Notes != 20 {
			t.Errorf("%s: health %+v", test.name, h)
		}
	}
	if err := errors.Join(os.Remove(root), os.Rename(away, root)); err != nil {
		t.Fatal(err)
	}
	if h := v.Health(t.Context()); h.State != swarm.StateOK {
		t.Errorf("back again: health %+v", h)
	}
	sourcetest.First(t, v, letters(5), "n0005.md")
	sourcetest.Sync(t, v)
	sourcetest.First(t, v, letters(5), "n0005.md")
}

func TestASecondProcessBuildsItsOwnIndex(t *testing.T) {
	root, cache := folder(t, numbered(5)), t.TempDir()
	a := sourcetest.Open(t, options(root, cache), source.Preferences{})
	sourcetest.Sync(t, a)
	b := sourcetest.Open(t, options(root, cache), source.Preferences{})
	sourcetest.Sync(t, b)
	sourcetest.First(t, b, letters(2), "n0002.md")
	if w := b.Health(t.Context()).Warnings; len(w) != 1 || !strings.Contains(w[0], "Another process") {
		t.Errorf("warnings %q", w)
	}
	if w := a.Health(t.Context()).Warnings; len(w) != 0 {
		t.Errorf("the owner warns: %q", w)
	}
}

func TestADamagedIndexIsBuiltAgain(t *testing.T) {
	root, cache := folder(t, numbered(50)), t.TempDir()
	o := options(root, cache)
	s, err := source.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	v := source.NewView(s, "x", "x", source.Preferences{}, s.Close)
	sourcetest.Sync(t, v)
	if err := v.Close(); err != nil {
		t.Fatal(err)
	}
	damaged := 0
	err = filepath.WalkDir(filepath.Join(cache, o.Key(), "index"), func(path string, d os.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && strings.HasSuffix(path, ".zap") {
			damaged++
			return os.Truncate(path, 100)
		}
		return err
	})
	if err != nil || damaged == 0 {
		t.Fatalf("%d files damaged, %v", damaged, err)
	}
	v = sourcetest.Open(t, o, source.Preferences{})
	sourcetest.Ask(t, v, "quokka") // whatever it finds, it does not fail
	sourcetest.Sync(t, v)
	sourcetest.Ask(t, v, "quokka")
	sourcetest.Sync(t, v)
	sourcetest.First(t, v, letters(33), "n0033.md")
	if n := v.Health(t.Context()).Notes; n != 50 {
		t.Errorf("%d notes, want 50", n)
	}
}

func TestSearchAndSyncAtOnce(t *testing.T) {
	root := folder(t, numbered(100))
	v := sourcetest.Open(t, options(root, t.TempDir()), source.Preferences{FollowLinks: true})
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for i := range 5 {
				sourcetest.Write(t, root, map[string]string{fmt.Sprintf("extra%d.md", i): "# Extra\n\nquokka [[Note " + letters(i) + "]]\n"})
				if err := v.Sync(t.Context(), i == 3, nil); err != nil {
					t.Errorf("Sync: %v", err)
				}
			}
		})
	}
	for range 3 {
		wg.Go(func() {
			for i := range 40 {
				q := swarm.Parse("quokka "+letters(i), time.Now())
				q.Candidates = swarm.MinCandidates
				q.Unsaved = []swarm.Buffer{{Path: filepath.Join(root, "n0001.md"), Text: "open text", Version: int32(i)}}
				if _, err := v.Search(t.Context(), q); err != nil {
					t.Errorf("Search: %v", err)
				}
				if _, err := v.Related(t.Context(), []string{"n0001.md"}, 5); err != nil {
					t.Errorf("Related: %v", err)
				}
				v.Health(t.Context())
				if _, err := v.Recent(t.Context(), 10); err != nil {
					t.Errorf("Recent: %v", err)
				}
			}
		})
	}
	wg.Wait()
	if n := v.Health(t.Context()).Notes; n != 105 {
		t.Errorf("%d notes, want 105", n)
	}
}

func TestRecentAndFetch(t *testing.T) {
	files := numbered(5)
	files["dated.md"] = "---\nupdated: 2031-05-06\n---\n# Dated\n"
	root := folder(t, files)
	v := sourcetest.Open(t, options(root, t.TempDir()), source.Preferences{})
	sourcetest.Sync(t, v)
	recent, err := v.Recent(t.Context(), 3)
	if err != nil || len(recent) != 3 || recent[0].Ref.Doc != "dated.md" {
		t.Errorf("recent %+v, %v", recent, err)
	}
	text, err := v.Fetch(t.Context(), "dated.md")
	if err != nil || text != files["dated.md"] {
		t.Errorf("Fetch: %q, %v", text, err)
	}
	for _, doc := range []string{"../notes/dated.md", "/etc/passwd", "none.md", ""} {
		if text, err := v.Fetch(t.Context(), doc); err == nil {
			t.Errorf("Fetch %q gave %q", doc, text)
		}
	}
}

func TestAParserThatFailsCostsOneFile(t *testing.T) {
	o := options(folder(t, numbered(5)), t.TempDir())
	parse := o.Parse
	o.Parse = func(f *source.File) (*source.Page, string) {
		if f.Doc == "n0002.md" {
			panic("boom")
		}
		return parse(f)
	}
	v := sourcetest.Open(t, o, source.Preferences{})
	sourcetest.Sync(t, v)
	sourcetest.First(t, v, letters(3), "n0003.md")
	if sourcetest.Skipped(t, v, "n0002.md") == "" {
		t.Error("the file is not reported")
	}
}
