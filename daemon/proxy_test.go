package daemon

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"strings"
	"testing"
	"time"
)

// stage is a proxy between a client and servers that the test plays.
type stage struct {
	t       *testing.T
	in      *io.PipeWriter // the client's output
	out     <-chan []byte  // what the client gets
	servers chan *actor
	code    chan int
}

// actor is one server.
type actor struct {
	net.Conn
	in <-chan []byte // what it gets
	t  *testing.T
}

// frames reads messages ahead, so that nobody waits for the test to ask.
func frames(r io.Reader) <-chan []byte {
	out := make(chan []byte, 100)
	go func() {
		defer close(out)
		in := bufio.NewReader(r)
		for {
			body, err := readFrame(in)
			if err != nil {
				return
			}
			out <- body
		}
	}()
	return out
}

func newStage(t *testing.T) *stage {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	s := &stage{t: t, in: inW, out: frames(outR), servers: make(chan *actor, 20), code: make(chan int, 1)}
	p := &Proxy{In: inR, Out: outW, Log: slog.New(slog.DiscardHandler), Connect: func(context.Context) (io.ReadWriteCloser, error) {
		near, far := net.Pipe()
		select {
		case s.servers <- &actor{far, frames(far), t}:
			return near, nil
		default:
			return nil, errors.New("none is left")
		}
	}}
	go func() {
		s.code <- p.Run(t.Context())
		_ = outW.Close()
	}()
	t.Cleanup(func() { _ = inW.Close() })
	return s
}

func (s *stage) send(bodies ...string) {
	s.t.Helper()
	for _, b := range bodies {
		if err := writeFrame(s.in, []byte(b)); err != nil {
			s.t.Fatal(err)
		}
	}
}

// gets reads what the client gets and compares it.
func (s *stage) gets(want ...string) {
	s.t.Helper()
	for _, w := range want {
		compare(s.t, "the client", s.out, w)
	}
}

func (a *actor) gets(want ...string) {
	a.t.Helper()
	for _, w := range want {
		compare(a.t, "the server", a.in, w)
	}
}

func (a *actor) send(bodies ...string) {
	a.t.Helper()
	for _, b := range bodies {
		if err := writeFrame(a.Conn, []byte(b)); err != nil {
			a.t.Fatal(err)
		}
	}
}

// compare reads a message; a want that ends with "…" is its beginning.
func compare(t *testing.T, who string, in <-chan []byte, want string) {
	t.Helper()
	var body []byte
	ok := false
	select {
	case body, ok = <-in:
	case <-time.After(20 * time.Second):
	}
	if !ok {
		t.Fatalf("%s gets nothing, want %s", who, want)
	}
	if start, ok := strings.CutSuffix(want, "…"); ok {
		if !strings.HasPrefix(string(body), start) {
			t.Fatalf("%s gets\n%s\nwant\n%s", who, body, want)
		}
		return
	}
	if canonical(t, body) != canonical(t, []byte(want)) {
		t.Fatalf("%s gets\n%s\nwant\n%s", who, body, want)
	}
}

func canonical(t *testing.T, b []byte) string {
	t.Helper()
	var v any
	if err := json.Unmarshal(b, &v); err != nil {
		return string(b)
	}
	out, _ := json.Marshal(v)
	return string(out)
}

