//go:build unix

package server

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/textproto"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"memswarm/daemon"
	"memswarm/lsp/lsptest"
)

var rounds = flag.Int("kills", 8, "how often servers and clients are killed")

// TestKilledServers kills the server at random moments under an editor with
// unsaved text and under commands, and asks whether anything was lost.
func TestKilledServers(t *testing.T) {
	b := newBox(t, notes(40))
	e := b.edit()
	e.mustFind(word(1), "n0001.md")
	e.Open(t, b.uri("notes/n0002.md"), "markdown", "# Unsaved\n\nwallaby\n")
	version := 1
	for i := range *rounds {
		if i%4 == 3 {
			// An editor is given a new server a few times in a short time only.
			e.Shutdown(t)
			if code := e.wait(); code != 0 {
				t.Fatalf("shutdown ended with %d: %s", code, e.err)
			}
			e = b.edit()
			e.Open(t, b.uri("notes/n0002.md"), "markdown", "# Unsaved\n\nwallaby\n")
			version = 1
		}
		unsaved := "bilby" + word(i)
		version++
		e.Replace(t, b.uri("notes/n0002.md"), version, "# Unsaved\n\n"+unsaved+"\n")
		saved := "numbat" + word(i)
		b.write("notes/saved.md", saved+"\n")
		e.mustFind(word(i+4), fmt.Sprintf("n%04d.md", i+4))
		pid := b.status().PID
		command := make(chan result, 1)
		go func() { command <- b.run("query", word(i+5)) }()
		asked := e.Start("swarm/query", map[string]any{"query": unsaved, "wait": 20000})
		time.Sleep(time.Duration(rand.IntN(15)) * time.Millisecond)
		if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		var raw json.RawMessage
		if err := asked.Wait(&raw); err != nil || !strings.Contains(string(raw), "n0002.md") {
			t.Fatalf("round %d: the question under way: %v %.200s", i, err, raw)
		}
		if r := <-command; r.code != 0 || !strings.Contains(r.out, fmt.Sprintf("n%04d.md", i+5)) {
			t.Fatalf("round %d: the command under way: %+v", i, r)
		}
		e.mustFind(unsaved, "n0002.md")
		e.mustFind(saved, "saved.md")
	}
	e.Shutdown(t)
	if code := e.wait(); code != 0 {
		t.Errorf("the editor's program ended with %d: %s", code, e.err)
	}
	if strings.Contains(b.log(), "damaged") {
		t.Error("an index was damaged")
	}
}

// TestKilledTooOften ends when servers die one after the other.
func TestKilledTooOften(t *testing.T) {
	b := newBox(t, notes(2))
	e := b.edit()
	e.mustFind(word(1), "n0001.md")
	for i := 0; i < 20; i++ {
		st := b.status()
		if st.Running {
			_ = syscall.Kill(st.PID, syscall.SIGKILL)
		}
		if _, err := e.found(word(1), 20000); err != nil {
			break
		}
	}
	if code := e.wait(); code != 1 {
		t.Errorf("code %d, want 1", code)
	}
	if m := e.Notifications("window/showMessage"); len(m) != 1 || !strings.Contains(string(m[0].Params), "Restart") {
		t.Errorf("the user was told %v", m)
	}
}

// TestKilledClients kills editors' programs at random moments.
func TestKilledClients(t *testing.T) {
	b := newBox(t, notes(20))
	watcher := b.edit()
	watcher.mustFind(word(1), "n0001.md")
	pid := b.status().PID
	for i := range *rounds {
		e := b.edit()
		e.Open(t, b.uri("notes/n0003.md"), "markdown", "wombat"+word(i)+"\n")
		e.Start("swarm/query", map[string]any{"query": "quokka", "wait": 20000})
		time.Sleep(time.Duration(rand.IntN(20)) * time.Millisecond)
		_ = e.cmd.Process.Kill()
		e.wait()
		watcher.mustFind(word(i), fmt.Sprintf("n%04d.md", i))
		if got, err := watcher.found("wombat"+word(i), 20000); err != nil || len(got) > 0 {
			t.Errorf("another's unsaved text: %v %v", got, err)
		}
	}
	eventually(t, "only one client is left", func() bool { return b.status().Clients == 1 })
	if now := b.status().PID; now != pid {
		t.Errorf("the server %d became %d", pid, now)
	}
}

