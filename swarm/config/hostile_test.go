package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// hostile are files made to take long. The test has no clock of its own: what
// hangs is stopped by the test runner's.
func hostile() map[string]string {
	fill := func(part string) string { return strings.Repeat(part, (MaxFileBytes-200)/len(part)) }
	var bomb, merges strings.Builder
	bomb.WriteString("a0: &a0 [x, x, x, x, x, x, x, x, x]\n")
	merges.WriteString("x-0: &m0 {rrf_k: 5}\n")
	for i := range 12 {
		n := strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i), 9), ", ")
		fmt.Fprintf(&bomb, "a%d: &a%d [%s]\n", i+1, i+1, n)
		n = strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*m%d, ", i), 9), ", ")
		fmt.Fprintf(&merges, "x-%d: &m%d {<<: [%s]}\n", i+1, i+1, n)
	}
	return map[string]string{
		"open brackets":       fill("["),
		"open braces":         fill("{a: "),
		"nested dashes":       fill("- "),
		"nested questions":    fill("? "),
		"one long line":       "hover: " + fill("a"),
		"one long quote":      "hover: \"" + fill("a"),
		"many keys":           fill("abcdef: 1\n"),
		"equal keys":          fill("hover: true\n"),
		"many flow elements":  "providers: {obsidian: {ignore_patterns: [" + fill("a,") + "]}}",
		"wrong flow elements": "providers: {obsidian: {ignore_patterns: [" + fill("{},") + "]}}",
		"many folders":        "providers: {local_markdown: {folders: [" + fill("{name: a, path: b},") + "]}}",
		"many edges":          "enrichment: {edges: [" + fill("{from: byterover, to: obsidian},") + "]}",
		"anchors":             fill("- &a *a\n"),
		"aliases":             "a: &a {}\nb: [" + fill("*a,") + "]",
		"alias bomb":          bomb.String() + "providers: {obsidian: {ignore_patterns: *a12}}\n",
		"merge bomb":          merges.String() + "routing: *m12\n",
		"merges itself":       "routing: &r\n  <<: *r\n  rrf_k: 7\n",
		"holds itself":        "routing: &r\n  weights: *r\n",
		"comments":            fill("# c\n"),
		"blank lines":         fill("\n"),
		"documents":           fill("---\n"),
		"late error":          fill("abcdef: 1\n") + "\t\n  x: [",
		"early error":         "a: [\n" + fill("abcdef: 1\n"),
		"variables":           "providers: {obsidian: {vault_path: '" + fill("${A}") + "'}}",
		"line separators":     fill("a\u2028"),
		"colons":              fill(": "),
		"tags":                fill("!a "),
		"percent":             fill("%TAG ! tag:\n"),
		"one wide line":       "providers: {obsidian: {ignore_patterns: [" + fill("{é: 漢},") + "]}}",
	}
}

func TestHostileFiles(t *testing.T) {
	for name, text := range hostile() {
		t.Run(name, func(t *testing.T) {
			c := load(t, text)
			if len(c.Problems) > 2*maxProblems {
				t.Errorf("%d problems", len(c.Problems))
			}
			for _, s := range c.Sources {
				for i := range 100 {
					s.Document.PathAt(1+i%2, 1+i*2600)
					s.Document.PathAt(1+i*2600, 1)
				}
				s.Document.NodeAt("providers.obsidian.ignore_patterns[200000]")
			}
		})
	}
}

// A merge that goes in a circle keeps what is written beside it.
func TestSelfMerge(t *testing.T) {
	c := load(t, hostile()["merges itself"])
	if c.Routing.RRFK != 7 || c.HasErrors() {
		t.Errorf("rrf_k = %d, problems %v", c.Routing.RRFK, c.Problems)
	}
}

func TestTooLarge(t *testing.T) {
	dir := workspace(t, base)
	file := filepath.Join(dir, ".brv", "swarm", "config.yaml")
	if err := os.WriteFile(file, make([]byte, 10<<20), 0o644); err != nil {
		t.Fatal(err)
	}
	c := Load(Options{Dir: dir, SkipUser: true})
	if got := listed(c.Problems); got != "0:0 error too_large" {
		t.Errorf("got %s", got)
	}
	if c.ZeroConfig {
		t.Error("a file that cannot be read is still a configuration")
	}
	c = Load(Options{Dir: dir, SkipUser: true, Unsaved: map[string][]byte{file: make([]byte, 10<<20)}})
	if got := listed(c.Problems); got != "1:1 error too_large" {
		t.Errorf("unsaved: got %s", got)
	}
}
