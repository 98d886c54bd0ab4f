package swarm_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	. "memswarm/swarm"
	"memswarm/swarm/swarmtest"
)

func coordinator(t testing.TB, o Options, ps ...Provider) *Coordinator {
	t.Helper()
	for _, p := range ps {
		o.Sources = append(o.Sources, Source{Provider: p})
	}
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func found(id ID, docs ...string) *Found {
	f := &Found{}
	for _, d := range docs {
		f.Results = append(f.Results, Result{Ref: Ref{Provider: id, Doc: d}, Title: d, Note: d})
	}
	return f
}

func report(t *testing.T, a *Answer, id ID) Report {
	t.Helper()
	for _, r := range a.Reports {
		if r.Provider == id {
			return r
		}
	}
	t.Fatalf("no report of %s", id)
	return Report{}
}

func docs(a *Answer) []string {
	var out []string
	for _, h := range a.Hits {
		out = append(out, h.Ref.String())
	}
	return out
}

func TestQueryReportsEveryProvider(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ok := &swarmtest.Fake{ID: ByteRover, Found: found(ByteRover, "a.md"), Delay: 10 * time.Millisecond}
		empty := &swarmtest.Fake{ID: Obsidian}
		degraded := &swarmtest.Fake{ID: GBrain, Cloud: true, Found: &Found{Degraded: &Error{Code: "keyword_only", Message: "no vectors"}}}
		slow := &swarmtest.Fake{ID: "local-markdown:slow", Delay: time.Hour}
		failing := &swarmtest.Fake{ID: "local-markdown:failing", Err: errors.New("disk on fire")}
		panicking := &swarmtest.Fake{ID: "local-markdown:panicking", Panic: "nil map"}
		sick := &swarmtest.Fake{ID: "local-markdown:sick", State: StateFailed, HealthErr: &Error{Code: "missing_path", Message: "gone", Fix: "bring it back"}}
		c := coordinator(t, Options{
			Sources: []Source{{Info: Info{ID: MemoryWiki, Local: true}, Skip: &Error{Code: "untrusted", Message: "workspace not trusted", Fix: "memswarm trust"}}},
			Health:  (&HealthCache{TTL: time.Minute}).Health,
			Cost:    map[ID]float64{GBrain: 0.1},
		}, ok, empty, degraded, slow, failing, panicking, sick)

		a, err := c.Query(t.Context(), Parse("tokens", time.Now()))
		if err != nil {
			t.Fatal(err)
		}
		want := []struct {
			id    ID
			state State
			code  string
		}{
			{MemoryWiki, StateSkipped, "untrusted"},
			{ByteRover, StateOK, ""},
			{Obsidian, StateEmpty, ""},
			{GBrain, StateDegraded, "keyword_only"},
			{"local-markdown:slow", StateTimeout, "timeout"},
			{"local-markdown:failing", StateFailed, "search_failed"},
			{"local-markdown:panicking", StateFailed, "panic"},
			{"local-markdown:sick", StateSkipped, "missing_path"},
		}
		if len(a.Reports) != len(want) {
			t.Fatalf("%d reports, want %d", len(a.Reports), len(want))
		}
		for i, w := range want {
			r := a.Reports[i]
			code := ""
			if r.Error != nil {
				code = r.Error.Code
			}
			if r.Provider != w.id || r.State != w.state || code != w.code || !r.Selected {
				t.Errorf("report %d: %s %s %q selected %t, want %+v", i, r.Provider, r.State, code, r.Selected, w)
			}
		}
		if r := a.Reports[1]; r.Results != 1 || r.Latency != 10*time.Millisecond {
			t.Errorf("byterover: %d results in %v", r.Results, r.Latency)
		}
		if !a.Incomplete || a.CostCents != 0.1 || a.Latency != DefaultDeadline || !slices.Equal(docs(a), []string{"byterover:a.md"}) {
			t.Errorf("incomplete %t, cost %v, latency %v, hits %v", a.Incomplete, a.CostCents, a.Latency, docs(a))
		}
	})
}

