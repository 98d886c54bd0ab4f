package swarmtest

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"memswarm/swarm"
)

func testInfo(s *suite) {
	s.write("a.md", "# A\n")
	s.open()
	a, b := s.p.Info(), s.p.Info()
	if a != b || a.ID == "" || a.Label == "" || !a.Local || !filepath.IsAbs(a.Root) {
		s.Errorf("%+v, then %+v", a, b)
	}
	h := s.p.Health(s.Context())
	s.checkHealth(h)
	if h.State != swarm.StateOK || h.Notes < 1 {
		s.Errorf("health of a healthy folder: %+v", h)
	}
}

// checkHealth holds for every health.
func (s *suite) checkHealth(h swarm.Health) {
	s.Helper()
	switch h.State {
	case swarm.StateOK:
	case swarm.StateDegraded, swarm.StateFailed, swarm.StateSkipped:
		if h.Error == nil || h.Error.Code == "" || h.Error.Message == "" || h.Error.Fix == "" {
			s.Errorf("state %s without code, message and fix: %+v", h.State, h.Error)
		}
	default:
		s.Errorf("state %q", h.State)
	}
	if h.Notes < 0 || h.Sections < 0 || h.IndexBytes < 0 || h.SkippedTotal < len(h.Skipped) {
		s.Errorf("counts: %+v", h)
	}
	for _, sk := range h.Skipped {
		if sk.Path == "" || sk.Reason == "" || filepath.IsAbs(sk.Path) {
			s.Errorf("skipped %+v", sk)
		}
	}
}

// names are file names of every script, with blanks and signs. Twins differ in
// case or normal form only; a file system that folds them keeps one.
var names = []string{
	"plain.md", "two words.md", "Ünïcödé.md", "日本語のノート.md", "заметка.md", "ملاحظات.md", "บันทึก.md", "हिन्दी.md", "한국어.md",
	"emoji 🎉👩‍👩‍👧.md", "a#b%20c.md", "it's (1) [x] {y}.md", "v1.2.3.md", "-dash.md", "deep/er/and/deeper/still.md", "UPPER.MD",
	"caf\u00e9.md", "cafe\u0301.md", "Twin.md", "twin.md",
}

func testFindsEach(s *suite) {
	kept := make(map[string]string) // absolute path → word
	for _, name := range names {
		word := coin(name)
		if s.write(name, "# About "+word+"\n\nSome text with "+coin(name+" body")+" in it.\n") {
			kept[s.path(name)] = word
		}
	}
	s.open()
	for _, name := range names {
		text, err := os.ReadFile(s.path(name))
		if err != nil {
			continue
		}
		// Of twins, the one that the file system kept.
		word := coin(name)
		if kept[s.path(name)] == "" || !strings.Contains(string(text), word) {
			continue
		}
		s.wantFirst(word, name)
		s.wantFirst(coin(name+" body"), name)
	}
}

// contents are texts that break careless readers; each holds its coined word.
func contents() map[string]string {
	w := coin
	return map[string]string{
		"bom.md":           "\ufeff# " + w("bom.md") + "\n",
		"crlf.md":          "# T\r\n\r\nline\r\n" + w("crlf.md") + "\r\n",
		"cr.md":            "# T\r\rline\r" + w("cr.md") + "\r",
		"invalid.md":       "# T\n\n\xff\xfe\xc3( " + w("invalid.md") + " \xf0\x28\x8c\n",
		"yaml.md":          "---\ntitle: a: b: [\n\t- x\n---\n# T\n\n" + w("yaml.md") + "\n",
		"yaml-open.md":     "---\ntitle: never closed\n\n" + w("yaml-open.md") + "\n",
		"no-newline.md":    "# T\n\n" + w("no-newline.md"),
		"no-heading.md":    w("no-heading.md"),
		"fence.md":         "# T\n\n```\n# no heading " + w("fence.md") + "\n",
		"nul.md":           "# T\n\n" + w("nul.md") + " and a \x00 in it\n",
		"long-line.md":     "# " + w("long-line.md") + "\n\n" + strings.Repeat("lorem ipsum dolor ", 10<<20/18) + "\n",
		"many-headings.md": "# T\n\n" + strings.Repeat("## same\n\ntext\n\n", 2000) + w("many-headings.md") + "\n",
		"deep-list.md":     "# " + w("deep-list.md") + "\n\n" + strings.Repeat("> ", 500) + "x\n" + strings.Repeat("- ", 500) + "y\n",
		"scripts.md":       "# 令牌 刷新 токены обновления رموز โทเค็น टोकन 토큰\n\n" + w("scripts.md") + "\n",
		"marks.md":         "# e" + strings.Repeat("\u0301", 1000) + "\n\n" + w("marks.md") + "\n",
	}
}

