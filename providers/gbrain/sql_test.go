package gbrain

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"memswarm/providers/gbrain/fake/postgres"
	"memswarm/swarm"
)

func sqlBrain(t testing.TB) (*postgres.Server, string) {
	s := postgres.Start(t)
	var sql []string
	for _, p := range []postgres.Page{
		{Slug: "people/bob-sample", Title: "Bob Sample", Tags: []string{"person"}, Body: "# Bob Sample\n\nBob maintains the pipeline.\n\nAnd the Kafka bridge.",
			Timeline: "- **2026-01-10** | call - quarterly zebra review.", Set: `frontmatter = '{"aliases": ["Bobby"]}', effective_date = '2026-01-10'`},
		{Slug: "notes/secret", Title: "Secret", Body: "Hidden wombat, kafka.", Set: `frontmatter = '{"visibility": "private"}'`},
	} {
		sql = append(sql, p.SQL())
	}
	return s, s.Brain(t, sql...)
}

func TestSQL(t *testing.T) {
	s, name := sqlBrain(t)
	w := (&world{}).open(t, Options{Trusted: true, Mode: Keyword, ConnectionString: Secret(s.DSN(name, "owner")), Interactive: true})
	for text, want := range map[string]string{"kafka": "people/bob-sample", "zebra": "people/bob-sample", "wombat": "", "nothing": "", "kafka tag:person": "people/bob-sample", "kafka tag:x": ""} {
		f := ask(t, w.Provider, parse(text))
		if docs(f) != want || f.Degraded != nil {
			t.Errorf("%s: got %q, %v", text, docs(f), f.Degraded)
		}
		for _, r := range f.Results {
			text2, err := w.Fetch(t.Context(), r.Ref.Doc+".md")
			if err != nil || r.Location == nil {
				t.Fatalf("%v, %+v", err, r)
			}
			word, _, _ := strings.Cut(text, " ")
			if line := strings.Split(text2, "\n")[r.Location.StartLine]; !strings.Contains(strings.ToLower(line), word) {
				t.Errorf("%s: line %d is %q in\n%s", text, r.Location.StartLine, line, text2)
			}
		}
	}
	q := parse("kaf")
	q.Prefix = true
	if f := ask(t, w.Provider, q); docs(f) != "people/bob-sample" {
		t.Errorf("while typing: got %q", docs(f))
	}
	if recent, err := w.Recent(t.Context(), 5); err != nil || len(recent) != 1 {
		t.Errorf("got %v, %v", recent, err)
	}
	if f := ask(t, w.Provider, &swarm.Query{Since: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), Until: time.Date(2026, 2, 1, 0, 0, 0, 0, time.UTC), Candidates: 10}); docs(f) != "people/bob-sample" || f.Results[0].Match != swarm.MatchDate {
		t.Errorf("by date: got %+v", f)
	}
	if _, err := w.Fetch(t.Context(), "notes/secret"); err == nil {
		t.Error("a private page opened")
	}
	if h := w.Health(t.Context()); h.State != swarm.StateOK || h.Notes != 2 || !strings.Contains(h.Via, "last by direct SQL") {
		t.Errorf("got %+v", h)
	}
}

func TestSQLFileOfTheDatabase(t *testing.T) {
	s, name := sqlBrain(t)
	root := t.TempDir()
	path := filepath.Join(root, "people", "Bob.md")
	write(t, path, "---\ntitle: Bob\n---\n\nIntro.\n\nAnd the Kafka bridge.\n")
	s.Exec(t, name, `UPDATE sources SET local_path = '`+root+`'`, `UPDATE pages SET source_path = 'people/Bob.md' WHERE slug = 'people/bob-sample'`)
	w := (&world{}).open(t, Options{Trusted: true, Mode: Keyword, ConnectionString: Secret(s.DSN(name, "owner"))})
	f := ask(t, w.Provider, parse("kafka"))
	if len(f.Results) != 1 || f.Results[0].Location == nil || *f.Results[0].Location != (swarm.Location{Path: path, StartLine: 6, EndLine: 7}) {
		t.Errorf("got %+v", f.Results)
	}
	// A file that is not this page is not opened.
	write(t, path, "something else\n")
	if f = ask(t, w.Provider, parse("kafka")); f.Results[0].Location == nil || f.Results[0].Location.Path != "" {
		t.Errorf("got %+v", f.Results[0].Location)
	}
}

func TestSQLDowngrades(t *testing.T) {
	s, name := sqlBrain(t)
	s.Exec(t, "postgres", `DO $$ BEGIN CREATE ROLE hidden LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$`)
	s.Exec(t, name, `GRANT USAGE ON SCHEMA `+name+` TO hidden; GRANT SELECT ON ALL TABLES IN SCHEMA `+name+` TO hidden; ALTER TABLE pages ENABLE ROW LEVEL SECURITY`)
	// Row-level security: the tools answer, and the reason is said.
	w := start(t, Options{Mode: Keyword, ConnectionString: Secret(s.DSN(name, "hidden"))})
	f := ask(t, w.Provider, parse("kafka"))
	if code(f, nil) != "degraded row_level_security" || docs(f) != "people/bob-sample" {
		t.Errorf("got %q, %+v", docs(f), f.Degraded)
	}
	// Hybrid without any tool: words only.
	w = (&world{}).open(t, Options{Trusted: true, Mode: Hybrid, ConnectionString: Secret(s.DSN(name, "owner"))})
	f = ask(t, w.Provider, parse("kafka"))
	if code(f, nil) != "degraded keyword_only" || docs(f) != "people/bob-sample" {
		t.Errorf("got %q, %+v", docs(f), f.Degraded)
	}
}

func BenchmarkSQL(b *testing.B) {
	s, name := sqlBrain(b)
	w := (&world{}).open(b, Options{Trusted: true, Mode: Keyword, ConnectionString: Secret(s.DSN(name, "owner"))})
	q := parse("kafka bridge")
	for b.Loop() {
		if f := ask(b, w.Provider, q); len(f.Results) != 1 {
			b.Fatal(docs(f))
		}
	}
}

// BenchmarkMCP tells what the client adds to the server's own time: the fake
// answers at once.
func BenchmarkMCP(b *testing.B) {
	w := start(b, Options{Mode: Keyword, Transport: MCP, LineWait: lineWait})
	for _, text := range []string{"kafka", "failover", "a"} {
		b.Run(text, func(b *testing.B) {
			q := parse(text)
			ask(b, w.Provider, q)
			for b.Loop() {
				ask(b, w.Provider, q)
			}
		})
	}
}