const (
	initialize  = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`
	initialized = `{"jsonrpc":"2.0","method":"initialized","params":{}}`
)

// begun is a stage whose client is initialized with the first server.
func begun(t *testing.T) (*stage, *actor) {
	s := newStage(t)
	a := <-s.servers
	s.send(initialize, initialized)
	a.gets(initialize)
	a.gets(initialized)
	a.send(`{"jsonrpc":"2.0","id":1,"result":{"capabilities":{}}}`)
	s.gets(`{"jsonrpc":"2.0","id":1,"result":{"capabilities":{}}}`)
	return s, a
}

// resumed reads what every new server is told first.
func (s *stage) resumed() *actor {
	s.t.Helper()
	b := <-s.servers
	b.gets(strings.Replace(initialize, `"id":1`, `"id":"memswarm-replay"`, 1))
	return b
}

func TestAnotherServerTakesOver(t *testing.T) {
	s, a := begun(t)
	open := `{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.md","text":"x"}}}`
	edit := `{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///a.md"},"contentChanges":[{"range":{},"text":"y"}]}}`
	gone := `{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///b.md","text":"x"}}}`
	closed := `{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":"file:///b.md"}}}`
	settings := `{"jsonrpc":"2.0","method":"workspace/didChangeConfiguration","params":{"settings":{"memswarm":{}}}}`
	query := `{"jsonrpc":"2.0","id":"q","method":"swarm/query","params":{"query":"x"}}`
	curate := `{"jsonrpc":"2.0","id":7,"method":"swarm/curate","params":{"content":"x"}}`
	for _, body := range []string{open, gone, edit, closed, settings, query, curate} {
		s.send(body)
		a.gets(body)
	}
	a.send(`{"jsonrpc":"2.0","id":1,"method":"window/workDoneProgress/create","params":{"token":1}}`)
	s.gets(`{"jsonrpc":"2.0","id":1,"method":"window/workDoneProgress/create","params":{"token":1}}`)
	a.send(`{"jsonrpc":"2.0","method":"$/progress","params":{"token":1,"value":{"kind":"begin","title":"Indexing"}}}`,
		`{"jsonrpc":"2.0","id":2,"method":"client/registerCapability","params":{"registrations":[{"id":"files","method":"m"}]}}`)
	s.gets(`{"jsonrpc":"2.0","method":"$/progress"…`, `{"jsonrpc":"2.0","id":2,"method":"client/registerCapability"…`)
	_ = a.Close()

	// What the dead one owed is settled, and the next one is told everything.
	s.gets(`{"jsonrpc":"2.0","method":"window/logMessage"…`,
		`{"jsonrpc":"2.0","method":"$/progress","params":{"token":1,"value":{"kind":"end"}}}`,
		`{"jsonrpc":"2.0","id":7,"error":{"code":-32803,"message":"The server ended while it was at work on this. Look whether it was done before you try again."}}`)
	b := s.resumed()
	b.gets(initialized, open, edit, settings, query)
	b.send(`{"jsonrpc":"2.0","id":"memswarm-replay","result":{"capabilities":{}}}`, `{"jsonrpc":"2.0","id":"q","result":{"results":[]}}`)
	s.gets(`{"jsonrpc":"2.0","id":"q","result":{"results":[]}}`)

	// The numbers of the new one's requests begin again; late answers to the old
	// one's are dropped.
	b.send(`{"jsonrpc":"2.0","id":1,"method":"workspace/configuration","params":{}}`)
	s.gets(`{"jsonrpc":"2.0","id":"memswarm-1:1","method":"workspace/configuration","params":{}}`)
	s.send(`{"jsonrpc":"2.0","id":1,"result":null}`, `{"jsonrpc":"2.0","id":"memswarm-1:1","result":[5]}`)
	b.gets(`{"jsonrpc":"2.0","id":1,"result":[5]}`)
	// What the client has agreed to already is not asked again.
	b.send(`{"jsonrpc":"2.0","id":2,"method":"client/registerCapability","params":{"registrations":[{"id":"files","method":"m"}]}}`)
	b.gets(`{"jsonrpc":"2.0","id":2,"result":null}`)

	shutdown := `{"jsonrpc":"2.0","id":9,"method":"shutdown"}`
	s.send(shutdown)
	b.gets(shutdown)
	b.send(`{"jsonrpc":"2.0","id":9,"result":null}`)
	s.gets(`{"jsonrpc":"2.0","id":9,"result":null}`)
	exit := `{"jsonrpc":"2.0","method":"exit"}`
	s.send(exit)
	b.gets(exit)
	if err := writeBye(b, bye{Code: 0}); err != nil {
		t.Fatal(err)
	}
	if code := <-s.code; code != 0 {
		t.Errorf("code %d", code)
	}
}

func TestAServerThatLeavesIsReplacedInSilence(t *testing.T) {
	s, a := begun(t)
	if err := writeBye(a, bye{Leaving: true}); err != nil {
		t.Fatal(err)
	}
	b := s.resumed()
	b.gets(initialized)
	b.send(`{"jsonrpc":"2.0","method":"swarm/didChangeStatus","params":{}}`)
	s.gets(`{"jsonrpc":"2.0","method":"swarm/didChangeStatus","params":{}}`)
}

// TestAQuestionThatKills is asked twice and then answered with an error.
func TestAQuestionThatKills(t *testing.T) {
	s, a := begun(t)
	query := `{"jsonrpc":"2.0","id":2,"method":"swarm/query","params":{}}`
	s.send(query)
	a.gets(query)
	_ = a.Close()
	s.gets(`{"jsonrpc":"2.0","method":"window/logMessage"…`)
	b := s.resumed()
	b.gets(initialized, query)
	_ = b.Close()
	s.gets(`{"jsonrpc":"2.0","method":"window/logMessage"…`,
		`{"jsonrpc":"2.0","id":2,"error":{"code":-32803,"message":"The server ended while it was at work on this."}}`)
	c := s.resumed()
	c.gets(initialized)
}

func TestDeathBeforeTheAnswerToInitialize(t *testing.T) {
	s := newStage(t)
	a := <-s.servers
	s.send(initialize)
	a.gets(initialize)
	_ = a.Close()
	b := <-s.servers
	b.gets(initialize)
	b.send(`{"jsonrpc":"2.0","id":1,"result":{}}`)
	s.gets(`{"jsonrpc":"2.0","id":1,"result":{}}`)
}

func TestGivesUp(t *testing.T) {
	s, a := begun(t)
	for range maxDeaths {
		_ = a.Close()
		s.gets(`{"jsonrpc":"2.0","method":"window/logMessage"…`)
		a = s.resumed()
		a.gets(initialized)
	}
	_ = a.Close()
	s.gets(`{"jsonrpc":"2.0","method":"window/showMessage"…`)
	if code := <-s.code; code != 1 {
		t.Errorf("code %d", code)
	}
}

func TestCodes(t *testing.T) {
	for _, test := range []struct {
		name string
		do   func(s *stage, a *actor)
		code int
	}{
		{"the input ends", func(s *stage, _ *actor) { _ = s.in.Close() }, 1},
		{"no message", func(s *stage, _ *actor) { go func() { _, _ = io.WriteString(s.in, "hello\r\n\r\n") }() }, 1},
		{"the server ends it", func(_ *stage, a *actor) { _ = writeBye(a, bye{Code: 3, Reason: "the client's process has ended"}) }, 3},
		{"exit alone", func(s *stage, a *actor) {
			exit := `{"jsonrpc":"2.0","method":"exit"}`
			s.send(exit)
			a.gets(exit)
			_ = writeBye(a, bye{Code: 1})
		}, 1},
		{"the server dies after shutdown", func(s *stage, a *actor) {
			shutdown := `{"jsonrpc":"2.0","id":9,"method":"shutdown"}`
			s.send(shutdown)
			a.gets(shutdown)
			_ = a.Close()
		}, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, a := begun(t)
			test.do(s, a)
			if code := <-s.code; code != test.code {
				t.Errorf("code %d, want %d", code, test.code)
			}
		})
	}
}

