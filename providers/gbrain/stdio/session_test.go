package stdio

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"memswarm/providers/gbrain/fake"
	"memswarm/providers/gbrain/redact"
	"memswarm/providers/gbrain/wire"
)

func TestMain(m *testing.M) {
	fake.MainIfAsked()
	os.Exit(m.Run())
}

func session(t testing.TB, o Options, set ...string) *Session {
	t.Helper()
	o.Command, o.Env = fake.Command(set...)
	o.Command = append(o.Command, "serve")
	o.Dir = t.TempDir()
	if o.Grace == 0 {
		o.Grace = 200 * time.Millisecond
	}
	s := New(o)
	t.Cleanup(func() { s.Close() })
	return s
}

func within(t testing.TB, d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), d)
	t.Cleanup(cancel)
	return ctx
}

func search(ctx context.Context, s *Session, text string) ([]wire.Row, error) {
	r, err := s.Call(ctx, "search", map[string]any{"query": text})
	if err != nil {
		return nil, err
	}
	var rows []wire.Row
	return rows, r.Decode(&rows)
}

func TestRecordedSearch(t *testing.T) {
	s := session(t, Options{}, "FAKEGBRAIN=replay")
	if st := s.State(); st.Warm || st.Starting {
		t.Error("something was started before the first call")
	}
	r, err := s.Call(within(t, 20*time.Second), "search", map[string]any{"query": "failover replication lag"})
	if err != nil {
		t.Fatal(err)
	}
	var rows []wire.Row
	if err := r.Decode(&rows); err != nil {
		t.Fatal(err)
	}
	if len(rows) != 2 || rows[0].Slug != "concepts/database-failover" || rows[0].KeywordHit == nil || !*rows[0].KeywordHit || rows[0].EffectiveDate.IsZero() {
		t.Errorf("got %+v", rows)
	}
	if r.Retrieval == nil || r.Retrieval.VectorEnabled == nil || *r.Retrieval.VectorEnabled || r.Retrieval.Budget.Budget != 4000 || len(r.Retrieval.Degraded) != 1 {
		t.Errorf("got %+v", r.Retrieval)
	}
	if st := s.State(); !st.Warm || st.Identity.Engine != "postgres" || st.Identity.Version != "0.46.28.0" {
		t.Errorf("got %+v", st)
	}
	// The prose after an empty answer is dropped.
	if r, err = s.Call(t.Context(), "search", map[string]any{"query": "xylophonezz"}); err != nil || r.Decode(&rows) != nil || len(rows) != 0 {
		t.Errorf("got %+v, %v", r, err)
	}
	if r, err = s.Call(t.Context(), "get_page", map[string]any{"slug": "people/nobody"}); err != nil || !errors.Is(r.Decode(&rows), wire.NotFound) {
		t.Errorf("got %+v, %v", r, err)
	}
}

func TestMisbehaviour(t *testing.T) {
	for _, tt := range []struct {
		name, behave string
		once         bool // only the first process misbehaves
		rows         int
		err          string
	}{
		{name: "chatty", behave: "prose", rows: 2},
		{name: "slow start", behave: "slow=150ms", rows: 2},
		{name: "half a line, once", behave: "half", once: true, rows: 2},
		{name: "half a line", behave: "half", err: "ended during the call"},
		{name: "broken message, once", behave: "garbage", once: true, rows: 2},
		{name: "broken message", behave: "garbage", err: "broken message"},
		{name: "broken text", behave: "badjson", err: "not the JSON"},
		{name: "wrong shape", behave: "wrongshape", err: "not the JSON"},
		{name: "an error as a success", behave: "disguised", err: "on fire"},
		{name: "locked", behave: "lock", err: ErrLocked.Error()},
		{name: "no identity", behave: "noidentity", rows: 2},
		{name: "50 MB", behave: "huge", err: wire.ErrTooLarge.Error()},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			set := []string{"FAKEGBRAIN=" + tt.behave}
			if tt.once {
				set = append(set, "FAKEGBRAIN_ONCE="+filepath.Join(t.TempDir(), "once"))
			}
			s := session(t, Options{Pause: time.Hour, MaxPause: time.Hour}, set...)
			rows, err := search(within(t, 30*time.Second), s, "failover")
			switch {
			case tt.err == "" && (err != nil || len(rows) != tt.rows):
				t.Errorf("got %d rows, %v", len(rows), err)
			case tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)):
				t.Errorf("got %v, want %q", err, tt.err)
			}
		})
	}
}

func TestHungServer(t *testing.T) {
	t.Parallel()
	s := session(t, Options{Pause: time.Hour}, "FAKEGBRAIN=hang")
	s.Call(within(t, 10*time.Second), "get_brain_identity", nil)
	for range hungAfter {
		if _, err := search(within(t, 30*time.Millisecond), s, "x"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("got %v", err)
		}
	}
	// Now it has been given up, and is not started again at once.
	if st := s.State(); st.Warm || st.Err == nil {
		t.Errorf("got %+v", st)
	}
	if _, err := search(within(t, 20*time.Second), s, "x"); !errors.Is(err, ErrPaused) {
		t.Errorf("got %v", err)
	}
}

