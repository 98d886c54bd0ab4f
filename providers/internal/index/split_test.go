package index

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"memswarm/swarm"
)

// TestSplit ranks collections whose documents are divided among four providers
// by topical4.tsv (document, part) through the fusion, beside the fusion of one
// provider that has them all.
func TestSplit(t *testing.T) {
	if *collections == "" {
		t.Skip("needs -collection")
	}
	ids := []swarm.ID{"byterover", "obsidian", "memory-wiki", "local-markdown:notes"}
	for dir := range strings.SplitSeq(*collections, ",") {
		c := loadCollection(t, dir)
		part := make(map[string]int)
		names := make(map[string]int)
		for _, r := range readTSV(t, filepath.Join(dir, "topical4.tsv")) {
			if len(r) < 2 {
				continue
			}
			if _, ok := names[r[1]]; !ok {
				names[r[1]] = len(names)
			}
			part[strings.TrimSuffix(r[0], ".md")] = names[r[1]]
		}
		xs := make([]*Index, len(ids))
		batches := make([]*Batch, len(ids))
		for i := range xs {
			xs[i] = openAt(t, t.TempDir())
			batches[i] = xs[i].Begin()
		}
		for e := range c.x.Entries() {
			data, err := os.ReadFile(filepath.Join(dir, "docs", e.Doc))
			must(t, err)
			must(t, batches[part[strings.TrimSuffix(e.Doc, ".md")]%len(ids)].Put(context.Background(), noteOf(e.Doc, data, time.Unix(1700000000, 0))))
		}
		for _, b := range batches {
			must(t, b.Commit(context.Background()))
		}
		ask := func(q *swarm.Query, xs ...*Index) (*swarm.Found, error) {
			var o swarm.Options
			for i, x := range xs {
				o.Sources = append(o.Sources, swarm.Source{Provider: &indexed{x, swarm.Info{ID: ids[i], Local: true}}})
			}
			co, err := swarm.New(o)
			if err != nil {
				return nil, err
			}
			c := *q
			c.Limit = 20
			a, err := co.Query(context.Background(), &c)
			if err != nil {
				return nil, err
			}
			out := &swarm.Found{}
			for _, h := range a.Hits {
				out.Results = append(out.Results, h.Result)
			}
			return out, nil
		}
		again = func(x *Index, q *swarm.Query, _ *swarm.Found) (*swarm.Found, error) { return ask(q, x) }
		whole := c.score(t, nil)
		again = func(_ *Index, q *swarm.Query, _ *swarm.Found) (*swarm.Found, error) { return ask(q, xs...) }
		split := c.score(t, nil)
		again = nil
		t.Logf("%s: own, fused %v", c.name, whole)
		t.Logf("%s: split %v  %.1f %%", c.name, split, 100*split.ndcg/whole.ndcg)
	}
}

// indexed is a provider of an index and nothing else.
type indexed struct {
	x    *Index
	info swarm.Info
}

func (p *indexed) Info() swarm.Info                    { return p.info }
func (p *indexed) Health(context.Context) swarm.Health { return swarm.Health{State: swarm.StateOK} }
func (p *indexed) Close() error                        { return nil }
func (p *indexed) Search(ctx context.Context, q *swarm.Query) (*swarm.Found, error) {
	return p.x.Search(ctx, q, SearchOptions{Provider: p.info.ID, bare: true})
}
