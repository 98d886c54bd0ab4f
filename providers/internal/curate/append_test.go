package curate

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"memswarm/providers/internal/curate/passage"
	"memswarm/swarm"
)

func TestRedate(t *testing.T) {
	now := time.Date(2026, 11, 30, 23, 30, 5, 678e6, time.FixedZone("", -5*3600))
	for old, want := range map[string]string{
		"2026-01-02":                "2026-11-30",
		"2026-01-02 03:04":          "2026-11-30 23:30",
		"2026-01-02T03:04:05":       "2026-11-30T23:30:05",
		"2026-01-02T03:04:05Z":      "2026-12-01T04:30:05Z",
		"2026-01-02T03:04:05.000Z":  "2026-12-01T04:30:05.678Z",
		"2026-01-02T03:04:05+02:00": "2026-12-01T06:30:05+02:00",
		"1767323045":                "1796099405",
		"1767323045000":             "1796099405678",
		"yesterday":                 "",
		"2026":                      "",
		"02.01.2026":                "",
		"":                          "",
	} {
		got, ok := redate(old, now)
		if got != want || ok != (want != "") {
			t.Errorf("redate(%q) = %q, want %q", old, got, want)
		}
	}
}

func TestTouch(t *testing.T) {
	for note, want := range map[string]string{
		"---\nupdated: 2026-01-02\n---\n":                     "---\nupdated: 2026-11-30\n---\n",
		"---\r\nupdated: 2026-01-02\r\n---\r\nx":              "---\r\nupdated: 2026-11-30\r\n---\r\nx",
		"\uFEFF---\nupdated: \"2026-01-02\" # why\n---\n":     "\uFEFF---\nupdated: \"2026-11-30\" # why\n---\n",
		"---\nupdatedAt: '2026-01-02'\n---\n":                 "---\nupdatedAt: '2026-11-30'\n---\n",
		"---\nupdated:   2026-01-02   \n---\n":                "---\nupdated:   2026-11-30   \n---\n",
		"---\nx:\n  updated: 2026-01-02\n---\n":               "",
		"---\nupdated: yesterday\n---\n":                      "",
		"---\nupdated: &a 2026-01-02\n---\n":                  "",
		"---\nupdated:\n  2026-01-02\n---\n":                  "",
		"---\nlastUpdated: 2026-01-02\n---\n":                 "",
		"updated: 2026-01-02\n":                               "",
		"---\nupdated: 2026-01-02\n":                          "",
		"# x\n\n---\nupdated: 2026-01-02\n---\n":              "",
		"---\nupdated: 2026-01-02\nupdated: 2025\n---\n":      "---\nupdated: 2026-11-30\nupdated: 2025\n---\n",
		"---\nupdatedAt: \"2026-01-02T03:04:05Z\"\n---\n\xff": "---\nupdatedAt: \"2026-11-30T12:00:00Z\"\n---\n\xff",
	} {
		got, _ := apply(note, touch(note, noon))
		if want == "" {
			want = note
		}
		if got != want {
			t.Errorf("%q\n got %q\nwant %q", note, got, want)
		}
	}
}