func testContent(s *suite) {
	files := contents()
	for name, text := range files {
		s.write(name, text)
	}
	s.write("empty.md", "")
	s.write("blank.md", " \n\t\n")
	s.open()
	skipped := make(map[string]bool)
	h := s.p.Health(s.Context())
	s.checkHealth(h)
	for _, sk := range h.Skipped {
		skipped[filepath.Base(filepath.FromSlash(sk.Path))] = true
	}
	for name := range files {
		// A provider may leave out binary and huge files if it says so.
		if may := name == "nul.md" || name == "long-line.md"; may && skipped[name] {
			continue
		}
		s.wantFirst(coin(name), name)
	}
	for _, word := range []string{"令牌", "токены", "토큰"} {
		s.wantFirst(word, "scripts.md")
	}
}

func testSpecialFiles(s *suite) {
	outside := s.TempDir()
	secret := coin("secret")
	if err := os.WriteFile(filepath.Join(outside, "secret.md"), []byte("# "+secret+"\n"), 0o644); err != nil {
		s.Fatal(err)
	}
	s.write("real.md", "# "+coin("real")+"\n")
	dir := filepath.Dir(s.path("real.md"))
	link := func(target, name string) {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			s.Logf("no symbolic links here: %v", err)
		}
	}
	link(filepath.Join(dir, "real.md"), "inside.md")
	link(filepath.Join(outside, "secret.md"), "outside.md")
	link(outside, "outside-folder")
	link(dir, "loop")
	link("self.md", "self.md")
	link("nowhere.md", "dangling.md")
	if err := os.Mkdir(filepath.Join(dir, "folder.md"), 0o755); err != nil {
		s.Fatal(err)
	}
	if err := makePipe(filepath.Join(dir, "pipe.md")); err != nil {
		s.Logf("no pipe: %v", err)
	}
	s.open()
	found := s.search(coin("real"))
	if len(found.Results) == 0 {
		s.Error("the plain file beside them is not found")
	}
	notes := make(map[string]bool)
	for _, r := range found.Results {
		if _, ok := finds(&swarm.Found{Results: []swarm.Result{r}}, coin("real")); ok {
			notes[r.Ref.Doc] = true
		}
	}
	if len(notes) > 1 && runtime.GOOS != "windows" {
		s.Errorf("one file is found as %d notes: %v", len(notes), notes)
	}
	s.absent(secret, "it lies outside the folder, behind a symbolic link")
	s.checkHealth(s.p.Health(s.Context()))
}

func testUnreadable(s *suite) {
	s.write("good.md", "# "+coin("good")+"\n")
	s.write("locked.md", "# "+coin("locked")+"\n")
	if err := os.Chmod(s.path("locked.md"), 0); err != nil {
		s.Skip(err)
	}
	if f, err := os.Open(s.path("locked.md")); err == nil {
		f.Close()
		s.Skip("this user may read everything")
	}
	s.open()
	s.wantFirst(coin("good"), "good.md")
	h := s.p.Health(s.Context())
	s.checkHealth(h)
	for _, sk := range h.Skipped {
		if strings.HasSuffix(sk.Path, "locked.md") {
			return
		}
	}
	s.Errorf("locked.md is not among the skipped: %+v", h.Skipped)
}