func TestTheCacheIsDeleted(t *testing.T) {
	b := newBox(t, notes(20))
	e := b.edit()
	e.mustFind(word(1), "n0001.md")
	for range 2 {
		if err := os.RemoveAll(filepath.Join(b.home, "cache")); err != nil {
			t.Fatal(err)
		}
		e.mustFind(word(2), "n0002.md")
		b.write("notes/later.md", "dunnart\n")
		eventually(t, "a new note is found", func() bool {
			got, err := e.found("dunnart", 20000)
			return err == nil && len(got) == 1
		})
		must(t, os.Remove(b.path("notes/later.md")))
		if r := b.run("query", word(3)); r.code != 0 || !strings.Contains(r.out, "n0003.md") {
			t.Errorf("%+v", r)
		}
		b.run("server", "stop")
	}
	b.write("notes/later.md", "dunnart\n")
	if r := b.run("query", "dunnart"); !strings.Contains(r.out, "later.md") {
		t.Errorf("after a new start: %+v", r)
	}
}

// TestTheSocketIsDeleted has the server's folder cleaned away, as programs do
// that tidy folders for temporary files.
func TestTheSocketIsDeleted(t *testing.T) {
	b := newBox(t, notes(5))
	e := b.edit()
	e.mustFind(word(1), "n0001.md")
	pid := b.status().PID
	if err := os.RemoveAll(filepath.Join(b.home, "run", "memswarm")); err != nil {
		t.Fatal(err)
	}
	if r := b.run("query", word(2)); !strings.Contains(r.out, "n0002.md") {
		t.Errorf("%+v", r)
	}
	eventually(t, "the server without a socket has left", func() bool { return !alive(pid) })
	e.mustFind(word(3), "n0003.md")
}

// TestStrangersOnTheSocket has something else answer there.
func TestStrangersOnTheSocket(t *testing.T) {
	for name, answer := range map[string]string{
		"garbage": "hello there\n", "another version": `{"protocol":99}` + "\n", "turned away": `{"protocol":1,"error":"no"}` + "\n",
	} {
		t.Run(name, func(t *testing.T) {
			b := newBox(t, notes(3))
			socket := b.status().Socket
			if err := os.MkdirAll(filepath.Dir(socket), 0o700); err != nil {
				t.Fatal(err)
			}
			ln, err := net.Listen("unix", socket)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = ln.Close() }()
			go func() {
				for {
					c, err := ln.Accept()
					if err != nil {
						return
					}
					go func() {
						_, _ = io.WriteString(c, answer)
						_, _ = io.Copy(io.Discard, c)
						_ = c.Close()
					}()
				}
			}()
			if r := b.run("query", word(2)); r.code != 0 || !strings.Contains(r.out, "n0002.md") || strings.Contains(r.err, "server") {
				t.Errorf("%+v", r)
			}
			if r := b.run("server", "stop"); r.code != 1 || r.err == "" {
				t.Errorf("stop: %+v", r)
			}
			e := b.edit()
			e.mustFind(word(1), "n0001.md")
			e.Shutdown(t)
			if code := e.wait(); code != 0 {
				t.Errorf("lsp ended with %d", code)
			}
		})
	}
}

// TestNoRoomForTheLog has no room for the log and the socket's folder.
func TestNoRoomForTheLog(t *testing.T) {
	b := newBox(t, notes(3))
	b.more = []string{"XDG_STATE_HOME=/dev/null/state"}
	if r := b.run("query", word(2)); r.code != 0 || !strings.Contains(r.out, "n0002.md") {
		t.Errorf("%+v", r)
	}
}

// TestKilledBeforeInitialize has the server die between two messages of the
// handshake.
func TestKilledBeforeInitialize(t *testing.T) {
	b := newBox(t, notes(3))
	e := b.open()
	eventually(t, "a server", func() bool { return b.status().Running })
	_ = syscall.Kill(b.status().PID, syscall.SIGKILL)
	e.Initialize(t, lsptest.Setup{Folders: map[string]string{b.uri(""): "ws"}})
	e.mustFind(word(1), "n0001.md")
	e.Shutdown(t)
	if code := e.wait(); code != 0 {
		t.Errorf("code %d: %s", code, e.err)
	}
}

