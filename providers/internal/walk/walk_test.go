package walk

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestWalkRules(t *testing.T) {
	files := map[string]string{
		"a.md": "a", "b.MD": "b", "c.markdown": "c", "d.txt": "d", "e.mdx": "e", ".hidden.md": "h", "nomd": "", ".md": "",
		"folder.md/x.md":         "x",
		".obsidian/y.md":         "y",
		".notes/y.md":            "y",
		"node_modules/p/r.md":    "r",
		"sub/node_modules/r.md":  "r",
		"Archive/2020/old.md":    "o",
		"Archive/new.md":         "n",
		"sub/Archive/z.md":       "z",
		"sub/draft-1.md":         "d",
		"sub/draft-1/in.md":      "d",
		"templates/daily.md":     "t",
		"caf\u00e9/n.md":         "nfc",
		"empty/":                 "",
		"deep/a/b/c/d/e/note.md": "n",
	}
	md := Rules{Extensions: NoteExtensions, SkipDirs: VaultDirs}
	with := func(f func(*Rules)) Rules { r := md; f(&r); return r }
	all := []string{
		"Archive/2020/old.md", "Archive/new.md", "a.md", "b.MD", "c.markdown", "caf\u00e9/n.md", "deep/a/b/c/d/e/note.md", "e.mdx",
		"folder.md/x.md", "sub/Archive/z.md", "sub/draft-1.md", "sub/draft-1/in.md", "templates/daily.md",
	}
	without := func(prefixes ...string) (out []string) {
	next:
		for _, f := range all {
			for _, p := range prefixes {
				if strings.HasPrefix(f, p) {
					continue next
				}
			}
			out = append(out, f)
		}
		return out
	}
	tests := []struct {
		name  string
		rules Rules
		want  []string
	}{
		{"extensions in any case, a folder called x.md", md, all},
		{"bare name at any depth", with(func(r *Rules) { r.Ignore = []string{"Archive"} }), without("Archive/", "sub/Archive/")},
		{"bare glob at any depth", with(func(r *Rules) { r.Ignore = []string{"draft-*"} }), without("sub/draft-1")},
		{"folders only", with(func(r *Rules) { r.Ignore = []string{"draft-*/"} }), without("sub/draft-1/")},
		{"anchored", with(func(r *Rules) { r.Ignore = []string{"/Archive"} }), without("Archive/")},
		{"path glob", with(func(r *Rules) { r.Ignore = []string{"Archive/**"} }), without("Archive/")},
		{"path glob at any depth", with(func(r *Rules) { r.Ignore = []string{"**/Archive/**"} }), without("Archive/", "sub/Archive/")},
		{"braces", with(func(r *Rules) { r.Ignore = []string{"{Archive,templates}/*.md"} }), without("Archive/new.md", "templates/")},
		{"dot slash", with(func(r *Rules) { r.Ignore = []string{"./templates/"} }), without("templates/")},
		{"decomposed pattern, composed name", with(func(r *Rules) { r.Ignore = []string{"cafe\u0301"} }), without("caf\u00e9/")},
		{"case counts", with(func(r *Rules) { r.Ignore = []string{"archive"} }), all},
		{"depth", with(func(r *Rules) { r.MaxDepth = 2 }), without("deep/")},
		{"most files, the shallow first", with(func(r *Rules) { r.MaxFiles = 4 }), []string{"a.md", "b.MD", "c.markdown", "e.mdx"}},
		{"one extension", Rules{Extensions: []string{".markdown"}}, []string{"c.markdown"}},
		{"hidden", Rules{Extensions: []string{".md"}, Hidden: true, Ignore: []string{"/[A-Za-z]*", "/.md"}}, []string{".hidden.md", ".notes/y.md", ".obsidian/y.md"}},
	}
	root := tree(t, files)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found, _, _ := walkTree(t, root, tt.rules)
			wantList(t, "found", found, tt.want...)
		})
	}

	t.Run("reasons", func(t *testing.T) {
		r := with(func(r *Rules) { r.Ignore = []string{"Archive", "[bad"}; r.MaxDepth = 3 })
		_, skipped, rep := walkTree(t, root, r)
		wantList(t, "skipped", skipped, " bad-pattern", ".hidden.md hidden", ".notes hidden", ".obsidian dependency",
			"Archive ignored", "deep/a/b/c too-deep", "node_modules dependency", "sub/Archive ignored", "sub/node_modules dependency")
		if rep.Counts[ReasonExtension] != 3 || rep.Counts[ReasonIgnored] != 2 {
			t.Errorf("counts: %v", rep.Counts)
		}
	})
	t.Run("capped report keeps its counts", func(t *testing.T) {
		_, skipped, rep := walkTree(t, root, with(func(r *Rules) { r.MaxSkips = 2 }))
		if len(skipped) != 2 || rep.Counts[ReasonSkipDir] != 3 {
			t.Errorf("%d listed, counts %v", len(skipped), rep.Counts)
		}
	})
	t.Run("entries", func(t *testing.T) {
		_, _, rep := walkTree(t, root, with(func(r *Rules) { r.MaxEntries = 5 }))
		if !rep.Truncated || rep.Counts[ReasonTooMany] == 0 {
			t.Errorf("%+v", rep)
		}
	})
}

