//go:build unix

package server

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"memswarm/lsp/lsptest"
)

func TestTenAtOnceStartOneServer(t *testing.T) {
	b := newBox(t, notes(30))
	var wg sync.WaitGroup
	results := make([]result, 10)
	for i := range results {
		wg.Go(func() { results[i] = b.run("query", "--verbose", word(i)) })
	}
	wg.Wait()
	joined := regexp.MustCompile(`joined the shared server" pid=(\d+)`)
	pids := map[string]int{}
	for i, r := range results {
		m := joined.FindStringSubmatch(r.err)
		if r.code != 0 || m == nil || !strings.Contains(r.out, word(i)) {
			t.Fatalf("query %d: %+v", i, r)
		}
		pids[m[1]]++
	}
	if st := b.status(); len(pids) != 1 || st.Served != 10 || !st.Running {
		t.Errorf("servers %v, status %+v", pids, st)
	}
	if n := b.servers(); len(n) > 1 {
		t.Errorf("%d servers run", len(n))
	}
	for dir, mode := range map[string]os.FileMode{"run/memswarm": 0o700, "cache/memswarm/index": 0o700} {
		if info, err := os.Stat(filepath.Join(b.home, dir)); err != nil || info.Mode().Perm() != mode {
			t.Errorf("%s: %v, %v", dir, info.Mode(), err)
		}
	}
}

var changing = regexp.MustCompile(` *[0-9.]+ ms|"(totalLatencyMs|latencyMs|indexedAt|indexBytes|timestamp)": [0-9.e+-]+`)

// TestCommandsAnswerAsIfAlone compares what commands say through the server with
// what they say without it.
func TestCommandsAnswerAsIfAlone(t *testing.T) {
	b := newBox(t, notes(12))
	b.write("notes/odd <b> & 'x' é 日本.md", "# Odd <script> & co\n\nThe quokka says \"<&>\u2028\".\n")
	b.write("broken/.brv/swarm/config.yaml", "providers: [\n")
	for _, args := range [][]string{
		{"query", "quokka"},
		{"query", "-f", "json", "quokka script"},
		{"query", "--explain", "-n", "2", word(3)},
		{"query", "-n", "0", word(3)},
		{"query", "-f", "json", "nothing of the kind"},
		{"query", "-p", "obsidian", "x"},
		{"query", "-f", "json", "-p", "obsidian", "x"},
		{"query", "--type", "poem", "x"},
		{"query", "--scope", "notes", "--local", "-p", "local-markdown:notes", word(1)},
		{"query", "-C", "nowhere", "x"},
		{"query", "-C", "broken", "x"},
		{"query", "--config", "broken/.brv/swarm/config.yaml", "x"},
		{"query"},
		{"lsp", "--nonsense"},
	} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			shared := b.run(args...)
			b.more = []string{"MEMSWARM_STANDALONE=1", "XDG_CACHE_HOME=" + filepath.Join(b.home, "cache2")}
			alone := b.run(args...)
			b.more = nil
			for _, r := range []*result{&shared, &alone} {
				r.out = changing.ReplaceAllString(r.out, "TIME")
			}
			if shared != alone {
				t.Errorf("with the server:\n%+v\nwithout:\n%+v", shared, alone)
			}
		})
	}
	if st := b.status(); !st.Running || st.Served == 0 {
		t.Errorf("no command used the server: %+v", st)
	}
	if r := b.run("status"); r.code != 0 || !strings.Contains(r.out, "Server: process") || !strings.Contains(r.out, "13 notes") {
		t.Errorf("status: %+v", r)
	}
}

func TestExitCodes(t *testing.T) {
	b := newBox(t, notes(3))
	for _, test := range []struct {
		name string
		do   func(e *editor)
		code int
	}{
		{"shutdown and exit", func(e *editor) { e.Shutdown(t) }, 0},
		{"exit alone", func(e *editor) { _ = e.Notify("exit", nil) }, 1},
		{"the input ends", func(e *editor) { _ = e.Close() }, 1},
		{"no message", func(e *editor) { _ = e.WriteRaw([]byte("GET / HTTP/1.1\r\nHost: x\r\n\r\n")) }, 1},
		{"cut short", func(e *editor) {
			_ = e.WriteRaw([]byte("Content-Length: 100\r\n\r\n{"))
			_ = e.Close()
		}, 1},
	} {
		for _, args := range [][]string{nil, {"--standalone"}} {
			t.Run(test.name+strings.Join(args, ""), func(t *testing.T) {
				e := b.open(args...)
				e.Initialize(t, lsptest.Setup{Folders: map[string]string{b.uri(""): "ws"}})
				e.mustFind(word(1), "n0001.md")
				test.do(e)
				if code := e.wait(); code != test.code {
					t.Errorf("code %d, want %d; stderr %s", code, test.code, e.err)
				}
			})
		}
	}
	t.Run("before initialize", func(t *testing.T) {
		e := b.open()
		if err := e.Call("swarm/query", map[string]any{"query": "x"}, nil); lsptest.Code(err) != -32002 {
			t.Errorf("got %v", err)
		}
		_ = e.Close()
		if code := e.wait(); code != 1 {
			t.Errorf("code %d", code)
		}
	})
}

