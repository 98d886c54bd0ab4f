package gbrain

import (
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"memswarm/providers/internal/budget"
	"memswarm/swarm"
)

func TestBudget(t *testing.T) {
	cents := budget.FromCents
	for _, tt := range []struct {
		name, mode, brain string
		limits            budget.Limits
		queries           int
		spent             float64
		codes             string // of the queries' answers, in order
		weight            float64
	}{
		{name: "hybrid costs", mode: Hybrid, brain: "vector", limits: budget.Limits{Global: cents(100), Cap: -1}, queries: 3, spent: 0.3, codes: ",,"},
		{name: "without embeddings nothing is bought", mode: Hybrid, limits: budget.Limits{Global: cents(100), Cap: -1}, queries: 2, codes: "degraded no_embedding,degraded no_embedding"},
		{name: "keyword costs nothing", mode: Keyword, limits: budget.Limits{Global: 0, Cap: 0}, queries: 2, codes: ","},
		// The third is beyond the cap. This brain's keyword search buys an
		// embedding as well, which nobody knows before its first answer; it is
		// on the account, and it was the last.
		{name: "cap", mode: Hybrid, brain: "vector", limits: budget.Limits{Global: cents(100), Cap: cents(0.2)}, queries: 4, spent: 0.2,
			codes: ",,skip over_budget,skip over_budget", weight: 0.5},
		{name: "cap of nothing", mode: Hybrid, limits: budget.Limits{Global: 0, Cap: -1}, queries: 2, codes: "degraded over_budget,degraded over_budget"},
		{name: "per minute", mode: Keyword, limits: budget.Limits{Global: cents(100), Cap: -1, PerMinute: 2}, queries: 4, codes: ",,skip rate_limited,skip rate_limited"},
		{name: "weight", mode: Hybrid, brain: "vector", limits: budget.Limits{Global: cents(0.4), Cap: -1, ReducePct: 50}, queries: 3, spent: 0.3, codes: ",,", weight: 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			now := time.Date(2026, 12, 5, 12, 0, 0, 0, time.UTC)
			ledger := budget.Open(filepath.Join(t.TempDir(), "ledger"))
			o := Options{Mode: tt.mode, Transport: MCP, CostCents: 0.1, Limits: tt.limits, Ledger: ledger, Now: func() time.Time { return now }}
			if tt.limits.ReducePct == 0 {
				o.Limits.ReducePct = 90
			}
			o.Limits.WarnPct = 80
			w := start(t, o, "FAKEGBRAIN_BRAIN="+tt.brain)
			var codes []string
			var last *swarm.Found
			total := 0.0
			for range tt.queries {
				last = ask(t, w.Provider, parse("kafka bridge"))
				codes = append(codes, code(last, nil))
				total += last.CostCents
				if last.Skip == nil && docs(last) != "people/bob-sample" {
					t.Errorf("got %q", docs(last))
				}
			}
			if got := strings.Join(codes, ","); got != tt.codes {
				t.Errorf("got %s", got)
			}
			u, err := ledger.Usage(now, "gbrain", o.Limits)
			if err != nil || u.Spent != cents(tt.spent) || cents(total) != u.Spent {
				t.Errorf("spent %v, said %v, %v", u.Spent.Float(), total, err)
			}
			if tt.weight == 0.5 && len(w.Health(t.Context()).Warnings) == 0 {
				t.Error("no warning")
			}
		})
	}
}

func TestBudgetLowersTheWeight(t *testing.T) {
	now := time.Date(2026, 12, 5, 12, 0, 0, 0, time.UTC)
	ledger := budget.Open(filepath.Join(t.TempDir(), "ledger"))
	limits := budget.Limits{Global: budget.FromCents(10), Cap: -1, WarnPct: 80, ReducePct: 90}
	if _, err := ledger.Reserve(t.Context(), now, "gbrain", budget.FromCents(9.5), limits); err != nil {
		t.Fatal(err)
	}
	w := start(t, Options{Mode: Hybrid, Transport: MCP, CostCents: 0.1, Limits: limits, Ledger: ledger, Now: func() time.Time { return now }}, "FAKEGBRAIN_BRAIN=vector")
	f := ask(t, w.Provider, parse("kafka"))
	if math.Abs(f.Weight-0.75) > 1e-9 || f.Degraded != nil || f.CostCents != 0.1 {
		t.Errorf("got %+v", f)
	}
	if h := w.Health(t.Context()); len(h.Warnings) != 1 || !strings.Contains(h.Warnings[0], "9.60 cents in 2026-12") {
		t.Errorf("got %q", h.Warnings)
	}
}

// TestCapFallsBackToSQLOrWords: a used-up budget still answers by keyword.
func TestCapFallsBackToWords(t *testing.T) {
	ledger := budget.Open(filepath.Join(t.TempDir(), "ledger"))
	w := start(t, Options{Mode: Hybrid, Transport: MCP, CostCents: 0.1, Limits: budget.Limits{Global: 0, Cap: -1}, Ledger: ledger})
	f := ask(t, w.Provider, parse("kafka"))
	if code(f, nil) != "degraded over_budget" || docs(f) != "people/bob-sample" || f.Degraded.Fix == "" {
		t.Errorf("got %q, %+v", docs(f), f.Degraded)
	}
	if got := w.received(t); strings.Contains(got, `"name":"query"`) || !strings.Contains(got, `"name":"search"`) {
		t.Errorf("sent %s", got)
	}
}
