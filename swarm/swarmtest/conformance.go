package swarmtest

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"memswarm/swarm"
)

// Factory makes the provider under test over real files.
type Factory struct {
	// New makes a provider that reads the folder root. The suite closes it.
	New func(t testing.TB, root string) swarm.Provider
	// Path says where below root a note of this name (slash-separated, with
	// extension) lies; nil leaves the name as it is.
	Path func(name string) string
	// Skip names subtests that do not apply, with the reason.
	Skip map[string]string
}

// patience is how long the suite waits for what should take milliseconds. It
// only tells a hang from a slow machine.
const patience = 30 * time.Second

// Conformance runs the suite that every provider over files must pass: it finds
// what is there under any name and in any script, survives what file systems
// hold, heeds its context, is safe for concurrent use, gives references and
// places that are true, and reports what it did not read.
func Conformance(t *testing.T, f Factory) {
	for _, s := range []struct {
		name string
		run  func(*suite)
	}{
		{"Info", testInfo},
		{"FindsEachFile", testFindsEach},
		{"SurvivesContent", testContent},
		{"SpecialFiles", testSpecialFiles},
		{"UnreadableFile", testUnreadable},
		{"Sections", testSections},
		{"StableRefs", testStableRefs},
		{"Candidates", testCandidates},
		{"Operators", testOperators},
		{"OddQueries", testOddQueries},
		{"Unsaved", testUnsaved},
		{"Context", testContext},
		{"Concurrent", testConcurrent},
		{"Changes", testChanges},
		{"VanishingFiles", testVanishing},
		{"MissingRoot", testMissingRoot},
		{"Close", testClose},
	} {
		t.Run(s.name, func(t *testing.T) {
			if why, skip := f.Skip[s.name]; skip {
				t.Skip(why)
			}
			s.run(&suite{T: t, factory: f, root: filepath.Join(t.TempDir(), "notes")})
		})
	}
}

// suite is one subtest with its folder and provider.
type suite struct {
	*testing.T
	factory Factory
	root    string
	p       swarm.Provider
}

// path is the absolute path of a note.
func (s *suite) path(name string) string {
	if s.factory.Path != nil {
		name = s.factory.Path(name)
	}
	return filepath.Join(s.root, filepath.FromSlash(name))
}

// write writes a note and says whether this system can hold its name.
func (s *suite) write(name, text string) bool {
	s.Helper()
	path := s.path(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		s.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		s.Logf("%q cannot be written here: %v", name, err)
		return false
	}
	return true
}

// open makes the provider over what was written and waits for its index.
func (s *suite) open() {
	s.Helper()
	if err := os.MkdirAll(s.root, 0o755); err != nil {
		s.Fatal(err)
	}
	s.p = s.factory.New(s.T, s.root)
	s.Cleanup(func() { s.p.Close() })
	s.sync(false)
}

// sync brings the provider up to date with the files.
func (s *suite) sync(full bool) {
	s.Helper()
	syncer, ok := s.p.(swarm.Syncer)
	if !ok {
		return
	}
	ctx, cancel := context.WithTimeout(s.Context(), patience)
	defer cancel()
	if err := syncer.Sync(ctx, full, func(done, total int) {
		if done < 0 || total > 0 && done > total {
			s.Errorf("progress: %d of %d", done, total)
		}
	}); err != nil {
		s.Fatalf("Sync: %v", err)
	}
	select {
	case <-syncer.Ready():
	case <-ctx.Done():
		s.Fatal("Ready is not closed after Sync")
	}
}

// query parses a text as a user's.
func query(text string) *swarm.Query { return swarm.Parse(text, time.Now()) }

// search asks the provider and checks the answer's shape.
func (s *suite) search(text string) *swarm.Found {
	s.Helper()
	return s.ask(query(text))
}

func (s *suite) ask(q *swarm.Query) *swarm.Found {
	s.Helper()
	ctx, cancel := context.WithTimeout(s.Context(), patience)
	defer cancel()
	found, err := s.p.Search(ctx, q)
	if err != nil {
		s.Fatalf("Search(%.60q): %v", q.Text, err)
	}
	if found == nil {
		found = &swarm.Found{}
	}
	s.checkFound(q, found)
	return found
}

// finds says whether a result shows the word.
func finds(found *swarm.Found, word string) (swarm.Result, bool) {
	for _, r := range found.Results {
		if strings.Contains(fold(r.Excerpt+" "+r.Title), fold(word)) {
			return r, true
		}
	}
	return swarm.Result{}, false
}

// wantFirst demands that the word's own file comes first.
func (s *suite) wantFirst(word, name string) {
	s.Helper()
	found := s.search(word)
	if len(found.Results) == 0 {
		s.Errorf("%q: nothing found; %s holds it", word, name)
		return
	}
	r := found.Results[0]
	if !s.isFile(r, s.path(name)) {
		s.Errorf("%q: %s comes first, want %s", word, r.Ref, name)
	}
}

// isFile says whether a result lies in the file.
func (s *suite) isFile(r swarm.Result, path string) bool {
	if r.Location == nil {
		return false
	}
	a, err1 := os.Stat(r.Location.Path)
	b, err2 := os.Stat(path)
	return err1 == nil && err2 == nil && os.SameFile(a, b)
}

// absent demands that nothing shows the word.
func (s *suite) absent(word, why string) {
	s.Helper()
	if r, ok := finds(s.search(word), word); ok {
		s.Errorf("%q is found in %s, though %s", word, r.Ref, why)
	}
}
