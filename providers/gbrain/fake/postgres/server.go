// Package postgres starts a real PostgreSQL for tests, with the tables of a
// GBrain that a reader needs.
package postgres

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Server is a running server. It listens on a socket in a private folder and
// on no network port.
type Server struct {
	dir  string
	bin  string
	cmd  *exec.Cmd
	hold io.Closer // closing it ends the server
}

var (
	once    sync.Once
	shared  *Server
	missing string
)

// Start gives the server that the tests of a package share, starting it for
// the first. Without an installed server the test is skipped, and says so.
func Start(t testing.TB) *Server {
	t.Helper()
	once.Do(func() { shared, missing = start() })
	if shared == nil {
		t.Skip("no PostgreSQL to test with: " + missing)
	}
	return shared
}

// Stop ends the shared server; call it at the end of TestMain.
func Stop() {
	if shared == nil {
		return
	}
	shared.hold.Close()
	_ = shared.cmd.Wait()
	os.RemoveAll(shared.dir)
}

// binaries finds the folder of initdb: Debian keeps it off the PATH.
func binaries() string {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	for _, dir := range []string{"/usr/local/pgsql/bin/initdb", "/opt/homebrew/bin/initdb"} {
		if _, err := os.Stat(dir); err == nil {
			found = append(found, dir)
		}
	}
	if p, err := exec.LookPath("initdb"); err == nil {
		found = append(found, p)
	}
	if len(found) == 0 {
		return ""
	}
	slices.Sort(found)
	return filepath.Dir(found[len(found)-1])
}

func start() (*Server, string) {
	if runtime.GOOS == "windows" {
		return nil, "the tests start it on Unix only"
	}
	s := &Server{bin: binaries()}
	if s.bin == "" {
		return nil, "initdb is not installed (Debian: apt-get install postgresql)"
	}
	var err error
	// A socket's path may be 107 bytes long at most, and macOS has long
	// temporary folders.
	if s.dir, err = os.MkdirTemp("/tmp", "gbrain-pg-"); err != nil {
		return nil, err.Error()
	}
	if why := s.run(); why != "" {
		os.RemoveAll(s.dir)
		return nil, why
	}
	return s, ""
}

func (s *Server) run() string {
	if why := giveAway(s.dir); why != "" {
		return why
	}
	data := filepath.Join(s.dir, "data")
	init := s.command("initdb", "-D", data, "-U", "owner", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C.UTF-8")
	if out, err := init.CombinedOutput(); err != nil {
		return fmt.Sprintf("initdb: %v: %s", err, out)
	}
	s.cmd = s.command("postgres", "-D", data, "-k", s.dir, "-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=50")
	// The shell ends the server when its input ends: also when the tests die.
	s.cmd.Args = append([]string{"sh", "-c", `dir=$1; shift; "$@" & p=$!; cat; kill -INT $p; wait $p; rm -rf "$dir"`, "sh", s.dir}, s.cmd.Args...)
	s.cmd.Path = "/bin/sh"
	var log bytes.Buffer
	s.cmd.Stdout, s.cmd.Stderr = &log, &log
	hold, err := s.cmd.StdinPipe()
	if err != nil {
		return err.Error()
	}
	s.hold = hold
	if err := s.cmd.Start(); err != nil {
		return err.Error()
	}
	for range 500 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		c, err := pgx.Connect(ctx, s.DSN("postgres", "owner"))
		cancel()
		if err == nil {
			c.Close(context.Background())
			return ""
		}
		time.Sleep(20 * time.Millisecond)
	}
	s.hold.Close()
	_ = s.cmd.Wait()
	return "it did not start: " + log.String()
}

func (s *Server) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(s.bin, name), args...)
	cmd.Dir = s.dir
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
	asOther(cmd)
	return cmd
}

// DSN is the connection string of a database for a user, or of a brain that
// [Server.Brain] made.
func (s *Server) DSN(database, user string) string {
	dsn := "postgres://" + user + ":topsecretpw@/"
	if strings.HasPrefix(database, brain) {
		return dsn + "postgres?host=" + s.dir + "&search_path=" + database
	}
	return dsn + database + "?host=" + s.dir
}

// brain begins the names of the brains' schemas: to make one takes
// milliseconds, a database of its own takes seconds.
const brain = "brain_"

var brains atomic.Int64

// Brain makes GBrain's tables in a schema of their own, runs sql there, and
// drops them after the test.
func (s *Server) Brain(t testing.TB, sql ...string) (name string) {
	t.Helper()
	name = brain + strconv.FormatInt(brains.Add(1), 10)
	s.Exec(t, "postgres", "CREATE SCHEMA "+name)
	t.Cleanup(func() { s.Exec(t, "postgres", "DROP SCHEMA "+name+" CASCADE") })
	s.Exec(t, name, Schema+strings.Join(sql, ";\n"))
	return name
}

// Exec runs statements as the owner.
func (s *Server) Exec(t testing.TB, database string, sql ...string) {
	t.Helper()
	ctx := context.Background()
	c, err := pgx.Connect(ctx, s.DSN(database, "owner"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(ctx)
	for _, q := range sql {
		if _, err := c.Exec(ctx, q); err != nil {
			t.Fatalf("%v in %s", err, q)
		}
	}
}
