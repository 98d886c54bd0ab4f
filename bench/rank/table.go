package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

// table collects the scores by category, in order of appearance.
type table struct {
	names []string
	rows  map[string]*row
}

type row struct {
	n, first, three, sections, sectionsAsked, empty, wantNothing, nothing int
	ndcg                                                                  float64
}

func (t *table) add(category string, s score) {
	if t.rows == nil {
		t.rows = map[string]*row{}
	}
	r := t.rows[category]
	if r == nil {
		r = &row{}
		t.rows[category] = r
		t.names = append(t.names, category)
	}
	r.add(s)
}

func (r *row) add(s score) {
	if s.wantsNothing {
		r.wantNothing++
		r.nothing += b2i(s.empty)
		return
	}
	r.n++
	r.first += b2i(s.right)
	r.three += b2i(s.inThree)
	r.empty += b2i(s.empty)
	r.ndcg += s.ndcg
	if s.sectionAsked {
		r.sectionsAsked++
		r.sections += b2i(s.section)
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// total sums the categories.
func (t *table) total() row {
	var sum row
	for _, r := range t.rows {
		sum.n += r.n
		sum.first += r.first
		sum.three += r.three
		sum.sections += r.sections
		sum.sectionsAsked += r.sectionsAsked
		sum.empty += r.empty
		sum.wantNothing += r.wantNothing
		sum.nothing += r.nothing
		sum.ndcg += r.ndcg
	}
	return sum
}

func (t *table) print(w io.Writer) {
	fmt.Fprintf(w, "%-14s %4s %7s %7s %8s %7s %6s\n", "category", "n", "first", "top 3", "section", "nDCG10", "empty")
	for _, name := range t.names {
		t.rows[name].print(w, name)
	}
	sum := t.total()
	sum.print(w, "all")
}

func (r *row) print(w io.Writer, name string) {
	if r.n == 0 {
		fmt.Fprintf(w, "%-14s %4d %30s %14s\n", name, r.wantNothing, "", percent(r.nothing, r.wantNothing)+" empty")
		return
	}
	nothing := ""
	if r.wantNothing > 0 {
		nothing = fmt.Sprintf("  (and %s of %d that want nothing are empty)", percent(r.nothing, r.wantNothing), r.wantNothing)
	}
	fmt.Fprintf(w, "%-14s %4d %7s %7s %8s %7.3f %6d%s\n", name, r.n, percent(r.first, r.n), percent(r.three, r.n),
		percent(r.sections, r.sectionsAsked), r.ndcg/float64(r.n), r.empty, nothing)
}

func percent(a, of int) string {
	if of == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f%%", 100*float64(a)/float64(of))
}

// check fails when a figure is below its floor: lines of NAME<TAB>PERCENT.
func (t *table) check(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	sum := t.total()
	figures := map[string]float64{
		"first":   share(sum.first, sum.n),
		"top3":    share(sum.three, sum.n),
		"section": share(sum.sections, sum.sectionsAsked),
		"nothing": share(sum.nothing, sum.wantNothing),
		"ndcg":    100 * sum.ndcg / float64(sum.n),
	}
	var low []string
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, floor, _ := strings.Cut(line, "\t")
		v, err := strconv.ParseFloat(floor, 64)
		if err != nil {
			return fmt.Errorf("%s: %q: %w", path, line, err)
		}
		got, ok := figures[name]
		if !ok {
			return fmt.Errorf("%s: no figure is called %q", path, name)
		}
		if got < v {
			low = append(low, fmt.Sprintf("%s is %.1f, the floor is %.1f", name, got, v))
		}
	}
	if low != nil {
		return fmt.Errorf("the ranking dropped: %s", strings.Join(low, "; "))
	}
	return nil
}

func share(a, of int) float64 {
	if of == 0 {
		return 100
	}
	return 100 * float64(a) / float64(of)
}
