package providers

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"memswarm/bench/corpus"
	"memswarm/providers/internal/source"
	"memswarm/providers/obsidian"
	"memswarm/swarm"
)

// benchNotes is how many notes the vault of the benchmarks holds.
const benchNotes = 6300

// benchVault is made once and left to the system's folder for temporary files
// until the benchmarks end.
var benchVault = sync.OnceValues(func() (string, corpus.Stats) {
	dir, err := os.MkdirTemp("", "memswarm-bench-")
	if err != nil {
		panic(err)
	}
	root := filepath.Join(dir, "vault")
	stats, err := corpus.Generate(root, corpus.Options{Notes: benchNotes})
	if err != nil {
		panic(err)
	}
	return root, stats
})

func TestMain(m *testing.M) {
	code := m.Run()
	if strings.Contains(strings.Join(os.Args, " "), "-test.bench") {
		root, _ := benchVault()
		_ = os.RemoveAll(filepath.Dir(root))
	}
	os.Exit(code)
}

func openBench(b *testing.B, root, cache string) *source.View {
	s, err := source.Open(obsidian.Source(root, cache, nil))
	if err != nil {
		b.Fatal(err)
	}
	return source.NewView(s, swarm.Obsidian, "bench", source.Preferences{FollowLinks: true}, s.Close)
}

func mustSync(b *testing.B, v *source.View) {
	if err := v.Sync(b.Context(), false, nil); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkFirstIndex indexes the vault from nothing.
func BenchmarkFirstIndex(b *testing.B) {
	root, _ := benchVault()
	for b.Loop() {
		v := openBench(b, root, b.TempDir())
		mustSync(b, v)
		b.StopTimer()
		runtime.GC()
		b.ReportMetric(residentMB(), "resident-MB")
		h := v.Health(b.Context())
		b.ReportMetric(float64(h.IndexBytes)/1e6, "index-MB")
		b.ReportMetric(float64(h.Notes), "notes")
		v.Close()
		b.StartTimer()
	}
}

// withIndex opens the vault with an index on disk.
func withIndex(b *testing.B) (*source.View, string, corpus.Stats) {
	root, stats := benchVault()
	cache := b.TempDir()
	v := openBench(b, root, cache)
	mustSync(b, v)
	b.Cleanup(func() { v.Close() })
	return v, root, stats
}

// BenchmarkNoChange looks at all files when nothing has changed.
func BenchmarkNoChange(b *testing.B) {
	v, _, _ := withIndex(b)
	for b.Loop() {
		mustSync(b, v)
	}
}

// BenchmarkReopen opens an index on disk and answers the first query.
func BenchmarkReopen(b *testing.B) {
	root, stats := benchVault()
	cache := b.TempDir()
	v := openBench(b, root, cache)
	mustSync(b, v)
	v.Close()
	for b.Loop() {
		v := openBench(b, root, cache)
		ask(b, v, stats.Queries[0].Text)
		b.StopTimer()
		v.Close()
		b.StartTimer()
	}
}

// BenchmarkChangedNote saves one note and waits until it is found.
func BenchmarkChangedNote(b *testing.B) {
	v, root, _ := withIndex(b)
	path := filepath.Join(root, "saved.md")
	for i := 0; b.Loop(); i++ {
		if err := os.WriteFile(path, fmt.Appendf(nil, "# Saved\n\nversion %d of the note\n", i), 0o644); err != nil {
			b.Fatal(err)
		}
		if err := v.Changed(b.Context(), []string{path}); err != nil {
			b.Fatal(err)
		}
	}
	_ = os.Remove(path)
}

func ask(b *testing.B, v *source.View, text string) *swarm.Found {
	q := swarm.Parse(text, time.Now())
	q.Candidates = swarm.MinCandidates
	found, err := v.Search(b.Context(), q)
	if err != nil {
		b.Fatal(err)
	}
	return found
}

// BenchmarkSearch asks the corpus's own queries, with the check of the files
// behind the answer and the links followed.
func BenchmarkSearch(b *testing.B) {
	v, _, stats := withIndex(b)
	ask(b, v, "warm up")
	r := rand.New(rand.NewPCG(1, 2))
	for b.Loop() {
		ask(b, v, stats.Queries[r.IntN(len(stats.Queries))].Text)
	}
}

// BenchmarkRelated follows the links of notes.
func BenchmarkRelated(b *testing.B) {
	v, _, stats := withIndex(b)
	for i := 0; b.Loop(); i++ {
		if _, err := v.Related(b.Context(), []string{stats.Queries[i%len(stats.Queries)].Path}, 20); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkAbout asks what is known about identifiers.
func BenchmarkAbout(b *testing.B) {
	v, _, stats := withIndex(b)
	words := []string{"refreshToken", "ParseHTTPRequest", "err", "queue_depth", "Session"}
	for _, q := range stats.Queries {
		words = append(words, strings.Fields(q.Text)[0])
	}
	for i := 0; b.Loop(); i++ {
		if _, err := v.About(b.Context(), swarm.Subject{Word: words[i%len(words)], Limit: 3}); err != nil {
			b.Fatal(err)
		}
	}
}

// residentMB is the process's resident memory where the system tells it, else
// 0.
func residentMB() float64 {
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	var size, resident float64
	if _, err := fmt.Sscan(string(data), &size, &resident); err != nil {
		return 0
	}
	return resident * float64(os.Getpagesize()) / 1e6
}
