package main

import (
	"bufio"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"memswarm/workspace"
)

// collection scores a judged collection: docs/**.md, queries.tsv (id, text),
// qrels.tsv (query, document, grade). A document's id is its path below docs
// without ".md".
func collection(ctx context.Context, dir string) (string, error) {
	docs, err := filepath.Abs(filepath.Join(dir, "docs"))
	if err != nil {
		return "", err
	}
	rels := map[string]map[string]int{}
	err = rows(filepath.Join(dir, "qrels.tsv"), 3, func(c []string) error {
		g, err := strconv.ParseFloat(c[2], 64)
		if rels[c[0]] == nil {
			rels[c[0]] = map[string]int{}
		}
		rels[c[0]][c[1]] = int(g)
		return err
	})
	if err != nil {
		return "", err
	}
	view, done, err := open(ctx, docs)
	if err != nil {
		return "", err
	}
	defer done()
	var n, empty int
	var sumNDCG, sumMRR, sumRecall float64
	err = rows(filepath.Join(dir, "queries.tsv"), 2, func(c []string) error {
		rel := rels[c[0]]
		relevant := 0
		for _, g := range rel {
			if g > 0 {
				relevant++
			}
		}
		if relevant == 0 {
			return nil
		}
		a, err := view.Query(ctx, &workspace.Request{Text: c[1], Limit: 30}, "")
		if err != nil {
			return err
		}
		var found []string
		for _, h := range a.Hits {
			d := strings.TrimSuffix(h.Ref.Doc, ".md")
			if !slices.Contains(found, d) {
				found = append(found, d)
			}
		}
		found = found[:min(10, len(found))]
		n++
		if len(found) == 0 {
			empty++
		}
		d, m, r := measures(found, rel, relevant)
		sumNDCG, sumMRR, sumRecall = sumNDCG+d, sumMRR+m, sumRecall+r
		return nil
	})
	if err != nil || n == 0 {
		return "", fmt.Errorf("%s: %d judged queries: %w", dir, n, err)
	}
	f := float64(n)
	return fmt.Sprintf("%-14s %5d queries  nDCG@10 %.4f  MRR@10 %.4f  recall@10 %.4f  empty %d",
		filepath.Base(dir), n, sumNDCG/f, sumMRR/f, sumRecall/f, empty), nil
}

// measures gives nDCG@10, MRR@10 and recall@10 of one query.
func measures(found []string, rel map[string]int, relevant int) (ndcg, mrr, recall float64) {
	var dcg, ideal float64
	for i, d := range found {
		g := rel[d]
		dcg += (math.Exp2(float64(g)) - 1) / math.Log2(float64(i)+2)
		if g > 0 {
			recall += 1 / float64(relevant)
			if mrr == 0 {
				mrr = 1 / float64(i+1)
			}
		}
	}
	var grades []int
	for _, g := range rel {
		grades = append(grades, g)
	}
	slices.SortFunc(grades, func(a, b int) int { return b - a })
	for i, g := range grades[:min(10, len(grades))] {
		ideal += (math.Exp2(float64(g)) - 1) / math.Log2(float64(i)+2)
	}
	return dcg / ideal, mrr, recall
}

// rows calls f for each line of a TSV file.
func rows(path string, columns int, f func([]string) error) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	sc := bufio.NewScanner(file)
	sc.Buffer(nil, 1<<20)
	for n := 1; sc.Scan(); n++ {
		c := strings.Split(sc.Text(), "\t")
		if len(c) < columns {
			return fmt.Errorf("%s:%d: %d columns, want %d", path, n, len(c), columns)
		}
		if err := f(c); err != nil {
			return fmt.Errorf("%s:%d: %w", path, n, err)
		}
	}
	return sc.Err()
}
