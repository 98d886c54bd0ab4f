package gbrain

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"memswarm/providers/gbrain/fake"
	"memswarm/providers/gbrain/stdio"
	"memswarm/swarm"
	"memswarm/swarm/swarmtest"
)

// code is the code of what went wrong, wherever it was said.
func code(f *swarm.Found, err error) string {
	switch e, _ := errors.AsType[*swarm.Error](err); {
	case e != nil:
		return e.Code
	case err != nil:
		return err.Error()
	case f.Skip != nil:
		return "skip " + f.Skip.Code
	case f.Degraded != nil:
		return "degraded " + f.Degraded.Code
	case f.Exclude != "":
		return "excluded"
	}
	return ""
}

func TestFailures(t *testing.T) {
	for _, tt := range []struct {
		name, behave, transport, want string
		alice                         bool // is found all the same
	}{
		{name: "chatty", behave: "prose", transport: MCP, alice: true},
		{name: "chatty command", behave: "prose", transport: CLI, alice: true},
		{name: "slow start", behave: "slow=100ms", transport: MCP, alice: true},
		{name: "half a line", behave: "half", transport: MCP, want: "unavailable"},
		{name: "half an answer", behave: "half", transport: CLI, want: "unavailable"},
		{name: "broken JSON", behave: "badjson", transport: MCP, want: "unavailable"},
		{name: "broken JSON from the command", behave: "badjson", transport: CLI, want: "unavailable"},
		{name: "other JSON", behave: "wrongshape", transport: MCP, want: "unavailable"},
		{name: "error as a success", behave: "disguised", transport: MCP, want: "internal_error"},
		{name: "error as a success of the command", behave: "disguised", transport: CLI, want: "internal_error"},
		{name: "locked", behave: "lock", transport: MCP, want: "skip locked"},
		{name: "locked for the command", behave: "lock", transport: CLI, want: "skip locked"},
		{name: "locked for both", behave: "lock", transport: Auto, want: "skip locked"},
		{name: "session fails, command works", behave: "half", transport: Auto, want: "unavailable"},
		{name: "50 MB", behave: "huge", transport: MCP, want: "too_large"},
		{name: "unknown brain", behave: "noidentity", transport: MCP, alice: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := start(t, Options{Mode: Keyword, Transport: tt.transport, IncludePrivate: true}, "FAKEGBRAIN="+tt.behave)
			ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
			defer cancel()
			f, err := w.Search(ctx, parse("kafka"))
			if got := code(f, err); got != tt.want {
				t.Errorf("got %q (%v)", got, err)
			}
			if tt.alice && docs(f) != "people/bob-sample" {
				t.Errorf("got %q", docs(f))
			}
			if e := problemOf(f, err); e != nil && (e.Message == "" || e.Fix == "" && tt.want != "internal_error") {
				t.Errorf("no help: %+v", e)
			}
		})
	}
}

func problemOf(f *swarm.Found, err error) *swarm.Error {
	if e, ok := errors.AsType[*swarm.Error](err); ok {
		return e
	}
	if f != nil && f.Skip != nil {
		return f.Skip
	}
	return nil
}

func TestNextWayIsReported(t *testing.T) {
	// The server over HTTP is gone; the program answers.
	w := start(t, Options{Mode: Keyword, URL: "http://127.0.0.1:1/mcp", Token: "sometoken"})
	f := ask(t, w.Provider, parse("kafka"))
	if code(f, nil) != "degraded unreachable" || docs(f) != "people/bob-sample" || !strings.Contains(f.Degraded.Message, "gbrain serve") {
		t.Errorf("got %q, %+v", docs(f), f.Degraded)
	}
	if h := w.Health(t.Context()); !strings.Contains(h.Via, "last by gbrain serve") || !strings.Contains(h.Via, "0.46.28.0 (postgres) is running") {
		t.Errorf("got %+v", h)
	}
}

