package config

import (
	"strings"
	"testing"
)

const documentText = `# comment
providers:
  byterover: {enabled: true, x: "a \"b\""}
  localMarkdown:
    folders:
      - name: 'it''s'   # here
        path: ~/plain
          and more
      - &anchor
        name: é漢🎉x
        path: !!str tagged
  obsidian:
    vault_path: |
      literal
        more

    ignore_patterns: [a, b ,
      c] # end
routing:
  weights: {"local-markdown:a.b": 1}
enrichment: {}
hover:
`

func TestNodeAt(t *testing.T) {
	for path, want := range map[string]struct{ text, path string }{
		"providers.byterover":                      {`{enabled: true, x: "a \"b\""}`, ""},
		"providers.byterover.enabled":              {"true", ""},
		"providers.byterover.x":                    {`"a \"b\""`, ""},
		"providers.local_markdown.folders[0].name": {"'it''s'", ""},
		"providers.localMarkdown.folders[0].path":  {"~/plain\n          and more", "providers.local_markdown.folders[0].path"},
		"providers.local_markdown.folders[0]":      {"name: 'it''s'   # here\n        path: ~/plain\n          and more", ""},
		"providers.local_markdown.folders[1].name": {"é漢🎉x", ""},
		"providers.local_markdown.folders[1].path": {"!!str tagged", ""},
		"providers.obsidian.vault_path":            {"|\n      literal\n        more", ""},
		"providers.obsidian.ignore_patterns":       {"[a, b ,\n      c]", ""},
		"providers.obsidian.ignore_patterns[1]":    {"b", ""},
		`routing.weights["local-markdown:a.b"]`:    {"1", ""},
		"enrichment":                               {"{}", ""},
		"hover":                                    {"", ""},
	} {
		for _, text := range []string{documentText, "\ufeff" + strings.ReplaceAll(documentText, "\n", "\r\n")} {
			d := ParseDocument("config.yaml", []byte(text))
			if len(d.Problems) > 0 {
				t.Fatal(d.Problems)
			}
			at, ok := d.NodeAt(path)
			if !ok {
				t.Errorf("%s is not found", path)
				continue
			}
			got := strings.ReplaceAll(text[at.Value.Start.Offset:at.Value.End.Offset], "\r\n", "\n")
			if got != want.text {
				t.Errorf("%s: %q, want %q", path, got, want.text)
			}
			if p := want.path; p == "" && at.Path != path || p != "" && at.Path != p {
				t.Errorf("%s: path %q", path, at.Path)
			}
		}
	}
	d := ParseDocument("config.yaml", []byte(documentText))
	for _, path := range []string{"nothing", "providers.nothing", "providers[0]", "providers.byterover.enabled.x", "providers.local_markdown.folders[9]", "hover.x"} {
		if at, ok := d.NodeAt(path); ok {
			t.Errorf("%s is found at %v", path, at)
		}
	}
}

func TestPathAt(t *testing.T) {
	for _, tc := range []struct {
		mark, path string // the cursor stands before mark
		key        bool
	}{
		{"oviders:", "providers", true},
		{"nabled", "providers.byterover.enabled", true},
		{"rue, x", "providers.byterover.enabled", false},
		{"ocalMark", "providers.local_markdown", true},
		{"it''s", "providers.local_markdown.folders[0].name", false},
		{"and more", "providers.local_markdown.folders[0].path", false},
		{"漢", "providers.local_markdown.folders[1].name", false},
		{"literal", "providers.obsidian.vault_path", false},
		{"b ,", "providers.obsidian.ignore_patterns[1]", false},
		{"ocal-markdown:a.b", `routing.weights.local-markdown:a.b`, true},
		{"ver:\n", "hover", true},
	} {
		d := ParseDocument("config.yaml", []byte(documentText))
		p := d.At(strings.Index(documentText, tc.mark))
		at, ok := d.PathAt(p.Line, p.Column)
		want := tc.path
		if strings.HasPrefix(want, "routing.weights.") {
			want = `routing.weights["local-markdown:a.b"]`
		}
		if !ok || at.Path != want || at.InKey != tc.key {
			t.Errorf("before %q: %q, in key %t, want %q, %t", tc.mark, at.Path, at.InKey, want, tc.key)
		}
	}
}

// On an empty line the indentation says where a new key would go.
func TestPathAtBlankLine(t *testing.T) {
	const text = "providers:\n  obsidian:\n    enabled: true\n            \nrouting:\n  rrf_k: 1\n  \n"
	for _, tc := range []struct {
		line, column int
		path         string
	}{{4, 1, ""}, {4, 3, "providers"}, {4, 5, "providers.obsidian"}, {7, 3, "routing"}, {7, 1, ""}} {
		d := ParseDocument("config.yaml", []byte(text))
		if at, _ := d.PathAt(tc.line, tc.column); at.Path != tc.path {
			t.Errorf("%d:%d: %q, want %q", tc.line, tc.column, at.Path, tc.path)
		}
	}
}

func TestLines(t *testing.T) {
	text := "a\r\nbé\rc\u2028d\u0085e\n\nf"
	l := newLines([]byte(text), 0)
	for _, tc := range []struct {
		at           string
		line, column int // of an editor
		yaml, char   int // of the YAML scanner
	}{{"a", 1, 1, 1, 1}, {"b", 2, 1, 2, 1}, {"é", 2, 2, 2, 2}, {"c", 3, 1, 3, 1}, {"d", 3, 5, 4, 1}, {"e", 3, 8, 5, 1}, {"f", 5, 1, 7, 1}} {
		offset := strings.Index(text, tc.at)
		if p := l.at(offset); p.Line != tc.line || p.Column != tc.column || l.offset(tc.line, tc.column) != offset {
			t.Errorf("%s: %+v, offset %d", tc.at, p, l.offset(tc.line, tc.column))
		}
		if got := l.scanned(tc.yaml, tc.char); got != offset {
			t.Errorf("%s: scanned at %d, want %d", tc.at, got, offset)
		}
	}
}

func TestScannedInLongLine(t *testing.T) {
	line := strings.Repeat("aé漢🎉", 500)
	l := newLines([]byte("x\n"+line), 0)
	column := 0
	for i := range line {
		column++
		if got := l.scanned(2, column); got != i+2 {
			t.Fatalf("column %d: %d, want %d", column, got, i+2)
		}
	}
}