// TestTheClientsSurroundings has two clients of one server with their own
// directory, environment and configuration.
func TestTheClientsSurroundings(t *testing.T) {
	b := newBox(t, nil)
	b.write("env/.brv/swarm/config.yaml", "providers:\n  local_markdown:\n    enabled: true\n    folders:\n      - {name: n, path: \"${WHERE}\"}\n")
	b.write("one/a.md", "wallaby one\n")
	b.write("two/b.md", "wallaby two\n")
	for name, want := range map[string]string{"one": "a.md", "two": "b.md"} {
		b.more = []string{"WHERE=" + b.path(name)}
		r := b.run("query", "-C", "env", "wallaby")
		if !strings.Contains(r.out, want) {
			t.Errorf("with WHERE=%s: %+v", name, r)
		}
	}
	// A relative configuration counts from -C.
	r := b.run("query", "-C", "one", "--config", filepath.Join("..", "env", ".brv", "swarm", "config.yaml"), "wallaby")
	if !strings.Contains(r.out, b.more[0][len("WHERE="):]) && !strings.Contains(r.out, "wallaby") {
		t.Errorf("with --config: %+v", r)
	}
	b.more = nil
	if st := b.status(); st.Served != 3 {
		t.Errorf("not through one server: %+v", st)
	}
}

func TestWithoutAServer(t *testing.T) {
	b := newBox(t, notes(5))
	for _, test := range []struct {
		name string
		set  func()
		more []string
	}{
		{"standalone", func() {}, []string{"MEMSWARM_STANDALONE=1"}},
		{"the folder is open to others", func() {
			_ = os.MkdirAll(filepath.Join(b.home, "run", "memswarm"), 0o755)
			_ = os.Chmod(filepath.Join(b.home, "run", "memswarm"), 0o755)
		}, nil},
		{"a file in the folder's place", func() {
			_ = os.RemoveAll(filepath.Join(b.home, "run", "memswarm"))
			_ = os.WriteFile(filepath.Join(b.home, "run", "memswarm"), nil, 0o600)
		}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.set()
			b.more = test.more
			defer func() { b.more = nil }()
			r := b.run("query", "--verbose", word(2))
			if r.code != 0 || !strings.Contains(r.out, "n0002.md") || strings.Contains(r.err, "joined") {
				t.Errorf("%+v", r)
			}
			e := b.edit()
			e.mustFind(word(3), "n0003.md")
			e.Shutdown(t)
			if code := e.wait(); code != 0 {
				t.Errorf("lsp ended with %d", code)
			}
			if st := b.status(); st.Running {
				t.Errorf("a server runs: %+v", st)
			}
		})
	}
}

func TestStopStatusAndLog(t *testing.T) {
	b := newBox(t, notes(3))
	if r := b.run("server", "stop"); r.code != 0 || !strings.Contains(r.out, "not running") {
		t.Errorf("stop: %+v", r)
	}
	if r := b.run("server", "status"); r.code != 0 || !strings.Contains(r.out, "not running") {
		t.Errorf("status: %+v", r)
	}
	e := b.edit()
	e.mustFind(word(1), "n0001.md")
	first := b.status()
	if r := b.run("server", "stop"); r.code != 0 || alive(first.PID) {
		t.Errorf("stop: %+v, alive %v", r, alive(first.PID))
	}
	// The editor goes on with another.
	e.mustFind(word(2), "n0002.md")
	if second := b.status(); !second.Running || second.PID == first.PID {
		t.Errorf("after %+v came %+v", first, second)
	}
	if r := b.run("server", "log"); !strings.Contains(r.out, "serving") || !strings.Contains(r.out, "asked to stop") {
		t.Errorf("log: %+v", r)
	}
	if r := b.run("server", "log", "-n", "1"); strings.Count(r.out, "\n") != 1 {
		t.Errorf("one line of the log: %+v", r)
	}
}

func TestTheServerLeavesWhenIdle(t *testing.T) {
	b := newBox(t, notes(3))
	b.more = []string{"MEMSWARM_IDLE=100ms"}
	r := b.run("query", "--verbose", word(1))
	if r.code != 0 || !strings.Contains(r.err, "joined") {
		t.Fatalf("%+v", r)
	}
	eventually(t, "the server has left", func() bool { return !b.status().Running && len(b.servers()) == 0 })
	if got := b.found(word(2)); !slices.Equal(got, []string{"n0002.md"}) {
		t.Errorf("found %v", got)
	}
}
