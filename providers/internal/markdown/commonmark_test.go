package markdown

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// oracleBlocks are the leaves of a document as goldmark sees them, one string
// each: kind, level, whether it stands in no container, its lines trimmed.
func oracleBlocks(src []byte) []string {
	var out []string
	doc := goldmark.DefaultParser().Parse(text.NewReader(src))
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering || n.Type() != ast.TypeBlock {
			return ast.WalkContinue, nil
		}
		kind := ""
		var extra []byte
		switch n := n.(type) {
		case *ast.Heading:
			kind = fmt.Sprintf("h%d", n.Level)
		case *ast.Paragraph, *ast.TextBlock:
			kind = "p"
		case *ast.FencedCodeBlock:
			kind = "fence"
		case *ast.CodeBlock:
			kind = "indented"
		case *ast.HTMLBlock:
			kind = "html"
			if n.HasClosure() {
				extra = n.ClosureLine.Value(src)
			}
		case *ast.ThematicBreak:
			kind = "hr"
		default:
			return ast.WalkContinue, nil
		}
		var lines []string
		if kind != "hr" {
			for i := range n.Lines().Len() {
				s := n.Lines().At(i)
				lines = append(lines, strings.TrimSpace(string(s.Value(src))))
			}
			if extra != nil {
				lines = append(lines, strings.TrimSpace(string(extra)))
			}
		}
		out = append(out, describe(kind, n.Parent().Kind() == ast.KindDocument, lines))
		return ast.WalkSkipChildren, nil
	})
	return out
}

func describe(kind string, top bool, lines []string) string {
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return fmt.Sprintf("%s top=%v %q", kind, top, lines)
}

// ourBlocks are the same from our scanner.
func ourBlocks(src []byte) []string {
	s := &scanner{src: src, lines: splitLines(src, 0)}
	s.scan(0)
	var out []string
	for _, l := range s.leaves {
		kind := map[leafKind]string{leafParagraph: "p", leafFence: "fence", leafIndented: "indented", leafHTML: "html", leafRule: "hr"}[l.kind]
		if l.kind == leafHeading {
			kind = fmt.Sprintf("h%d", l.level)
		}
		var lines []string
		for _, g := range s.segs[l.seg:l.segEnd] {
			lines = append(lines, string(bytes.TrimSpace(src[g.start:g.end])))
		}
		out = append(out, describe(kind, l.depth == 0, lines))
	}
	return out
}

func specExamples(t testing.TB) []string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/yuin/goldmark").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	data, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(out)), "_test", "spec.json"))
	if err != nil {
		t.Fatal(err)
	}
	var examples []struct{ Markdown string }
	if err := json.Unmarshal(data, &examples); err != nil {
		t.Fatal(err)
	}
	var docs []string
	for _, e := range examples {
		docs = append(docs, e.Markdown)
	}
	return docs
}

// Every example of the CommonMark specification, alone and put together, has
// the blocks that goldmark sees.
func TestSpecificationBlocks(t *testing.T) {
	docs := specExamples(t)
	if len(docs) < 600 {
		t.Fatalf("only %d examples", len(docs))
	}
	for i, d := range docs {
		if got, want := ourBlocks([]byte(d)), oracleBlocks([]byte(d)); !slices.Equal(got, want) {
			t.Errorf("example %d\n%s\n got %s\nwant %s", i+1, d, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
		}
	}
}

var pieces = []string{
	"# h", "## C#", "## x ##", "#no", "####### seven", "#", "a", "b c", "===", "---", "--", "=", "- ", "* ", "+ x", "1. ", "2) y", "10. z",
	"> ", ">", "```", "```go", "~~~", "~~~~", "````", "    ", "  ", "   ", " ", "\t", "<div>", "</div>", "<!--", "-->", "<x>", "<pre>", "</pre>",
	"[a]: /u", "[b]:", "/url", "'t'", "***", "* * *", "_ _ _", "|", "\\", "é", "-", "`",
}

// randomDocument puts pieces together to lines.
func randomDocument(r *rand.Rand) string {
	var b strings.Builder
	for range 1 + r.IntN(9) {
		for range r.IntN(4) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		b.WriteString("\n")
	}
	return b.String()
}

// oracleErrs matches documents that goldmark reads otherwise than the
// specification and its reference implementation do.
var oracleErrs = regexp.MustCompile(strings.Join([]string{
	`[>\-+*.)]\s*\t|\t\s*<`,                // a tab after a marker or a lone tag
	`(?m:^[\s>\d.)*+-]*</pre>\s*$)`,        // a lone </pre>
	`(?m:\][^\n]*\n+[ >]*[-+*]\s*$)`,       // an empty item behind a reference definition
	`(?m:[-+*.)]\s+(?:[-+*]|\d+[.)])\s*$)`, // an empty item in an empty item
	`(?s:\]:.*[\\'<])`,                     // titles and escapes in reference definitions
	`\]:\s*\n`,                             // a destination on the next line
	`<![a-z]`,                              // a declaration in lower case
}, "|"))

func TestRandomBlocks(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	compared := 0
	for compared < 4_000 {
		d := randomDocument(r)
		if oracleErrs.MatchString(d) {
			continue
		}
		compared++
		if got, want := ourBlocks([]byte(d)), oracleBlocks([]byte(d)); !slices.Equal(got, want) {
			t.Fatalf("%q\n got %s\nwant %s", d, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
		}
	}
}

// FuzzBlocks compares documents of the fuzzer's making.
func FuzzBlocks(f *testing.F) {
	for _, d := range specExamples(f) {
		f.Add(d)
	}
	f.Fuzz(func(t *testing.T, d string) {
		// goldmark takes no lone CR for a line's end, and no NUL. What it takes
		// for a reference definition is off too often to compare.
		if !utf8.ValidString(d) || strings.Contains(d, "]:") || strings.ContainsAny(d, "\r\x00\t\f\v\u0085\u00a0") || oracleErrs.MatchString(d) {
			return
		}
		if got, want := ourBlocks([]byte(d)), oracleBlocks([]byte(d)); !slices.Equal(got, want) {
			t.Fatalf("%q\n got %s\nwant %s", d, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
		}
	})
}