func TestDeafServer(t *testing.T) {
	t.Parallel()
	s := session(t, Options{Start: 300 * time.Millisecond}, "FAKEGBRAIN=deaf")
	if _, err := search(within(t, 20*time.Millisecond), s, "x"); !errors.Is(err, ErrStarting) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	if _, err := search(within(t, 20*time.Second), s, "x"); err == nil || !strings.Contains(err.Error(), "did not start within") {
		t.Errorf("got %v", err)
	}
}

func TestClosingKillsAStubbornServer(t *testing.T) {
	t.Parallel()
	s := session(t, Options{}, "FAKEGBRAIN=stubborn")
	if _, err := search(within(t, 20*time.Second), s, "failover"); err != nil {
		t.Fatal(err)
	}
	s.mu.Lock()
	done := s.live.program.done
	s.mu.Unlock()
	s.Close()
	select {
	case <-done:
	default:
		t.Error("the program still runs")
	}
	if _, err := search(within(t, 20*time.Second), s, "x"); !errors.Is(err, ErrClosed) {
		t.Errorf("got %v", err)
	}
}

func TestIdleGivesTheDatabaseBack(t *testing.T) {
	t.Parallel()
	s := session(t, Options{Idle: 50 * time.Millisecond, IdleServer: time.Hour}, "FAKEGBRAIN_BRAIN=pglite")
	for range 2 { // the second call starts it again
		if _, err := search(within(t, 20*time.Second), s, "failover"); err != nil {
			t.Fatal(err)
		}
		for s.State().Warm {
			time.Sleep(5 * time.Millisecond)
		}
		s.mu.Lock()
		ending := s.ending
		s.mu.Unlock()
		<-ending
	}
	if st := s.State(); st.Err != nil || st.Identity.Engine != "pglite" {
		t.Errorf("got %+v", st)
	}
}

func TestRepliesOutOfOrder(t *testing.T) {
	t.Parallel()
	s := session(t, Options{}, "FAKEGBRAIN=reorder")
	if _, err := s.Call(within(t, 20*time.Second), "get_brain_identity", nil); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for _, tt := range []struct{ text, slug string }{{"kafka", "people/bob-sample"}, {"logistics", "companies/acme-corp"}} {
		wg.Go(func() {
			rows, err := search(within(t, 20*time.Second), s, tt.text)
			if err != nil || len(rows) != 1 || rows[0].Slug != tt.slug {
				t.Errorf("%s: got %+v, %v", tt.text, rows, err)
			}
		})
	}
	wg.Wait()
}

func TestConcurrentCallsShareOneProgram(t *testing.T) {
	t.Parallel()
	log := filepath.Join(t.TempDir(), "log")
	s := session(t, Options{}, "FAKEGBRAIN_LOG="+log, "FAKEGBRAIN=slow=50ms")
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			if _, err := search(within(t, 20*time.Second), s, fmt.Sprint("kafka ", i)); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	b, err := os.ReadFile(log)
	if err != nil || strings.Count(string(b), "args ") != 1 || strings.Count(string(b), `"initialize"`) != 1 {
		t.Errorf("%v:\n%s", err, b)
	}
}

func TestPutIsNeverSentTwice(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	log := filepath.Join(dir, "log")
	s := session(t, Options{}, "FAKEGBRAIN=loseput", "FAKEGBRAIN_LOG="+log, "FAKEGBRAIN_FILE="+filepath.Join(dir, "pages"))
	_, err := s.Call(within(t, 20*time.Second), "put_page", map[string]any{"slug": "inbox/x", "content": "body"})
	if err == nil {
		t.Fatal("no error")
	}
	if b, _ := os.ReadFile(log); strings.Count(string(b), `"put_page"`) != 1 {
		t.Errorf("sent more than once:\n%s", b)
	}
}

func TestSecretsStayOutOfLogsAndErrors(t *testing.T) {
	t.Parallel()
	var logged syncBuilder
	o := Options{Scrub: redact.New("postgres://u:topsecret@h/d"),
		Log: slog.New(slog.NewTextHandler(&logged, &slog.HandlerOptions{Level: slog.LevelDebug}))}
	s := session(t, o, "FAKEGBRAIN=leak=cannot reach postgres://u:topsecret@h/d")
	_, err := search(within(t, 20*time.Second), s, "x")
	s.Close()
	if all := logged.String() + fmt.Sprint(err); strings.Contains(all, "topsecret") || !strings.Contains(all, "cannot reach") {
		t.Errorf("got %s", all)
	}
}

type syncBuilder struct {
	mu sync.Mutex
	b  strings.Builder
}

func (s *syncBuilder) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuilder) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

func TestMissingProgram(t *testing.T) {
	s := New(Options{Command: []string{filepath.Join(t.TempDir(), "no-such-gbrain"), "serve"}})
	defer s.Close()
	if _, err := search(within(t, 20*time.Second), s, "x"); err == nil || !strings.Contains(err.Error(), "could not be started") {
		t.Errorf("got %v", err)
	}
	if _, err := search(within(t, 20*time.Second), s, "x"); !errors.Is(err, ErrPaused) {
		t.Errorf("got %v", err)
	}
}

func BenchmarkWarmSearch(b *testing.B) {
	s := session(b, Options{})
	if _, err := search(b.Context(), s, "failover"); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := search(b.Context(), s, "failover"); err != nil {
			b.Fatal(err)
		}
	}
}
