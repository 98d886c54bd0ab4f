package curate

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"memswarm/swarm"
)

// BenchmarkCurate writes into targets that hold 6,300 notes already.
func BenchmarkCurate(b *testing.B) {
	const notes = 6300
	for _, s := range []scenario{{Writer: "markdown"}, {Writer: "wiki"}, {Writer: "tree"}, {Writer: "append", Note: "n.md"}} {
		b.Run(s.Writer, func(b *testing.B) {
			root := b.TempDir()
			for i := range notes {
				rel := fmt.Sprintf("concepts/folder %d/note %d.md", i%50, i)
				os.MkdirAll(filepath.Join(root, filepath.Dir(rel)), 0o777)
				os.WriteFile(filepath.Join(root, rel), fmt.Appendf(nil, "---\npageType: concept\nid: concept.n%d\ntitle: \"Note %d\"\nsourceIds:\n  - s\n---\n\n# Note\n", i, i), 0o666)
			}
			past := time.Now().Add(-time.Hour)
			for i := range 50 {
				os.Chtimes(filepath.Join(root, fmt.Sprintf("concepts/folder %d", i)), past, past)
			}
			os.WriteFile(filepath.Join(root, "n.md"), []byte("# N\n"), 0o666)
			w := s.writer(root)
			i := 0
			one := func() {
				i++
				c := &swarm.Curation{Title: fmt.Sprint("Title ", i), Content: "// Refresh tokens rotate on every use.\n// A used token revokes the family.\n", Now: noon,
					Origin: &swarm.Origin{Path: filepath.Join(root, "x.go"), Language: "go", StartLine: 3, EndLine: 5}}
				if _, err := w.Curate(b.Context(), c); err != nil {
					b.Fatal(err)
				}
			}
			one() // the first reads every page of the wiki
			for b.Loop() {
				one()
			}
		})
	}
}
