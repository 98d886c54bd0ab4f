package gbrain

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"memswarm/providers/gbrain/process"
	"memswarm/swarm"
)

// TestNothingPrivateLeaves watches the wire: what the query carries besides the
// user's own words does not get out.
func TestNothingPrivateLeaves(t *testing.T) {
	full := func(text string) *swarm.Query {
		q := parse(text)
		q.Expand = []swarm.WeightedTerm{{Term: "leakedterm", Weight: 1, From: "byterover"}, {Term: "leakedcursor", Weight: 0.1, From: "cursor"}}
		q.Unsaved = []swarm.Buffer{{Path: "/home/me/leakedpath.md", Text: "leakedbuffer"}}
		return q
	}
	for _, tt := range []struct {
		name    string
		o       Options
		change  func(*swarm.Query)
		exclude bool
		leaks   bool // the derived terms may go
	}{
		{name: "typed", change: func(*swarm.Query) {}},
		{name: "hybrid", o: Options{Mode: Hybrid}, change: func(*swarm.Query) {}},
		{name: "opted in", o: Options{Mode: Hybrid, ShareDerived: true}, change: func(*swarm.Query) {}, leaks: true},
		{name: "personal", change: func(q *swarm.Query) { q.Kind = swarm.Personal }, exclude: true},
		{name: "local", change: func(q *swarm.Query) { q.Local = true }, exclude: true},
		{name: "personal, all allowed", o: Options{ShareDerived: true, Interactive: true, IncludePrivate: true}, change: func(q *swarm.Query) { q.Kind = swarm.Personal }, exclude: true},
		{name: "while typing", change: func(q *swarm.Query) { q.Prefix = true }, exclude: true},
		{name: "while typing, allowed, cost not known", o: Options{Interactive: true}, change: func(q *swarm.Query) { q.Prefix = true }, exclude: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if tt.o.Mode == "" {
				tt.o.Mode = Keyword
			}
			w := start(t, tt.o)
			q := full("typedword kafka")
			tt.change(q)
			f := ask(t, w.Provider, q)
			w.Close()
			got := w.received(t)
			if tt.exclude {
				if f.Exclude == "" || len(f.Results) > 0 || got != "" {
					t.Errorf("got %+v, sent %s", f, got)
				}
				return
			}
			if !strings.Contains(got, "typedword kafka") {
				t.Errorf("the query was not sent: %s", got)
			}
			for _, never := range []string{"leakedpath", "leakedbuffer", "/home/me"} {
				if strings.Contains(got, never) {
					t.Errorf("%s was sent", never)
				}
			}
			if strings.Contains(got, "leakedterm") != tt.leaks {
				t.Errorf("derived terms were sent: %t", !tt.leaks)
			}
			if strings.Contains(got, `"expand":true`) {
				t.Error("a language model was asked")
			}
		})
	}
}

func TestTypingUsesAWarmFreeBrain(t *testing.T) {
	for brain, want := range map[string]string{"": "people/bob-sample", "vector": ""} {
		w := start(t, Options{Mode: Keyword, Transport: MCP, Interactive: true}, "FAKEGBRAIN_BRAIN="+brain)
		ask(t, w.Provider, parse("anything")) // tells whether a search buys an embedding
		q := parse("kafka")
		q.Prefix = true
		f := ask(t, w.Provider, q)
		if docs(f) != want || (f.Exclude == "") != (want != "") {
			t.Errorf("%q: got %q, %+v", brain, docs(f), f)
		}
		recent, err := w.Recent(t.Context(), 3)
		if err != nil || len(recent) != 3 {
			t.Errorf("got %v, %v", recent, err)
		}
	}
	w := start(t, Options{Mode: Keyword, Interactive: true})
	if recent, err := w.Recent(t.Context(), 3); err != nil || recent != nil || w.received(t) != "" {
		t.Errorf("a list of recent pages started gbrain: %v, %v", recent, err)
	}
}

func TestPrivatePages(t *testing.T) {
	for _, tt := range []struct {
		transport string
		include   bool
		want      string
	}{{MCP, false, ""}, {CLI, false, ""}, {CLI, true, "notes/secret"}} {
		w := start(t, Options{Mode: Keyword, Transport: tt.transport, IncludePrivate: tt.include})
		if got := docs(ask(t, w.Provider, parse("wombat"))); got != tt.want {
			t.Errorf("%s, %t: got %q", tt.transport, tt.include, got)
		}
		text, err := w.Fetch(t.Context(), "notes/secret.md")
		if (err == nil) != tt.include || strings.Contains(text, "wombat") != tt.include {
			t.Errorf("%s, %t: got %q, %v", tt.transport, tt.include, text, err)
		}
	}
	// What cannot be checked is left out, and said.
	w := start(t, Options{Mode: Keyword, Transport: CLI})
	f := ask(t, w.Provider, parse("a"))
	if len(f.Results) == 0 || len(f.Results) > checks || strings.Contains(docs(f), "secret") || code(f, nil) != "degraded unchecked" {
		t.Errorf("got %q, %+v", docs(f), f.Degraded)
	}
}