func TestAppendKeepsTheNotesWays(t *testing.T) {
	for _, tc := range []struct{ name, note, heading, want string }{
		{"empty", "", "", "New.\n"},
		{"only a BOM", "\uFEFF", "", "\uFEFFNew.\n"},
		{"no line end", "# T", "", "# T\n\nNew.\n"},
		{"blank lines stay", "# T\n\n\n", "", "# T\n\nNew.\n\n\n"},
		{"CRLF", "# T\r\n\r\ntext\r\n", "", "# T\r\n\r\ntext\r\n\r\nNew.\r\n"},
		{"frontmatter only", "---\na: b\n---\n", "", "---\na: b\n---\n\nNew.\n"},
		{"bytes", "# \xff\n\x00\n", "", "# \xff\n\x00\n\nNew.\n"},
		{"section", "# T\n## A\nx\n## B\ny\n", "A", "# T\n## A\nx\n\nNew.\n\n## B\ny\n"},
		{"section by anchor", "## A b\n\n## A b\nx\n", "a-b-2", "## A b\n\n## A b\nx\n\nNew.\n"},
		{"section in other form", "## Caf\u00e9\n", "cafe\u0301", "## Caf\u00e9\n\nNew.\n"},
		{"last section, no line end", "## A\nx", "A", "## A\nx\n\nNew.\n"},
		{"setext", "A\n---\nx\n\nB\n---\n", "A", "A\n---\nx\n\nNew.\n\nB\n---\n"},
		{"heading in code does not end a section", "## A\n```\n## B\n```\nx\n", "A", "## A\n```\n## B\n```\nx\n\nNew.\n"},
		{"kanban settings", "## A\n\n%% kanban:settings\n```\n{}\n```\n%%\n", "", "## A\n\nNew.\n\n%% kanban:settings\n```\n{}\n```\n%%\n"},
		{"generated block of another tool", "# T\n\n<!-- BEGIN_TF_DOCS -->\nx\n<!-- END_TF_DOCS -->\n", "", "# T\n\nNew.\n\n<!-- BEGIN_TF_DOCS -->\nx\n<!-- END_TF_DOCS -->\n"},
		{"comment that is no block", "# T\n<!-- the end -->\n", "", "# T\n<!-- the end -->\n\nNew.\n"},
		{"code at the end", "# T\n```\n<!-- x:start -->\n<!-- x:end -->\n```\n", "", "# T\n```\n<!-- x:start -->\n<!-- x:end -->\n```\n\nNew.\n"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			root := t.TempDir()
			p := filepath.Join(root, "n.md")
			os.WriteFile(p, []byte(tc.note), 0o666)
			a := &Append{Provider: "x", Root: root, Rel: "n.md", Heading: tc.heading, Hash: Hash([]byte(tc.note))}
			r, err := a.Curate(t.Context(), &swarm.Curation{Content: "New.", Now: noon})
			if err != nil {
				t.Fatal(err)
			}
			if data, _ := os.ReadFile(p); string(data) != tc.want || r.Text != tc.want {
				t.Errorf("\n got %q\nwant %q", data, tc.want)
			}
			if _, err := Undo([]string{root}, r.Undo); err != nil {
				t.Error(err)
			}
			if data, _ := os.ReadFile(p); string(data) != tc.note {
				t.Errorf("after undo %q, was %q", data, tc.note)
			}
		})
	}
}

func TestAppendRefuses(t *testing.T) {
	root := t.TempDir()
	os.WriteFile(filepath.Join(root, "n.md"), []byte("now"), 0o666)
	os.WriteFile(filepath.Join(root, "u16.md"), []byte("\xff\xfea\x00"), 0o666)
	os.WriteFile(filepath.Join(filepath.Dir(root), "out.md"), []byte("out"), 0o666)
	for _, tc := range []struct {
		a    Append
		code string
	}{
		{Append{Rel: "n.md", Hash: Hash([]byte("then"))}, "changed"},
		{Append{Rel: "u16.md"}, "not_utf8"},
		{Append{Rel: "../out.md"}, "outside_target"},
		{Append{Rel: "none.md"}, "missing_path"},
		{Append{Rel: ""}, "outside_target"},
	} {
		tc.a.Root, tc.a.Provider = root, "x"
		before := snapshot(t, filepath.Dir(root))
		_, err := tc.a.Curate(t.Context(), &swarm.Curation{Content: "x", Now: noon})
		if e := swarm.AsError(err, "", ""); e == nil || e.Code != tc.code || e.Fix == "" || e.Provider != "x" {
			t.Errorf("%+v: %v", tc.a, err)
		}
		if len(snapshot(t, filepath.Dir(root))) != len(before) {
			t.Error("something was written")
		}
	}
}

