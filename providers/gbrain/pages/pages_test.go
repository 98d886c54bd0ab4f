package pages

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestMarkdown(t *testing.T) {
	p := Page{Type: "person", Title: "Alice: the #1", Tags: []string{"a", "b c"}, Body: "# Alice\n\nText.\n", Timeline: "- **2026-01-01** | x - y",
		Frontmatter: map[string]any{"aliases": []any{"Al"}, "title": "no", "n": 5}, Links: []Link{{Slug: "x/y", Title: "Y", Type: "mentions"}, {Slug: "z", Incoming: true}}}
	want := `---
type: person
title: 'Alice: the #1'
aliases:
    - Al
n: 5
tags:
    - a
    - b c
---

# Alice

Text.

<!-- timeline -->

- **2026-01-01** | x - y

## Links

- [[x/y]] Y (mentions)

## Linked from

- [[z]]
`
	if got := p.Markdown(); got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestLocate(t *testing.T) {
	text := "---\ntitle: x\n---\n\n# Head\n\nfirst line\nsecond with failover\nthird\n\nend"
	for _, tt := range []struct {
		name, text, chunk, query string
		start, end               int
		ok                       bool
	}{
		{"line of the word", text, "first line\nsecond with failover\nthird", "failover", 7, 9, true},
		{"other form", text, "first line\nsecond with failover\nthird", "failovers", 7, 9, true},
		{"no word", text, "first line\nsecond with failover", "zebra", 6, 8, true},
		{"CRLF", strings.ReplaceAll(text, "\n", "\r\n"), "first line\nsecond with failover", "failover", 7, 8, true},
		{"joined by the chunker", text, "Head > first line second\nsecond with failover", "failover", 7, 8, true},
		{"not there", text, "something else entirely", "x", 0, 0, false},
		{"empty", text, " \n ", "x", 0, 0, false},
	} {
		start, end, ok := Locate(tt.text, tt.chunk, Words(tt.query))
		if start != tt.start || end != tt.end || ok != tt.ok {
			t.Errorf("%s: got %d %d %t", tt.name, start, end, ok)
		}
	}
}

func TestExcerpt(t *testing.T) {
	for _, tt := range []struct{ chunk, query, want string }{
		{"The failover runbook.", "failovers", "failover"},
		{"東京オフィスの移転計画", "東京", "東京"},
		{"Straße und MÄRZ", "märz", "MÄRZ"},
		{strings.Repeat("word ", 2000) + "needle " + strings.Repeat("word ", 2000), "needle", "needle"},
		{strings.Repeat("東", 3000) + " needle", "needle", "needle"},
		{"a \xff b needle", "needle", "needle"},
		{"nothing", "x", ""},
	} {
		text, spans := Excerpt(tt.chunk, Words(tt.query))
		got := ""
		if len(spans) > 0 {
			got = text[spans[0].Start:spans[0].End]
		}
		if got != tt.want || len(text) > excerptBytes+10 || !utf8.ValidString(text) {
			t.Errorf("%.30q for %q: got %q in %.60q", tt.chunk, tt.query, got, text)
		}
	}
}

func TestAppend(t *testing.T) {
	for _, tt := range []struct{ name, content, want string }{
		{"plain", "---\nid: 5\ntitle: x\n---\n\nBody.\n", "---\nid: 5\ntitle: x\n---\n\nBody.\n\nNew.\n"},
		{"timeline", "---\nt: x\n---\n\nBody.\n\n<!-- timeline -->\n\n- a\n", "---\nt: x\n---\n\nBody.\n\nNew.\n\n<!-- timeline -->\n\n- a\n"},
		{"rule is text", "Body.\n---\nafter\n", "Body.\n---\nafter\n\nNew.\n"},
		{"rule before the heading", "Body.\n\n---\n\n## Timeline\n\n- a\n", "Body.\n\nNew.\n\n---\n\n## Timeline\n\n- a\n"},
		{"old sentinel", "Body.\n\n--- timeline ---\n- a", "Body.\n\nNew.\n\n--- timeline ---\n- a"},
		{"no body", "---\nt: x\n---\n", "---\nt: x\n---\n\nNew.\n"},
		{"CRLF", "---\r\nt: x\r\n---\r\n\r\nBody.\r\n\r\n<!-- timeline -->\r\n- a", "---\r\nt: x\r\n---\r\n\r\nBody.\n\nNew.\n\n<!-- timeline -->\r\n- a"},
	} {
		if got := Append(tt.content, "\nNew.\n"); got != tt.want {
			t.Errorf("%s: got %q", tt.name, got)
		}
	}
}

func TestSameAsFile(t *testing.T) {
	content := "---\ntype: note\ntitle: New One\ncustom: 5\n---\n\nNew body.\n"
	for file, want := range map[string]bool{
		content: true,
		"---\ntype: note\ntitle: \"New One\"\ncustom: 5\ningested_via: mcp:put_page\ningested_at: '2026-12-01'\nsource_kind: x\n---\n\nNew body.\n": true,
		strings.ReplaceAll(content, "\n", "\r\n"):                        true,
		"---\ntype: note\ntitle: New One\ncustom: 5\n---\nNew body.":     true,
		"---\ntype: note\ntitle: New One\ncustom: 6\n---\n\nNew body.\n": false,
		content + "By hand.\n":                                           false,
		"---\ntype: note\ntitle: New One\ncustom: 5\n---\n\nNew body!\n": false,
	} {
		if SameAsFile(file, content) != want {
			t.Errorf("%q: not %t", file, want)
		}
	}
}

func TestPrivate(t *testing.T) {
	for content, want := range map[string]bool{
		"---\nvisibility: private\n---\nx": true, "---\r\ntitle: x\r\nvisibility: \"Private\" # me\r\n---\r\n": true,
		"---\nvisibility: world\n---\nvisibility: private": false, "visibility: private": false, "": false, "---\nvisibility: private": false,
	} {
		if Private(content) != want {
			t.Errorf("%q: not %t", content, want)
		}
	}
}

func FuzzText(f *testing.F) {
	f.Add("---\nt: x\n---\n\nBody.\n\n<!-- timeline -->\n\n- a\n", "Body.", "body")
	f.Add("\ufeff---\r\n---\r\n東京", "東京", "東")
	f.Fuzz(func(t *testing.T, content, chunk, query string) {
		words := Words(query)
		if start, end, ok := Locate(content, chunk, words); ok && (start < 0 || end <= start) {
			t.Errorf("%d to %d", start, end)
		}
		text, spans := Excerpt(chunk, words)
		last := 0
		for _, s := range spans {
			if s.Start < last || s.End <= s.Start || s.End > len(text) {
				t.Errorf("bad span %v in %q", s, text)
			}
			last = s.End
		}
		out := Append(content, "New.")
		if n := frontmatterEnd(content); !strings.HasPrefix(out, strings.TrimRight(content[:n], "\r\n")) || !strings.Contains(out, "New.\n") {
			t.Errorf("%q became %q", content, out)
		}
		if !SameAsFile(content, content) {
			t.Error("not the same as itself")
		}
	})
}
