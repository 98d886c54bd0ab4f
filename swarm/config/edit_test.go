package config

import (
	"strings"
	"testing"
)

func TestSet(t *testing.T) {
	tests := []struct {
		name, in, path string
		value          any
		want           string
	}{
		{"empty file", "", "providers.obsidian.vault_path", "~/V", "providers:\n  obsidian:\n    vault_path: ~/V\n"},
		{"only comments", "# mine\n", "hover", false, "# mine\nhover: false\n"},
		{"comments without newline", "# mine", "hover", false, "# mine\nhover: false"},
		{"a scalar, its comment stays", "hover: true # why\nx: 1\n", "hover", false, "hover: false # why\nx: 1\n"},
		{"nothing changes", "hover: true # why\n", "hover", true, "hover: true # why\n"},
		{"a key in a section", "providers:\n  obsidian:\n    enabled: true  # yes\n\nrouting:\n  rrf_k: 60\n", "providers.obsidian.vault_path", "/v",
			"providers:\n  obsidian:\n    enabled: true  # yes\n    vault_path: /v\n\nrouting:\n  rrf_k: 60\n"},
		{"a section in providers", "providers:\n  byterover:\n    enabled: true\n# end\n", "providers.memory_wiki", Map{{"enabled", true}, {"vault_path", "/w"}},
			"providers:\n  byterover:\n    enabled: true\n  memory_wiki:\n    enabled: true\n    vault_path: /w\n# end\n"},
		{"four spaces", "providers:\n    byterover:\n        enabled: true\n", "providers.obsidian.enabled", true,
			"providers:\n    byterover:\n        enabled: true\n    obsidian:\n        enabled: true\n"},
		{"camel case", "providers:\n  obsidian:\n    vaultPath: /a\n", "providers.obsidian.vault_path", "/b", "providers:\n  obsidian:\n    vaultPath: /b\n"},
		{"CRLF", "providers:\r\n  byterover:\r\n    enabled: true\r\n", "routing.rrf_k", 50, "providers:\r\n  byterover:\r\n    enabled: true\r\nrouting:\r\n  rrf_k: 50\r\n"},
		{"byte order mark", "\ufeffhover: true\n", "hover", false, "\ufeffhover: false\n"},
		{"no newline at the end", "hover: true", "routing.rrf_k", 50, "hover: true\nrouting:\n  rrf_k: 50"},
		{"flow mapping", "providers: {byterover: {enabled: true}}\n", "providers.obsidian.vault_path", "/v", "providers: {byterover: {enabled: true}, obsidian: {vault_path: /v}}\n"},
		{"empty flow mapping", "providers: {}\n", "providers.obsidian.enabled", true, "providers: {obsidian: {enabled: true}}\n"},
		{"empty section", "providers:\n  obsidian: # later\nhover: true\n", "providers.obsidian.enabled", true, "providers:\n  obsidian: # later\n    enabled: true\nhover: true\n"},
		{"null section", "providers:\n  obsidian: ~ # later\n", "providers.obsidian.enabled", true, "providers:\n  obsidian:\n    enabled: true # later\n"},
		{"quoted value", "providers:\n  obsidian:\n    vault_path: \"/a b\" # x\n", "providers.obsidian.vault_path", "/c: d", "providers:\n  obsidian:\n    vault_path: '/c: d' # x\n"},
		{"list element", "providers:\n  local_markdown:\n    folders:\n      - name: a\n        path: /a\n      - {name: b, path: /b}\n", "providers.local_markdown.folders[0].read_only", false,
			"providers:\n  local_markdown:\n    folders:\n      - name: a\n        path: /a\n        read_only: false\n      - {name: b, path: /b}\n"},
		{"flow list element", "providers:\n  local_markdown:\n    folders:\n      - name: a\n        path: /a\n      - {name: b, path: /b}\n", "providers.local_markdown.folders[1].read_only", false,
			"providers:\n  local_markdown:\n    folders:\n      - name: a\n        path: /a\n      - {name: b, path: /b, read_only: false}\n"},
		{"list by block", "enrichment:\n  edges:\n    - from: a # x\n      to: b\nhover: true\n", "enrichment.edges", []any{}, "enrichment:\n  edges: []\nhover: true\n"},
		{"empty list to block", "enrichment:\n  edges: [] # none\nhover: true\n", "enrichment.edges", []any{Map{{"from", "byterover"}, {"to", "obsidian"}}},
			"enrichment:\n  edges:\n    - from: byterover\n      to: obsidian # none\nhover: true\n"},
		{"block list to block list", "enrichment:\n  edges:\n  - from: a\n    to: b\n  - from: b\n    to: c # last\nhover: true\n", "enrichment.edges", []any{Map{{"from", "x"}, {"to", "y"}}},
			"enrichment:\n  edges:\n  - from: x\n    to: y # last\nhover: true\n"},
		{"unicode", "providers:\n  obsidian:\n    vault_path: /笔记/é 🎉 # ключ\n", "providers.obsidian.vault_path", "/日本語", "providers:\n  obsidian:\n    vault_path: /日本語 # ключ\n"},
		{"folded text", "providers:\n  obsidian:\n    vault_path: >-\n      /a\n    enabled: true\n", "providers.obsidian.vault_path", "/b", "providers:\n  obsidian:\n    vault_path: /b\n    enabled: true\n"},
	}
	for _, tt := range tests {
		d, err := ParseDocument("f", []byte(tt.in)).With(tt.path, tt.value)
		if err != nil {
			edits, e := ParseDocument("f", []byte(tt.in)).Set(tt.path, tt.value)
			t.Errorf("%s: %v (%v, %q)", tt.name, err, e, Apply([]byte(tt.in), edits))
			continue
		}
		if got := string(d.Text); got != tt.want {
			t.Errorf("%s:\n%q, want\n%q", tt.name, got, tt.want)
		}
	}
}