func TestWalkSizes(t *testing.T) {
	root := tree(t, map[string]string{"small.md": "12345", "large.md": "123456", "empty.md": ""})
	found, skipped, _ := walkTree(t, root, Rules{MaxFileSize: 5})
	wantList(t, "found", found, "empty.md", "small.md")
	wantList(t, "skipped", skipped, "large.md too-large")
	found, _, _ = walkTree(t, root, Rules{MaxFileSize: -1, MaxFiles: -1, MaxDepth: -1, MaxEntries: -1})
	wantList(t, "without limits", found, "empty.md", "large.md", "small.md")
}

func TestWalkNames(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the names are not allowed on Windows")
	}
	names := []string{
		"日本語 メモ 🎉.md", "Привет.md", "مرحبا.md", "caf\u00e9.md", "cafe\u0301.md", "Case.md", "case.md", "a#b?c%20d.md",
		"line\nbreak.md", "tab\t.md", " lead.md", "trail .md", "quote\"'.md", "back\\slash.md", "*star*.md", "[x].md", "..md",
	}
	if runtime.GOOS == "linux" {
		names = append(names, "bad\xff\xfeutf8.md") // other systems refuse the name
	}
	root := t.TempDir()
	for _, n := range names {
		must(t, os.WriteFile(filepath.Join(root, n), []byte(n), 0o644))
	}
	entries, err := os.ReadDir(root)
	must(t, err)
	got := map[string]bool{}
	_, err = Walk(context.Background(), root, Rules{Extensions: NoteExtensions, Hidden: true, Ignore: []string{"other/*"}}, func(f File) error {
		got[f.Rel] = true
		b, err := ReadFile(context.Background(), f, 0)
		if err != nil {
			t.Errorf("%q: %v", f.Rel, err)
		}
		if runtime.GOOS == "linux" && string(b) != f.Rel {
			t.Errorf("%q holds %q", f.Rel, b)
		}
		return nil
	})
	must(t, err)
	// A file system that folds case or accents holds fewer files than names.
	if len(got) != len(entries) {
		t.Errorf("found %d of %d: %v", len(got), len(entries), got)
	}
}

func TestWalkLinks(t *testing.T) {
	outside := tree(t, map[string]string{"secret.md": "s", "dir/secret.md": "s", "secret.txt": "s"})
	root := tree(t, map[string]string{
		"real.md": "r", "data.txt": "d", "dir/in.md": "i", "dir/sub/deep.md": "d",
		".store/kept.md": "k", ".store/more/m.md": "m",
		"inside.md":       "-> real.md",
		"absolute.md":     "-> ROOT/real.md",
		"text.md":         "-> data.txt",
		"stored.md":       "-> .store/kept.md",
		"kept":            "-> .store/more",
		"dup":             "-> dir",
		"dir/up":          "-> ..",
		"dir/self":        "-> .",
		"dir/sub/cross":   "-> ../../kept",
		"circle-a.md":     "-> circle-b.md",
		"circle-b.md":     "-> circle-a.md",
		"dangling.md":     "-> nowhere.md",
		"out.md":          "-> " + outside + "/secret.md",
		"outdir":          "-> " + outside + "/dir",
		"outdir.md":       "-> " + outside + "/dir",
		"out.txt":         "-> " + outside + "/secret.txt",
		"sneaky.md":       "-> dir/../outdir/secret.md",
		"passwd.md":       "-> /etc/passwd",
		"dir/.hidden.md":  "-> ../real.md",
		"dir/not-note":    "-> ../data.txt",
		"ignored/in.md":   "-> ../real.md",
		"node_modules/":   "",
		"x/node_modules":  "-> ../dir",
		"Other/real.md":   "-> ../.store/kept.md",
		"dir/fifo-twin":   "-> ../data.txt",
		"dir/z-inside.md": "-> in.md",
	})
	rules := Rules{Extensions: NoteExtensions, SkipDirs: VaultDirs, Ignore: []string{"ignored"}}
	found, skipped, _ := walkTree(t, root, rules)
	wantList(t, "found", found, "dir/in.md", "dir/sub/deep.md", "kept/m.md", "real.md", "stored.md", "text.md")
	wantList(t, "skipped", skipped,
		".store hidden", "Other/real.md link-duplicate", "absolute.md link-duplicate", "circle-a.md link-loop", "circle-b.md link-loop", "dangling.md link-dangling",
		"dir/.hidden.md hidden", "dir/self link-loop", "dir/sub/cross link-duplicate", "dir/up link-loop", "dir/z-inside.md link-duplicate",
		"dup link-duplicate", "ignored ignored", "inside.md link-duplicate", "node_modules dependency",
		"out.md link-outside", "outdir link-outside", "outdir.md link-outside", "passwd.md link-outside", "sneaky.md link-outside",
		"x/node_modules dependency")

	t.Run("not followed", func(t *testing.T) {
		rules.NoSymlinks = true
		found, skipped, _ := walkTree(t, root, rules)
		wantList(t, "found", found, "dir/in.md", "dir/sub/deep.md", "real.md")
		if n := len(skipped); n < 10 {
			t.Errorf("only %d skipped", n)
		}
	})
	t.Run("root through a link", func(t *testing.T) {
		link := filepath.Join(t.TempDir(), "vault")
		must(t, os.Symlink(filepath.Join(root, "dir"), link))
		found, skipped, _ := walkTree(t, link, Rules{Extensions: NoteExtensions})
		wantList(t, "found", found, "in.md", "sub/deep.md")
		wantList(t, "skipped", skipped, ".hidden.md hidden", "self link-loop", "sub/cross link-outside", "up link-outside", "z-inside.md link-duplicate")
	})
}

