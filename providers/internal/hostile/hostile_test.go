package hostile

import "testing"

func TestMakeWritesAtLeast120DifferentFiles(t *testing.T) {
	dir := t.TempDir() + "/notes"
	files, err := Make(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 120 {
		t.Errorf("made %d files, want 120", len(files))
	}
	words, paths := map[string]string{}, map[string]bool{}
	for _, f := range files {
		if other, ok := words[f.Word]; ok {
			t.Errorf("%s and %s share the word %s", f.Path, other, f.Word)
		}
		if paths[f.Path] {
			t.Errorf("%s stands twice", f.Path)
		}
		words[f.Word], paths[f.Path] = f.Path, true
	}
}