func TestSetRefuses(t *testing.T) {
	for _, tt := range []struct{ in, path, want string }{
		{"a: &x {enabled: true}\nproviders:\n  obsidian: *x\n", "providers.obsidian.enabled", "alias"},
		{"x-a: &x {enabled: true}\nproviders:\n  obsidian:\n    <<: *x\n", "providers.obsidian.enabled", "alias"},
		{"providers: 5\n", "providers.obsidian.enabled", "a whole number stands where keys are expected"},
		{"providers: [\n", "providers.obsidian.enabled", "cannot be edited until it is valid"},
		{"hover: true\n", "providers.local_markdown.folders[0].path", "no such element"},
	} {
		_, err := ParseDocument("f", []byte(tt.in)).With(tt.path, true)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %q", tt.in, err, tt.want)
		}
	}
}

func TestAppend(t *testing.T) {
	folder := Map{{"name", "n"}, {"path", "/n"}}
	for _, tt := range []struct{ in, want string }{
		{"", "providers:\n  local_markdown:\n    folders:\n      - name: n\n        path: /n\n"},
		{"providers:\n  local_markdown:\n    folders:\n    - path: /a # first\n    # end\nhover: true\n",
			"providers:\n  local_markdown:\n    folders:\n    - path: /a # first\n    - name: n\n      path: /n\n    # end\nhover: true\n"},
		{"providers:\n  local_markdown:\n    folders: [{path: /a}] # x\n", "providers:\n  local_markdown:\n    folders: [{path: /a}, {name: n, path: /n}] # x\n"},
		{"providers:\n  local_markdown:\n    folders: []\n", "providers:\n  local_markdown:\n    folders:\n      - name: n\n        path: /n\n"},
		{"providers:\n  local_markdown:\n    folders:\n", "providers:\n  local_markdown:\n    folders:\n      - name: n\n        path: /n\n"},
	} {
		d, err := ParseDocument("f", []byte(tt.in)).WithElement("providers.local_markdown.folders", folder)
		if err != nil {
			t.Errorf("%q: %v", tt.in, err)
		} else if string(d.Text) != tt.want {
			t.Errorf("%q:\n%q, want\n%q", tt.in, d.Text, tt.want)
		}
	}
}

