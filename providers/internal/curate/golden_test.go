package curate

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"
	"gopkg.in/yaml.v3"

	"memswarm/swarm"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// noon is the time of all tests.
var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

// scenario is the section "curate" of a golden file. "@" in paths stands for
// the folder that the test works in.
type scenario struct {
	Writer   string // markdown, wiki, tree, append
	Title    string
	Type     swarm.ContentType
	Language string
	Symbol   string
	File     string // below src/
	Lines    [2]int
	Link     string
	Commit   string
	Folder   string
	Name     string
	Template string
	Tags     []string
	Daily    *Daily
	HTML     bool
	Domain   string
	Topic    string
	Related  []string
	PageType string
	Note     string // to append to
	Heading  string
	Times    int // how often to curate, 1 when not given
}

type writer interface {
	Curate(context.Context, *swarm.Curation) (*swarm.Receipt, error)
}

func (s *scenario) writer(target string) writer {
	switch s.Writer {
	case "wiki":
		return &Wiki{Provider: "memory-wiki", Root: target, PageType: s.PageType}
	case "tree":
		t := &Tree{Provider: "byterover", Root: target, HTML: s.HTML, Related: s.Related, Tags: s.Tags}
		if s.Domain != "" {
			t.Place = func(context.Context, string, string) (string, string) { return s.Domain, s.Topic }
		}
		return t
	case "append":
		return &Append{Provider: "local-markdown:notes", Root: target, Rel: s.Note, Heading: s.Heading}
	}
	return &Markdown{Provider: "local-markdown:notes", Root: target, Folder: s.Folder, Name: s.Name, Template: s.Template, Tags: s.Tags, Daily: s.Daily}
}

func (s *scenario) curation(content, base string) *swarm.Curation {
	c := &swarm.Curation{Content: content, Title: s.Title, Type: s.Type, Now: noon}
	if s.File != "" || s.Language != "" {
		c.Origin = &swarm.Origin{Language: s.Language, Symbol: s.Symbol, StartLine: s.Lines[0], EndLine: s.Lines[1], Commit: s.Commit, Permalink: s.Link}
		if s.File != "" {
			c.Origin.Repository = filepath.Join(base, "src")
			c.Origin.Relative = s.File
			c.Origin.Path = filepath.Join(base, "src", filepath.FromSlash(s.File))
		}
	}
	return c
}

func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no golden files", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			raw = bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))
			ar := txtar.Parse(raw)
			base := fastDir(t)
			target := filepath.Join(base, "target")
			if err := os.Mkdir(target, 0o777); err != nil {
				t.Fatal(err)
			}
			s := scenario{Times: 1}
			var content string
			var kept []txtar.File
			for _, f := range ar.Files {
				data := string(f.Data)
				switch name, there := strings.CutPrefix(f.Name, "there/"); {
				case f.Name == "curate":
					if err := yaml.Unmarshal(f.Data, &s); err != nil {
						t.Fatal(err)
					}
				case f.Name == "content":
					content = data
				case there:
					p := filepath.Join(target, filepath.FromSlash(name))
					os.MkdirAll(filepath.Dir(p), 0o777)
					if err := os.WriteFile(p, []byte(strings.ReplaceAll(data, "@", base)), 0o666); err != nil {
						t.Fatal(err)
					}
				default:
					continue
				}
				kept = append(kept, f)
			}
			got := run(t, &s, content, base, target)
			if *update {
				ar.Files = append(kept, got...)
				if err := os.WriteFile(file, txtar.Format(ar), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			want := string(txtar.Format(&txtar.Archive{Files: ar.Files[len(kept):]}))
			if d := cmp.Diff(want, string(txtar.Format(&txtar.Archive{Files: got}))); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

// run curates and gives the receipt and every file that is new or different. It
// also checks what holds for all writers: a dry run changes nothing and tells
// what is written then, no file but the one appended to changes, and an undo
// brings everything back.
func run(t *testing.T, s *scenario, content, base, target string) []txtar.File {
	t.Helper()
	w := s.writer(target)
	before := snapshot(t, base)
	var out []txtar.File
	var undo []string
	for range s.Times {
		c := s.curation(content, base)
		state := snapshot(t, base)
		c.DryRun = true
		dry, err := w.Curate(t.Context(), c)
		if err != nil {
			return []txtar.File{{Name: "error", Data: []byte(errorText(err, base))}}
		}
		if d := cmp.Diff(state, snapshot(t, base)); d != "" || dry.Undo != "" {
			t.Errorf("the dry run changed something: %s", d)
		}
		c.DryRun = false
		r, err := w.Curate(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		if dry.Path != r.Path || dry.Text != r.Text || dry.Ref != r.Ref || !slices.Equal(dry.Warnings, r.Warnings) {
			t.Errorf("the dry run told something else:\n%+v\n%+v", dry, r)
		}
		if data, err := os.ReadFile(r.Path); err != nil || string(data) != r.Text {
			t.Errorf("the file is not what the receipt says: %v", err)
		}
		undo = append(undo, r.Undo)
		out = append(out, txtar.File{Name: "receipt", Data: []byte(strings.Join(append([]string{r.Ref}, r.Warnings...), "\n") + "\n")})
	}
	after := snapshot(t, base)
	for name, data := range after {
		old, was := before[name]
		if data == "dir" || was && old == data {
			continue
		}
		if was && !(s.Writer == "append" && name == "target/"+s.Note || s.Daily != nil) {
			t.Errorf("%s has changed", name)
		}
		out = append(out, txtar.File{Name: "want/" + strings.TrimPrefix(name, "target/"), Data: []byte(strings.ReplaceAll(data, base, "@"))})
	}
	for name := range before {
		if _, ok := after[name]; !ok {
			t.Errorf("%s is gone", name)
		}
	}
	for _, u := range slices.Backward(undo) {
		if _, err := Undo([]string{target}, u); err != nil {
			t.Errorf("undo: %v", err)
		}
	}
	if d := cmp.Diff(before, snapshot(t, base)); d != "" {
		t.Errorf("undo did not bring everything back (-before +after)\n%s", d)
	}
	slices.SortStableFunc(out, func(a, b txtar.File) int { return strings.Compare(a.Name, b.Name) })
	return out
}

func errorText(err error, base string) string {
	e := swarm.AsError(err, "?", "")
	return strings.ReplaceAll(fmt.Sprintf("%s\n%s\n%s\n", e.Code, e.Message, e.Fix), base, "@")
}

func snapshot(t testing.TB, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(dir, p)
		rel = filepath.ToSlash(rel)
		out[rel] = "dir"
		if e.Type().IsRegular() {
			data, err := os.ReadFile(p)
			if err != nil {
				return err
			}
			out[rel] = string(data)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
