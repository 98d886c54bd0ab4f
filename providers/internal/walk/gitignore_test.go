package walk

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// ignoreCases are repositories whose ignored notes git itself is asked for.
var ignoreCases = map[string]map[string]string{
	"names and folders": {
		".gitignore": "secret.md\n/only-root.md\nout/\n# comment\n\n\\#hash.md\n\\!bang.md\ntrail.md   \nkeep\\ \n",
		"secret.md":  "", "a/secret.md": "", "only-root.md": "", "a/only-root.md": "", "out/x.md": "", "a/out/x.md": "",
		"b/out": "", "#hash.md": "", "!bang.md": "", "trail.md": "", "comment": "", "z.md": "",
	},
	"wildcards": {
		".gitignore": "*.log.md\ndraft-?.md\n[a-c]x.md\n[!a-c]y.md\nfoo*bar.md\n/top/*.md\n",
		"a.log.md":   "", "d/a.log.md": "", "draft-1.md": "", "draft-12.md": "", "ax.md": "", "dx.md": "", "ay.md": "", "dy.md": "",
		"foobar.md": "", "foo-bar.md": "", "foo/bar.md": "", "top/x.md": "", "top/sub/x.md": "", "d/top/x.md": "",
	},
	"double stars": {
		".gitignore": "**/deep/a.md\nwhole/**\nmid/**/end.md\nx/**/\n!whole/kept.md\n",
		"deep/a.md":  "", "p/q/deep/a.md": "", "deep/b.md": "", "whole/a.md": "", "whole/b/c.md": "", "whole/kept.md": "",
		"mid/end.md": "", "mid/a/end.md": "", "mid/a/b/end.md": "", "mid/a/other.md": "", "x/a.md": "", "x/b/a.md": "",
	},
	"taking back": {
		".gitignore": "*.md\n!keep.md\n/dir/*\n!/dir/sub/\nclosed/\n!closed/in.md\n",
		"a.md":       "", "keep.md": "", "dir/keep.md": "", "dir/sub/keep.md": "", "dir/sub/a.md": "", "closed/in.md": "", "closed/keep.md": "",
	},
	"nested files": {
		".gitignore": "*.tmp.md\nbuild/\n", "sub/.gitignore": "!good.tmp.md\n/local.md\nlate.md\n", "sub/in/.gitignore": "!late.md\n",
		"a.tmp.md": "", "sub/good.tmp.md": "", "sub/bad.tmp.md": "", "sub/local.md": "", "sub/in/local.md": "", "local.md": "",
		"sub/late.md": "", "sub/in/late.md": "", "late.md": "", "sub/build/x.md": "",
	},
	"braces, bad brackets, CRLF, order mark": {
		".gitignore": "\xEF\xBB\xBFfirst.md\r\n{a,b}.md\r\n[bad.md\r\nlast.md\r\n",
		"first.md":   "", "a.md": "", "{a,b}.md": "", "[bad.md": "", "last.md": "",
	},
	"info/exclude": {
		".git/info/exclude": "private/\n", ".gitignore": "!private/\npublic.md\n", "private/x.md": "", "public.md": "",
	},
}

func TestGitignoreAsGit(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git is not installed, so there is nothing to compare with")
	}
	for name, files := range ignoreCases {
		t.Run(name, func(t *testing.T) {
			root := tree(t, map[string]string{})
			run := func(args ...string) string {
				cmd := exec.Command(git, args...)
				cmd.Dir = root
				cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "XDG_CONFIG_HOME="+root)
				out, err := cmd.CombinedOutput()
				if err != nil {
					t.Fatalf("git %q: %v\n%s", args, err, out)
				}
				return string(out)
			}
			run("init", "-q")
			for n, text := range files {
				path := filepath.Join(root, filepath.FromSlash(n))
				must(t, os.MkdirAll(filepath.Dir(path), 0o755))
				must(t, os.WriteFile(path, []byte(text), 0o644))
			}
			var want []string
			for f := range strings.SplitSeq(run("ls-files", "-z", "--others", "--exclude-standard"), "\x00") {
				if strings.HasSuffix(f, ".md") {
					want = append(want, f)
				}
			}
			slices.Sort(want)
			found, _, _ := walkTree(t, root, Rules{Extensions: []string{".md"}, Gitignore: true, SkipDirs: []string{".git"}})
			wantList(t, "not ignored", found, want...)
			found, _, _ = walkTree(t, root, Rules{Extensions: []string{".md"}, SkipDirs: []string{".git"}})
			if len(found) <= len(want) {
				t.Errorf("without the rule: %d files, with it %d", len(found), len(want))
			}
		})
	}
}

func TestGitignoreAboveTheRoot(t *testing.T) {
	root := tree(t, map[string]string{
		".git/info/exclude": "x.md\n", ".gitignore": "a.md\n/docs/b.md\n/docs/\n", "docs/.gitignore": "c.md\n", "docs/notes/.gitignore": "!a.md\n",
		"docs/a.md": "", "docs/b.md": "", "docs/c.md": "", "docs/x.md": "", "docs/d.md": "", "docs/notes/a.md": "", "docs/notes/c.md": "",
	})
	// The root is asked for by the user, so a rule that ignores it as a whole
	// does not count.
	found, skipped, _ := walkTree(t, filepath.Join(root, "docs"), Rules{Extensions: []string{".md"}, Gitignore: true})
	wantList(t, "found", found, "d.md", "notes/a.md")
	wantList(t, "skipped", skipped, "a.md gitignore", "b.md gitignore", "c.md gitignore", "notes/c.md gitignore", "x.md gitignore")
}

func TestGitignoreWorktree(t *testing.T) {
	root := tree(t, map[string]string{
		"main/.git/info/exclude": "x.md\n", "main/.git/worktrees/w/commondir": "../..\n",
		"w/.git": "gitdir: ../main/.git/worktrees/w\n", "w/x.md": "", "w/y.md": "",
	})
	found, _, _ := walkTree(t, filepath.Join(root, "w"), Rules{Extensions: []string{".md"}, Gitignore: true})
	wantList(t, "found", found, "y.md")
}

func TestGitignoreNotAFile(t *testing.T) {
	root := tree(t, map[string]string{"a/.gitignore/": "", "a/x.md": "", "b/.gitignore": "-> ../rules", "rules": "x.md", "b/x.md": ""})
	found, skipped, _ := walkTree(t, root, Rules{Extensions: []string{".md"}, Gitignore: true})
	wantList(t, "found", found, "a/x.md", "b/x.md")
	for _, want := range []string{"a/.gitignore gitignore-broken", "b/.gitignore gitignore-broken"} {
		if !slices.Contains(skipped, want) {
			t.Errorf("%s is not in %q", want, skipped)
		}
	}
}

func FuzzIgnoreRule(f *testing.F) {
	for _, files := range ignoreCases {
		for line := range strings.Lines(files[".gitignore"]) {
			f.Add(line, "a/b/c.md")
		}
	}
	f.Fuzz(func(t *testing.T, line, path string) {
		r, ok := parseIgnoreRule(line)
		if !ok {
			return
		}
		file := &ignoreFile{dir: "/root", rules: []ignoreRule{r}}
		got := file.ignores("/root/"+path, path[strings.LastIndexByte(path, '/')+1:], false)
		if got && r.negate {
			t.Errorf("a rule that takes back ignores: %q %q", line, path)
		}
	})
}
