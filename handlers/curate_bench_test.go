package handlers_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"memswarm/bench/corpus"
	"memswarm/contract"
)

// BenchmarkCurate stores passages through the protocol into a folder of 6,300
// notes: routing, the search for what is known already, the write with fsync, and
// the update of the index. It reports the middle and the slow end of the
// latencies, in milliseconds as the client sees them.
func BenchmarkCurate(b *testing.B) {
	const notes = 6300
	s := newScenario(b)
	stats, err := corpus.Generate(filepath.Join(s.dir, "notes"), corpus.Options{Notes: notes, Queries: 60})
	if err != nil {
		b.Fatal(err)
	}
	s.write(".brv/swarm/config.yaml", "providers:\n  local_markdown:\n    folders:\n      - {name: notes, path: notes, read_only: false}\n")
	s.write("auth.go", "package auth\n")
	s.start()
	for indexing := true; indexing; {
		var a contract.Answer
		if err := s.client.Call("swarm/query", map[string]any{"query": "x", "wait": 10_000}, &a); err != nil {
			b.Fatal(err)
		}
		indexing = a.Meta.Indexing
	}
	var took []float64
	i := 0
	for b.Loop() {
		// Words of the vault's own queries, so that the search has something to find.
		q := stats.Queries[i%len(stats.Queries)].Text
		i++
		params := map[string]any{
			"content": fmt.Sprintf("Decision %d about %s: keep the limit as it is.\n\nIt was tried with %s and nothing broke, so the %s stays.\n", i, q, q, q),
			"origin":  map[string]any{"uri": s.uri("auth.go"), "range": map[string]any{"start": map[string]int{"line": 0, "character": 0}, "end": map[string]int{"line": 1, "character": 0}}, "languageId": "go"},
		}
		var out contract.Curated
		start := time.Now()
		if err := s.client.Call("swarm/curate", params, &out); err != nil {
			b.Fatal(err)
		}
		took = append(took, float64(time.Since(start).Microseconds())/1e3)
		if !out.Success {
			b.Fatalf("%+v %+v", out.Error, out.Similar)
		}
	}
	slices.Sort(took)
	b.ReportMetric(took[len(took)/2], "p50-ms")
	b.ReportMetric(took[len(took)*95/100], "p95-ms")
}