func TestAppendsAtOnce(t *testing.T) {
	root := t.TempDir()
	os.WriteFile(filepath.Join(root, "n.md"), []byte("# T\n\n## Log\n\n## Plan\n"), 0o666)
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			a := &Append{Provider: "x", Root: root, Rel: "n.md", Heading: "Log"}
			if _, err := a.Curate(t.Context(), &swarm.Curation{Content: fmt.Sprintf("entry <%d>", i), Now: noon}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	data, _ := os.ReadFile(filepath.Join(root, "n.md"))
	for i := range 16 {
		if n := strings.Count(string(data), fmt.Sprintf("entry <%d>", i)); n != 1 {
			t.Errorf("entry %d ×%d", i, n)
		}
	}
	if got := snapshot(t, root); len(got) != 2 {
		t.Errorf("left behind: %v", got)
	}
}

// checkEdits fails when an append would lose or change a byte of the note
// outside of the values of updated and updatedAt.
func checkEdits(t interface{ Fatalf(string, ...any) }, note, heading, content string) {
	a := &Append{Provider: "x", Rel: "n.md", Heading: heading}
	edits, err := a.Edits(note, &swarm.Curation{Content: content, Now: noon})
	if err != nil {
		return
	}
	text, reverts := apply(note, edits)
	s := step{Hash: Hash([]byte(text)), Before: Hash([]byte(note)), Edits: reverts}
	if back, ok := s.revert([]byte(text)); !ok || string(back) != note {
		t.Fatalf("undo gives %q, was %q", back, note)
	}
	at := 0
	for i, e := range edits {
		if e.Start < at || e.End < e.Start || e.End > len(note) {
			t.Fatalf("edit %d is out of place: %+v", i, e)
		}
		at = e.End
		if e.Start == e.End {
			continue
		}
		start, end, ok := passage.Frontmatter(note)
		if _, date := redate(note[e.Start:e.End], noon); !ok || e.Start < start || e.End > end || !date {
			t.Fatalf("%q was replaced", note[e.Start:e.End])
		}
	}
	if len(edits) == 0 || edits[len(edits)-1].Start != edits[len(edits)-1].End {
		t.Fatalf("nothing goes in: %+v", edits)
	}
	if ins := edits[len(edits)-1]; ins.Start > 0 && note[ins.Start-1] != '\n' && ins.Start != len(note) && note[:ins.Start] != "\uFEFF" {
		t.Fatalf("in the middle of a line: %d of %q", ins.Start, note)
	}
}

var noteParts = []string{"---\n", "updated: 2026-01-02\n", "updatedAt: \"2026-01-02T00:00:00Z\"\n", "# T\n", "## A\n", "### B ###\r\n", "text\n", "text\r\n", "\n", "\r\n", "```\n", "~~~~\n", "    code\n",
	"- item\n", "  ```\n", "A\n", "===\n", "<!-- x:start -->\n", "<!-- x:end -->\n", "## Related\n", "<!-- openclaw:human:start -->\n", "<!-- openclaw:human:end -->\n", "%%\n", "[a]: b\n", "\uFEFF", "\xff", "\r", "no end", "<!--", "-->\n"}

func TestAppendLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		note := strings.Join(rapid.SliceOfN(rapid.SampledFrom(noteParts), 0, 20).Draw(t, "note"), "")
		heading := rapid.SampledFrom([]string{"", "A", "B", "b", "T", "a-2", "related"}).Draw(t, "heading")
		checkEdits(t, note, heading, rapid.SampledFrom([]string{"New.", "# H\n\nx", "```\n", "a\r\nb"}).Draw(t, "content"))
	})
}

func FuzzAppend(f *testing.F) {
	f.Add("---\nupdated: 2026-01-02\n---\n# A\n", "A", "x")
	f.Add("# A\r\n```\r\n", "", "x")
	f.Add("\uFEFF", "", "# x")
	f.Fuzz(func(t *testing.T, note, heading, content string) { checkEdits(t, note, heading, content) })
}

func FuzzTouch(f *testing.F) {
	f.Add("---\nupdated: 2026-01-02 # x\nupdatedAt: '2026-01-02'\n---\n")
	f.Fuzz(func(t *testing.T, note string) {
		text, _ := apply(note, touch(note, noon))
		a, b := strings.Split(note, "\n"), strings.Split(text, "\n")
		if len(a) != len(b) {
			t.Fatalf("lines: %q, %q", note, text)
		}
		for i := range a {
			if a[i] != b[i] && !strings.HasPrefix(a[i], "updated") {
				t.Fatalf("%q became %q", a[i], b[i])
			}
		}
		if again, _ := apply(text, touch(text, noon)); again != text {
			t.Fatalf("not stable: %q, %q", text, again)
		}
	})
}
