package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"memswarm/swarm"
)

func open(t *testing.T, path string) *Dir {
	t.Helper()
	d, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

func text(s string) func(string) ([]byte, error) {
	return func(string) ([]byte, error) { return []byte(s), nil }
}

// tree is every name below a folder, with the content of files.
func tree(t testing.TB, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(p string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(dir, p)
		if e.Type().IsRegular() {
			data, err := os.ReadFile(p)
			if err != nil {
				return err
			}
			out[rel] = string(data)
		} else {
			out[rel] = e.Type().String()
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func code(err error) string {
	if err == nil {
		return ""
	}
	return swarm.AsError(err, "?", "").Code
}

func TestCreate(t *testing.T) {
	root := t.TempDir()
	d := open(t, root)
	c, err := d.Create("a/b", "note", ".md", text("one"))
	if err != nil {
		t.Fatal(err)
	}
	if c.Rel != "a/b/note.md" || c.Path != filepath.Join(root, "a", "b", "note.md") || !slices.Equal(c.Made, []string{"a", "a/b"}) {
		t.Errorf("%+v", c)
	}
	for i, want := range []string{"a/b/note-2.md", "a/b/note-3.md"} {
		c, err := d.Create("a/b", "note", ".md", text(fmt.Sprint(i)))
		if err != nil || c.Rel != want || c.Made != nil {
			t.Errorf("%+v %v, want %s", c, err, want)
		}
	}
	if got := tree(t, root); len(got) != 6 || got[filepath.Join("a", "b", "note.md")] != "one" {
		t.Errorf("%v", got)
	}
}

func TestCreateAvoidsNamesThatDifferInCaseOrForm(t *testing.T) {
	root := t.TempDir()
	for _, n := range []string{"README.md", "cafe\u0301.md", "Straße.md"} {
		if err := os.WriteFile(filepath.Join(root, n), []byte(n), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	d := open(t, root)
	for stem, want := range map[string]string{"readme": "readme-2.md", "café": "café-2.md", "STRASSE": "STRASSE-2.md"} {
		if c, err := d.Create("", stem, ".md", text("x")); err != nil || c.Rel != want {
			t.Errorf("%s: %+v %v", stem, c, err)
		}
	}
}

func TestCreateLetsTheTextChoose(t *testing.T) {
	root := t.TempDir()
	d := open(t, root)
	choose := func(stem string) ([]byte, error) {
		if stem != "n-3" {
			return nil, ErrTaken
		}
		return []byte(stem), nil
	}
	p, err := d.Preview("x", "n", ".md", choose)
	if err != nil || p.Rel != "x/n-3.md" {
		t.Errorf("%+v %v", p, err)
	}
	if len(tree(t, root)) != 1 {
		t.Error("a preview has written")
	}
	if c, err := d.Create("x", "n", ".md", choose); err != nil || c.Rel != p.Rel {
		t.Errorf("%+v %v", c, err)
	}
	before := tree(t, root)
	if _, err := d.Create("y/z", "n", ".md", func(string) ([]byte, error) { return nil, ErrStop }); !errors.Is(err, ErrStop) {
		t.Errorf("%v", err)
	}
	if len(tree(t, root)) != len(before) {
		t.Error("folders were left behind")
	}
}

func TestNothingLeadsOutside(t *testing.T) {
	base := t.TempDir()
	root, out := filepath.Join(base, "root"), filepath.Join(base, "out")
	for _, p := range []string{root, out, filepath.Join(root, "in")} {
		if err := os.Mkdir(p, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	secret := filepath.Join(out, "secret.md")
	os.WriteFile(secret, []byte("secret"), 0o666)
	links := os.Symlink(out, filepath.Join(root, "link")) == nil
	if links {
		os.Symlink("../out", filepath.Join(root, "rel"))
		os.Symlink(secret, filepath.Join(root, "abs.md"))
		os.Symlink("../out/secret.md", filepath.Join(root, "up.md"))
		os.Symlink("in", filepath.Join(root, "fine"))
		os.Symlink("loop.md", filepath.Join(root, "loop.md"))
	}
	d := open(t, root)
	want := tree(t, out)
	hash := Hash([]byte("secret"))
	for _, dir := range []string{"..", "../out", "a/../../out", "/tmp", "link", "rel", "link/deeper", `a\b`, "a\x00b"} {
		if (dir == "link" || dir == "rel" || dir == "link/deeper") && !links {
			continue
		}
		_, err := d.Create(dir, "n", ".md", text("x"))
		if code(err) != CodeOutside {
			t.Errorf("Create in %q: %v", dir, err)
		}
		if e := swarm.AsError(err, "", ""); e != nil && e.Fix == "" {
			t.Errorf("no remedy: %v", err)
		}
	}
	for _, name := range []string{"../n", "a/b", "..", ""} {
		if _, err := d.Create("", name, "", text("x")); code(err) != CodeOutside {
			t.Errorf("Create named %q: %v", name, err)
		}
	}
	for _, rel := range []string{"../out/secret.md", "link/secret.md", "abs.md", "up.md", "loop.md"} {
		if err := d.Replace(rel, hash, []byte("x")); err == nil {
			t.Errorf("Replace %q went out", rel)
		}
		if err := d.Remove(rel, hash, nil); err == nil {
			t.Errorf("Remove %q went out", rel)
		}
		if _, err := d.Read(rel, 10); err == nil {
			t.Errorf("Read %q went out", rel)
		}
	}
	if got := tree(t, out); len(got) != len(want) || got["secret.md"] != "secret" {
		t.Errorf("outside: %v", got)
	}
	if links {
		if c, err := d.Create("fine", "n", ".md", text("x")); err != nil || c.Rel != "fine/n.md" {
			t.Errorf("a link inside the folder: %v %v", c, err)
		}
	}
}

func TestModeIsTheFolders(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no such modes on Windows")
	}
	root := t.TempDir()
	os.WriteFile(filepath.Join(root, "probe"), nil, 0o666) // what the umask makes of 0666
	st, _ := os.Stat(filepath.Join(root, "probe"))
	want := st.Mode().Perm()
	private := filepath.Join(root, "private")
	os.Mkdir(private, 0o700)
	d := open(t, root)
	for _, tc := range []struct {
		dir  string
		want fs.FileMode
	}{{"", want}, {"private", 0o600}} {
		c, err := d.Create(tc.dir, "n", ".md", text("x"))
		if err != nil {
			t.Fatal(err)
		}
		if st, _ := os.Stat(c.Path); st.Mode().Perm() != tc.want {
			t.Errorf("in %q: %v, want %v", tc.dir, st.Mode(), tc.want)
		}
	}
	p := filepath.Join(root, "script.md")
	os.WriteFile(p, []byte("a"), 0o640)
	os.Chmod(p, 0o751)
	if err := d.Replace("script.md", Hash([]byte("a")), []byte("b")); err != nil {
		t.Fatal(err)
	}
	if st, _ := os.Stat(p); st.Mode().Perm() != 0o751 {
		t.Errorf("Replace changed the mode to %v", st.Mode())
	}
}

func TestOldTemporaryFilesGo(t *testing.T) {
	root := t.TempDir()
	old, young, other := filepath.Join(root, ".memswarm-OLD.tmp"), filepath.Join(root, ".memswarm-NEW.tmp"), filepath.Join(root, ".other.tmp")
	for _, p := range []string{old, young, other} {
		os.WriteFile(p, []byte("x"), 0o666)
	}
	past := time.Now().Add(-2 * time.Hour)
	os.Chtimes(old, past, past)
	os.Chtimes(other, past, past)
	if _, err := open(t, root).Create("", "n", ".md", text("x")); err != nil {
		t.Fatal(err)
	}
	got := tree(t, root)
	if _, ok := got[filepath.Base(old)]; ok || len(got) != 4 {
		t.Errorf("%v", got)
	}
}

func TestReplaceAndRemove(t *testing.T) {
	root := t.TempDir()
	p := filepath.Join(root, "sub", "n.md")
	os.Mkdir(filepath.Dir(p), 0o777)
	os.WriteFile(p, []byte("one"), 0o666)
	d := open(t, root)
	if err := d.Replace("sub/n.md", Hash([]byte("other")), []byte("two")); code(err) != CodeChanged {
		t.Errorf("%v", err)
	}
	if err := d.Replace("sub/n.md", Hash([]byte("one")), []byte("two")); err != nil {
		t.Error(err)
	}
	if err := d.Replace("sub/none.md", "", nil); code(err) != CodeMissing {
		t.Errorf("%v", err)
	}
	if err := d.Remove("sub/n.md", Hash([]byte("one")), nil); code(err) != CodeChanged {
		t.Errorf("%v", err)
	}
	if got := tree(t, root); len(got) != 3 || got[filepath.Join("sub", "n.md")] != "two" {
		t.Errorf("%v", got)
	}
	os.WriteFile(filepath.Join(root, "sub", "keeps"), nil, 0o666)
	if err := d.Remove("sub/n.md", Hash([]byte("two")), []string{"sub"}); err != nil {
		t.Error(err)
	}
	if got := tree(t, root); len(got) != 3 {
		t.Errorf("a folder in use was removed, or the file was not: %v", got)
	}
}

func TestReplaceFollowsALinkInside(t *testing.T) {
	root := t.TempDir()
	os.Mkdir(filepath.Join(root, "real"), 0o777)
	os.WriteFile(filepath.Join(root, "real", "n.md"), []byte("one"), 0o666)
	if err := os.Symlink(filepath.FromSlash("real/n.md"), filepath.Join(root, "n.md")); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	if err := open(t, root).Replace("n.md", Hash([]byte("one")), []byte("two")); err != nil {
		t.Fatal(err)
	}
	if st, _ := os.Lstat(filepath.Join(root, "n.md")); st.Mode()&fs.ModeSymlink == 0 {
		t.Error("the link is gone")
	}
	if got := tree(t, root); got[filepath.Join("real", "n.md")] != "two" || len(got) != 4 {
		t.Errorf("%v", got)
	}
}

func TestWithoutLinksOrRenames(t *testing.T) {
	root := t.TempDir()
	d := open(t, root)
	sub, _, err := d.folder("x.md")
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Close()
	for name, place := range map[string]func(*os.Root, string, string) error{"reserve": reserve, "renameNew": renameNew} {
		temp, err := writeTemp(sub, []byte(name), 0o666)
		if err != nil {
			t.Fatal(err)
		}
		if err := place(sub, temp, name+".md"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		temp, _ = writeTemp(sub, []byte("again"), 0o666)
		if err := place(sub, temp, name+".md"); !errors.Is(err, fs.ErrExist) {
			t.Errorf("%s over an existing file: %v", name, err)
		}
		sub.Remove(temp)
	}
	if got := tree(t, root); len(got) != 3 || got["reserve.md"] != "reserve" || got["renameNew.md"] != "renameNew" {
		t.Errorf("%v", got)
	}
}

func TestManyWritersInOneProcess(t *testing.T) {
	root := t.TempDir()
	var wg sync.WaitGroup
	var mu sync.Mutex
	names := map[string]int{}
	stems := []string{"note", "Note", "NOTE", "caf\u00e9", "cafe\u0301"}
	for i := range 40 {
		wg.Go(func() {
			d, err := Open(root)
			if err != nil {
				t.Error(err)
				return
			}
			defer d.Close()
			c, err := d.Create("", stems[i%len(stems)], ".md", body)
			if err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			names[fold(c.Rel)]++
			mu.Unlock()
		})
	}
	wg.Wait()
	if len(names) != 40 {
		t.Errorf("%d names for 40 writers: %v", len(names), names)
	}
	if got := tree(t, root); len(got) != 41 {
		t.Errorf("%d names in the folder", len(got))
	}
}

func job(t testing.TB, name, dir string, env ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), append(env, "SAFEFILE_JOB="+name, "SAFEFILE_DIR="+dir)...)
	return cmd
}

func TestManyWritersInManyProcesses(t *testing.T) {
	root := t.TempDir()
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if out, err := job(t, "create", root, "SAFEFILE_N=10").CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
	wg.Wait()
	got := tree(t, root)
	if len(got) != 41 {
		t.Errorf("%d names", len(got))
	}
	for name, data := range got {
		if name != "." && !whole([]byte(data), strings.TrimSuffix(name, ".md")) {
			t.Errorf("%s is not whole", name)
		}
	}
}

func TestNoAppendIsLost(t *testing.T) {
	root := t.TempDir()
	os.WriteFile(filepath.Join(root, "note.md"), []byte("start\n"), 0o666)
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() {
			if out, err := job(t, "append", root, "SAFEFILE_N=15", fmt.Sprint("SAFEFILE_NAME=", i)).CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
	wg.Wait()
	got := tree(t, root)
	if n := strings.Count(got["note.md"], "line of "); n != 45 || len(got) != 2 {
		t.Errorf("%d of 45 lines, %d names", n, len(got))
	}
}

func TestExchangePutsAForeignVersionBack(t *testing.T) {
	root := t.TempDir()
	sub, err := os.OpenRoot(root)
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Close()
	read, ours, foreign := []byte("as read"), []byte("ours"), []byte("foreign")
	for _, tc := range []struct {
		there, want, left []byte
		err               error
	}{{read, ours, read, nil}, {foreign, foreign, ours, errChanged}} {
		sub.WriteFile("n.md", tc.there, 0o666)
		sub.WriteFile("temp", ours, 0o666)
		swapped, err := exchange(sub, "temp", "n.md", Hash(read), Hash(ours))
		if !swapped && err == nil {
			t.Skip("files cannot be exchanged in one step here")
		}
		if got := tree(t, root); !errors.Is(err, tc.err) || got["n.md"] != string(tc.want) || got["temp"] != string(tc.left) {
			t.Errorf("%s: %v, %v", tc.there, got, err)
		}
	}
}

// Another program, which knows of no lock, replaces the note all the time. Its
// last version must be what the note begins with.
func TestReplaceLosesNoForeignVersion(t *testing.T) {
	if runtime.GOOS != "linux" && runtime.GOOS != "darwin" {
		t.Skip("files cannot be exchanged in one step here")
	}
	root := fastDir(t)
	note, next := filepath.Join(root, "note.md"), filepath.Join(root, "next")
	os.WriteFile(note, []byte("version 0\n"), 0o666)
	d := open(t, root)
	var wg sync.WaitGroup
	stop := make(chan struct{})
	done := 0
	for range 2 {
		wg.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				data, err := d.Read("note.md", MaxNote)
				if err == nil {
					err = d.Replace("note.md", Hash(data), append(data, "more\n"...))
				}
				if err != nil && code(err) != CodeChanged {
					t.Error(err)
					return
				}
			}
		})
	}
	for i := 1; i <= 500; i++ {
		os.WriteFile(next, fmt.Appendf(nil, "version %d\n", i), 0o666)
		if err := os.Rename(next, note); err != nil {
			t.Error(err)
		}
		done = i
	}
	close(stop)
	wg.Wait()
	data, err := os.ReadFile(note)
	if want := fmt.Sprintf("version %d\n", done); err != nil || !strings.HasPrefix(string(data), want) {
		t.Errorf("the note begins with %q, the last version was %q", data[:min(len(data), 20)], want)
	}
	if got := tree(t, root); len(got) != 2 {
		t.Errorf("left behind: %v", len(got))
	}
}

func TestKilledAtAnyMoment(t *testing.T) {
	rounds := 50
	if testing.Short() {
		rounds = 5
	}
	root := t.TempDir()
	temps := 0
	for round := range rounds {
		dir := filepath.Join(root, fmt.Sprint(round))
		os.Mkdir(dir, 0o777)
		os.WriteFile(filepath.Join(dir, "mine.md"), []byte("mine"), 0o666)
		cmd := job(t, "forever", dir)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		out.Read(make([]byte, 6)) // it is writing now
		// The moment differs from round to round; which it is does not matter.
		time.Sleep(time.Duration(round*137%5000) * time.Microsecond)
		cmd.Process.Kill()
		cmd.Wait()
		for name, data := range tree(t, dir) {
			switch {
			case name == ".", name == "mine.md" && data == "mine":
			case isTemp(name):
				temps++
			case !whole([]byte(data), strings.TrimSuffix(name, ".md")):
				t.Fatalf("round %d: %s is not whole", round, name)
			}
		}
	}
	t.Logf("%d temporary files in %d rounds", temps, rounds)
	if temps > rounds {
		t.Errorf("%d temporary files", temps)
	}
}

func TestNothingElseChanges(t *testing.T) {
	base := fastDir(t)
	n := 0
	rapid.Check(t, func(rt *rapid.T) {
		n++
		root := filepath.Join(base, fmt.Sprint(n), "root")
		os.MkdirAll(root, 0o777)
		os.WriteFile(filepath.Join(base, fmt.Sprint(n), "outside.md"), []byte("outside"), 0o666)
		for i, name := range rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"a.md", "A.md", "b.md", "é.md", "e\u0301.md", "a-2.md", "x"}), 0, 5, rapid.ID).Draw(rt, "there") {
			os.WriteFile(filepath.Join(root, name), []byte(fmt.Sprint("content ", i)), 0o666)
		}
		before := tree(t, filepath.Dir(root))
		d, err := Open(root)
		if err != nil {
			rt.Fatal(err)
		}
		defer d.Close()
		dir := rapid.SampledFrom([]string{"", "x", "y/z", "..", "../..", "x/..", "."}).Draw(rt, "dir")
		stem := rapid.SampledFrom([]string{"a", "A", "b", "é", "e\u0301", "..", "../a", "c"}).Draw(rt, "stem")
		c, err := d.Create(dir, stem, ".md", text("new"))
		after := tree(t, filepath.Dir(root))
		for name, data := range before {
			if after[name] != data {
				rt.Fatalf("%s was %q, is %q", name, data, after[name])
			}
			delete(after, name)
		}
		if err != nil {
			if len(after) != 0 {
				rt.Fatalf("left behind: %v", after)
			}
			return
		}
		if got := after[filepath.Join("root", filepath.FromSlash(c.Rel))]; got != "new" {
			rt.Fatalf("%q in %s", got, c.Rel)
		}
		if len(after) != 1+len(c.Made) {
			rt.Fatalf("also there: %v", after)
		}
	})
}

func BenchmarkCreate(b *testing.B) {
	for _, there := range []int{0, 6300} {
		b.Run(fmt.Sprint(there, " notes there"), func(b *testing.B) {
			root := b.TempDir()
			for i := range there {
				os.WriteFile(filepath.Join(root, fmt.Sprintf("note %d.md", i)), nil, 0o666)
			}
			d, err := Open(root)
			if err != nil {
				b.Fatal(err)
			}
			defer d.Close()
			for i := 0; b.Loop(); i++ {
				if _, err := d.Create("", fmt.Sprint("new-", i), ".md", text("hello\n")); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
