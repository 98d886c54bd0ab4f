package curate

import (
	"os"
	"path/filepath"
	"testing"

	"memswarm/swarm"
)

func TestUndoOnlyWhatIsStillAsWritten(t *testing.T) {
	root := t.TempDir()
	w := &Wiki{Provider: "memory-wiki", Root: root}
	r, err := w.Curate(t.Context(), &swarm.Curation{Content: "A thing.", Now: noon})
	if err != nil {
		t.Fatal(err)
	}
	before := snapshot(t, root)
	// The wiki's own compile adds a block to the source page: then nothing goes.
	src := filepath.Join(root, "sources", "curated-2026-11-30.md")
	old, _ := os.ReadFile(src)
	os.WriteFile(src, append(old, "## Related\n"...), 0o666)
	if _, err := Undo([]string{root}, r.Undo); code(err) != "changed" {
		t.Errorf("%v", err)
	}
	if _, err := os.Stat(r.Path); err != nil {
		t.Error("half of it was taken back")
	}
	os.WriteFile(src, old, 0o666)
	if len(snapshot(t, root)) != len(before) {
		t.Fatal("files are missing")
	}
	u, err := Undo([]string{"/elsewhere", root}, r.Undo)
	if err != nil || len(u.Removed) != 2 || u.Removed[0] != r.Path {
		t.Errorf("%+v %v", u, err)
	}
	if got := snapshot(t, root); len(got) != 1 {
		t.Errorf("left behind: %v", got)
	}
	if _, err := Undo([]string{root}, r.Undo); code(err) != "changed" {
		t.Errorf("a second time: %v", err)
	}
}

func code(err error) string {
	if err == nil {
		return ""
	}
	return swarm.AsError(err, "?", "").Code
}

func TestUndoGoesNowhereElse(t *testing.T) {
	base := t.TempDir()
	root, out := filepath.Join(base, "root"), filepath.Join(base, "out")
	for _, p := range []string{root, out} {
		os.Mkdir(p, 0o777)
		os.WriteFile(filepath.Join(p, "n.md"), []byte("x"), 0o666)
		os.WriteFile(filepath.Join(p, "n.sh"), []byte("x"), 0o666)
	}
	os.Symlink(out, filepath.Join(root, "link"))
	h := Hash([]byte("x"))
	before := snapshot(t, base)
	for name, tok := range map[string]string{
		"nothing":          "",
		"noise":            "%%%",
		"not a token":      "bm90IGpzb24",
		"no steps":         token{Root: root}.String(),
		"another folder":   token{Root: out, Steps: []step{{Rel: "n.md", Hash: h}}}.String(),
		"the folder above": token{Root: base, Steps: []step{{Rel: "out/n.md", Hash: h}}}.String(),
		"dots":             token{Root: root, Steps: []step{{Rel: "../out/n.md", Hash: h}}}.String(),
		"absolute":         token{Root: root, Steps: []step{{Rel: filepath.ToSlash(filepath.Join(out, "n.md")), Hash: h}}}.String(),
		"a link":           token{Root: root, Steps: []step{{Rel: "link/n.md", Hash: h}}}.String(),
		"no note":          token{Root: root, Steps: []step{{Rel: "n.sh", Hash: h}}}.String(),
		"wrong hash":       token{Root: root, Steps: []step{{Rel: "n.md", Hash: Hash(nil)}}}.String(),
		"bad edits":        token{Root: root, Steps: []step{{Rel: "n.md", Hash: h, Before: h, Edits: []revert{{At: 5, Len: 1}}}}}.String(),
		"huge edits":       token{Root: root, Steps: []step{{Rel: "n.md", Hash: h, Before: h, Edits: []revert{{At: 1 << 62, Len: 1 << 62}}}}}.String(),
		"edits to another": token{Root: root, Steps: []step{{Rel: "n.md", Hash: h, Before: h, Edits: []revert{{At: 0, Len: 1, Old: []byte("evil")}}}}}.String(),
	} {
		if u, err := Undo([]string{root}, tok); err == nil {
			t.Errorf("%s: %+v", name, u)
		}
	}
	after := snapshot(t, base)
	for p, data := range before {
		if after[p] != data {
			t.Errorf("%s has changed", p)
		}
	}
}

func FuzzUndo(f *testing.F) {
	f.Add(token{Root: "/x", Steps: []step{{Rel: "n.md"}}}.String())
	f.Fuzz(func(t *testing.T, s string) {
		if u, err := Undo(nil, s); err == nil {
			t.Fatalf("%+v", u)
		}
	})
}
