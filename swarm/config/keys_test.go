package config

import (
	"strings"
	"testing"
)

// Every key has what documentation needs, and its example is a good value.
func TestTable(t *testing.T) {
	seen := map[string]bool{}
	for k := range Keys() {
		t.Run(k.Path, func(t *testing.T) {
			if seen[k.Path] {
				t.Fatal("twice in the table")
			}
			seen[k.Path] = true
			if k.Doc == "" || !strings.HasSuffix(k.Doc, ".") || k.Since == "" || k.Type == "" {
				t.Errorf("incomplete: %+v", k)
			}
			if got, ok := Lookup(k.Path); !ok || got.Path != k.Path {
				t.Errorf("Lookup gives %q, %t", got.Path, ok)
			}
			if k.Section() {
				if k.Type != TypeSection && k.Example == "" {
					t.Error("no example")
				}
				return
			}
			if k.Example == "" {
				t.Fatal("no example")
			}
			c := load(t, yamlOf(k))
			for _, p := range c.Problems {
				if p.Path == k.Path || strings.Contains(p.Path, k.Name()) {
					if p.Code != CodeNoEffect && p.Code != CodeUnsetVariable && p.Code != CodeUnknownProvider && p.Code != CodeDisabled {
						t.Errorf("the example is refused: %v", p)
					}
				}
			}
		})
	}
}

// yamlOf writes one key with its example.
func yamlOf(k Key) string {
	var b strings.Builder
	indent := ""
	parts := strings.Split(k.Path, ".")
	for i, part := range parts {
		name, list := strings.CutSuffix(part, "[]")
		if name == "<id>" {
			name = "gbrain"
		}
		b.WriteString(indent + name + ":")
		switch {
		case i == len(parts)-1:
			b.WriteString(" " + k.Example + "\n")
		case list:
			b.WriteString("\n" + indent + "  -\n")
			indent += "    "
		default:
			b.WriteString("\n")
			indent += "  "
		}
	}
	return b.String()
}

func TestLookup(t *testing.T) {
	for path, want := range map[string]string{
		"providers.localMarkdown.folders[3].readOnly": "providers.local_markdown.folders[].read_only",
		"providers.local_markdown.folders[].path":     "providers.local_markdown.folders[].path",
		`routing.weights["local-markdown:my.notes"]`:  "routing.weights.<id>",
		"routing.weights.gbrain":                      "routing.weights.<id>",
		"budget.perProvider.gbrain.monthlyCapCents":   "budget.per_provider.<id>.monthly_cap_cents",
		"hover":                              "hover",
		"providers.obsidian.vault_path.more": "",
		"providers.obsidian[0]":              "",
		"nothing":                            "",
		"":                                   "",
		`routing.weights["unfinished`:        "routing.weights",
		"enrichment.edges[0]":                "",
		"enrichment.edges[0].from":           "enrichment.edges[].from",
	} {
		if k, _ := Lookup(path); k.Path != want {
			t.Errorf("Lookup(%q) = %q, want %q", path, k.Path, want)
		}
	}
}

func TestChildren(t *testing.T) {
	if got := strings.Join(Children("providers.local_markdown.folders"), " "); got != "name path read_only follow_wikilinks gitignore write_folder write_name write_template write_tags write_daily write_heading" {
		t.Errorf("folders: %s", got)
	}
	if got := Children(""); got[0] != "providers" || len(got) < 8 {
		t.Errorf("top: %v", got)
	}
}

func TestNearest(t *testing.T) {
	for name, want := range map[string]string{
		"valtPath": "vault_path", "vault-path": "vault_path", "VAULT_PATH": "vault_path", "vaultpaht": "vault_path",
		"enable": "enabled", "zzz": "", "": "", strings.Repeat("a", 1000): "",
	} {
		if got := nearest(name, []string{"enabled", "vault_path", "ignore_patterns"}); got != want {
			t.Errorf("nearest(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestDistance(t *testing.T) {
	for _, tc := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"a", "", 1}, {"", "ab", 2}, {"kitten", "sitting", 3}, {"ab", "ba", 1}, {"abc", "abc", 0}} {
		if got := distance(tc.a, tc.b); got != tc.want {
			t.Errorf("distance(%q, %q) = %d, want %d", tc.a, tc.b, got, tc.want)
		}
	}
}