func TestWalkRoots(t *testing.T) {
	root := tree(t, map[string]string{"a.md": "a"})
	none := func(File) error { return nil }
	_, err := Walk(context.Background(), filepath.Join(root, "missing"), Rules{}, none)
	if !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "create it") {
		t.Errorf("missing: %v", err)
	}
	if _, err := Walk(context.Background(), filepath.Join(root, "a.md"), Rules{}, none); err == nil || !strings.Contains(err.Error(), "not a folder") {
		t.Errorf("file as root: %v", err)
	}
	stop := errors.New("stop")
	if _, err := Walk(context.Background(), root, Rules{}, func(File) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("the callback's error: %v", err)
	}
	t.Chdir(root)
	found, _, _ := walkTree(t, ".", Rules{})
	wantList(t, "relative root", found, "a.md")
}

func TestWalkCancel(t *testing.T) {
	root := bigTree(t, 20, 50)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Walk(ctx, root, Rules{}, func(File) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled before: %v", err)
	}
	ctx, cancel = context.WithCancel(context.Background())
	n := 0
	_, err := Walk(ctx, root, Rules{}, func(File) error {
		if n++; n == 10 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || n > 300 {
		t.Errorf("cancelled while walking: %v after %d files", err, n)
	}
}

func TestWalkSameTwice(t *testing.T) {
	root := bigTree(t, 30, 20)
	first, skipped, _ := walkTree(t, root, Rules{MaxFiles: 333})
	for range 5 {
		again, skippedAgain, _ := walkTree(t, root, Rules{MaxFiles: 333})
		wantList(t, "files", again, first...)
		wantList(t, "skips", skippedAgain, skipped...)
	}
}

// bigTree makes dirs folders with n notes each, some nested.
func bigTree(t testing.TB, dirs, n int) string {
	t.Helper()
	root := t.TempDir()
	for d := range dirs {
		dir := filepath.Join(root, fmt.Sprintf("top%02d", d%20), fmt.Sprintf("dir%04d", d))
		must(t, os.MkdirAll(dir, 0o755))
		for i := range n {
			must(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("note %03d.md", i)), []byte("# Note\n"), 0o644))
		}
	}
	return root
}

func BenchmarkWalk(b *testing.B) {
	root := bigTree(b, 800, 8)
	rules := Rules{Extensions: NoteExtensions, SkipDirs: VaultDirs, Ignore: []string{"templates"}}
	for b.Loop() {
		n := 0
		if _, err := Walk(b.Context(), root, rules, func(File) error { n++; return nil }); err != nil || n != 6400 {
			b.Fatal(n, err)
		}
	}
}

func BenchmarkWalkGitignore(b *testing.B) {
	root := bigTree(b, 800, 8)
	must(b, os.Mkdir(filepath.Join(root, ".git"), 0o755))
	must(b, os.WriteFile(filepath.Join(root, ".gitignore"), []byte("*.log\n/out/\n**/tmp/*\n"), 0o644))
	rules := Rules{Extensions: NoteExtensions, SkipDirs: CodeDirs, Gitignore: true}
	for b.Loop() {
		if _, err := Walk(b.Context(), root, rules, func(File) error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
}
