package provenance

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"memswarm/swarm"
)

const sha = "0123456789abcdef0123456789abcdef01234567"

func TestPermalink(t *testing.T) {
	for _, tc := range []struct{ remote, want string }{
		{"git@github.com:acme/app.git", "https://github.com/acme/app/blob/" + sha + "/a%20b/c%23.go#L3-L5"},
		{"https://user:s3cret@github.com/acme/app.git", "https://github.com/acme/app/blob/" + sha + "/a%20b/c%23.go#L3-L5"},
		{"ssh://git@ssh.github.com:443/acme/app.git", "https://github.com/acme/app/blob/" + sha + "/a%20b/c%23.go#L3-L5"},
		{"https://github.example.com/acme/app/", "https://github.example.com/acme/app/blob/" + sha + "/a%20b/c%23.go#L3-L5"},
		{"https://gitlab.com/group/sub/app.git", "https://gitlab.com/group/sub/app/-/blob/" + sha + "/a%20b/c%23.go#L3-5"},
		{"git@bitbucket.org:acme/app.git", "https://bitbucket.org/acme/app/src/" + sha + "/a%20b/c%23.go#lines-3:5"},
		{"https://codeberg.org/acme/app", "https://codeberg.org/acme/app/src/commit/" + sha + "/a%20b/c%23.go#L3-L5"},
		{"git@git.sr.ht:~acme/app", "https://git.sr.ht/~acme/app/tree/" + sha + "/item/a%20b/c%23.go#L3-5"},
		{"https://unknown.example/acme/app", ""},
		{"/srv/git/app.git", ""}, {`C:\git\app`, ""}, {"file:///srv/app", ""}, {"", ""}, {"github.com:", ""}, {"\x00://", ""},
	} {
		got := permalink(tc.remote, sha, "a b/c#.go", 2, 5)
		if got != tc.want {
			t.Errorf("%s:\n got %s\nwant %s", tc.remote, got, tc.want)
		}
		if strings.Contains(got, "s3cret") {
			t.Errorf("%s has a password", got)
		}
	}
	if got := permalink("git@github.com:a/b", sha, "x.go", 7, 8); !strings.HasSuffix(got, "x.go#L8") {
		t.Errorf("one line: %s", got)
	}
}

func write(t *testing.T, p, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(p), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestFill(t *testing.T) {
	dir := t.TempDir()
	git := filepath.Join(dir, ".git")
	file := filepath.Join(dir, "sub", "a.go")
	write(t, file, "x\n")
	write(t, filepath.Join(git, "HEAD"), "ref: refs/heads/feature/x\n")
	write(t, filepath.Join(git, "packed-refs"), "# pack-refs with: peeled\n"+sha+" refs/heads/feature/x\n^"+sha+"\n")
	write(t, filepath.Join(git, "config"), "[core]\n\tbare = false\n[remote \"fork\"]\n\turl = git@github.com:me/app.git\n[remote \"origin\"]\n\turl = \"https://tok3n@github.com/acme/app.git\"\n[branch \"feature/x\"]\n\tremote = fork\n")
	o := Fill(&swarm.Origin{Path: file, StartLine: 0, EndLine: 1})
	if o.Repository != dir || o.Relative != "sub/a.go" || o.Commit != sha || o.Permalink != "https://github.com/me/app/blob/"+sha+"/sub/a.go#L1" {
		t.Errorf("%+v", o)
	}

	// A loose reference wins over a packed one.
	other := strings.Repeat("a", 40)
	write(t, filepath.Join(git, "refs", "heads", "feature", "x"), other+"\n")
	if o := Fill(&swarm.Origin{Path: file}); o.Commit != other {
		t.Errorf("commit %s", o.Commit)
	}

	// A linked working tree shares references and configuration.
	tree := t.TempDir()
	admin := filepath.Join(git, "worktrees", "wt")
	write(t, filepath.Join(tree, ".git"), "gitdir: "+admin+"\n")
	write(t, filepath.Join(admin, "HEAD"), "ref: refs/heads/feature/x\n")
	write(t, filepath.Join(admin, "commondir"), "../..\n")
	write(t, filepath.Join(tree, "b.go"), "")
	if o := Fill(&swarm.Origin{Path: filepath.Join(tree, "b.go")}); o.Commit != other || o.Repository != tree || !strings.Contains(o.Permalink, "me/app") {
		t.Errorf("working tree: %+v", o)
	}

	// Detached.
	write(t, filepath.Join(git, "HEAD"), sha+"\n")
	if o := Fill(&swarm.Origin{Path: file}); o.Commit != sha || !strings.Contains(o.Permalink, "acme/app") || strings.Contains(o.Permalink, "tok3n") {
		t.Errorf("detached: %+v", o)
	}
}

func TestFillNeverFails(t *testing.T) {
	if Fill(nil) != nil {
		t.Error("nothing of nothing")
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "a.go")
	for _, head := range []string{"", "ref: ", "ref: ../../etc/passwd", "ref: refs/heads/../../config", "\x00\xff", "ref: HEAD", "ref: refs/heads/none"} {
		write(t, filepath.Join(dir, ".git", "HEAD"), head)
		write(t, filepath.Join(dir, ".git", "config"), "[remote \"\n url\n[[[\n"+head)
		if o := Fill(&swarm.Origin{Path: file}); o.Commit != "" || o.Permalink != "" || o.Relative != "a.go" {
			t.Errorf("%q: %+v", head, o)
		}
	}
	if o := Fill(&swarm.Origin{Path: "relative.go"}); o.Repository != "" {
		t.Errorf("%+v", o)
	}
	if o := Fill(&swarm.Origin{Path: file, Relative: "set.go", Commit: "c", Permalink: "p", Repository: "/r"}); o.Relative != "set.go" || o.Commit != "c" || o.Permalink != "p" || o.Repository != "/r" {
		t.Errorf("what is set stays: %+v", o)
	}
}

func TestFillAgreesWithGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir := t.TempDir()
	run := func(args ...string) string {
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "init.defaultBranch=main"}, args...)...)
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	run("init", "-q")
	write(t, filepath.Join(dir, "a.go"), "x")
	run("add", ".")
	run("commit", "-q", "-m", "one")
	run("remote", "add", "origin", "git@github.com:acme/app.git")
	want := run("rev-parse", "HEAD")
	check := func(when, path string) {
		t.Helper()
		if o := Fill(&swarm.Origin{Path: path}); o.Commit != want || !strings.Contains(o.Permalink, want) {
			t.Errorf("%s: %+v, want %s", when, o, want)
		}
	}
	check("loose", filepath.Join(dir, "a.go"))
	run("pack-refs", "--all")
	check("packed", filepath.Join(dir, "a.go"))
	run("worktree", "add", "-q", "../wt-"+filepath.Base(dir))
	wt := filepath.Join(filepath.Dir(dir), "wt-"+filepath.Base(dir))
	t.Cleanup(func() { os.RemoveAll(wt) })
	check("working tree", filepath.Join(wt, "a.go"))
}