func TestHTTPTroubles(t *testing.T) {
	for _, tt := range []struct {
		name string
		h    http.HandlerFunc
		want string
	}{
		{"refused", func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, `{"error":"nope"}`, http.StatusUnauthorized)
		}, "unauthorized"},
		{"no MCP", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>hello") }, "unavailable"},
		{"failing", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "x", http.StatusInternalServerError) }, "unavailable"},
		{"huge", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			block := []byte(strings.Repeat("x", 1<<20))
			fmt.Fprint(w, `{"jsonrpc":"2.0","id":1,"result":{"x":"`)
			for range 40 {
				if _, err := w.Write(block); err != nil {
					return
				}
			}
		}, "too_large"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := httptest.NewServer(tt.h)
			defer s.Close()
			w := (&world{}).open(t, Options{Mode: Keyword, Trusted: true, URL: s.URL, Token: "supersecrettoken"})
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			defer cancel()
			f, err := w.Search(ctx, parse("kafka"))
			if got := code(f, err); got != tt.want || strings.Contains(fmt.Sprint(err, errors.Unwrap(err)), "supersecret") {
				t.Errorf("got %q: %v", got, err)
			}
		})
	}
}

func TestTokenGoesToItsServerOnly(t *testing.T) {
	var elsewhere string
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { elsewhere += r.Header.Get("Authorization") + "!" }))
	defer other.Close()
	var seen string
	brain := handler(fake.New())
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen = r.Header.Get("Authorization")
		if r.URL.Path == "/away" {
			http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
			return
		}
		brain.ServeHTTP(w, r)
	}))
	defer s.Close()
	w := (&world{}).open(t, Options{Mode: Keyword, Trusted: true, URL: s.URL + "/mcp", Token: "supersecrettoken"})
	if f := ask(t, w.Provider, parse("kafka")); docs(f) != "people/bob-sample" || seen != "Bearer supersecrettoken" {
		t.Errorf("got %q with %q", docs(f), seen)
	}
	away := (&world{}).open(t, Options{Mode: Keyword, Trusted: true, URL: s.URL + "/away", Token: "supersecrettoken"})
	if f, err := away.Search(t.Context(), parse("kafka")); err == nil || elsewhere != "" {
		t.Errorf("got %v, %v, sent %q", f, err, elsewhere)
	}
}

// files is a folder of pages as a provider, as a fallback.
func files(root string) *swarmtest.Fake {
	result := func(rel string) swarm.Result {
		return swarm.Result{Ref: swarm.Ref{Provider: "files", Doc: rel, Anchor: "a"}, Title: rel, Location: &swarm.Location{Path: filepath.Join(root, filepath.FromSlash(rel)), StartLine: 2}}
	}
	return &swarmtest.Fake{ID: "files", Found: &swarm.Found{Results: []swarm.Result{result("people/Bob Sample.md"), result("notes/secret.md"), result("test/x.md"), {Title: "nowhere"}}, Corpus: &swarm.Corpus{Notes: 2}}}
}

func TestFilesWhenLocked(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, "people", "Bob Sample.md"), "# Bob\n\nkafka\n")
	write(t, filepath.Join(root, "notes", "secret.md"), "---\nvisibility: private\n---\nkafka\n")
	write(t, filepath.Join(root, "test", "x.md"), "kafka\n")
	fallback := files(root)
	w := start(t, Options{Mode: Keyword, RepoPath: root, Files: fallback, Session: stdio.Options{LockedPause: time.Hour}}, "FAKEGBRAIN=lock")
	for range 2 {
		f := ask(t, w.Provider, parse("kafka"))
		if code(f, nil) != "degraded locked" || docs(f) != "people/bob-sample" || f.Results[0].Ref.Provider != swarm.GBrain || f.Results[0].Ref.Anchor != "a" ||
			f.Corpus == nil || !strings.Contains(f.Degraded.Message, "files") {
			t.Fatalf("got %q, %+v", docs(f), f.Degraded)
		}
	}
	if n := strings.Count(w.received(t), "args "); n != 1 {
		t.Errorf("gbrain was started %d times while it was locked", n)
	}
	if h := w.Health(t.Context()); h.State != swarm.StateDegraded || h.Error == nil || h.Error.Code != "locked" {
		t.Errorf("got %+v", h)
	}
	// Pages open from their files too, private ones do not.
	if text, err := w.Fetch(t.Context(), "people/bob-sample.md"); err != nil || !strings.Contains(text, "kafka") {
		t.Errorf("got %q, %v", text, err)
	}
	if text, err := w.Fetch(t.Context(), "notes/secret"); err == nil {
		t.Errorf("got %q", text)
	}
	w.Close()
	if fallback.Closed() != 1 {
		t.Error("the files were not closed")
	}
}

