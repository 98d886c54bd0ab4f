package curate

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memswarm/swarm"
)

func TestTreeIsMadeOnlyAfterAYes(t *testing.T) {
	project := t.TempDir()
	root := filepath.Join(project, ".brv", "context-tree")
	c := &swarm.Curation{Content: "Tokens rotate.", Now: noon}
	w := &Tree{Provider: "byterover", Root: root}
	if _, err := w.Curate(t.Context(), c); code(err) != "missing_path" {
		t.Errorf("%v", err)
	}
	w.Make = true
	c.DryRun = true
	dry, err := w.Curate(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if got := snapshot(t, project); len(got) != 1 {
		t.Errorf("made without writing: %v", got)
	}
	c.DryRun = false
	r, err := w.Curate(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	want := filepath.Join(root, "knowledge", "general", "tokens_rotate.md")
	if r.Path != want || dry.Path != want || r.Ref != "byterover:knowledge/general/tokens_rotate.md" {
		t.Errorf("%s, %s, %s", r.Path, dry.Path, r.Ref)
	}
	if _, err := Undo([]string{root}, r.Undo); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(root); err != nil {
		t.Error("the tree itself should stay: ", err)
	}
	if got := snapshot(t, root); len(got) != 1 {
		t.Errorf("left in the tree: %v", got)
	}
}

func TestTreeWarnsOfWhatByteRoverDoesNotSearch(t *testing.T) {
	root := t.TempDir()
	w := &Tree{Provider: "byterover", Root: root}
	r, err := w.Curate(t.Context(), &swarm.Curation{Content: strings.Repeat("line\n", 2500), Now: noon})
	if err != nil || len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0], "2000") {
		t.Errorf("%v %v", r, err)
	}
}