// TestEditsAreKeptInBounds has one document edited for long.
func TestEditsAreKeptInBounds(t *testing.T) {
	s := newSession()
	change := func(text, rng string) {
		s.fromClient([]byte(`{"method":"textDocument/didChange","params":{"textDocument":{"uri":"u"},"contentChanges":[{` + rng + `"text":"` + text + `"}]}}`))
	}
	big := strings.Repeat("x", maxKept/4)
	for range 10 {
		change(big, "") // the whole text: the one before does not matter
	}
	if _, _, ok := s.state(); !ok || len(s.after) != 1 {
		t.Errorf("%d notes kept, resumable %v", len(s.after), ok)
	}
	for range 10 {
		change(big, `"range":{},`)
	}
	if _, _, ok := s.state(); ok || s.kept > maxKept {
		t.Errorf("kept %d bytes, resumable %v", s.kept, ok)
	}
}

func TestClient(t *testing.T) {
	near, far := net.Pipe()
	a := &actor{far, frames(far), t}
	told := make(chan string, 1)
	c := NewClient(near, func(method string, _ json.RawMessage) { told <- method })
	type outcome struct {
		got string
		err error
	}
	call := func(ctx context.Context, method string) chan outcome {
		done := make(chan outcome, 1)
		go func() {
			var got string
			err := c.Call(ctx, method, map[string]int{"n": 1}, &got)
			done <- outcome{got, err}
		}()
		return done
	}
	one := call(t.Context(), "one")
	a.gets(`{"jsonrpc":"2.0","id":1,"method":"one","params":{"n":1}}`)
	a.send(`{"jsonrpc":"2.0","method":"note","params":{}}`, `{"jsonrpc":"2.0","id":5,"method":"window/workDoneProgress/create","params":{}}`)
	a.gets(`{"jsonrpc":"2.0","id":5,"result":null}`)
	a.send(`{"jsonrpc":"2.0","id":6,"method":"window/showDocument","params":{}}`)
	a.gets(`{"jsonrpc":"2.0","id":6,"error":{"code":-32601,"message":"not known here"}}`)
	a.send(`{"jsonrpc":"2.0","id":1,"result":"done"}`)
	if o := <-one; o.err != nil || o.got != "done" || <-told != "note" {
		t.Errorf("%+v", o)
	}
	ctx, cancel := context.WithCancel(t.Context())
	two := call(ctx, "two")
	a.gets(`{"jsonrpc":"2.0","id":2,"method":"two","params":{"n":1}}`)
	cancel()
	a.gets(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":2}}`)
	if o := <-two; !errors.Is(o.err, context.Canceled) {
		t.Errorf("%+v", o)
	}
	three := call(t.Context(), "three")
	a.gets(`{"jsonrpc":"2.0","id":3,"method":"three","params":{"n":1}}`)
	a.send(`{"jsonrpc":"2.0","id":3,"error":{"code":-32803,"message":"no","data":{"code":"x"}}}`)
	o := <-three
	if re, ok := errors.AsType[*ResponseError](o.err); !ok || re.Code != -32803 || string(re.Data) != `{"code":"x"}` {
		t.Errorf("%+v", o)
	}
	four := call(t.Context(), "four")
	a.gets(`{"jsonrpc":"2.0","id":4,"method":"four","params":{"n":1}}`)
	_ = a.Close()
	if o := <-four; !errors.Is(o.err, ErrGone) {
		t.Errorf("%+v", o)
	}
	if o := <-call(t.Context(), "five"); !errors.Is(o.err, ErrGone) {
		t.Errorf("%+v", o)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}

func TestInside(t *testing.T) {
	rwc := Inside(t.Context(), func(_ context.Context, rwc io.ReadWriteCloser) (int, error) {
		body, err := readFrame(bufio.NewReader(rwc))
		if err == nil {
			err = writeFrame(rwc, body)
		}
		_ = rwc.Close()
		return 7, err
	})
	if err := writeFrame(rwc, []byte(`"x"`)); err != nil {
		t.Fatal(err)
	}
	in := frames(rwc)
	compare(t, "the client", in, `"x"`)
	compare(t, "the client", in, `{"jsonrpc":"2.0","method":"$/memswarm/bye","params":{"code":7}}`)
	if body, ok := <-in; ok {
		t.Errorf("got %s", body)
	}
}

func FuzzFrame(f *testing.F) {
	for _, s := range []string{"Content-Length: 2\r\n\r\n{}", "content-length:0\n\n", "X: y\r\nContent-Length: 1\r\n\r\n1", "Content-Length: -1\r\n\r\n", "\r\n\r\n", "Content-Length: 99999999999\r\n\r\n", ""} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		in := bufio.NewReader(strings.NewReader(string(data)))
		s := newSession()
		for range 20 {
			body, err := readFrame(in)
			if err != nil {
				return
			}
			s.fromClient(body)
			s.fromServer(body)
			s.replay()
		}
	})
}
