package handlers_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"memswarm/bench/corpus"
	"memswarm/contract"
)

// vaultNotes is the size that the product's targets are given for.
const vaultNotes = 6300

// vault serves a made-up vault with a source file of identifiers, some of which
// its notes mention.
func vault(b *testing.B) (s *scenario, source string, lines []string) {
	b.Helper()
	s = newScenario(b)
	s.capabilities = markdownHover
	if _, err := corpus.Generate(filepath.Join(s.dir, "vault"), corpus.Options{Notes: vaultNotes}); err != nil {
		b.Fatal(err)
	}
	s.write(".brv/swarm/config.yaml", "providers:\n  byterover: {enabled: false}\n  local_markdown:\n    folders:\n      - {name: v, path: vault}\n")
	known := identifiersOf(b, filepath.Join(s.dir, "vault"))
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 200 {
		name := known[r.IntN(len(known))]
		if i%2 == 1 {
			name = fmt.Sprintf("unheardOf%dThing", i)
		}
		lines = append(lines, fmt.Sprintf("func f%d(ctx context.Context) error { return %s(ctx, %q) }", i, name, known[r.IntN(len(known))]))
	}
	s.write("src/a.go", strings.Join(lines, "\n"))
	s.start()
	s.settle()
	source = s.uri("src/a.go")
	s.client.Open(b, source, "go", strings.Join(lines, "\n"))
	return s, source, lines
}

// identifiersOf lists words in backticks in some of the notes.
func identifiersOf(b *testing.B, dir string) []string {
	b.Helper()
	var out []string
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || len(out) > 400 {
			return err
		}
		data, err := os.ReadFile(path)
		for i, part := range strings.Split(string(data), "`") {
			if i%2 == 1 && len(part) > 5 && len(part) < 40 && !strings.ContainsAny(part, " \n\"\\%") {
				out = append(out, part)
			}
		}
		return err
	})
	if err != nil || len(out) == 0 {
		b.Fatalf("the vault has no identifiers: %v", err)
	}
	return out
}

// percentiles reports the 50th and 95th percentile in milliseconds.
func percentiles(b *testing.B, took []time.Duration) {
	slices.Sort(took)
	at := func(p int) float64 { return took[min(len(took)-1, len(took)*p/100)].Seconds() * 1e3 }
	b.ReportMetric(at(50), "p50-ms")
	b.ReportMetric(at(95), "p95-ms")
}

// BenchmarkHover asks for hovers over code in a vault of 6,300 notes, half of
// them over what notes mention.
func BenchmarkHover(b *testing.B) {
	s, uri, lines := vault(b)
	var took []time.Duration
	spoke, n := 0, 0
	for b.Loop() {
		line := n * 7 % len(lines)
		n++
		at := contract.Position{Line: line, Character: strings.Index(lines[line], "return ") + 9}
		var h *struct{ Contents struct{ Value string } }
		begun := time.Now()
		err := s.client.Call("textDocument/hover", map[string]any{"textDocument": map[string]string{"uri": uri}, "position": at}, &h)
		took = append(took, time.Since(begun))
		if err != nil {
			b.Fatal(err)
		}
		if h != nil {
			spoke++
		}
	}
	percentiles(b, took)
	b.ReportMetric(float64(spoke)/float64(n), "speaking")
}

// BenchmarkRelated asks what is known around the cursor, in code and in a note.
func BenchmarkRelated(b *testing.B) {
	s, uri, lines := vault(b)
	note := firstNote(b, filepath.Join(s.dir, "vault"))
	data, err := os.ReadFile(note)
	if err != nil {
		b.Fatal(err)
	}
	noteURI := contract.FileURI(note)
	s.client.Open(b, noteURI, "markdown", string(data))
	noteLines := strings.Count(string(data), "\n")
	for _, in := range []struct {
		name, uri string
		lines     int
	}{{"code", uri, len(lines)}, {"note", noteURI, noteLines}} {
		b.Run(in.name, func(b *testing.B) {
			var took []time.Duration
			n, found := 0, 0
			for b.Loop() {
				n++
				at := contract.Position{Line: n * 7 % in.lines, Character: 60}
				var a contract.Answer
				begun := time.Now()
				err := s.client.Call("swarm/related", map[string]any{"textDocument": map[string]string{"uri": in.uri}, "position": at}, &a)
				took = append(took, time.Since(begun))
				if err != nil {
					b.Fatal(err)
				}
				found += len(a.Results)
			}
			percentiles(b, took)
			b.ReportMetric(float64(found)/float64(n), "results")
		})
	}
}

// firstNote is a note of some length.
func firstNote(b *testing.B, dir string) string {
	b.Helper()
	best, size := "", int64(0)
	err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".md" {
			return err
		}
		info, err := d.Info()
		if err == nil && info.Size() > size && info.Size() < 20000 {
			best, size = path, info.Size()
		}
		return err
	})
	if err != nil || best == "" {
		b.Fatalf("no note: %v", err)
	}
	return best
}