func TestUntrustedDoesNothing(t *testing.T) {
	w := start(t, Options{Mode: Keyword, URL: "http://127.0.0.1:1", ConnectionString: "postgres://u:p@127.0.0.1:1/x"})
	o := w.o
	o.Trusted = false
	p := New(o)
	defer p.Close()
	f := ask(t, p, parse("kafka"))
	if code(f, nil) != "skip untrusted" || f.Skip.Fix == "" {
		t.Errorf("got %+v", f)
	}
	if _, err := p.Fetch(t.Context(), "people/bob-sample"); code(f, err) != "untrusted" {
		t.Errorf("got %v", err)
	}
	if _, err := p.Curate(t.Context(), &swarm.Curation{Content: "x"}); code(f, err) != "read_only" {
		t.Errorf("got %v", err)
	}
	if h := p.Health(t.Context()); h.State != swarm.StateSkipped || p.Target().Writable {
		t.Errorf("got %+v", h)
	}
	if got := w.received(t); got != "" || p.session != nil || p.sql != nil || p.server != nil || p.command != nil {
		t.Errorf("something was started: %s", got)
	}
}

// TestSecretsShowNowhere greps everything that people, logs and other programs
// could see.
func TestSecretsShowNowhere(t *testing.T) {
	const password, token = "pgtopsecret", "toktopsecret"
	var logged lockedBuffer
	leak := "cannot connect to postgres://me:" + password + "@db/x with Bearer " + token
	var all strings.Builder
	see := func(v ...any) {
		for _, x := range v {
			fmt.Fprintf(&all, "%v %+v %#v\n", x, x, x)
			if e, ok := x.(error); ok && fmt.Sprint(x) != "<nil>" {
				for ; e != nil; e = errors.Unwrap(e) {
					fmt.Fprintf(&all, "%v\n", e)
				}
			}
			b, _ := json.Marshal(x)
			all.Write(b)
		}
	}
	for _, transport := range []string{Auto, MCP, CLI, HTTP, Postgres} {
		o := Options{Mode: Keyword, Transport: transport, ConnectionString: "postgres://me:" + password + "@127.0.0.1:1/x", URL: "http://user:" + token + "@127.0.0.1:1/mcp",
			Token: token, Log: slog.New(slog.NewJSONHandler(&logged, &slog.HandlerOptions{Level: slog.LevelDebug}))}
		w := start(t, o, "FAKEGBRAIN=leak="+leak+";half,half")
		f, err := w.Search(t.Context(), parse("kafka"))
		see(f, err)
		if f != nil {
			see(f.Skip, f.Degraded)
		}
		_, err = w.Fetch(t.Context(), "people/bob-sample")
		see(err)
		_, err = w.Curate(t.Context(), &swarm.Curation{Content: "Some text."})
		h := w.Health(t.Context())
		see(err, h, h.Error, w.Target(), w.Info(), o.Token, o.ConnectionString)
		w.Close()
		for line := range strings.SplitSeq(w.received(t), "\n") {
			if strings.HasPrefix(line, "args ") {
				see(line)
			}
		}
	}
	text := all.String() + logged.String()
	for _, secret := range []string{password, token} {
		if i := strings.Index(text, secret); i >= 0 {
			t.Errorf("%s shows in …%s…", secret, text[max(0, i-200):min(len(text), i+60)])
		}
	}
	if !strings.Contains(logged.String(), "cannot connect to") {
		t.Error("the test saw nothing of the leak")
	}
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(b)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func TestEnvironmentOfTheProgram(t *testing.T) {
	from := []string{"PATH=/bin", "DATABASE_URL=postgres://project", "MCP_STDIO=1", "GBRAIN_REMOTE_PRIVATE_PAGES=1", "GBRAIN_HOME=/brain", "GBRAIN_DATABASE_URL=old"}
	got := strings.Join(process.Env(from, "GBRAIN_DATABASE_URL=new"), " ")
	if got != "PATH=/bin GBRAIN_HOME=/brain GBRAIN_NO_BANNER=1 GBRAIN_DATABASE_URL=new" {
		t.Errorf("got %s", got)
	}
	dir := filepath.Join(t.TempDir(), "a", "room")
	w := start(t, Options{Mode: Keyword})
	o := w.o
	o.Dir = dir
	p := New(o)
	defer p.Close()
	ask(t, p, parse("kafka"))
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		t.Errorf("the program has no folder of its own: %v", err)
	}
}