func TestQueryAbandonsDeafProvider(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		deaf := &swarmtest.Fake{ID: Obsidian, Delay: time.Minute, IgnoreCtx: true, Found: found(Obsidian, "late.md")}
		quick := &swarmtest.Fake{ID: ByteRover, Found: found(ByteRover, "a.md")}
		c := coordinator(t, Options{Deadline: time.Second, Deadlines: map[ID]time.Duration{Obsidian: 300 * time.Millisecond}}, deaf, quick)
		for range 8 {
			start := time.Now()
			a, err := c.Query(t.Context(), Parse("tokens", time.Now()))
			if err != nil {
				t.Fatal(err)
			}
			if took := time.Since(start); took != 300*time.Millisecond {
				t.Fatalf("took %v", took)
			}
			if r := report(t, a, Obsidian); r.State != StateTimeout || r.Results != 0 || !slices.Equal(docs(a), []string{"byterover:a.md"}) {
				t.Fatalf("%+v, %v", r, docs(a))
			}
		}
		// Eight searches hang: it is left alone until they end.
		a, _ := c.Query(t.Context(), Parse("tokens", time.Now()))
		if r := report(t, a, Obsidian); r.State != StateSkipped || r.Error.Code != "busy" || len(deaf.Queries()) != 8 {
			t.Errorf("%+v after %d searches", r, len(deaf.Queries()))
		}
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		a, _ = c.Query(t.Context(), Parse("tokens", time.Now()))
		if r := report(t, a, Obsidian); r.State != StateTimeout {
			t.Errorf("%+v once they have ended", r)
		}
		time.Sleep(2 * time.Minute)
	})
}

func TestQueryCancelled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		deaf := &swarmtest.Fake{ID: Obsidian, Delay: time.Minute, IgnoreCtx: true}
		c := coordinator(t, Options{}, deaf, &swarmtest.Fake{ID: ByteRover, Delay: time.Minute})
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(50*time.Millisecond, cancel)
		start := time.Now()
		a, err := c.Query(ctx, Parse("tokens", time.Now()))
		if !errors.Is(err, context.Canceled) || a != nil || time.Since(start) != 50*time.Millisecond {
			t.Errorf("%v, %v after %v", a, err, time.Since(start))
		}
		if _, err := c.Query(ctx, Parse("tokens", time.Now())); !errors.Is(err, context.Canceled) {
			t.Errorf("a dead context: %v", err)
		}
		if n := len(deaf.Queries()); n != 1 {
			t.Errorf("searched %d times", n)
		}
		time.Sleep(time.Minute)
	})
}

func TestQueryLimitsConcurrency(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var running, most atomic.Int32
		var ps []Provider
		for i := range 6 {
			ps = append(ps, &swarmtest.Fake{ID: ID(fmt.Sprintf("local-markdown:%d", i)), Delay: 100 * time.Millisecond, Hook: func(*Query) {
				n := running.Add(1)
				for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
				}
				time.AfterFunc(99*time.Millisecond, func() { running.Add(-1) })
			}})
		}
		c := coordinator(t, Options{MaxConcurrent: 2}, ps...)
		a, err := c.Query(t.Context(), Parse("tokens", time.Now()))
		if err != nil || most.Load() != 2 || a.Latency != 300*time.Millisecond {
			t.Errorf("%v: at most %d at a time, %v", err, most.Load(), a.Latency)
		}
	})
}

func TestQueryRoutes(t *testing.T) {
	local := &swarmtest.Fake{ID: Obsidian}
	folder := &swarmtest.Fake{ID: "local-markdown:notes"}
	cloud := &swarmtest.Fake{ID: GBrain, Cloud: true}
	c := coordinator(t, Options{}, local, folder, cloud)
	tests := []struct {
		text  string
		asked []ID
	}{
		{"tokens", []ID{Obsidian, "local-markdown:notes", GBrain}},
		{"I prefer tabs", []ID{Obsidian, "local-markdown:notes"}},
		{"I prefer tabs in:gbrain", nil},
		{"since March I prefer tabs", []ID{Obsidian, "local-markdown:notes"}},
		{"tokens in:local-markdown", []ID{"local-markdown:notes"}},
		{"tokens in:local_markdown", []ID{"local-markdown:notes"}},
		{"tokens in:LOCAL-markdown:notes,gbrain", []ID{"local-markdown:notes", GBrain}},
	}
	for _, tt := range tests {
		a, err := c.Query(t.Context(), Parse(tt.text, time.Now()))
		if err != nil {
			t.Fatal(err)
		}
		var asked []ID
		for _, r := range a.Reports {
			if r.Selected {
				asked = append(asked, r.Provider)
			} else if r.State != StateExcluded || r.Exclude == "" {
				t.Errorf("%q: %+v", tt.text, r)
			}
		}
		if !slices.Equal(asked, tt.asked) {
			t.Errorf("%q: asked %v, want %v", tt.text, asked, tt.asked)
		}
	}
	_, err := c.Query(t.Context(), Parse("tokens in:obsidan", time.Now()))
	var e *Error
	if !errors.As(err, &e) || e.Code != "unknown_provider" || !strings.Contains(e.Fix, "obsidian, local-markdown:notes, gbrain") {
		t.Errorf("unknown provider: %#v", err)
	}
}

