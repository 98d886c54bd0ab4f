package swarm_test

import (
	"testing"
	"time"

	. "memswarm/swarm"
	"memswarm/swarm/swarmtest"
)

// TestProviderRefusesByItself has providers that look at a query and do not ask.
func TestProviderRefusesByItself(t *testing.T) {
	for _, tt := range []struct {
		name       string
		found      Found
		state      State
		selected   bool
		incomplete bool
	}{
		{"excluded", Found{Exclude: "only typed queries go there"}, StateExcluded, false, false},
		{"skipped", Found{Skip: &Error{Code: "over_budget", Message: "used up"}}, StateSkipped, true, true},
		{"paid", Found{CostCents: 0.25}, StateEmpty, true, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, err := New(Options{Sources: []Source{{Provider: &swarmtest.Fake{ID: GBrain, Cloud: true, Found: &tt.found}}}})
			if err != nil {
				t.Fatal(err)
			}
			a, err := c.Query(t.Context(), Parse("tokens", time.Now()))
			if err != nil {
				t.Fatal(err)
			}
			r := a.Reports[0]
			if r.State != tt.state || r.Selected != tt.selected || r.Exclude != tt.found.Exclude || r.CostCents != tt.found.CostCents || a.Incomplete != tt.incomplete {
				t.Errorf("got %+v, incomplete %t", r, a.Incomplete)
			}
		})
	}
}

func TestProviderLowersItsWeight(t *testing.T) {
	hit := func(id ID) *Found {
		return &Found{Results: []Result{{Ref: Ref{Provider: id, Doc: "a"}, Title: "tokens"}}}
	}
	low := hit(GBrain)
	low.Weight = 0.5
	p := DefaultFusion()
	p.Weights = map[ID]float64{GBrain: 1, Obsidian: 1}
	p.MinScore, p.GapRatio = 0, 0.01
	hits := Fuse(Parse("tokens", time.Now()), []List{{Provider: GBrain, Found: low}, {Provider: Obsidian, Found: hit(Obsidian)}}, &p)
	if len(hits) != 2 || hits[0].Ref.Provider != Obsidian || hits[1].Contributions[0].Weight != 0.5 {
		t.Errorf("got %+v", hits)
	}
}
