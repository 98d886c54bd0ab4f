package budget

import (
	"context"
	"errors"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

var now = time.Date(2026, 12, 1, 10, 0, 0, 0, time.UTC)

func ledger(t *testing.T) *Ledger { return Open(filepath.Join(t.TempDir(), "state", "ledger.json")) }

func TestCaps(t *testing.T) {
	for _, tt := range []struct {
		name   string
		limits Limits
		cost   float64
		want   int // how often it goes well
	}{
		{"global", Limits{Global: FromCents(1), Cap: -1}, 0.1, 10},
		{"own", Limits{Global: FromCents(100), Cap: FromCents(0.3)}, 0.1, 3},
		{"nothing allowed", Limits{Global: 0, Cap: -1}, 0.1, 0},
		{"own nothing", Limits{Global: FromCents(100), Cap: 0}, 0.1, 0},
		{"free of charge", Limits{Global: 0, Cap: 0}, 0, 20},
		{"per minute", Limits{Global: FromCents(100), Cap: -1, PerMinute: 4}, 0, 4},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := ledger(t)
			n := 0
			for range 20 {
				_, err := l.Reserve(t.Context(), now, "gbrain", FromCents(tt.cost), tt.limits)
				if err == nil {
					n++
				} else if !errors.Is(err, ErrCap) && !errors.Is(err, ErrRate) {
					t.Fatal(err)
				}
			}
			if n != tt.want {
				t.Errorf("%d went well, want %d", n, tt.want)
			}
			// The next month and the next minute begin again.
			if _, err := l.Reserve(t.Context(), now.AddDate(0, 1, 0), "gbrain", FromCents(tt.cost), tt.limits); (err == nil) != (tt.want > 0) {
				t.Errorf("next month: %v", err)
			}
		})
	}
}

func TestAnotherProviderCountsForTheGlobalCap(t *testing.T) {
	l := ledger(t)
	limits := Limits{Global: FromCents(1), Cap: -1}
	if _, err := l.Reserve(t.Context(), now, "other", FromCents(0.95), limits); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Reserve(t.Context(), now, "gbrain", FromCents(0.1), limits); !errors.Is(err, ErrCap) {
		t.Errorf("got %v", err)
	}
}

func TestRefund(t *testing.T) {
	l := ledger(t)
	limits := Limits{Global: FromCents(0.1), Cap: -1}
	for range 5 {
		r, err := l.Reserve(t.Context(), now, "gbrain", FromCents(0.1), limits)
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Refund(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	if u, err := l.Usage(now, "gbrain", limits); err != nil || u.Spent != 0 || u.Queries != 0 {
		t.Errorf("got %+v, %v", u, err)
	}
}

func TestUsage(t *testing.T) {
	for _, tt := range []struct {
		spent, global, own float64
		warn               bool
		weight             float64
	}{
		{0, 100, -1, false, 1}, {79, 100, -1, false, 1}, {80, 100, -1, true, 1}, {90, 100, -1, true, 1}, {95, 100, -1, true, 0.75},
		{100, 100, -1, true, 0.5}, {120, 100, -1, true, 0.5}, {8, 100, 10, true, 1}, {10, 100, 10, true, 0.5}, {1, 0, -1, true, 0.5}, {0, 0, -1, false, 1},
	} {
		u := Usage{Spent: FromCents(tt.spent), All: FromCents(tt.spent), Limits: Limits{Global: FromCents(tt.global), Cap: FromCents(tt.own), WarnPct: 80, ReducePct: 90}}
		if tt.own < 0 {
			u.Limits.Cap = -1
		}
		if w := u.Weight(); u.Warning() != tt.warn || math.Abs(w-tt.weight) > 1e-9 {
			t.Errorf("%+v: got %t %v", tt, u.Warning(), w)
		}
	}
}

func TestSmallAmountsAddUp(t *testing.T) {
	l := ledger(t)
	for range 30 {
		if _, err := l.Reserve(t.Context(), now, "gbrain", FromCents(0.1), Limits{Global: FromCents(3), Cap: -1}); err != nil {
			t.Fatal(err)
		}
	}
	u, err := Open(l.path).Usage(now, "gbrain", Limits{})
	if err != nil || u.Spent.Float() != 3 || u.Queries != 30 {
		t.Errorf("got %v, %v", u.Spent.Float(), err)
	}
}

func TestDamagedAccount(t *testing.T) {
	l := ledger(t)
	if err := os.MkdirAll(filepath.Dir(l.path), 0o700); err != nil {
		t.Fatal(err)
	}
	limits := Limits{Global: FromCents(1), Cap: -1}
	for _, text := range []string{"", "{", "null x", "[]", `{"months": 5}`} {
		if err := os.WriteFile(l.path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := l.Reserve(t.Context(), now, "gbrain", FromCents(0.1), limits); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	kept, _ := filepath.Glob(l.path + ".damaged-*")
	if len(kept) != 5 || !strings.Contains(l.Note(), "damaged") {
		t.Errorf("kept %q, note %q", kept, l.Note())
	}
	// What a newer version wrote is left alone, and nothing is spent.
	if err := os.WriteFile(l.path, []byte(`{"version": 9}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := l.Reserve(t.Context(), now, "gbrain", FromCents(0.1), limits); !errors.Is(err, ErrUnavailable) {
		t.Errorf("got %v", err)
	}
	if b, _ := os.ReadFile(l.path); string(b) != `{"version": 9}` {
		t.Errorf("changed to %s", b)
	}
}

func TestMain(m *testing.M) {
	if path := os.Getenv("BUDGET_TEST_LEDGER"); path != "" {
		l := Open(path)
		for range 40 {
			for {
				_, err := l.Reserve(context.Background(), now, "gbrain", FromCents(0.1), Limits{Global: FromCents(1000), Cap: -1})
				if err == nil {
					break
				}
				if !errors.Is(err, ErrUnavailable) {
					panic(err)
				}
			}
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// TestTwoProcesses lets real processes spend at the same time: no cent is lost.
func TestTwoProcesses(t *testing.T) {
	l := ledger(t)
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			cmd := exec.Command(exe)
			cmd.Env = append(os.Environ(), "BUDGET_TEST_LEDGER="+l.path)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
	wg.Wait()
	u, err := l.Usage(now, "gbrain", Limits{})
	if err != nil || u.Spent != FromCents(12) {
		t.Errorf("spent %v, %v", u.Spent.Float(), err)
	}
	left, _ := filepath.Glob(filepath.Join(filepath.Dir(l.path), "*.tmp"))
	if len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"version":1,"months":{"2026-12":{"gbrain":5}},"recent":{"gbrain":[1]}}`))
	f.Add([]byte(`{"months":{"2026-12":null},"recent":null}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		path := filepath.Join(t.TempDir(), "l")
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		_, _ = Open(path).Reserve(t.Context(), now, "gbrain", 1, Limits{Global: 10, Cap: -1, PerMinute: 5})
	})
}
