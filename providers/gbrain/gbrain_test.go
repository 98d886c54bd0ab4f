package gbrain

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"memswarm/providers/gbrain/fake"
	"memswarm/providers/gbrain/fake/postgres"
	"memswarm/swarm"
)

func TestMain(m *testing.M) {
	fake.MainIfAsked()
	code := m.Run()
	postgres.Stop()
	os.Exit(code)
}

// world is a provider with a fake brain and the record of what it received.
type world struct {
	*Provider
	log string
}

// start makes a provider whose program is the fake, set up by set.
func start(t testing.TB, o Options, set ...string) *world {
	t.Helper()
	w := &world{log: filepath.Join(t.TempDir(), "received")}
	o.Command, o.Env = fake.Command(append(set, "FAKEGBRAIN_LOG="+w.log)...)
	o.Dir = filepath.Join(t.TempDir(), "room")
	o.Trusted = true
	return w.open(t, o)
}

func (w *world) open(t testing.TB, o Options) *world {
	if o.Session.Grace == 0 {
		o.Session.Grace = 200 * time.Millisecond
	}
	if o.LineWait == 0 {
		o.LineWait = 10 * time.Second
	}
	w.Provider = New(o)
	t.Cleanup(func() { w.Close() })
	return w
}

// received is everything that the fake got to read, arguments included.
func (w *world) received(t testing.TB) string {
	t.Helper()
	b, err := os.ReadFile(w.log)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return string(b)
}

func parse(text string) *swarm.Query {
	q := swarm.Parse(text, time.Date(2026, 12, 5, 12, 0, 0, 0, time.UTC))
	q.Candidates = 100
	return q
}

func ask(t testing.TB, p *Provider, q *swarm.Query) *swarm.Found {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	f, err := p.Search(ctx, q)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return f
}

func docs(f *swarm.Found) string {
	var out []string
	for _, r := range f.Results {
		out = append(out, r.Ref.Doc)
	}
	return strings.Join(out, " ")
}

func TestSearchByTools(t *testing.T) {
	for _, tt := range []struct {
		name, text, mode, brain string
		want, match, degraded   string
		kind                    swarm.Kind
	}{
		{name: "keyword", text: "failover replication lag", mode: Keyword, want: "concepts/database-failover", match: "keyword"},
		{name: "one result a page", text: "alice", mode: Keyword, want: "companies/acme-corp people/alice-example", match: "keyword"},
		{name: "nothing", text: "xylophonezz", mode: Keyword},
		{name: "CJK", text: "東京", mode: Keyword, want: "notes/東京メモ", match: "keyword"},
		{name: "accents", text: "Straße", mode: Keyword, want: "notes/uber-straße", match: "keyword"},
		{name: "hidden folder", text: "wallaby", mode: Keyword},
		{name: "private", text: "wombat", mode: Keyword},
		{name: "hybrid without embeddings", text: "kafka", mode: Hybrid, want: "people/bob-sample", match: "keyword", degraded: "no_embedding"},
		{name: "by meaning", text: "outage", mode: Hybrid, brain: "vector", want: "concepts/database-failover", match: "semantic"},
		{name: "vector", text: "outage", mode: Vector, brain: "vector", want: "concepts/database-failover", match: "semantic"},
		{name: "tag", text: "alice tag:company", mode: Keyword, want: "companies/acme-corp", match: "keyword"},
		{name: "tag without words", text: "tag:company", mode: Keyword, want: "companies/acme-corp", match: "keyword"},
		{name: "path", text: "alice path:people", mode: Keyword, want: "people/alice-example", match: "keyword"},
		{name: "small token budget", text: "a", mode: Keyword, brain: "budget=30", degraded: "",
			want: "companies/acme-corp concepts/database-failover notes/uber-straße people/alice-example people/bob-sample", match: "keyword"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for _, transport := range []string{MCP, HTTP} {
				var w *world
				o := Options{Mode: tt.mode, Transport: transport, Trusted: true}
				if transport == MCP {
					w = start(t, o, "FAKEGBRAIN_BRAIN="+tt.brain)
				} else {
					o.URL = serve(t, tt.brain)
					w = (&world{}).open(t, o)
				}
				f := ask(t, w.Provider, parse(tt.text))
				got := strings.Fields(docs(f))
				slices.Sort(got)
				code := ""
				if f.Degraded != nil {
					code = f.Degraded.Code
				}
				if strings.Join(got, " ") != tt.want || code != tt.degraded {
					t.Errorf("%s: got %q, degraded %v", transport, got, f.Degraded)
				}
				for _, r := range f.Results {
					if string(r.Match) != tt.match || r.Ref.Provider != swarm.GBrain || r.Title == "" || r.Evidence != nil || f.Corpus != nil {
						t.Errorf("%s: got %+v", transport, r)
					}
				}
			}
		})
	}
}

func TestResult(t *testing.T) {
	w := start(t, Options{Mode: Keyword, Transport: MCP})
	f := ask(t, w.Provider, parse("logistics"))
	if len(f.Results) != 1 {
		t.Fatalf("got %+v", f)
	}
	r := f.Results[0]
	if r.Title != "Acme Corp" || strings.Join(r.Breadcrumb, "/") != "companies/Acme Corp" || r.NoteKind != "company" || r.Source != "companies/acme-corp" ||
		r.Modified.Format(time.DateOnly) != "2026-12-01" || !slices.Equal(r.Tags, []string{"company", "sample"}) || len(r.Matches) != 1 ||
		r.Excerpt[r.Matches[0].Start:r.Matches[0].End] != "logistics" {
		t.Errorf("got %+v", r)
	}
	// The line of the match, in the text that opens.
	text, err := w.Fetch(t.Context(), "companies/acme-corp.md")
	if err != nil || r.Location == nil || r.Location.Path != "" {
		t.Fatalf("got %v at %+v", err, r.Location)
	}
	if line := strings.Split(text, "\n")[r.Location.StartLine]; !strings.Contains(line, "logistics") {
		t.Errorf("line %d is %q of\n%s", r.Location.StartLine, line, text)
	}
	for _, part := range []string{"title: Acme Corp", "- company", "## Timeline", "renewal talk"} {
		if !strings.Contains(text, part) {
			t.Errorf("%q is missing in\n%s", part, text)
		}
	}
}

func TestFileLocation(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, "companies", "Acme Corp.md"), "---\r\ntitle: Acme\r\n---\r\n\r\n# Acme Corp\r\n\r\nAcme Corp builds logistics software. Contract renews in March.\r\n")
	write(t, filepath.Join(root, "people", "bob-sample.md"), "---\nvisibility: private\n---\n\nBob maintains the ingestion pipeline and the Kafka bridge.\n")
	w := start(t, Options{Mode: Keyword, RepoPath: root})
	f := ask(t, w.Provider, parse("logistics"))
	if len(f.Results) != 1 || f.Results[0].Location == nil || f.Results[0].Location.Path != filepath.Join(root, "companies", "Acme Corp.md") ||
		f.Results[0].Location.StartLine != 6 {
		t.Errorf("got %+v", f.Results[0].Location)
	}
	// Made private by hand, not yet synced.
	if f := ask(t, w.Provider, parse("kafka")); len(f.Results) != 0 {
		t.Errorf("got %s", docs(f))
	}
	for scope, want := range map[string]string{"companies": "companies/acme-corp", "people": "people/alice-example", filepath.Join(root, "companies"): "companies/acme-corp", t.TempDir(): ""} {
		q := parse("alice")
		q.Scope = scope
		if got := docs(ask(t, w.Provider, q)); got != want {
			t.Errorf("%s: got %q", scope, got)
		}
	}
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
