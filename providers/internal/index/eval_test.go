package index

import (
	"bufio"
	"cmp"
	"context"
	"flag"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"memswarm/providers/internal/markdown"
	"memswarm/swarm"
)

var every = flag.Int("every", 1, "take one in so many queries")

var collections = flag.String("collection", "", "folders of judged collections, separated by commas, for TestEval")

// noteOf makes a note of a file as the providers do.
func noteOf(doc string, data []byte, mod time.Time) *Note {
	m := markdown.Parse(data, markdown.Options{})
	n := &Note{
		Doc: doc, Title: m.Title, Aliases: m.Aliases, Tags: m.Tags, Keywords: m.Keywords, Summary: m.Summary,
		Size: int64(len(data)), ModTime: mod, Hash: keyOf(string(data)), Created: m.Created, Updated: m.Updated,
	}
	for _, s := range m.Sections {
		n.Sections = append(n.Sections, Section{
			Anchor: s.Anchor, Heading: s.Heading, Path: s.Path, Start: s.Start, End: s.End, TextStart: s.TextStart, Text: s.Text,
		})
	}
	return n
}

// indexFolder indexes all markdown files below root.
func indexFolder(tb testing.TB, x *Index, root string) int {
	tb.Helper()
	b := x.Begin()
	n := 0
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
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
		n++
		return b.Put(context.Background(), noteOf(filepath.ToSlash(rel), data, time.Unix(1700000000, 0)))
	})
	if err != nil {
		tb.Fatal(err)
	}
	if err := b.Commit(context.Background()); err != nil {
		tb.Fatal(err)
	}
	return n
}

func readTSV(tb testing.TB, name string) [][]string {
	tb.Helper()
	f, err := os.Open(name)
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	var out [][]string
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		out = append(out, strings.Split(sc.Text(), "\t"))
	}
	return out
}

// collection is a folder with docs/, queries.tsv (id, text) and qrels.tsv (id,
// document, grade).
type collection struct {
	name    string
	x       *Index
	queries []*swarm.Query
	rel     []map[string]int
}

func loadCollection(tb testing.TB, dir string) *collection {
	tb.Helper()
	c := &collection{name: filepath.Base(dir)}
	var err error
	if c.x, err = Open(tb.TempDir(), Options{}); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = c.x.Close() })
	indexFolder(tb, c.x, filepath.Join(dir, "docs"))
	rels := make(map[string]map[string]int)
	for _, r := range readTSV(tb, filepath.Join(dir, "qrels.tsv")) {
		if len(r) < 3 {
			continue
		}
		if rels[r[0]] == nil {
			rels[r[0]] = make(map[string]int)
		}
		grade, _ := strconv.Atoi(r[2])
		rels[r[0]][strings.TrimSuffix(r[1], ".md")] = grade
	}
	for i, q := range readTSV(tb, filepath.Join(dir, "queries.tsv")) {
		if i%*every != 0 {
			continue
		}
		if rel := rels[q[0]]; rel != nil {
			pq := swarm.Parse(q[1], time.Unix(1700000000, 0))
			c.queries = append(c.queries, pq)
			c.rel = append(c.rel, rel)
		}
	}
	return c
}

// again may search a second time, for trials.
var again func(x *Index, q *swarm.Query, found *swarm.Found) (*swarm.Found, error)

// quality are means over a collection's queries.
type quality struct{ ndcg, mrr, recall, empty float64 }

func (c *collection) score(tb testing.TB, each func(q *swarm.Query, ndcg float64)) quality {
	tb.Helper()
	var sum quality
	n := 0.0
	for i, q := range c.queries {
		found, err := c.x.Search(context.Background(), q, SearchOptions{Provider: "test", bare: true})
		if err != nil {
			tb.Fatal(err)
		}
		if again != nil {
			if found, err = again(c.x, q, found); err != nil {
				tb.Fatal(err)
			}
		}
		var ranked []string
		for _, r := range found.Results {
			if d := strings.TrimSuffix(r.Ref.Doc, ".md"); !slices.Contains(ranked, d) {
				ranked = append(ranked, d)
			}
		}
		ranked = ranked[:min(len(ranked), 10)]
		var grades []int
		relevant := 0.0
		for _, g := range c.rel[i] {
			grades = append(grades, g)
			if g > 0 {
				relevant++
			}
		}
		if relevant == 0 {
			continue
		}
		n++
		slices.SortFunc(grades, func(a, b int) int { return cmp.Compare(b, a) })
		gain := func(g, rank int) float64 { return (math.Exp2(float64(g)) - 1) / math.Log2(float64(rank)+2) }
		var dcg, ideal, got, rr float64
		for rank, d := range ranked {
			if g := c.rel[i][d]; g > 0 {
				dcg += gain(g, rank)
				got++
				if rr == 0 {
					rr = 1 / float64(rank+1)
				}
			}
		}
		for rank, g := range grades[:min(len(grades), 10)] {
			ideal += gain(g, rank)
		}
		sum.ndcg += dcg / ideal
		sum.mrr += rr
		sum.recall += got / relevant
		if len(ranked) == 0 {
			sum.empty++
		}
		if each != nil {
			each(q, dcg/ideal)
		}
	}
	return quality{sum.ndcg / n, sum.mrr / n, sum.recall / n, sum.empty}
}

func (q quality) String() string {
	return fmt.Sprintf("nDCG@10 %.4f  MRR@10 %.4f  recall@10 %.4f  empty %.0f", q.ndcg, q.mrr, q.recall, q.empty)
}

// TestEval prints how well judged collections are ranked:
//
//	go test -run TestEval -v ./providers/internal/index -collection DIR,DIR
func TestEval(t *testing.T) {
	if *collections == "" {
		t.Skip("needs -collection")
	}
	for dir := range strings.SplitSeq(*collections, ",") {
		c := loadCollection(t, dir)
		start := time.Now()
		q := c.score(t, nil)
		t.Logf("%-12s %v  %.2f ms a query", c.name, q, float64(time.Since(start).Microseconds())/1000/float64(len(c.queries)))
	}
}

func TestEvalEmpty(t *testing.T) {
	if *collections == "" {
		t.Skip("needs -collection")
	}
	for dir := range strings.SplitSeq(*collections, ",") {
		c := loadCollection(t, dir)
		for _, q := range c.queries {
			found, err := c.x.Search(context.Background(), q, SearchOptions{Provider: "test", bare: true})
			if err != nil {
				t.Fatal(err)
			}
			if len(found.Results) == 0 {
				t.Logf("%+v", *q)
			}
		}
	}
}