func TestQueryBlankAsksNobody(t *testing.T) {
	f := &swarmtest.Fake{ID: Obsidian}
	c := coordinator(t, Options{}, f)
	for _, text := range []string{"", "   ", `""`, "-x1"} {
		a, err := c.Query(t.Context(), Parse(text, time.Now()))
		if err != nil || len(a.Hits) > 0 || len(f.Queries()) > 0 || report(t, a, Obsidian).State != StateEmpty {
			t.Errorf("%q: %v, %+v", text, err, a.Reports)
		}
	}
	for i, text := range []string{"yesterday", "tag:auth", "recently"} {
		if _, err := c.Query(t.Context(), Parse(text, time.Now())); err != nil || len(f.Queries()) != i+1 {
			t.Errorf("%q was not asked: %v", text, err)
		}
	}
}

func TestQueryIsNotChanged(t *testing.T) {
	vandal := func(q *Query) {
		q.Words, q.Limit = "changed", -1
		for _, s := range [][]string{q.Phrases, q.Exclude, q.Tags, q.Paths, q.Titles} {
			for i := range s {
				s[i] = "changed"
			}
		}
		for i := range q.Expand {
			q.Expand[i].Term = "changed"
		}
		for i := range q.Unsaved {
			q.Unsaved[i].Path = "changed"
		}
	}
	a := &swarmtest.Fake{ID: ByteRover, Hook: vandal, Found: found(ByteRover, "x"), Terms: []WeightedTerm{{Term: "t", Weight: 1}}}
	b := &swarmtest.Fake{ID: Obsidian, Hook: vandal}
	c := coordinator(t, Options{Edges: []Edge{{ByteRover, Obsidian}}}, a, b)
	make := func() *Query {
		q := Parse(`"p q" -ex tag:t path:p title:t notes 2026-05`, testNow)
		q.Unsaved = []Buffer{{Path: "/x"}}
		return q
	}
	q := make()
	ans, err := c.Query(t.Context(), q)
	if err != nil || !reflect.DeepEqual(q, make()) {
		t.Errorf("%v: %+v", err, q)
	}
	if ans.Query.Words != q.Words || ans.Query.Limit != DefaultFusion().Limit {
		t.Errorf("answer's query: %+v", ans.Query)
	}
}

var testNow = time.Date(2026, 12, 3, 9, 30, 0, 0, time.UTC)

func TestQueryKeepsDerivedTextHere(t *testing.T) {
	for _, share := range []bool{false, true} {
		cloud := &swarmtest.Fake{ID: GBrain, Cloud: true}
		local := &swarmtest.Fake{ID: Obsidian}
		c := coordinator(t, Options{ShareDerived: share}, cloud, local)
		q := Parse("tokens", testNow)
		q.Expand = []WeightedTerm{{Term: "secretIdentifier", Weight: 0.2}}
		q.Unsaved = []Buffer{{Path: "/x", Text: "private"}}
		if _, err := c.Query(t.Context(), q); err != nil {
			t.Fatal(err)
		}
		got := cloud.Queries()[0]
		if (len(got.Expand) > 0) != share || len(got.Unsaved) > 0 {
			t.Errorf("share %t: the cloud got %v, %v", share, got.Expand, got.Unsaved)
		}
		if got := local.Queries()[0]; len(got.Expand) != 1 || len(got.Unsaved) != 1 {
			t.Errorf("the local one got %v, %v", got.Expand, got.Unsaved)
		}
	}
}

