package cli

import (
	"os"
	"strings"
	"testing"

	"memswarm/contract"
)

func TestStatusText(t *testing.T) {
	p := newProgram(t).usual()
	p.write("Documents/Vault/big.md", strings.Repeat("x ", 17<<20)) // over the limit of 32 MB
	p.write(configFile, `providers:
  obsidian: {vault_path: ~/Documents/Vault}
  local_markdown:
    folders:
      - {name: notes, path: ~/notes}
      - {name: again, path: ~/notes}
      - {name: gone, path: ~/gone}
enrichment: {edges: [obsidian -> local-markdown:notes]}
provenance: {enabled: true}
`)
	p.must("query", "queue")
	out := p.must("status")
	wants(t, out, "✓ obsidian", "✓ local-markdown:notes", "✗ local-markdown:gone", "→ ", "index ", "Enrichment Topology", "obsidian ───▶ local-markdown:notes",
		"Write Targets", "— obsidian", "read_only is true", "Found Twice", "both read ~/notes", "Hints (1)", "provenance has no effect", "Configuration: ~/ws/.brv/swarm/config.yaml", "Version: memswarm", "degraded (3 of 4 providers working")
	if strings.Contains(out, "\x1b[") {
		t.Error("colour in a pipe")
	}
	wants(t, p.must("status", "--files"), "big.md: ")
	if _, _, code := p.run("status", "--strict"); code != 1 {
		t.Errorf("exit %d", code)
	}
	var st contract.Status
	if code := p.json(&st, "status"); code != 0 || len(st.Duplicates) != 1 || st.Duplicates[0].Reason != "same folder" || st.Versions.Memswarm == "" || len(st.Targets) != 4 {
		t.Errorf("%d %+v", code, st)
	}
}

// The same text in two providers is noticed.
func TestStatusSameText(t *testing.T) {
	p := newProgram(t).usual()
	p.write("notes/copy.md", p.read("Documents/Vault/Retry budget.md"))
	p.must("onboard", "--yes")
	wants(t, p.must("status"), "obsidian and local-markdown:notes: 1 note of the newest have the same text, such as copy.md")
}

func TestStatusWithoutConfiguration(t *testing.T) {
	p := newProgram(t)
	p.write("ws/a.md", "# A\n")
	wants(t, p.must("status"), "No configuration", "memswarm onboard", "local-markdown:workspace")
	if out, _, code := p.run("status", "--strict"); code != 0 {
		t.Errorf("exit %d: %s", code, out)
	}
}

func TestStatusUnusableConfiguration(t *testing.T) {
	p := newProgram(t)
	for text, want := range map[string]string{
		"providers: [\n":       "config.yaml:1:",
		"providers:\n\tx: 1\n": "A tab indents this line",
		"a: 1\na: 2\nenrichment: {edges: [byterover -> byterover]}\nproviders: {byterover: {enabled: true}}\n": "leads from byterover to itself",
	} {
		p.write(configFile, text)
		_, errOut, code := p.run("status")
		if code != 2 {
			t.Errorf("%q: exit %d", text, code)
		}
		wants(t, errOut, want)
	}
	if err := os.RemoveAll(p.path("ws/.brv")); err != nil {
		t.Fatal(err)
	}
}
