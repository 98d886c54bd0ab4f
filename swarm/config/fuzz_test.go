package config

import (
	"os"
	"path/filepath"
	"testing"
)

// FuzzLoad loads any text as the workspace's and the editor's configuration and
// asks for everything that is built on it. Nothing may panic or hang, and every
// place must lie in the file.
func FuzzLoad(f *testing.F) {
	for _, tc := range problemCases {
		f.Add([]byte(tc.yaml))
	}
	files, err := filepath.Glob("testdata/*.yaml")
	if err != nil || len(files) == 0 {
		f.Fatal("no test data: ", err)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(documentText))
	f.Add([]byte(`{"providers": {"gbrain": {"token": "x"}}, "routing": {"weights": {"a": 1}}}`))
	dir, home := f.TempDir(), f.TempDir()
	file := filepath.Join(dir, ".brv", "swarm", "config.yaml")
	write(f, file, "")
	env := environment(map[string]string{"HOME": home, "USERPROFILE": home, "A": "b"})
	f.Fuzz(func(t *testing.T, text []byte) {
		c := Load(Options{Dir: dir, Env: env, Unsaved: map[string][]byte{file: text}, Client: text, ClientTrusted: true})
		for _, p := range c.Problems {
			if p.Code == "" || p.Message == "" || p.Fix == "" {
				t.Errorf("incomplete: %#v", p)
			}
			if r := p.Range; r.Start.Offset < 0 || r.End.Offset > len(text) || r.End.Offset < r.Start.Offset {
				t.Errorf("%s has the range %+v in %d bytes", p, r, len(text))
			}
		}
		if c.Routing.RRFK < 1 || c.Routing.RRFGapRatio <= 0 || c.Performance.MaxQueryLatency <= 0 {
			t.Errorf("a value out of range: %+v %+v", c.Routing, c.Performance)
		}
		seen := map[string]bool{}
		for _, id := range c.IDs() {
			if seen[string(id)] {
				t.Errorf("two providers are called %s", id)
			}
			seen[string(id)] = true
		}
		for _, e := range c.Enrichment {
			if !seen[string(e.From)] || !seen[string(e.To)] || e.From == e.To {
				t.Errorf("edge %v between %v", e, c.IDs())
			}
		}
		c.Gate(false)
		TrustSubject(c)
		for _, s := range c.Sources {
			d := s.Document
			for offset := 0; offset <= len(text) && offset < 400; offset++ {
				p := d.At(offset)
				at, ok := d.PathAt(p.Line, p.Column)
				if !ok {
					continue
				}
				if at.Value.Start.Offset > at.Value.End.Offset || at.Value.End.Offset > len(text) {
					t.Errorf("%s has the range %+v", at.Path, at.Value)
				}
				d.NodeAt(at.Path)
			}
		}
	})
}
