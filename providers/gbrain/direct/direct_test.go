package direct

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"memswarm/providers/gbrain/fake/postgres"
	"memswarm/providers/gbrain/redact"
	"memswarm/swarm"
)

func TestMain(m *testing.M) {
	code := m.Run()
	postgres.Stop()
	os.Exit(code)
}

// brain is a database with what must show and what must not.
func brain(t testing.TB) (*postgres.Server, string) {
	s := postgres.Start(t)
	sql := []string{
		`INSERT INTO sources (id, config, archived) VALUES ('team', '{"federated": true}', false), ('alone', '{}', false), ('old', '{"federated": true}', true)`,
	}
	for _, p := range []postgres.Page{
		{Slug: "people/alice", Title: "Alice Example", Tags: []string{"Person", "sample"}, Body: "# Alice Example\n\nAlice runs the platform team.\n\nShe designed the failover runbook.",
			Timeline: "- **2026-01-10** | meeting - she proposed the zebra budget.", Set: `effective_date = '2026-01-10', source_path = 'people/Alice.md', frontmatter = '{"aliases": ["Al"]}'`},
		{Slug: "concepts/failover", Title: "Database failover", Body: "Failover promotes a standby when the primary is lost.\n\nMore about failover and replicas."},
		{Slug: "notes/quorum", Title: "Quorum protocol", Body: "Nothing in here says it."},
		{Slug: "notes/東京", Title: "東京メモ", Body: "東京オフィスの移転計画について。\n\nデータベースの障害対応。"},
		{Slug: "notes/percent", Title: "Percent", Body: "Rate 50%_x 東 here."},
		{Source: "team", Slug: "people/alice", Title: "Team Alice", Body: "The team knows Alice and failover too."},
		// What follows must never show.
		{Slug: "notes/deleted", Title: "Deleted zebra", Body: "zebra failover", Set: "deleted_at = now()"},
		{Slug: "notes/private", Title: "Private zebra", Body: "zebra failover", Set: `frontmatter = '{"visibility": "private"}'`},
		{Slug: "notes/private2", Title: "Private zebra", Body: "zebra failover", Set: `frontmatter = '{"visibility": "Private "}'`},
		{Slug: "notes/quarantined", Title: "Quarantined zebra", Body: "zebra failover", Set: `frontmatter = '{"quarantine": null}'`},
		{Slug: "test/fixture", Title: "Test zebra", Body: "zebra failover"},
		{Slug: "attachments/scan", Title: "Attached zebra", Body: "zebra failover"},
		{Slug: ".raw/dump", Title: "Raw zebra", Body: "zebra failover"},
		{Slug: "notes/image", Title: "Picture", Body: "zebra failover", Modality: "image"},
		{Source: "old", Slug: "notes/archived", Title: "Archived zebra", Body: "zebra failover"},
		{Source: "alone", Slug: "notes/alone", Title: "Alone zebra", Body: "zebra failover"},
	} {
		sql = append(sql, p.SQL())
	}
	sql = append(sql, `INSERT INTO links (from_page_id, to_page_id, link_type) SELECT a.id, b.id, 'mentions' FROM pages a, pages b
		WHERE a.slug = 'people/alice' AND a.source_id = 'default' AND b.slug IN ('concepts/failover', 'notes/private')`)
	return s, s.Brain(t, sql...)
}

