package direct

import (
	"cmp"
	"context"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"memswarm/providers/gbrain/redact"
	"memswarm/swarm"
)

// Options configure a DB. ConnString is needed.
type Options struct {
	ConnString     redact.Secret
	IncludePrivate bool     // also show pages whose visibility is private
	Source         string   // only this source; "" takes the default one and the federated ones
	Language       string   // of the text search; "" reads it from the database
	Exclude        []string // further slug prefixes to leave out
	Scrub          *redact.Scrubber
}

// DB is a connection pool, opened when it is first used. Its methods may be
// called from several goroutines at once.
type DB struct {
	o      Options
	config *pgxpool.Config

	mu     sync.Mutex
	pool   *pgxpool.Pool // guarded by mu
	simple bool          // no prepared statements; guarded by mu
	schema *schema       // nil until it was checked; guarded by mu
	until  time.Time     // no check before; guarded by mu
	why    error         // of until; guarded by mu
	check  chan struct{} // closed when the check under way ends; guarded by mu
	closed bool          // guarded by mu
}

// poolerPort is where Supabase's and others' transaction poolers listen: a
// prepared statement is gone with the next transaction.
const poolerPort = 6543

// pause is how long a failed check is believed.
const pause = 5 * time.Second

// New reads the connection string. It does not connect.
func New(o Options) (*DB, error) {
	text, simple := clean(string(o.ConnString))
	c, err := pgxpool.ParseConfig(text)
	if err != nil || text == "" {
		// The error quotes parts of the string.
		return nil, problem("bad_connection_string", "The connection string cannot be read.",
			"Write it as postgres://USER:PASSWORD@HOST:PORT/DATABASE in an environment variable, and name that in connection_string.", nil)
	}
	c.MaxConns = 4
	c.MinConns = 0
	c.MaxConnIdleTime = 10 * time.Minute
	if c.ConnConfig.ConnectTimeout == 0 {
		c.ConnConfig.ConnectTimeout = 5 * time.Second
	}
	c.ConnConfig.RuntimeParams["application_name"] = cmp.Or(c.ConnConfig.RuntimeParams["application_name"], "memswarm")
	if o.Scrub == nil {
		o.Scrub = redact.New(o.ConnString, redact.Secret(c.ConnConfig.Password))
	}
	db := &DB{o: o, config: c}
	if simple || c.ConnConfig.Port == poolerPort || strings.Contains(c.ConnConfig.Host, "pooler.") {
		db.withoutPrepared()
	}
	return db, nil
}

// clean drops the parameters that other clients understand and a server
// refuses, and says whether they tell of a transaction pooler.
func clean(s string) (text string, pooler bool) {
	s = strings.TrimSpace(s)
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" {
		return s, false
	}
	q := u.Query()
	pooler = q.Get("pgbouncer") == "true"
	for _, name := range []string{"pgbouncer", "connection_limit", "pool_timeout", "schema", "supa"} {
		if q.Has(name) {
			q.Del(name)
			u.RawQuery = q.Encode()
		}
	}
	return u.String(), pooler
}

// withoutPrepared stops using prepared statements. It is called in New, or with
// mu held before the pool is made anew.
func (db *DB) withoutPrepared() {
	db.simple = true
	db.config.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeExec
	db.config.ConnConfig.StatementCacheCapacity = 0
	db.config.ConnConfig.DescriptionCacheCapacity = 0
}

// open gives the pool, making it when there is none.
func (db *DB) open() (*pgxpool.Pool, error) {
	db.mu.Lock()
	defer db.mu.Unlock()
	if db.closed {
		return nil, problem("closed", "The connection to the database is closed.", "", nil)
	}
	if db.pool == nil {
		pool, err := pgxpool.NewWithConfig(context.Background(), db.config.Copy())
		if err != nil {
			return nil, db.explain(err)
		}
		db.pool = pool
	}
	return db.pool, nil
}

// Ready connects and checks the schema when that has not been done.
func (db *DB) Ready(ctx context.Context) error {
	_, err := db.ready(ctx)
	return err
}