// TestFilesBeforeTheDeadline: a brain that hangs costs its time, and the files
// still answer within the caller's.
func TestFilesBeforeTheDeadline(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, "people", "Bob Sample.md"), "# Bob\n\nkafka\n")
	for _, tt := range []struct{ behave, want string }{{"deaf", "degraded starting"}, {"hang", "degraded"}} {
		w := start(t, Options{Mode: Keyword, Transport: MCP, RepoPath: root, Files: files(root)}, "FAKEGBRAIN="+tt.behave)
		ctx, cancel := context.WithTimeout(t.Context(), 600*time.Millisecond)
		f, err := w.Search(ctx, parse("kafka"))
		cancel()
		if err != nil || !strings.HasPrefix(code(f, err), tt.want) || docs(f) != "people/bob-sample" {
			t.Errorf("%s: got %v, %v", tt.behave, f, err)
		}
	}
}

func TestHungBrainCostsItsDeadline(t *testing.T) {
	w := start(t, Options{Mode: Keyword}, "FAKEGBRAIN=hang")
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := w.Search(ctx, parse("kafka")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

func TestNoWay(t *testing.T) {
	for _, tt := range []struct {
		o    Options
		code string
		say  string
	}{
		{Options{Trusted: true}, "no_transport", "no gbrain program"},
		{Options{Trusted: true, Transport: HTTP}, "no_transport", "no gbrain program"},
		{Options{Trusted: true, RepoCommand: []string{"bun", "cli.ts"}}, "no_transport", "not started without your leave"},
		{Options{Trusted: true, ConnectionString: "nonsense"}, "bad_connection_string", "cannot be read"},
		{Options{Trusted: true, URL: "ftp://x"}, "bad_url", "no http"},
	} {
		w := (&world{}).open(t, tt.o)
		_, err := w.Search(t.Context(), parse("x"))
		if got := code(nil2(err), err); got != tt.code || !strings.Contains(err.Error(), tt.say) {
			t.Errorf("%+v: got %v", tt.o, err)
		}
		if h := w.Health(t.Context()); h.State != swarm.StateFailed || h.Error.Code != tt.code || h.Error.Fix == "" {
			t.Errorf("%+v: got %+v", tt.o, h)
		}
	}
}

func nil2(error) *swarm.Found { return &swarm.Found{} }

func TestRepositoryProgram(t *testing.T) {
	marker := filepath.Join(t.TempDir(), "started")
	repo := []string{"/bin/sh", "-c", "touch " + marker + "; exit 1"}
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("needs /bin/sh")
	}
	for _, allowed := range []bool{false, true} {
		w := (&world{}).open(t, Options{Trusted: true, Mode: Keyword, RepoCommand: repo, AllowRepoCLI: allowed})
		if _, err := w.Search(t.Context(), parse("x")); err == nil {
			t.Error("no error")
		}
		w.Close()
		if _, err := os.Stat(marker); (err == nil) != allowed {
			t.Errorf("allowed %t, started %t", allowed, err == nil)
		}
	}
}
