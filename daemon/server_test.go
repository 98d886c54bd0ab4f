//go:build unix

package daemon

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

// running is a server in this process.
type running struct {
	*Server
	end func() error
}

// run starts a server that answers with what it was told by its client.
func run(t *testing.T, p Place, change func(*Server)) running {
	t.Helper()
	s := &Server{Place: p, Version: "test", Log: slog.New(slog.DiscardHandler), Serve: echo}
	if change != nil {
		change(s)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ready, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx, w) }()
	line, err := bufio.NewReader(ready).ReadString('\n')
	_ = ready.Close()
	if err != nil || line != readyLine {
		t.Fatalf("not ready: %q %v", line, err)
	}
	end := sync.OnceValue(func() error {
		cancel()
		return <-ended
	})
	t.Cleanup(func() {
		if err := end(); err != nil {
			t.Error(err)
		}
	})
	return running{s, end}
}

// echo answers each message with itself until the client goes.
func echo(ctx context.Context, hello Hello, rwc io.ReadWriteCloser) (int, error) {
	stop := context.AfterFunc(ctx, func() { _ = rwc.Close() })
	defer stop()
	in := bufio.NewReader(rwc)
	for {
		body, err := readFrame(in)
		if err != nil {
			return 1, nil
		}
		if string(body) == "panic" {
			panic("as asked")
		}
		if err := writeFrame(rwc, append([]byte(hello.Dir+" "), body...)); err != nil {
			return 1, err
		}
	}
}

func place(t *testing.T, kind string) Place {
	t.Helper()
	p, err := Locate(env("XDG_RUNTIME_DIR", short(t)), kind, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// said sends a message and returns the answer.
func said(t *testing.T, c *Conn, text string) string {
	t.Helper()
	if err := writeFrame(c, []byte(text)); err != nil {
		t.Fatal(err)
	}
	body, err := readFrame(c.in)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func dial(t *testing.T, p Place, h Hello) (*Conn, Welcome) {
	t.Helper()
	c, w, err := Dial(t.Context(), p, h)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c, w
}

func lspHello(dir string) Hello {
	return Hello{Protocol: Protocol, Purpose: PurposeLSP, Version: "client", Dir: dir}
}

func TestServesManyClients(t *testing.T) {
	p := place(t, "x")
	if _, _, err := Dial(t.Context(), p, lspHello("a")); !errors.Is(err, ErrAbsent) {
		t.Errorf("without a server: %v", err)
	}
	run(t, p, nil)
	a, _ := dial(t, p, lspHello("a"))
	b, w := dial(t, p, lspHello("b"))
	if w.Version != "test" || w.PID != os.Getpid() || w.Connections != 1 {
		t.Errorf("welcome %+v", w)
	}
	if got := said(t, a, "1") + said(t, b, "2") + said(t, a, "3"); got != "a 1b 2a 3" {
		t.Errorf("got %q", got)
	}
	// One that panics ends alone.
	c, _ := dial(t, p, lspHello("c"))
	_ = writeFrame(c, []byte("panic"))
	if _, err := readFrame(c.in); !isEOF(err) {
		t.Errorf("after a panic: %v", err)
	}
	if got := said(t, a, "4"); got != "a 4" {
		t.Errorf("got %q", got)
	}
}

// TestTwoVersionsSideBySide has servers of two index formats in one folder, and
// clients of two builds at one server.
func TestTwoVersionsSideBySide(t *testing.T) {
	dir := short(t)
	one, err := Locate(env("XDG_RUNTIME_DIR", dir), "index 1", t.TempDir())
	two, err2 := Locate(env("XDG_RUNTIME_DIR", dir), "index 2", t.TempDir())
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	run(t, one, func(s *Server) { s.Version = "one" })
	second := run(t, two, func(s *Server) { s.Version = "two" })
	_, w1 := dial(t, one, lspHello("a"))
	c, w2 := dial(t, two, Hello{Protocol: Protocol, Purpose: PurposeLSP, Version: "of another build"})
	if w1.Version != "one" || w2.Version != "two" {
		t.Errorf("%+v and %+v", w1, w2)
	}
	_ = c.Close()
	if err := second.end(); err != nil {
		t.Fatal(err)
	}
	dial(t, one, lspHello("b"))
}

func TestThereIsOneServer(t *testing.T) {
	p := place(t, "x")
	run(t, p, nil)
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	s := &Server{Place: p, Log: slog.New(slog.DiscardHandler), Serve: echo}
	if err := s.Run(ctx, nil); !errors.Is(err, ErrRunning) {
		t.Errorf("a second one: %v", err)
	}
	dial(t, p, lspHello("a"))
}

func TestRefusesWhatIsNoGreeting(t *testing.T) {
	p := place(t, "x")
	run(t, p, nil)
	for name, line := range map[string]string{
		"garbage": "GET / HTTP/1.1\r\n", "another protocol": `{"protocol":99,"purpose":"lsp"}` + "\n",
		"another purpose": `{"protocol":1,"purpose":"dance"}` + "\n", "nothing": "",
	} {
		raw, err := net.Dial("unix", p.Socket)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(raw, line)
		_ = raw.(*net.UnixConn).CloseWrite()
		answer, _ := io.ReadAll(raw)
		if strings.HasPrefix(line, "{") != strings.Contains(string(answer), `"error":`) {
			t.Errorf("%s: answered %q", name, answer)
		}
		_ = raw.Close()
	}
	dial(t, p, lspHello("a"))
}

func TestStopAndIdle(t *testing.T) {
	for name, end := range map[string]func(p Place, c *Conn){
		"stop": func(p Place, _ *Conn) {
			c, _ := dial(t, p, Hello{Protocol: Protocol, Purpose: PurposeStop})
			_ = c.Close()
		},
		"idle": func(_ Place, c *Conn) { _ = c.Close() },
		"the socket is gone": func(p Place, _ *Conn) {
			if err := os.Remove(p.Socket); err != nil {
				t.Error(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := place(t, "x")
			closed := make(chan struct{})
			run(t, p, func(s *Server) {
				s.Idle = time.Millisecond
				if name != "idle" {
					s.Idle = time.Hour
				}
				s.Close = func() error { close(closed); return nil }
			})
			// The server may leave at once when it is idle.
			c, _, err := Dial(t.Context(), p, lspHello("a"))
			if err != nil && (name != "idle" || !errors.Is(err, ErrAbsent)) {
				t.Fatal(err)
			}
			if err == nil {
				end(p, c)
			}
			<-closed
			if err := p.Gone(t.Context(), os.Getpid()); err != nil {
				t.Error(err)
			}
			if name != "idle" && c != nil {
				if body, err := readFrame(c.in); err != nil || !strings.Contains(string(body), `"leaving":true`) {
					t.Errorf("the last word: %q %v", body, err)
				}
			}
		})
	}
}

func TestALongGreeting(t *testing.T) {
	p := place(t, "x")
	run(t, p, nil)
	h := lspHello("a")
	h.Env = map[string]string{"BIG": strings.Repeat("é", 1<<20)}
	c, _ := dial(t, p, h)
	if got := said(t, c, "1"); got != "a 1" {
		t.Errorf("got %q", got)
	}
	h.Env["BIG"] = strings.Repeat("x", maxHello)
	if _, _, err := Dial(t.Context(), p, h); err == nil {
		t.Error("an endless greeting is taken")
	}
}