func TestRemove(t *testing.T) {
	for _, tt := range []struct{ in, path, want string }{
		{"hover: true\nrouting:\n  rrf_k: 1 # x\n  joint_weight: 2\n", "routing.rrf_k", "hover: true\nrouting:\n  joint_weight: 2\n"},
		{"hover: true\nrouting:\n  rrf_k: 1 # x\n", "routing.rrf_k", "hover: true\nrouting: {}\n"},
		{"hover: true\nrouting:\n  rrf_k: 1\n", "routing", "hover: true\n"},
		{"hover: true\n", "hover", ""},
		{"enrichment:\n  edges:\n    - from: a\n      to: b\n    # about the second\n    - from: b\n      to: c\n", "enrichment.edges[1]", "enrichment:\n  edges:\n    - from: a\n      to: b\n    # about the second\n"},
		{"enrichment:\n  edges:\n    - from: a\n      to: b\n    - from: b\n      to: c\n", "enrichment.edges[0]", "enrichment:\n  edges:\n    - from: b\n      to: c\n"},
		{"enrichment:\n  edges:\n    - from: a\n      to: b\n", "enrichment.edges[0]", "enrichment:\n  edges: []\n"},
		{"enrichment: {edges: [a -> b, b -> c]}\n", "enrichment.edges[1]", "enrichment: {edges: [a -> b]}\n"},
		{"enrichment: {edges: [a -> b, b -> c]}\n", "enrichment.edges[0]", "enrichment: {edges: [b -> c]}\n"},
		{"l:\n  - name: a\n    path: /a\n", "l[0].name", "l:\n  - path: /a\n"},
	} {
		d, err := ParseDocument("f", []byte(tt.in)).Without(tt.path)
		if err != nil {
			t.Errorf("%q: %v", tt.in, err)
		} else if string(d.Text) != tt.want {
			t.Errorf("%q without %s:\n%q, want\n%q", tt.in, tt.path, d.Text, tt.want)
		}
	}
}

// Every text is read back as it was, wherever it is written.
func TestScalarText(t *testing.T) {
	for _, s := range []string{"", " ", "a", "~", "~/notes", "true", "12", "1e3", "null", "a: b", "a #b", "#x", "- x", "-", "?", "it's", `C:\x`, "a\nb", "\t", "\u2028", "日本", "é", "e\u0301", "🎉",
		"${X}", "{", "[", "*a", "&a", "!t", "|", ">", "%", "@", "`", "a:", "=", "<<", "2024-01-01", "0x1F", "yes", "a,b", "\u0085", "\ufeff", "a\x7fb", "\x00", strings.Repeat("x y ", 50)} {
		for _, doc := range []string{"hover: " + flow(s) + "\n", "routing: {rrf_k: " + flow(s) + "}\n", "a: [x, " + flow(s) + "]\n"} {
			d := ParseDocument("f", []byte(doc))
			if d.Problems.HasErrors() {
				t.Errorf("%q: %v", doc, d.Problems)
				continue
			}
			n := d.Root.Content[1]
			for len(n.Content) > 0 {
				n = n.Content[len(n.Content)-1]
			}
			if n.Value != s || n.ShortTag() != "!!str" {
				t.Errorf("%q gives %s %q", doc, n.ShortTag(), n.Value)
			}
		}
	}
}

// FuzzEdit edits any text: the result is what was meant, or there is an error;
// what stands outside the edits stays.
func FuzzEdit(f *testing.F) {
	for _, name := range []string{"reference-full.yaml", "reference-onboard.yaml", "own-keys.yaml"} {
		f.Add([]byte(testdata(f, name)), "~/V")
	}
	f.Add([]byte("providers: {obsidian: }\n"), "a: b")
	f.Add([]byte("providers:\r\n  obsidian: &a\r\n    x: 1\r\n"), "é")
	f.Add([]byte("providers:\n  obsidian: # c\n\n\n#d"), "")
	f.Fuzz(func(t *testing.T, text []byte, value string) {
		d := ParseDocument("f", text)
		for path, v := range map[string]any{"providers.obsidian.vault_path": value, "hover": true, "enrichment.edges": []any{Map{{"from", value}}}} {
			edits, err := d.Set(path, v)
			if err != nil {
				continue
			}
			kept := len(text)
			for _, e := range edits {
				if e.Start < 0 || e.End > len(text) || e.Start > e.End {
					t.Fatalf("edit %+v of %d bytes", e, len(text))
				}
				kept -= e.End - e.Start
			}
			after := Apply(text, edits)
			for _, e := range edits {
				kept += len(e.New)
			}
			if len(after) != kept {
				t.Fatalf("%d bytes, want %d", len(after), kept)
			}
			_, _ = d.With(path, v)
		}
		_, _ = d.WithElement("providers.local_markdown.folders", Map{{"path", value}})
		for _, path := range []string{"providers", "providers.obsidian", "enrichment.edges[0]", "hover"} {
			_, _ = d.Without(path)
		}
	})
}