func open(t testing.TB, o Options) *DB {
	t.Helper()
	db, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func names(rows []Row) string {
	var out []string
	for _, r := range rows {
		name := r.Slug
		if r.SourceID != "default" {
			name = r.SourceID + "::" + name
		}
		out = append(out, name)
	}
	return strings.Join(out, " ")
}

func TestSearch(t *testing.T) {
	s, name := brain(t)
	db := open(t, Options{ConnString: redact.Secret(s.DSN(name, "owner"))})
	date := func(s string) time.Time { d, _ := time.Parse(time.DateOnly, s); return d }
	for _, tt := range []struct {
		name string
		q    Query
		want string
	}{
		{"strict", Query{Text: "failover primary"}, "concepts/failover"},
		{"stemmed, by folder", Query{Text: "replicas failovers"}, "concepts/failover"},
		{"loose when nothing has all", Query{Text: "runbook unicorns"}, "people/alice"},
		{"no loosening of a phrase", Query{Text: `"runbook unicorns"`}, ""},
		{"no loosening of an exclusion", Query{Text: "unicorns -runbook"}, ""},
		{"exclusion", Query{Text: "failover -standby -team"}, "concepts/failover people/alice"},
		{"title alone", Query{Text: "quorum"}, "notes/quorum"},
		{"timeline, and nothing hidden", Query{Text: "zebra"}, "people/alice"},
		{"stop words", Query{Text: "the of and"}, ""},
		{"nonsense", Query{Text: "xylophonezz"}, ""},
		{"CJK", Query{Text: "東京"}, "notes/東京"},
		{"CJK sentence", Query{Text: "障害対応を教えて"}, "notes/東京"},
		{"CJK, LIKE signs", Query{Text: "50%_x 東"}, "notes/percent"},
		{"CJK, LIKE signs mean themselves", Query{Text: "5%x_東"}, ""},
		{"unfinished", Query{Text: "platf", Prefix: true}, "people/alice"},
		{"unfinished second", Query{Text: "failover promo", Prefix: true}, "concepts/failover"},
		{"unfinished punctuation", Query{Text: "failover promotes !!", Prefix: true}, "concepts/failover"},
		{"tag", Query{Text: "failover", Tags: []string{"#person"}}, "people/alice"},
		{"tag without words", Query{Tags: []string{"sample"}}, "people/alice"},
		{"path", Query{Text: "failover", Paths: []string{"conc"}}, "concepts/failover"},
		{"title", Query{Text: "failover", Titles: []string{"database"}}, "concepts/failover"},
		{"scope", Query{Text: "failover", SlugPrefix: "concepts/"}, "concepts/failover"},
		{"since", Query{Text: "failover", Since: date("2026-01-11"), SlugPrefix: "people/a", Until: date("2026-02-01")}, ""},
		{"until", Query{Text: "failover", Until: date("2026-01-11")}, "people/alice"},
		{"hostile", Query{Text: "'; DROP TABLE pages; -- \x00 \xff"}, ""},
		{"only operators", Query{Text: `- " -- ()`}, ""},
		{"huge", Query{Text: strings.Repeat("failover ", 60_000)}, "concepts/failover people/alice team::people/alice"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.q.Limit = 50
			rows, err := db.Search(t.Context(), tt.q)
			if err != nil {
				t.Fatalf("%v (%v)", err, errors.Unwrap(err))
			}
			got := names(rows)
			if tt.name == "huge" || tt.name == "exclusion" {
				f := strings.Fields(got)
				slices.Sort(f)
				got = strings.Join(f, " ")
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestVisibilityIsExact(t *testing.T) {
	s, name := brain(t)
	dsn := redact.Secret(s.DSN(name, "owner"))
	for _, tt := range []struct {
		name string
		o    Options
		want []string
	}{
		{"tools' view", Options{}, []string{"concepts/failover", "people/alice", "team::people/alice"}},
		{"owner's view", Options{IncludePrivate: true}, []string{"concepts/failover", "notes/private", "notes/private2", "people/alice", "team::people/alice"}},
		{"one source", Options{Source: "alone"}, []string{"alone::notes/alone"}},
		{"archived source", Options{Source: "old"}, nil},
		{"excluded", Options{Exclude: []string{"people/"}}, []string{"concepts/failover"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.o.ConnString = dsn
			rows, err := open(t, tt.o).Search(t.Context(), Query{Text: "failover", Limit: 100})
			got := strings.Fields(names(rows))
			slices.Sort(got)
			if err != nil || !slices.Equal(got, tt.want) && len(got)+len(tt.want) > 0 {
				t.Errorf("got %q, %v, want %q", got, err, tt.want)
			}
		})
	}
	db := open(t, Options{ConnString: dsn})
	for _, slug := range []string{"notes/deleted", "notes/private", "notes/quarantined", "notes/archived", "notes/alone", "no/such"} {
		if p, err := db.Page(t.Context(), "", slug); !errors.Is(err, ErrNotFound) {
			t.Errorf("%s: got %v, %v", slug, p, err)
		}
	}
}

func TestRowsAndPages(t *testing.T) {
	s, name := brain(t)
	db := open(t, Options{ConnString: redact.Secret(s.DSN(name, "owner"))})
	rows, err := db.Search(t.Context(), Query{Text: "runbook", Limit: 5})
	if err != nil || len(rows) != 1 {
		t.Fatalf("got %+v, %v", rows, err)
	}
	r := rows[0]
	if !r.Whole || r.InTimeline || !strings.HasPrefix(r.Body, "# Alice") || r.SourcePath != "people/Alice.md" || !slices.Equal(r.Tags, []string{"Person", "sample"}) ||
		r.EffectiveDate.Format(time.DateOnly) != "2026-01-10" || r.Frontmatter["aliases"] == nil || r.Text != "She designed the failover runbook." {
		t.Errorf("got %+v", r)
	}
	if rows, err = db.Search(t.Context(), Query{Text: "zebra", Limit: 5}); err != nil || len(rows) != 1 || !rows[0].InTimeline || rows[0].Timeline == "" {
		t.Errorf("got %+v, %v", rows, err)
	}
	p, err := db.Page(t.Context(), "", "people/alice")
	if err != nil || p.SourceID != "default" || len(p.Links) != 1 || p.Links[0].Slug != "concepts/failover" || p.Timeline == "" || len(p.Tags) != 2 {
		t.Errorf("got %+v, %v", p, err)
	}
	if p, err = db.Page(t.Context(), "team", "people/alice"); err != nil || p.Title != "Team Alice" {
		t.Errorf("got %+v, %v", p, err)
	}
	if p, err = db.Page(t.Context(), "", "concepts/failover"); err != nil || len(p.Links) != 1 || !p.Links[0].Incoming {
		t.Errorf("got %+v, %v", p, err)
	}
}

func TestRowLevelSecurity(t *testing.T) {
	s, name := brain(t)
	s.Exec(t, name, `DO $$ BEGIN CREATE ROLE reader LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
		`GRANT USAGE ON SCHEMA `+name+` TO reader; GRANT SELECT ON ALL TABLES IN SCHEMA `+name+` TO reader`,
		`ALTER TABLE pages ENABLE ROW LEVEL SECURITY; ALTER TABLE content_chunks ENABLE ROW LEVEL SECURITY; ALTER TABLE sources ENABLE ROW LEVEL SECURITY;
		ALTER TABLE tags ENABLE ROW LEVEL SECURITY; ALTER TABLE config ENABLE ROW LEVEL SECURITY`)
	reader := redact.Secret(s.DSN(name, "reader"))
	search := func(dsn redact.Secret) (string, error) {
		rows, err := open(t, Options{ConnString: dsn}).Search(t.Context(), Query{Text: "standby", Limit: 5})
		return names(rows), err
	}
	if got, err := search(reader); got != "" || !code(err, "row_level_security") {
		t.Errorf("got %q, %v", got, err)
	}
	if got, err := search(redact.Secret(s.DSN(name, "owner"))); got != "concepts/failover" || err != nil {
		t.Errorf("the owner got %q, %v", got, err)
	}
	// Policies that ask for app.scopes get it, in the transaction alone.
	for _, table := range []string{"pages", "content_chunks", "sources", "tags"} {
		s.Exec(t, name, `CREATE POLICY scoped ON `+table+` USING (current_setting('app.scopes', true) = '*')`)
	}
	if got, err := search(reader); got != "concepts/failover" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
}

func code(err error, want string) bool {
	e, ok := errors.AsType[*swarm.Error](err)
	return ok && e.Code == want && e.Fix != ""
}

func TestWrongDatabases(t *testing.T) {
	s, name := brain(t)
	s.Exec(t, "postgres", `DO $$ BEGIN CREATE ROLE stranger LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$`)
	s.Exec(t, name, `GRANT USAGE ON SCHEMA `+name+` TO stranger`)
	other := s.Brain(t, `ALTER TABLE content_chunks DROP COLUMN modality`)
	for _, tt := range []struct{ name, dsn, code string }{
		{"empty", s.DSN("template1", "owner"), "not_gbrain"},
		{"other version", s.DSN(other, "owner"), "schema"},
		{"no right", s.DSN(name, "stranger"), "permission"},
		{"no database", s.DSN("nowhere", "owner"), "no_database"},
		{"no user", s.DSN(name, "nobody_at_all"), "unauthorized"},
		{"no server", "postgres://u:topsecretpw@/x?host=" + t.TempDir(), "unreachable"},
		{"no host", "postgres://u:topsecretpw@no-such-host.invalid/x", "unreachable"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			db := open(t, Options{ConnString: redact.Secret(tt.dsn)})
			_, err := db.Search(t.Context(), Query{Text: "x", Limit: 5})
			if !code(err, tt.code) {
				t.Fatalf("got %v", err)
			}
			all := fmt.Sprintf("%v %+v %v %v", err, err, errors.Unwrap(err), db.Facts().Err)
			if strings.Contains(all, "topsecretpw") {
				t.Errorf("the password shows in %s", all)
			}
		})
	}
	for _, dsn := range []string{"", "postgres://u:topsecretpw@h:notaport/x", "nonsense topsecretpw"} {
		if _, err := New(Options{ConnString: redact.Secret(dsn)}); !code(err, "bad_connection_string") || strings.Contains(fmt.Sprint(err, errors.Unwrap(err)), "topsecretpw") {
			t.Errorf("%q: got %v", dsn, err)
		}
	}
}

func TestPoolersGetNoPreparedStatements(t *testing.T) {
	for dsn, want := range map[string]bool{
		"postgres://u:p@h:6543/d": true, "postgres://u:p@aws-0.pooler.supabase.com:5432/d": true, "postgres://u:p@h/d?pgbouncer=true&connection_limit=1": true,
		"postgres://u:p@h:5432/d": false, "host=h port=6543 user=u": true,
	} {
		if db, err := New(Options{ConnString: redact.Secret(dsn)}); err != nil || db.simple != want {
			t.Errorf("%s: got %v", dsn, err)
		}
	}
	s, name := brain(t)
	for _, extra := range []string{"", "&pgbouncer=true"} {
		db := open(t, Options{ConnString: redact.Secret(s.DSN(name, "owner") + "&pool_max_conns=1" + extra)})
		for range 2 {
			if rows, err := db.Search(t.Context(), Query{Text: "standby", Limit: 5, Tags: nil}); err != nil || names(rows) != "concepts/failover" {
				t.Fatalf("%q: got %q, %v", extra, names(rows), err)
			}
		}
		if _, err := db.Page(t.Context(), "", "people/alice"); err != nil {
			t.Error(err)
		}
		db.config.MaxConns = 1
		var n int
		pool, _ := db.open()
		for _, c := range pool.AcquireAllIdle(t.Context()) {
			var here int
			if err := c.QueryRow(t.Context(), `SELECT count(*) FROM pg_prepared_statements`, pgx.QueryExecModeExec).Scan(&here); err != nil {
				t.Error(err)
			}
			n += here
			c.Release()
		}
		if (n == 0) != (extra != "") {
			t.Errorf("%q: %d prepared statements", extra, n)
		}
	}
}

// TestLostPreparedStatement plays a pooler that nobody announced: the prepared
// statements vanish between two searches.
func TestLostPreparedStatement(t *testing.T) {
	s, name := brain(t)
	db := open(t, Options{ConnString: redact.Secret(s.DSN(name, "owner"))})
	q := Query{Text: "standby", Limit: 5}
	if _, err := db.Search(t.Context(), q); err != nil {
		t.Fatal(err)
	}
	pool, _ := db.open()
	for _, c := range pool.AcquireAllIdle(t.Context()) {
		if _, err := c.Exec(t.Context(), `DEALLOCATE ALL`, pgx.QueryExecModeSimpleProtocol); err != nil {
			t.Fatal(err)
		}
		c.Release()
	}
	rows, err := db.Search(t.Context(), q)
	if err != nil || names(rows) != "concepts/failover" || !db.Facts().Simple {
		t.Errorf("got %q, %v", names(rows), err)
	}
}

func TestNothingIsWritten(t *testing.T) {
	s, name := brain(t)
	db := open(t, Options{ConnString: redact.Secret(s.DSN(name, "owner"))})
	if err := db.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	pool, _ := db.open()
	err := db.reading(t.Context(), pool, "", func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), `UPDATE pages SET title = 'x'`)
		return err
	})
	if err == nil || !strings.Contains(err.Error(), "read-only") {
		t.Errorf("got %v", err)
	}
	st := &statement{}
	st.add(`UPDATE pages SET title = 'x' RETURNING id`)
	if _, err = db.both(t.Context(), pool, db.schema, arm{st, nil}); err == nil || !strings.Contains(err.Error(), "read-only") {
		t.Errorf("got %v", err)
	}
	// The failed transaction must not hurt the next search.
	if rows, err := db.Search(t.Context(), Query{Text: "standby", Limit: 5}); err != nil || len(rows) != 1 {
		t.Errorf("got %v, %v", rows, err)
	}
}

func TestStatementTimeout(t *testing.T) {
	s, name := brain(t)
	db := open(t, Options{ConnString: redact.Secret(s.DSN(name, "owner"))})
	if err := db.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
	// Someone holds a lock on the pages: the search must not wait for it.
	owner, err := pgx.Connect(t.Context(), s.DSN(name, "owner"))
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Close(context.Background())
	if _, err := owner.Exec(t.Context(), `BEGIN; LOCK TABLE pages IN ACCESS EXCLUSIVE MODE`); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if _, err := db.Search(ctx, Query{Text: "standby", Limit: 5}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	if _, err := owner.Exec(t.Context(), `ROLLBACK`); err != nil {
		t.Fatal(err)
	}
	if rows, err := db.Search(t.Context(), Query{Text: "standby", Limit: 5}); err != nil || len(rows) != 1 {
		t.Errorf("got %v, %v", rows, err)
	}
}

// TestDatabaseComesBack: after a failure queries fail at once while the
// database is tried again, and work when it is back.
func TestDatabaseComesBack(t *testing.T) {
	s, name := brain(t)
	s.Exec(t, name, `ALTER TABLE pages RENAME TO pages_away`)
	db := open(t, Options{ConnString: redact.Secret(s.DSN(name, "owner"))})
	q := Query{Text: "standby", Limit: 5}
	if _, err := db.Search(t.Context(), q); !code(err, "not_gbrain") {
		t.Fatalf("got %v", err)
	}
	s.Exec(t, name, `ALTER TABLE pages_away RENAME TO pages`)
	for {
		db.mu.Lock()
		db.until = time.Time{} // the pause is over
		db.mu.Unlock()
		rows, err := db.Search(t.Context(), q)
		if err == nil && names(rows) == "concepts/failover" {
			return
		}
		if !code(err, "not_gbrain") {
			t.Fatalf("got %v, %v", rows, err)
		}
		time.Sleep(time.Millisecond)
	}
}

func TestLanguage(t *testing.T) {
	s, name := brain(t)
	s.Exec(t, name, `CREATE OR REPLACE FUNCTION update_chunk_search_vector() RETURNS trigger LANGUAGE plpgsql AS $f$
		BEGIN NEW.search_vector := to_tsvector('german', NEW.chunk_text); RETURN NEW; END $f$`,
		postgres.Page{Slug: "notes/haus", Title: "Haus", Body: "Die Häuser stehen leer."}.SQL())
	db := open(t, Options{ConnString: redact.Secret(s.DSN(name, "owner"))})
	rows, err := db.Search(t.Context(), Query{Text: "Häusern", Limit: 5})
	if err != nil || names(rows) != "notes/haus" || db.Facts().Language != "german" || db.Facts().Version != "140" {
		t.Errorf("got %q, %v, %+v", names(rows), err, db.Facts())
	}
}

func BenchmarkSearch(b *testing.B) {
	s := postgres.Start(b)
	var sql []string
	words := strings.Fields("failover replica standby primary budget runbook kafka pipeline ingest cluster shard quorum leader lease token rotation cache evict warm cold")
	for i := range 2000 {
		var body []string
		for c := range 6 {
			var text []string
			for w := range 60 {
				text = append(text, words[(i*7+c*13+w*w+w*i)%len(words)], fmt.Sprint("w", (i*31+c*17+w)%5000))
			}
			body = append(body, strings.Join(text, " "))
		}
		sql = append(sql, postgres.Page{Slug: fmt.Sprint("notes/p", i), Title: fmt.Sprint("Page ", i, " ", words[i%len(words)]), Body: strings.Join(body, "\n\n")}.SQL())
	}
	name := s.Brain(b, sql...)
	s.Exec(b, name, `VACUUM ANALYZE`)
	db := open(b, Options{ConnString: redact.Secret(s.DSN(name, "owner"))})
	for _, bm := range []struct{ name, text string }{{"rare", "w1234 w1235"}, {"two words", "failover w77"}, {"loose", "w12 w2345 w4001"}, {"broad", "failover"}} {
		b.Run(bm.name, func(b *testing.B) {
			var took []time.Duration
			for b.Loop() {
				at := time.Now()
				if _, err := db.Search(b.Context(), Query{Text: bm.text, Limit: 100}); err != nil {
					b.Fatal(err)
				}
				took = append(took, time.Since(at))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)/2].Microseconds())/1e3, "p50-ms")
			b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1e3, "p95-ms")
		})
	}
}