// TestNothingIsStoredTwice has the server end while it stores something: the
// command must not store it, too.
func TestNothingIsStoredTwice(t *testing.T) {
	b := newBox(t, notes(2))
	b.write(".brv/context-tree/about.md", "# About\n")
	socket := b.status().Socket
	stem := strings.TrimSuffix(socket, ".sock")
	ctx, cancel := context.WithCancel(t.Context())
	s := &daemon.Server{
		Place: daemon.Place{Dir: filepath.Dir(socket), Socket: socket, Alive: stem + ".alive", Start: stem + ".start", Log: stem + ".log"},
		Log:   slog.New(slog.DiscardHandler),
		Serve: func(_ context.Context, _ daemon.Hello, rwc io.ReadWriteCloser) (int, error) {
			// Initialize is answered, the next request is not.
			in := textproto.NewReader(bufio.NewReader(rwc))
			for {
				header, err := in.ReadMIMEHeader()
				if err != nil {
					return 1, err
				}
				n, _ := strconv.Atoi(header.Get("Content-Length"))
				body := make([]byte, n)
				if _, err := io.ReadFull(in.R, body); err != nil {
					return 1, err
				}
				switch {
				case strings.Contains(string(body), `"initialize"`):
					answer := `{"jsonrpc":"2.0","id":1,"result":{"capabilities":{}}}`
					_, _ = fmt.Fprintf(rwc, "Content-Length: %d\r\n\r\n%s", len(answer), answer)
				case strings.Contains(string(body), `"swarm/`):
					return 1, nil
				}
			}
		},
	}
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx, nil) }()
	defer func() {
		cancel()
		<-ended
	}()
	eventually(t, "the false server", func() bool { return b.status().Running })
	if r := b.run("curate", "a fact worth keeping"); r.code != 1 || !strings.Contains(r.err, "Look whether it was done") {
		t.Errorf("curate: %+v", r)
	}
	if r := b.run("query", word(1)); r.code != 0 || !strings.Contains(r.out, "n0001.md") {
		t.Errorf("query: %+v", r)
	}
}

// TestAFullDisk keeps the indexes on a disk that is too small for them. The
// server answers all the same, or says what is wrong, and goes on when there is
// room.
func TestAFullDisk(t *testing.T) {
	files := map[string]string{}
	for i := range 300 {
		files[fmt.Sprintf("notes/n%04d.md", i)] = "# Note " + word(i) + "\n\n" + strings.Repeat("The quokka says "+word(i)+" to "+word(i*7+1)+".\n", 40)
	}
	b := newBox(t, files)
	must(t, os.Mkdir(filepath.Join(b.home, "cache"), 0o700))
	self := b.command()
	script := `mount -t tmpfs -o size=200k none "$HOME/cache" && exec "$0" "$@"`
	if err := exec.Command("unshare", "-Urm", "sh", "-c", "mount -t tmpfs none "+filepath.Join(b.home, "cache")).Run(); err != nil {
		t.Skipf("a small disk cannot be made here: %v", err)
	}
	run := func(args ...string) result {
		cmd := exec.Command("unshare", append([]string{"-Urm", "sh", "-c", script, self.Path}, args...)...)
		cmd.Env, cmd.Dir = self.Env, self.Dir
		var out, errOut bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &errOut
		_ = cmd.Run()
		return result{out.String(), errOut.String(), cmd.ProcessState.ExitCode()}
	}
	r := run("query", word(5))
	if r.code != 0 || !strings.Contains(r.out, "no space left") {
		t.Errorf("%+v", r)
	}
	if st := b.status(); !st.Running {
		t.Errorf("the server has gone: %+v", st)
	}
	if r := b.run("status"); r.code != 0 {
		t.Errorf("status: %+v", r)
	}
	t.Logf("on a full disk: %+v", r)
	b.run("server", "stop")
	if got := b.found(word(5)); len(got) == 0 || got[0] != "n0005.md" {
		t.Errorf("with room again: %v", got)
	}
}
