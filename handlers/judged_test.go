package handlers_test

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"

	"memswarm/contract"
)

// judgedHover is a line of bench/judged/hovers.tsv.
type judgedHover struct {
	file   string
	line   int // from 1
	word   string
	wanted map[string]int // note → grade; empty for silence
}

func (h judgedHover) String() string { return fmt.Sprintf("%s:%d %s", h.file, h.line, h.word) }

func readJudged(t testing.TB, file string) []judgedHover {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out []judgedHover
	for line := range strings.Lines(string(data)) {
		line = strings.TrimRight(line, "\r\n")
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "\t")
		n, err := strconv.Atoi(f[1])
		if len(f) != 4 || err != nil {
			t.Fatalf("%s: %q", file, line)
		}
		h := judgedHover{f[0], n, f[2], map[string]int{}}
		if f[3] != "-" {
			for note := range strings.SplitSeq(f[3], " | ") {
				name, grade, _ := strings.Cut(note, " =")
				h.wanted[name], _ = strconv.Atoi(grade)
			}
		}
		out = append(out, h)
	}
	return out
}

// hoverer asks a server that runs on a copy of a workspace.
type hoverer struct {
	*scenario
	src   string // below the workspace
	roots map[string]string
	lines map[string][]string
}

func newHoverer(t testing.TB, workspace, src string, roots map[string]string) *hoverer {
	t.Helper()
	s := newScenario(t)
	if err := os.RemoveAll(s.dir); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(s.dir, os.DirFS(workspace)); err != nil {
		t.Fatal(err)
	}
	s.capabilities = markdownHover
	s.start()
	h := &hoverer{s, src, roots, map[string][]string{}}
	h.settle()
	return h
}

var markdownHover = map[string]any{"textDocument": map[string]any{
	"hover":      map[string]any{"contentFormat": []string{"markdown", "plaintext"}},
	"definition": map[string]any{"linkSupport": true},
}}

// open opens a source file once.
func (h *hoverer) open(name string) string {
	h.t.Helper()
	uri := h.uri(filepath.Join(h.src, name))
	if h.lines[name] == nil {
		data, err := os.ReadFile(filepath.Join(h.dir, h.src, filepath.FromSlash(name)))
		if err != nil {
			h.t.Fatal(err)
		}
		h.lines[name] = strings.Split(string(data), "\n")
		h.client.Open(h.t, uri, strings.TrimPrefix(filepath.Ext(name), "."), string(data))
	}
	return uri
}

// shown asks for a hover and lists the notes that it shows, as PROVIDER:PATH.
func (h *hoverer) shown(j judgedHover) (notes []string, text string) {
	h.t.Helper()
	uri := h.open(j.file)
	line := h.lines[j.file][j.line-1]
	loc := regexp.MustCompile(`(?:^|[^\pL\pN_])(` + regexp.QuoteMeta(j.word) + `)(?:$|[^\pL\pN_])`).FindStringSubmatchIndex(line)
	if loc == nil {
		h.t.Fatalf("%v: no such word in %q", j, line)
	}
	var res *struct {
		Contents struct {
			Kind, Value string
		}
		Range struct{ Start, End contract.Position }
	}
	at := contract.Position{Line: j.line - 1, Character: len(utf16.Encode([]rune(line[:loc[2]])))}
	if err := h.client.Call("textDocument/hover", map[string]any{"textDocument": map[string]string{"uri": uri}, "position": at}, &res); err != nil {
		h.t.Fatal(err)
	}
	if res == nil {
		return nil, ""
	}
	if res.Range.Start.Line != at.Line || res.Range.Start.Character > at.Character || res.Range.End.Character <= at.Character {
		h.t.Errorf("%v: range %v does not hold the cursor %v", j, res.Range, at)
	}
	for _, m := range regexp.MustCompile(`\]\((file://[^)#]+)(?:#L\d+)?\)\*\* — ([^ ]+)`).FindAllStringSubmatch(res.Contents.Value, -1) {
		for id, root := range h.roots {
			if path, ok := strings.CutPrefix(m[1], h.uri(root)+"/"); ok {
				name, err := url.PathUnescape(path)
				if err != nil {
					h.t.Fatal(err)
				}
				notes = append(notes, id+":"+name)
			}
		}
	}
	return notes, res.Contents.Value
}

// judge counts how many of the speaking hovers are right (a note of grade 3
// among those shown, and as the first), and which of the silent ones speak.
func (h *hoverer) judge(list []judgedHover) (speaking, first, among int, wrong []string) {
	for _, j := range list {
		notes, _ := h.shown(j)
		if len(j.wanted) == 0 {
			if len(notes) > 0 {
				wrong = append(wrong, fmt.Sprintf("%v: shows %s, wants silence", j, strings.Join(notes, ", ")))
			}
			continue
		}
		speaking++
		right := false
		for _, n := range notes {
			right = right || j.wanted[n] == 3
		}
		switch {
		case len(notes) > 0 && j.wanted[notes[0]] == 3:
			first++
			among++
		case right:
			among++
			h.t.Logf("%v: shows %s first", j, notes[0])
		default:
			h.t.Logf("%v: shows %v, wants %v", j, notes, j.wanted)
		}
	}
	return speaking, first, among, wrong
}

// TestJudgedHovers holds hovers to what people judged: over the example, and
// over another workspace so that nothing is fitted to the first.
func TestJudgedHovers(t *testing.T) {
	for _, c := range []struct {
		name, workspace, src, judged string
		roots                        map[string]string
	}{
		{"harbor", "../examples/harbor", "src", "../bench/judged/hovers.tsv", map[string]string{
			"byterover": ".brv/context-tree", "obsidian": "vault", "memory-wiki": "wiki", "local-markdown:notes": "notes"}},
		{"press", "../bench/hover/press", "", "../bench/hover/press/hovers.tsv", map[string]string{
			"byterover": ".brv/context-tree", "local-markdown:notes": "notes"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			h := newHoverer(t, c.workspace, c.src, c.roots)
			list := readJudged(t, c.judged)
			speaking, first, among, wrong := h.judge(list)
			t.Logf("%d speaking hovers: %d right first, %d right among those shown; %d silent", speaking, first, among, len(list)-speaking)
			if first*100 < speaking*90 || among*100 < speaking*95 {
				t.Errorf("of %d hovers %d are right and %d at first, want 95%% and 90%%", speaking, among, first)
			}
			for _, w := range wrong {
				t.Error(w)
			}
		})
	}
}
