package handlers_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"memswarm/contract"
	"memswarm/handlers"
	"memswarm/lsp/lsptest"
	"memswarm/workspace"

	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "rewrite the wanted output of the scenarios")

// TestScenarios plays the whole requests of testdata/*.txtar against a server
// on real files. A scenario holds the files of a workspace, an "in" of requests,
// one a line as METHOD JSON (or "save PATH", "open PATH", "edit PATH TEXT", and
// what ask and look read), and the wanted "out". "client" holds the client's
// capabilities and options as JSON. Answers of swarm/query are shortened to what
// a reader can judge.
func TestScenarios(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			play(t, file)
		})
	}
}

// play runs one scenario and compares its output.
func play(t *testing.T, file string) {
	ar, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s := newScenario(t)
	in, want := "", ""
	out := slices.IndexFunc(ar.Files, func(f txtar.File) bool { return f.Name == "out" })
	for _, f := range ar.Files {
		switch f.Name {
		case "in":
			in = string(f.Data)
		case "out":
			want = string(f.Data)
		case "client": // what the client says of itself
			var c struct {
				Capabilities map[string]any
				Options      any
			}
			if err := json.Unmarshal(f.Data, &c); err != nil {
				t.Fatal(err)
			}
			s.capabilities, s.options = c.Capabilities, c.Options
		default:
			s.write(f.Name, string(f.Data))
		}
	}
	s.start()
	var got bytes.Buffer
	for line := range strings.Lines(in) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fmt.Fprintf(&got, "> %s\n%s", line, s.do(line))
	}
	if got.String() == want {
		return
	}
	if *update && out >= 0 {
		ar.Files[out].Data = got.Bytes()
		if err := os.WriteFile(file, txtar.Format(ar), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("got:\n%s\nwant:\n%s\n(run with -update to accept)", got.String(), want)
}

type scenario struct {
	t            testing.TB
	dir          string // the workspace
	client       *lsptest.Client
	capabilities map[string]any
	options      any               // initializationOptions
	texts        map[string]string // of the open documents, as on screen
	version      int
}

func newScenario(t testing.TB) *scenario {
	home := t.TempDir()
	dir := filepath.Join(home, "ws")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return &scenario{t: t, dir: dir, texts: map[string]string{}}
}

func (s *scenario) write(name, text string) {
	s.t.Helper()
	path := filepath.Join(s.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		s.t.Fatal(err)
	}
}

// start serves the workspace with a home and a cache of its own.
func (s *scenario) start() {
	s.t.Helper()
	home := filepath.Dir(s.dir)
	env := func(name string) (string, bool) {
		if name == "HOME" {
			return home, true
		}
		return "", false
	}
	host := workspace.NewHost(workspace.HostOptions{CacheDir: filepath.Join(home, "cache")})
	s.t.Cleanup(func() {
		if err := host.Close(); err != nil {
			s.t.Error(err)
		}
	})
	srv := handlers.New(handlers.Options{Host: host, Version: "test", Env: env, Log: slog.New(slog.DiscardHandler)})
	s.client = lsptest.Serve(s.t, srv)
	s.client.Initialize(s.t, lsptest.Setup{Folders: map[string]string{s.uri(""): "ws"}, Capabilities: s.capabilities, Options: s.options})
}

// settle waits until everything is indexed.
func (s *scenario) settle() {
	s.t.Helper()
	for indexing := true; indexing; {
		var a contract.Answer
		if err := s.client.Call("swarm/query", map[string]any{"query": "x", "wait": 10000}, &a); err != nil {
			s.t.Fatal(err)
		}
		indexing = a.Meta.Indexing
	}
}

func (s *scenario) uri(name string) string {
	return contract.FileURI(filepath.Join(s.dir, filepath.FromSlash(name)))
}

// do runs one line and renders its answer.
func (s *scenario) do(line string) string {
	s.t.Helper()
	method, rest, _ := strings.Cut(line, " ")
	switch method {
	case "open":
		data, err := os.ReadFile(filepath.Join(s.dir, rest))
		if err != nil {
			s.t.Fatal(err)
		}
		language := "markdown"
		if ext := filepath.Ext(rest); ext != ".md" {
			language = strings.TrimPrefix(ext, ".")
		}
		s.texts[rest] = string(data)
		s.client.Open(s.t, s.uri(rest), language, string(data))
		return ""
	case "cat", "tree", "answer", "asked", "tell":
		return s.look(method, rest)
	case "hover", "definition", "related", "symbols", "write", "delete", "save", "settle":
		return s.ask(method, rest)
	case "edit": // the whole text of an open document, \n escaped
		name, text, _ := strings.Cut(rest, " ")
		s.version++
		s.texts[name] = strings.ReplaceAll(text, `\n`, "\n")
		s.client.Replace(s.t, s.uri(name), s.version+1, s.texts[name])
		return ""
	}
	params := json.RawMessage(strings.ReplaceAll(rest, "$WS", s.uri("")))
	var result json.RawMessage
	if err := s.client.Call(method, params, &result); err != nil {
		return fmt.Sprintf("error %d: %s\n", lsptest.Code(err), s.clean(err.Error()))
	}
	if method == "swarm/query" {
		return s.shorten(result)
	}
	return s.indent(result)
}

var times = regexp.MustCompile(`"(indexedAt|timestamp|indexBytes|latencyMs)": [\d.]+`)

// clean takes out what differs between runs.
func (s *scenario) clean(text string) string {
	text = strings.ReplaceAll(text, s.uri(""), "$WS")
	text = strings.ReplaceAll(text, s.dir, "$DIR")
	text = strings.ReplaceAll(text, filepath.Dir(s.dir), "$HOME")
	text = tokens.ReplaceAllString(text, `"undo": "TOKEN"`)
	return times.ReplaceAllString(text, `"$1": 0`)
}

// shorten lists the hits of an answer, one a line, and the providers that did
// anything but answer.
func (s *scenario) shorten(raw json.RawMessage) string {
	var a contract.Answer
	if err := json.Unmarshal(raw, &a); err != nil {
		s.t.Fatal(err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", a.Meta.QueryType)
	for _, id := range a.Meta.Order {
		p := a.Meta.Providers[id]
		line := fmt.Sprintf("  %s %s", id, p.State)
		if p.ExcludeReason != nil {
			line += ": " + *p.ExcludeReason
		}
		if p.Error != nil {
			line += ": " + s.clean(*p.Error)
		}
		if len(p.EnrichmentExcerpts) > 0 {
			line += " enriched by " + p.EnrichedBy + ": " + strings.Join(p.EnrichmentExcerpts, " ")
		}
		fmt.Fprintln(&b, line)
	}
	for i, r := range a.Results {
		fmt.Fprintf(&b, "%d. %s [%s] %s:%d", i+1, r.ID, r.Metadata.MatchType, s.clean(strings.Join(r.Breadcrumb, " > ")), r.Location.Range.Start.Line+1)
		if len(r.AlsoIn) > 0 {
			fmt.Fprintf(&b, " also in %s", strings.Join(r.AlsoIn, ", "))
		}
		if r.MoreInNote > 0 {
			fmt.Fprintf(&b, " +%d", r.MoreInNote)
		}
		fmt.Fprintln(&b)
	}
	return b.String()
}
