// Package sourcetest helps to test adapters: it writes folders of notes, opens
// them as providers and asks them.
package sourcetest

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"memswarm/providers/internal/source"
	"memswarm/swarm"
)

// Write makes files below dir; names are slash-separated.
func Write(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// Open opens a source as a provider, without syncing it. It is closed when the
// test ends.
func Open(t testing.TB, o source.Options, prefs source.Preferences) *source.View {
	t.Helper()
	s, err := source.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	v := source.NewView(s, swarm.ID(o.Kind), filepath.Base(o.Root), prefs, s.Close)
	t.Cleanup(func() {
		if err := v.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return v
}

// Sync brings the index up to date.
func Sync(t testing.TB, v *source.View) {
	t.Helper()
	if err := v.Sync(t.Context(), false, nil); err != nil {
		t.Fatalf("Sync: %v", err)
	}
}

// Ask searches as the coordinator does.
func Ask(t testing.TB, v *source.View, text string) *swarm.Found {
	t.Helper()
	q := swarm.Parse(text, time.Now())
	q.Candidates = swarm.MinCandidates
	found, err := v.Search(t.Context(), q)
	if err != nil {
		t.Fatalf("Search %q: %v", text, err)
	}
	return found
}

// First is the best result for a text; the test fails when it is not of doc.
func First(t testing.TB, v *source.View, text, doc string) swarm.Result {
	t.Helper()
	found := Ask(t, v, text)
	if len(found.Results) == 0 {
		t.Errorf("%q: nothing found, want %s", text, doc)
		return swarm.Result{}
	}
	if got := found.Results[0].Ref.Doc; got != doc {
		t.Errorf("%q: first is %s, want %s", text, got, doc)
	}
	return found.Results[0]
}

// Titled fails when doc is not found by its title.
func Titled(t testing.TB, v *source.View, title, doc string) {
	t.Helper()
	if docs := Docs(Ask(t, v, title), swarm.MatchTitle); !slices.Contains(docs, doc) {
		t.Errorf("called %q: %v, want %s", title, docs, doc)
	}
}

// Docs lists the documents of the results that have the given match type, each
// once; "" stands for all that share words with the query.
func Docs(found *swarm.Found, match swarm.MatchType) []string {
	var docs []string
	for _, r := range found.Results {
		if (match == "" && r.Match.Lexical() || r.Match == match) && !slices.Contains(docs, r.Ref.Doc) {
			docs = append(docs, r.Ref.Doc)
		}
	}
	return docs
}

// Absent fails when a word's documents include doc.
func Absent(t testing.TB, v *source.View, word, doc, why string) {
	t.Helper()
	if docs := Docs(Ask(t, v, word), ""); slices.Contains(docs, doc) {
		t.Errorf("%s is found by %q: %s", doc, word, why)
	}
}

// Skipped is the reason why a file was not read, "" when it is not reported.
func Skipped(t testing.TB, v swarm.Provider, path string) string {
	t.Helper()
	for _, s := range v.Health(t.Context()).Skipped {
		if s.Path == path {
			return s.Reason
		}
	}
	return ""
}