func TestEnrichment(t *testing.T) {
	terms := []WeightedTerm{{Term: "rotation", Weight: 0.3}, {Term: "refresh", Weight: 0.5}, {Term: "Tokens", Weight: 0.9}, {Term: "bad", Weight: 0}, {Term: "refresh", Weight: 0.1}}
	wanted := []WeightedTerm{{"refresh", 0.15, ByteRover}, {"rotation", 0.09, ByteRover}}
	tests := []struct {
		name     string
		first    swarmtest.Fake
		terms    []WeightedTerm
		enriched []ID
		latency  time.Duration
	}{
		{"terms pass on", swarmtest.Fake{Found: found(ByteRover, "a"), Terms: terms, Delay: 100 * time.Millisecond}, wanted, []ID{ByteRover}, 200 * time.Millisecond},
		{"nothing found", swarmtest.Fake{Terms: terms}, nil, nil, 100 * time.Millisecond},
		{"fails", swarmtest.Fake{Err: errors.New("x"), Terms: terms}, nil, nil, 100 * time.Millisecond},
		{"panics", swarmtest.Fake{Panic: "x", Terms: terms}, nil, nil, 100 * time.Millisecond},
		{"expanding panics", swarmtest.Fake{Found: found(ByteRover, "a"), ExpandPanic: "x"}, nil, nil, 100 * time.Millisecond},
		{"expanding hangs", swarmtest.Fake{Found: found(ByteRover, "a"), Terms: terms, ExpandDelay: time.Minute, IgnoreCtx: true}, nil, nil, 1100 * time.Millisecond},
		{"slow but in time", swarmtest.Fake{Found: found(ByteRover, "a"), Terms: terms, Delay: 900 * time.Millisecond}, wanted, []ID{ByteRover}, 1000 * time.Millisecond},
		{"too slow to wait for", swarmtest.Fake{Found: found(ByteRover, "a"), Terms: terms, Delay: 1500 * time.Millisecond}, nil, nil, 1500 * time.Millisecond},
	}
	for i := range tests {
		tt := &tests[i]
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tt.first.ID = ByteRover
				second := &swarmtest.Fake{ID: Obsidian, Delay: 100 * time.Millisecond}
				c := coordinator(t, Options{Edges: []Edge{{ByteRover, Obsidian}}}, second, &tt.first)
				a, err := c.Query(t.Context(), Parse("tokens", time.Now()))
				if err != nil {
					t.Fatal(err)
				}
				r := report(t, a, Obsidian)
				if r.State != StateEmpty || !slices.Equal(r.Terms, tt.terms) || !slices.Equal(r.EnrichedBy, tt.enriched) {
					t.Errorf("%+v", r)
				}
				if got := second.Queries()[0].Expand; !slices.Equal(got, tt.terms) {
					t.Errorf("the query was widened by %v", got)
				}
				if a.Latency != tt.latency {
					t.Errorf("took %v, want %v", a.Latency, tt.latency)
				}
				time.Sleep(2 * time.Minute)
			})
		})
	}
}

func TestEnrichmentFansIn(t *testing.T) {
	a := &swarmtest.Fake{ID: ByteRover, Found: found(ByteRover, "a"), Terms: []WeightedTerm{{Term: "one", Weight: 0.2}}}
	b := &swarmtest.Fake{ID: MemoryWiki, Err: errors.New("x")}
	d := &swarmtest.Fake{ID: "local-markdown:d", Found: found("local-markdown:d", "d"), Terms: []WeightedTerm{{Term: "two", Weight: 0.4}}}
	last := &swarmtest.Fake{ID: Obsidian}
	c := coordinator(t, Options{Edges: []Edge{{ByteRover, Obsidian}, {MemoryWiki, Obsidian}, {LocalMarkdown, Obsidian}, {ByteRover, LocalMarkdown}}}, last, a, b, d)
	if got := c.Graph().Levels(); !reflect.DeepEqual(got, [][]ID{{ByteRover, MemoryWiki}, {"local-markdown:d"}, {Obsidian}}) {
		t.Errorf("levels %v", got)
	}
	ans, err := c.Query(t.Context(), Parse("tokens", time.Now()))
	if err != nil {
		t.Fatal(err)
	}
	r := report(t, ans, Obsidian)
	want := []WeightedTerm{{"two", 0.12, "local-markdown:d"}, {"one", 0.06, ByteRover}}
	if !slices.Equal(r.Terms, want) || !slices.Equal(r.EnrichedBy, []ID{ByteRover, "local-markdown:d"}) {
		t.Errorf("%+v", r)
	}
}

func TestEnrichmentNotFromNonsense(t *testing.T) {
	fs := func(on bool) []Freqs {
		out := make([]Freqs, 3)
		if on {
			out[0][FieldBody] = 1
		}
		return out
	}
	f := found(ByteRover, "a")
	f.Results[0].Evidence = &Evidence{Note: fs(true), Section: fs(true)}
	f.Corpus = &Corpus{Notes: 100, Terms: []Term{{Key: "of", Weight: 1, DF: 60}, {Key: "zorbulon", Word: 1, Weight: 1}, {Key: "flux", Word: 2, Weight: 1}}}
	a := &swarmtest.Fake{ID: ByteRover, Found: f, Terms: []WeightedTerm{{Term: "astray", Weight: 0.5}}}
	b := &swarmtest.Fake{ID: Obsidian}
	c := coordinator(t, Options{Edges: []Edge{{ByteRover, Obsidian}}}, a, b)
	if _, err := c.Query(t.Context(), Parse("of zorbulon flux", time.Now())); err != nil || len(b.Queries()[0].Expand) > 0 {
		t.Errorf("%v: widened by %v", err, b.Queries()[0].Expand)
	}
}

