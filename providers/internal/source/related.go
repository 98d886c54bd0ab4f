package source

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"memswarm/providers/internal/index"
	"memswarm/swarm"
)

const (
	basesRelational = 5  // best notes whose links a relational query follows
	basesOther      = 3  // and any other
	linkedMost      = 30 // neighbours that a relational query gets at most
	linkedFew       = 5  // and any other
	// linkWait is how long a query waits for the links to be read the first time
	// or, when it is about links, for the newest.
	linkWait = 100 * time.Millisecond
)

// linked follows the links of the best hits one step both ways.
func (s *Source) linked(ctx context.Context, ix *index.Index, q *swarm.Query, results []swarm.Result, opt index.SearchOptions) ([]swarm.Result, error) {
	if len(q.Exclude)+len(q.Phrases)+len(q.Tags)+len(q.Titles) > 0 {
		return nil, nil // a neighbour need not satisfy them
	}
	relational := q.Kind == swarm.Relational || q.Subject != ""
	wait, cancel := context.WithTimeout(ctx, linkWait)
	defer cancel()
	g := s.graphFor(wait, !relational)
	if g == nil {
		return nil, ctx.Err()
	}
	var bases []string
	if q.Subject != "" {
		if doc, ok := g.named(q.Subject); ok {
			bases = append(bases, doc)
		}
	}
	count, most := basesOther, linkedFew
	if relational {
		count, most = basesRelational, linkedMost
	}
	for i := range results {
		doc := results[i].Ref.Doc
		if len(bases) >= count {
			break
		}
		if !slices.Contains(bases, doc) {
			bases = append(bases, doc)
		}
	}
	// A neighbour may be dropped by a filter below.
	neighbours := g.neighbours(bases, 3*most, relational)
	neighbours = slices.DeleteFunc(neighbours, func(n neighbour) bool {
		return opt.Keep != nil && !opt.Keep(n.doc) || !onPaths(n.doc, q.Paths)
	})
	found, err := s.results(ctx, ix, neighbours, opt, results)
	if err != nil {
		return nil, err
	}
	if !q.SoftTime && !(q.Since.IsZero() && q.Until.IsZero()) {
		found = slices.DeleteFunc(found, func(r swarm.Result) bool {
			return r.Modified.Before(q.Since) || !q.Until.IsZero() && !r.Modified.Before(q.Until)
		})
	}
	return found[:min(len(found), most)], nil
}

// onPaths says whether a document's path contains every part asked for.
func onPaths(doc string, parts []string) bool {
	for _, p := range parts {
		if !strings.Contains(strings.ToLower(doc), strings.ToLower(p)) {
			return false
		}
	}
	return true
}

// results makes results of neighbours. Where a neighbour was found by its words
// as well, the section found is shown.
func (s *Source) results(ctx context.Context, ix *index.Index, neighbours []neighbour, opt index.SearchOptions, have []swarm.Result) ([]swarm.Result, error) {
	if len(neighbours) == 0 {
		return nil, nil
	}
	docs := make([]string, len(neighbours))
	by := make(map[string]*neighbour, len(neighbours))
	for i := range neighbours {
		docs[i] = neighbours[i].doc
		by[docs[i]] = &neighbours[i]
	}
	results, err := ix.Results(ctx, docs, opt)
	if err != nil {
		return nil, err
	}
	for i := range results {
		r := &results[i]
		n := by[r.Ref.Doc]
		if n == nil {
			continue
		}
		if at := slices.IndexFunc(have, func(h swarm.Result) bool { return h.Ref.Doc == n.doc }); at >= 0 {
			*r = have[at]
		}
		r.Match, r.Score, r.Link, r.Evidence = swarm.MatchLink, n.weight, n.link(), nil
	}
	return s.fresh(ctx, results, opt.Unsaved, true)
}

// Related lists the notes linked from and to the documents, the nearest first.
func (v *View) Related(ctx context.Context, docs []string, n int) ([]swarm.Result, error) {
	s := v.src
	ix, err := s.index(ctx)
	if err != nil {
		return nil, v.named(err)
	}
	g := s.graphFor(ctx, false)
	if g == nil {
		return nil, ctx.Err()
	}
	found, err := s.results(ctx, ix, g.neighbours(s.docsOf(docs), n, false), s.searchOptions(v.info.ID), nil)
	if err != nil {
		return nil, v.named(s.check(err))
	}
	return found, nil
}

// docsOf names documents that are given as paths of files.
func (s *Source) docsOf(docs []string) []string {
	out := make([]string, 0, len(docs))
	for _, d := range docs {
		if filepath.IsAbs(d) {
			doc, _, ok := s.mounts.Load().doc(d)
			if !ok {
				continue
			}
			d = doc
		}
		out = append(out, d)
	}
	return out
}
