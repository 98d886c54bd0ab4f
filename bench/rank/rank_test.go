package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFloors fails when the ranking over the examples drops below floors.tsv.
func TestFloors(t *testing.T) {
	table, err := examples(t.Context(), "../..", false)
	if err != nil {
		t.Fatal(err)
	}
	if err := table.check("floors.tsv"); err != nil {
		var b strings.Builder
		table.print(&b)
		t.Errorf("%v\n%s", err, b.String())
	}
}

// TestCheckFails makes sure that a drop is noticed.
func TestCheckFails(t *testing.T) {
	file := filepath.Join(t.TempDir(), "floors.tsv")
	if err := os.WriteFile(file, []byte("first\t85\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var tb table
	tb.add("title", score{right: true, rank: 1, ndcg: 1})
	if err := tb.check(file); err != nil {
		t.Errorf("a perfect table: %v", err)
	}
	tb.add("title", score{})
	if tb.check(file) == nil {
		t.Error("half of the queries went wrong and nobody noticed")
	}
}

func TestMeasures(t *testing.T) {
	ndcg, mrr, recall := measures([]string{"x", "a", "b"}, map[string]int{"a": 1, "b": 1, "c": 1}, 3)
	// DCG 1/log2(3) + 1/log2(4) = 1.1309; ideal 1 + 1/log2(3) + 1/2 = 2.1309.
	if d := ndcg - 0.53072; d > 1e-4 || d < -1e-4 {
		t.Errorf("nDCG %.5f, want 0.53072", ndcg)
	}
	if mrr != 0.5 || recall < 0.666 || recall > 0.667 {
		t.Errorf("MRR %.3f, recall %.3f", mrr, recall)
	}
}