// ready gives the checked schema. One check runs at a time.
func (db *DB) ready(ctx context.Context) (*schema, error) {
	for {
		db.mu.Lock()
		switch {
		case db.schema != nil:
			s := db.schema
			db.mu.Unlock()
			return s, nil
		case db.check == nil && time.Now().Before(db.until):
			err := db.why
			db.mu.Unlock()
			return nil, err
		}
		running := db.check
		if running == nil {
			running = make(chan struct{})
			db.check = running
			go db.inspect(running)
		}
		if why := db.why; why != nil {
			// It failed the last time, and a database that does not answer
			// must not cost every query its time. The next one sees the outcome.
			db.mu.Unlock()
			return nil, why
		}
		db.mu.Unlock()
		select {
		case <-running:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// inspect checks the schema for all who wait.
func (db *DB) inspect(done chan struct{}) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	s, err := db.inspectNow(ctx)
	if err != nil && preparedTrouble(err) && db.fallback() {
		s, err = db.inspectNow(ctx)
	}
	db.mu.Lock()
	defer db.mu.Unlock()
	db.check = nil
	if err != nil {
		db.until, db.why = time.Now().Add(pause), db.explain(err)
	} else {
		db.schema, db.why = s, nil
	}
	close(done)
}

// lost notes that the database could not be reached any more.
func (db *DB) lost(err error) {
	db.mu.Lock()
	defer db.mu.Unlock()
	db.schema, db.until, db.why = nil, time.Now().Add(pause), err
}

func (db *DB) inspectNow(ctx context.Context) (s *schema, err error) {
	pool, err := db.open()
	if err != nil {
		return nil, err
	}
	err = db.reading(ctx, pool, "", func(tx pgx.Tx) error {
		s, err = inspect(ctx, tx, &db.o)
		return err
	})
	return s, err
}

// reading runs f in a transaction that cannot write. scopes is for databases
// whose policies ask for it.
func (db *DB) reading(ctx context.Context, pool *pgxpool.Pool, scopes string, f func(pgx.Tx) error) error {
	tx, err := pool.BeginTx(ctx, pgx.TxOptions{AccessMode: pgx.ReadOnly})
	if err != nil {
		return err
	}
	defer tx.Rollback(context.WithoutCancel(ctx)) //nolint:errcheck // nothing was written
	if _, err := tx.Exec(ctx, settings, timeout(ctx), scopes); err != nil {
		return err
	}
	return f(tx)
}

// fallback gives up prepared statements, once. It says whether that is news.
func (db *DB) fallback() bool {
	db.mu.Lock()
	defer db.mu.Unlock()
	if db.simple || db.closed {
		return false
	}
	db.withoutPrepared()
	if db.pool != nil {
		go db.pool.Close() // waits for its users
		db.pool = nil
	}
	return true
}

// settings are made for the transaction alone.
const settings = `SELECT set_config('statement_timeout', $1, true), set_config('app.scopes', $2, true)`

// longest is GBrain's own limit for a statement.
const longest = 8 * time.Second

// timeout is the statement timeout in PostgreSQL's spelling: what is left of
// the caller's time, so that a search nobody waits for does not go on.
func timeout(ctx context.Context) string {
	d := longest
	if end, ok := ctx.Deadline(); ok {
		d = min(d, max(time.Until(end), time.Millisecond))
	}
	return strconv.FormatInt(d.Milliseconds(), 10) + "ms"
}

// Facts is what the check found, for status.
type Facts struct {
	Checked  bool
	Simple   bool // without prepared statements
	Language string
	Version  string // of GBrain's schema, "" when unreadable
	Pages    int
	Chunks   int
	Err      *swarm.Error // why it cannot be used
}

// Facts tells without connecting.
func (db *DB) Facts() Facts {
	db.mu.Lock()
	defer db.mu.Unlock()
	f := Facts{Simple: db.simple}
	if db.schema != nil {
		f.Checked, f.Language, f.Version = true, db.schema.language, db.schema.version
		f.Pages, f.Chunks = db.schema.pages, db.schema.chunks
	} else if db.why != nil {
		f.Err = swarm.AsError(db.why, "database", swarm.GBrain)
	}
	return f
}

// Close closes the connections when their users are done.
func (db *DB) Close() error {
	db.mu.Lock()
	db.closed = true
	pool := db.pool
	db.pool = nil
	db.mu.Unlock()
	if pool != nil {
		pool.Close()
	}
	return nil
}
