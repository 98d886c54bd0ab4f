package markdown

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden reads whole notes. Each testdata/*.txtar holds the note, under the
// name that says its kind, and what is read from it.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			note := ar.Files[0]
			opt := Options{Relations: true, SkipBlock: MemoryWikiGenerated}
			n := ParseFile(note.Name, note.Data, opt)
			checkNote(t, note.Data, n)
			got := dump(n)
			if *update {
				ar.Files = []txtar.File{note, {Name: "want", Data: []byte(got)}}
				if err := os.WriteFile(file, txtar.Format(ar), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if want := string(ar.Files[1].Data); got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

// dump writes a note for people.
func dump(n *Note) string {
	var b bytes.Buffer
	fmt.Fprintf(&b, "title %q from %s, line %d\n", n.Title, n.TitleFrom, n.TitleLine)
	list := func(name string, l []string) {
		if len(l) > 0 {
			fmt.Fprintf(&b, "%s %q\n", name, l)
		}
	}
	list("aliases", n.Aliases)
	list("tags", n.Tags)
	list("keywords", n.Keywords)
	if n.Summary != "" {
		fmt.Fprintf(&b, "summary %q\n", n.Summary)
	}
	date := func(name string, d time.Time) {
		if !d.IsZero() {
			fmt.Fprintf(&b, "%s %s\n", name, d.Format(time.RFC3339))
		}
	}
	date("created", n.Created)
	date("updated", n.Updated)
	var ids []string
	for id, line := range n.Blocks {
		ids = append(ids, fmt.Sprintf("block ^%s line %d\n", id, line))
	}
	slices.Sort(ids)
	b.WriteString(strings.Join(ids, ""))
	for i, s := range n.Sections {
		fmt.Fprintf(&b, "\nsection %d: h%d %q #%s lines %d-%d, text from %d\n", i, s.Level, s.Heading, s.Anchor, s.Start, s.End, s.TextStart)
		list("  path", s.Path)
		list("  tags", s.Tags)
		for _, c := range s.Code {
			fmt.Fprintf(&b, "  code %q\n", s.Text[c.Start:c.End])
		}
		for line := range strings.SplitSeq(s.Text, "\n") {
			b.WriteString(strings.TrimRight("  | "+line, " ") + "\n")
		}
	}
	b.WriteString("\n")
	for _, l := range n.Links {
		fmt.Fprintf(&b, "%s %q", l.Kind, l.Target)
		if l.Heading != "" {
			fmt.Fprintf(&b, " heading %q", l.Heading)
		}
		if l.Block != "" {
			fmt.Fprintf(&b, " block %q", l.Block)
		}
		if l.Alias != "" {
			fmt.Fprintf(&b, " alias %q", l.Alias)
		}
		fmt.Fprintf(&b, " at %d:%d-%d in %d\n", l.Line, l.StartCol, l.EndCol, l.Section)
	}
	for _, p := range n.Problems {
		fmt.Fprintf(&b, "problem line %d %s: %s\n", p.Line, p.Code, p.Message)
	}
	return b.String()
}