func TestNewRejects(t *testing.T) {
	fake := func(id ID) Source { return Source{Provider: &swarmtest.Fake{ID: id, Cloud: id == GBrain}} }
	sources := []Source{fake(ByteRover), fake(Obsidian), fake("local-markdown:a"), fake("local-markdown:b"), fake(GBrain)}
	tests := []struct {
		edges []Edge
		code  string // of the error, "" when accepted
		path  []ID
		warns int
	}{
		{nil, "", nil, 0},
		{[]Edge{{ByteRover, Obsidian}, {Obsidian, LocalMarkdown}, {ByteRover, LocalMarkdown}}, "", nil, 0},
		{[]Edge{{"local-markdown:a", "local-markdown:b"}}, "", nil, 0},
		{[]Edge{{"local_markdown:a", "local_markdown:b"}}, "", nil, 0},
		{[]Edge{{ByteRover, ByteRover}}, "self_edge", []ID{ByteRover, ByteRover}, 0},
		{[]Edge{{LocalMarkdown, LocalMarkdown}}, "self_edge", []ID{"local-markdown:a", "local-markdown:a"}, 0},
		{[]Edge{{"local-markdown:b", LocalMarkdown}}, "self_edge", []ID{"local-markdown:b", "local-markdown:b"}, 0},
		{[]Edge{{ByteRover, Obsidian}, {Obsidian, "local-markdown:b"}, {LocalMarkdown, ByteRover}}, "cycle",
			[]ID{"local-markdown:b", ByteRover, Obsidian, "local-markdown:b"}, 0},
		{[]Edge{{ByteRover, "honcho"}}, "unknown_provider", nil, 0},
		{[]Edge{{ByteRover, GBrain}}, "", nil, 1},
		{[]Edge{{GBrain, Obsidian}}, "", nil, 1},
	}
	for _, tt := range tests {
		c, err := New(Options{Sources: sources, Edges: tt.edges})
		var e *EdgeError
		code, path := "", []ID(nil)
		if errors.As(err, &e) {
			code, path = e.Err.Code, e.Path
		}
		if code != tt.code || !slices.Equal(path, tt.path) {
			t.Errorf("%v: %q %v (%v)", tt.edges, code, path, err)
		}
		if err == nil && len(c.Warnings()) != tt.warns {
			t.Errorf("%v: warnings %v", tt.edges, c.Warnings())
		}
	}
	if _, err := New(Options{Sources: sources, Edges: []Edge{{ByteRover, GBrain}}, ShareDerived: true}); err != nil {
		t.Error(err)
	}
	var e *Error
	if _, err := New(Options{Sources: []Source{fake(Obsidian), fake(Obsidian)}}); !errors.As(err, &e) || e.Code != "duplicate_provider" {
		t.Errorf("twins: %v", err)
	}
}

func TestHealthCache(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := &swarmtest.Fake{ID: Obsidian, State: StateFailed}
		h := &HealthCache{TTL: time.Minute}
		for range 3 {
			if got := h.Health(t.Context(), f); got.State != StateFailed {
				t.Fatalf("%+v", got)
			}
		}
		if f.HealthCalls() != 1 {
			t.Errorf("asked %d times", f.HealthCalls())
		}
		time.Sleep(time.Minute)
		h.Health(t.Context(), f)
		h.Forget()
		h.Health(t.Context(), f)
		if f.HealthCalls() != 3 {
			t.Errorf("asked %d times", f.HealthCalls())
		}
	})
}

func BenchmarkCoordinator(b *testing.B) {
	var ps []Provider
	for i := range 5 {
		id := ID(fmt.Sprintf("local-markdown:%d", i))
		ps = append(ps, &swarmtest.Fake{ID: id, Found: found(id, "a", "b", "c")})
	}
	c := coordinator(b, Options{}, ps...)
	q := Parse("tokens", testNow)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.Query(b.Context(), q); err != nil {
			b.Fatal(err)
		}
	}
}
