package handlers_test

import (
	"os"
	"strings"
	"testing"
	"unicode/utf16"

	"memswarm/contract"
)

// TestResultsShowWhatMatched asks the judged queries: matches lie within the
// content and hold letters, locations within their files, and no note has more
// than two sections.
func TestResultsShowWhatMatched(t *testing.T) {
	h := newHoverer(t, "../examples/harbor", "src", nil)
	data, err := os.ReadFile("../bench/judged/harbor.tsv")
	if err != nil {
		t.Fatal(err)
	}
	matched, results := 0, 0
	for line := range strings.Lines(string(data)) {
		f := strings.Split(line, "\t")
		if len(f) != 4 || line[0] == '#' {
			continue
		}
		var a contract.Answer
		if err := h.client.Call("swarm/query", map[string]any{"query": f[1]}, &a); err != nil {
			t.Fatal(err)
		}
		notes := map[string]int{}
		for _, r := range a.Results {
			results++
			units := utf16.Encode([]rune(r.Content))
			last := 0
			for _, m := range r.Matches {
				if m[0] < last || m[1] <= m[0] || m[1] > len(units) {
					t.Errorf("%q: %s: match %v of a content of %d units", f[1], r.ID, m, len(units))
					break
				}
				if word := string(utf16.Decode(units[m[0]:m[1]])); strings.TrimSpace(word) == "" {
					t.Errorf("%q: %s: an empty match", f[1], r.ID)
				}
				last = m[1]
			}
			if len(r.Matches) > 0 {
				matched++
			}
			note, _, _ := strings.Cut(r.ID, "#")
			if notes[note]++; notes[note] > 2 {
				t.Errorf("%q: a third section of %s", f[1], note)
			}
			if r.Location.Range.End.Line <= r.Location.Range.Start.Line {
				t.Errorf("%q: %s at lines %v", f[1], r.ID, r.Location.Range)
			}
		}
	}
	if matched*2 < results {
		t.Errorf("%d of %d results show what matched", matched, results)
	}
}
