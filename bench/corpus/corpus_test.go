package corpus

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// digest hashes every path and file under dir.
func digest(t *testing.T, dir string) string {
	t.Helper()
	h := sha256.New()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		h.Write([]byte(filepath.ToSlash(rel) + "\x00"))
		h.Write(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return hex.EncodeToString(h.Sum(nil))
}

func generate(t *testing.T, opt Options) (string, Stats) {
	t.Helper()
	dir := t.TempDir()
	stats, err := Generate(dir, opt)
	if err != nil {
		t.Fatal(err)
	}
	return dir, stats
}

func TestSameOptionsSameVault(t *testing.T) {
	a, sa := generate(t, Options{Notes: 400, Seed: 7, Workers: 1})
	b, sb := generate(t, Options{Notes: 400, Seed: 7, Workers: 5})
	if digest(t, a) != digest(t, b) {
		t.Error("the same seed gave different files")
	}
	if !reflect.DeepEqual(sa, sb) {
		t.Errorf("the same seed gave different stats:\n%+v\n%+v", sa, sb)
	}
	c, _ := generate(t, Options{Notes: 400, Seed: 8})
	if digest(t, a) == digest(t, c) {
		t.Error("another seed gave the same files")
	}
}

// The targets of the product are stated for 6,300 notes, 32 MB and 54,000
// sections; measurements mean something only while the vault is like that.
func TestShape(t *testing.T) {
	dir, s := generate(t, Options{})
	if mb := float64(s.Bytes) / 1e6; mb < 30 || mb > 34 {
		t.Errorf("%.1f MB, want about 32", mb)
	}
	if s.Notes != 6300 || s.Sections < 51000 || s.Sections > 57000 {
		t.Errorf("%d notes, %d sections, want 6300 and about 54000", s.Notes, s.Sections)
	}
	for _, l := range languages {
		want := l.share * 6300
		if got := float64(s.Scripts[l.code]); got < want*0.8 || got > want*1.2 {
			t.Errorf("%s: %v notes, want about %v", l.code, got, want)
		}
	}
	types, bytes := map[string]bool{}, int64(0)
	notes, small, large := 0, 0, 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".md") {
			return err
		}
		data, err := os.ReadFile(path)
		notes++
		bytes += int64(len(data))
		if len(data) < 600 {
			small++
		}
		if len(data) > 60_000 {
			large++
		}
		if !utf8.Valid(data) {
			t.Errorf("%s: not UTF-8", path)
		}
		for _, w := range strings.FieldsFunc(string(data), func(c rune) bool { return !unicode.IsLetter(c) || c >= 0x2E80 }) {
			types[strings.ToLower(w)] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if notes != s.Notes || bytes != s.Bytes {
		t.Errorf("found %d notes of %d bytes, stats say %d and %d", notes, bytes, s.Notes, s.Bytes)
	}
	if small < 500 || large < 20 {
		t.Errorf("%d tiny and %d long notes: the lengths are too even", small, large)
	}
	if len(types) < 50_000 || len(types) > 90_000 {
		t.Errorf("%d word types outside CJK, want about 60,000", len(types))
	}
}

func TestQueries(t *testing.T) {
	dir, s := generate(t, Options{Notes: 800, Queries: 12})
	count := map[Kind]int{}
	for _, q := range s.Queries {
		count[q.Kind]++
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(q.Path)))
		if err != nil {
			t.Errorf("%s %q: %v", q.Kind, q.Text, err)
			continue
		}
		name := strings.TrimSuffix(filepath.Base(q.Path), ".md")
		switch q.Kind {
		case Title:
			if q.Text != name {
				t.Errorf("title %q of %s", q.Text, q.Path)
			}
		case Prefix:
			if !strings.HasPrefix(name, q.Text) || name == q.Text {
				t.Errorf("%q is no proper prefix of %q", q.Text, name)
			}
		case Typo:
			if q.Text == name || len(q.Text) != len(name) {
				t.Errorf("typo %q of %q", q.Text, name)
			}
		case FiveWords:
			text := strings.ToLower(string(data))
			for _, w := range strings.Fields(q.Text) {
				if !strings.Contains(text, w) {
					t.Errorf("%q of %q is not in %s", w, q.Text, q.Path)
				}
			}
		}
	}
	for _, k := range Kinds {
		if count[k] != 12 {
			t.Errorf("%d queries of kind %s, want 12", count[k], k)
		}
	}
}

func TestGenerateRefusesForeignFolder(t *testing.T) {
	dir := t.TempDir()
	own := filepath.Join(dir, "own.md")
	if err := os.WriteFile(own, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Generate(dir, Options{Notes: 3}); err == nil || !strings.Contains(err.Error(), "not empty") {
		t.Errorf("error %v, want one that says the folder is not empty", err)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("something was written into somebody's folder: %v", entries)
	}
}

func TestSmallVaults(t *testing.T) {
	for _, n := range []int{1, 2, 5, 20} {
		if _, s := generate(t, Options{Notes: n, Queries: 2}); s.Notes != n {
			t.Errorf("%d notes, want %d", s.Notes, n)
		}
	}
}
