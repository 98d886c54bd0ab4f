package handlers

import (
	"strings"
	"testing"

	"memswarm/swarm"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
	"go.lsp.dev/protocol"
)

// hostile are passages that try to act in the client.
var hostile = []string{
	"<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "a <b>c</b>", "<!-- x", "</details>",
	"[click](command:evil?%5B%5D)", "![x](https://evil.example/x.png)", "[a]: command:evil", "[![x](a)](command:b)",
	"https://evil.example/path", "www.evil.example", "mail me@evil.example", "<command:evil>", "command:evil",
	"`<script>`", "`` ` <b> ``", "`[x](command:y)`", "unclosed ` tick [x](command:y)", "```\n<script>\n```",
	"# heading", "=====", "---", "***", "1. one", "1) one", "> quote", "+ plus", "- [ ] task",
	"| a | b |\n|---|---|\n| [x](command:y) | <b> |", "*em* _em_ **strong** ~~gone~~", "\\[x](command:y)", "\\\\[x](command:y)",
	"$(icon) &lt;script&gt; &#60;b&#62;", "[^1] note", "[[wikilink]]", "\u202Eevil\u202C \x1b[31mred", "a\u2028b", "emoji 😀 and 日本語",
	"snake_case_name and __init__", "<https://evil.example>", "javascript:alert(1)", "[x]\n(command:y)", "data:text/html,x",
	"    indented code", "\t[x](command:y)", "~~~\n[x](command:y)\n~~~", "<style>*{}</style>", "&#x5B;x](command:y)",
}

// TestNothingOfANoteActs renders hovers as editors do and looks for anything but
// text that came from the note.
func TestNothingOfANoteActs(t *testing.T) {
	md := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote))
	for _, passage := range hostile {
		h := swarm.Hit{Result: swarm.Result{
			Ref: swarm.Ref{Provider: "obsidian", Doc: "a.md"}, Title: passage, Note: passage, Breadcrumb: []string{passage, passage},
			Excerpt: passage + "\n\nsecond " + passage + "\n" + passage, Location: &swarm.Location{Path: "/v/a (b).md", StartLine: 3},
		}}
		got := renderHover(protocol.MarkupKindMarkdown, []swarm.Hit{h, h})
		links := 0
		err := ast.Walk(md.Parser().Parse(text.NewReader([]byte(got.Value))), func(n ast.Node, enter bool) (ast.WalkStatus, error) {
			if !enter {
				return ast.WalkContinue, nil
			}
			switch n := n.(type) {
			case *ast.RawHTML, *ast.HTMLBlock, *ast.Image, *ast.AutoLink, *ast.CodeBlock, *ast.FencedCodeBlock, *ast.Heading, *ast.Blockquote:
				t.Errorf("%q: %s survives in\n%s", passage, n.Kind(), got.Value)
			case *ast.Link:
				links++
				if string(n.Destination) != "file:///v/a%20%28b%29.md#L4" {
					t.Errorf("%q: a link to %s in\n%s", passage, n.Destination, got.Value)
				}
			}
			return ast.WalkContinue, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if links != 2 {
			t.Errorf("%q: %d links, want the two of the hover itself:\n%s", passage, links, got.Value)
		}
		for _, bad := range []string{"](command:", "<script", "<img", "\x1b", "\u202E"} {
			if strings.Contains(got.Value, bad) {
				t.Errorf("%q: %q stands in\n%s", passage, bad, got.Value)
			}
		}
		if plain := renderHover(protocol.MarkupKindPlainText, []swarm.Hit{h}); strings.ContainsAny(plain.Value, "\x1b\u202E") {
			t.Errorf("%q: control characters in %q", passage, plain.Value)
		}
	}
}

func TestEscapeKeepsWhatIsRead(t *testing.T) {
	for in, want := range map[string]string{
		"plain words, 3.14 and a-b": "plain words, 3.14 and a-b",
		"snake_case stays":          "snake_case stays",
		"code `a[0] * b` stays":     "code `a[0] * b` stays",
		"- item":                    "- item",
		"2026-05-03: an incident":   "2026-05-03: an incident",
		"a * b":                     `a \* b`,
		"日本語 と émigré 😀":            "日本語 と émigré 😀",
	} {
		if got := escape(in); got != want {
			t.Errorf("escape(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestHoverIsShort(t *testing.T) {
	long := strings.Repeat(strings.Repeat("word ", 200)+"\n\n", 50)
	for n := 1; n <= 3; n++ {
		hits := make([]swarm.Hit, n)
		for i := range hits {
			hits[i].Result = swarm.Result{Title: "T", Excerpt: long, Location: &swarm.Location{Path: "/a.md"}}
		}
		for _, kind := range []protocol.MarkupKind{protocol.MarkupKindMarkdown, protocol.MarkupKindPlainText} {
			got := renderHover(kind, hits).Value
			if lines := strings.Count(got, "\n") + 1; lines > 24 {
				t.Errorf("%d notes as %s: %d lines", n, kind, lines)
			}
		}
	}
}

func FuzzEscape(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
	}
	md := goldmark.New(goldmark.WithExtensions(extension.GFM))
	f.Fuzz(func(t *testing.T, s string) {
		line := escape(oneLine(s))
		_ = ast.Walk(md.Parser().Parse(text.NewReader([]byte("x "+line))), func(n ast.Node, _ bool) (ast.WalkStatus, error) {
			switch n.(type) {
			case *ast.RawHTML, *ast.HTMLBlock, *ast.Image, *ast.AutoLink, *ast.Link:
				t.Errorf("%q: %s survives in %q", s, n.Kind(), line)
			}
			return ast.WalkContinue, nil
		})
	})
}
