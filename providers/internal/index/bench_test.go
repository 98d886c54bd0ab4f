package index

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"memswarm/bench/corpus"
	"memswarm/swarm"
)

// vault is a made-up vault with its notes parsed.
type vault struct {
	notes   []*Note
	bytes   int64
	queries []corpus.Query
}

var vaults = make(map[int]*vault)

func madeUp(tb testing.TB, n int) *vault {
	tb.Helper()
	if v := vaults[n]; v != nil {
		return v
	}
	dir, err := os.MkdirTemp("", "vault")
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	root := filepath.Join(dir, "vault")
	stats, err := corpus.Generate(root, corpus.Options{Notes: n, Seed: 1, Queries: 40})
	if err != nil {
		tb.Fatal(err)
	}
	v := &vault{bytes: stats.Bytes, queries: stats.Queries}
	err = filepath.WalkDir(root, func(p string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(p, ".md") {
			return err
		}
		data, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, p)
		if err != nil {
			return err
		}
		v.notes = append(v.notes, noteOf(filepath.ToSlash(rel), data, time.Unix(1700000000, 0)))
		return nil
	})
	if err != nil {
		tb.Fatal(err)
	}
	vaults[n] = v
	return v
}

// putAll indexes notes with as many goroutines as the providers use.
func putAll(tb testing.TB, x *Index, notes []*Note) {
	tb.Helper()
	b := x.Begin()
	next := make(chan *Note)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for n := range next {
				if err := b.Put(context.Background(), n); err != nil {
					tb.Error(err)
				}
			}
		})
	}
	for _, n := range notes {
		next <- n
	}
	close(next)
	wg.Wait()
	if err := b.Commit(context.Background()); err != nil {
		tb.Fatal(err)
	}
}

func openAt(tb testing.TB, dir string) *Index {
	tb.Helper()
	x, err := Open(dir, Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return x
}

func BenchmarkAnalyze(b *testing.B) {
	v := madeUp(b, 500)
	b.SetBytes(v.bytes)
	b.ReportAllocs()
	for b.Loop() {
		a := newAnalyzer()
		for _, n := range v.notes {
			a.note(n)
		}
	}
}

func BenchmarkBuild(b *testing.B) {
	for _, n := range []int{1000, 6300} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			v := madeUp(b, n)
			b.SetBytes(v.bytes)
			b.ReportAllocs()
			for b.Loop() {
				x := openAt(b, b.TempDir())
				putAll(b, x, v.notes)
				b.ReportMetric(float64(x.Stats().Bytes)/1e6, "MB-disk")
				_ = x.Close()
			}
		})
	}
}

func BenchmarkOpen(b *testing.B) {
	v := madeUp(b, 6300)
	dir := b.TempDir()
	x := openAt(b, dir)
	putAll(b, x, v.notes)
	_ = x.Close()
	b.ReportAllocs()
	for b.Loop() {
		x := openAt(b, dir)
		b.StopTimer()
		_ = x.Close()
		b.StartTimer()
	}
}

func BenchmarkQuery(b *testing.B) {
	v := madeUp(b, 6300)
	x := openAt(b, b.TempDir())
	defer func() { _ = x.Close() }()
	putAll(b, x, v.notes)
	kinds := make(map[corpus.Kind][]*swarm.Query)
	var order []corpus.Kind
	for _, q := range v.queries {
		if !slices.Contains(order, q.Kind) {
			order = append(order, q.Kind)
		}
		kinds[q.Kind] = append(kinds[q.Kind], swarm.Parse(q.Text, time.Unix(1700000000, 0)))
	}
	for _, k := range order {
		b.Run(string(k), func(b *testing.B) {
			b.ReportAllocs()
			var times []time.Duration
			i := 0
			for b.Loop() {
				q := kinds[k][i%len(kinds[k])]
				i++
				start := time.Now()
				if _, err := x.Search(context.Background(), q, SearchOptions{Provider: "bench"}); err != nil {
					b.Fatal(err)
				}
				times = append(times, time.Since(start))
			}
			slices.Sort(times)
			b.ReportMetric(float64(times[len(times)/2].Microseconds())/1e3, "ms-p50")
			b.ReportMetric(float64(times[len(times)*95/100].Microseconds())/1e3, "ms-p95")
		})
	}
}

func BenchmarkUpdate(b *testing.B) {
	v := madeUp(b, 6300)
	x := openAt(b, b.TempDir())
	defer func() { _ = x.Close() }()
	putAll(b, x, v.notes)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		n := *v.notes[i%len(v.notes)]
		i++
		n.Hash++
		batch := x.Begin()
		if err := batch.Put(context.Background(), &n); err != nil {
			b.Fatal(err)
		}
		if err := batch.Commit(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
}
