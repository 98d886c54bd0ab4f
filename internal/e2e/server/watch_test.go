//go:build unix

package server

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"memswarm/contract"
	"memswarm/lsp/lsptest"
)

var events = flag.Int("events", 2000, "how many files are changed at once")

// TestChangesAreSeen changes files behind the editor's back and asks without
// waiting.
func TestChangesAreSeen(t *testing.T) {
	b := newBox(t, notes(20))
	e := b.edit()
	e.mustFind(word(1), "n0001.md")
	sees := func(text string, want ...string) {
		t.Helper()
		var got []string
		eventually(t, fmt.Sprintf("%q finds %v", text, want), func() bool {
			var err error
			if got, err = e.found(text, 0); err != nil {
				t.Fatal(err)
			}
			slices.Sort(got)
			return slices.Equal(got, want)
		})
	}
	var slowest time.Duration
	for i := range 10 {
		b.write("notes/n0003.md", "# Saved\n\nbilby"+word(i)+"\n")
		begin := time.Now()
		sees("bilby"+word(i), "n0003.md")
		slowest = max(slowest, time.Since(begin))
		time.Sleep(10 * time.Millisecond)
	}
	t.Logf("a saved note was found after %v at most", slowest)
	b.write("notes/deep/er/new.md", "dunnart\n")
	sees("dunnart", "new.md")
	must(t, os.Rename(b.path("notes/deep"), b.path("notes/moved")))
	sees("dunnart", "new.md")
	var a contract.Answer
	must(t, e.Call("swarm/query", map[string]any{"query": "dunnart"}, &a))
	if u := a.Results[0].Location.URI; !strings.Contains(u, "/moved/er/") {
		t.Errorf("found at %s", u)
	}
	b.write("notes/.tmp", "potoroo\n")
	must(t, os.Rename(b.path("notes/.tmp"), b.path("notes/n0004.md")))
	sees("potoroo", "n0004.md")
	must(t, os.RemoveAll(b.path("notes/moved")))
	sees("dunnart")
}

func must(t testing.TB, errs ...error) {
	t.Helper()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
}

// TestCommandsSeeWhatWasWritten writes and asks at once: a command never misses
// what was there when it began.
func TestCommandsSeeWhatWasWritten(t *testing.T) {
	b := newBox(t, notes(5))
	b.found("x")
	for i := range 10 {
		name := fmt.Sprintf("w%d.md", i)
		b.write("notes/sub"+fmt.Sprint(i%3)+"/"+name, "numbat"+word(i)+"\n")
		if got := b.found("numbat" + word(i)); !slices.Equal(got, []string{name}) {
			t.Errorf("just written: found %v, want %s", got, name)
		}
	}
	if st := b.status(); st.Served != 11 {
		t.Errorf("not through the server: %+v", st)
	}
}

// TestConfigurationChanges changes the configuration behind the editor's back.
func TestConfigurationChanges(t *testing.T) {
	b := newBox(t, notes(5))
	b.write("more/m.md", "kultarr\n")
	e := b.edit()
	e.mustFind(word(1), "n0001.md")
	config := func(folder string) string {
		return "providers:\n  local_markdown:\n    enabled: true\n    folders:\n      - name: notes\n        path: ./" + folder + "\n"
	}
	b.write(".brv/swarm/config.yaml", config("more"))
	eventually(t, "the new folder is searched", func() bool {
		got, err := e.found("kultarr", 20000)
		return err == nil && len(got) == 1
	})
	must(t, os.RemoveAll(b.path(".brv")))
	b.write(".brv/swarm/config.yaml", config("notes"))
	eventually(t, "the old folder is searched again", func() bool {
		got, err := e.found(word(2), 20000)
		other, err2 := e.found("kultarr", 0)
		return err == nil && err2 == nil && len(got) == 1 && len(other) == 0
	})
}

// TestManyFileEvents has thousands of files made, changed and deleted, as a
// checkout does.
func TestManyFileEvents(t *testing.T) {
	b := newBox(t, notes(10))
	e := b.edit()
	e.mustFind(word(1), "n0001.md")
	for i := range *events {
		b.write(fmt.Sprintf("notes/d%02d/f%05d.md", i%50, i), "mulgara f"+word(i)+"\n")
	}
	e.mustFind("f"+word(*events-1), fmt.Sprintf("f%05d.md", *events-1))
	count := func() int {
		var st contract.Status
		must(t, e.Call("swarm/status", map[string]any{}, &st))
		return st.Providers[0].Notes
	}
	if n := count(); n != *events+10 {
		t.Errorf("%d notes, want %d", n, *events+10)
	}
	for i := range *events {
		path := b.path(fmt.Sprintf("notes/d%02d/f%05d.md", i%50, i))
		if i%2 == 0 {
			must(t, os.Remove(path))
		} else {
			must(t, os.WriteFile(path, []byte("phascogale f"+word(i)+" more\n"), 0o644))
		}
	}
	got, err := e.found("phascogale f"+word(1), 20000)
	if err != nil || len(got) == 0 || got[0] != "f00001.md" {
		t.Errorf("found %v (%v)", got, err)
	}
	if got, err := e.found("mulgara", 20000); err != nil || len(got) > 0 {
		t.Errorf("found as it was: %v (%v)", got, err)
	}
	if n := count(); n != *events/2+10 {
		t.Errorf("%d notes, want %d", n, *events/2+10)
	}
}

// TestWatchLimits runs out of the system's watches and watchers: the user is
// told once, and changes are found all the same.
func TestWatchLimits(t *testing.T) {
	for _, limit := range []string{"max_inotify_watches", "max_inotify_instances"} {
		t.Run(limit, func(t *testing.T) {
			files := map[string]string{}
			for i := range 30 {
				files[fmt.Sprintf("notes/d%d/n.md", i)] = "# In " + word(i) + "\n"
			}
			b := newBox(t, files)
			set := "echo 12 > /proc/sys/user/" + limit
			if limit == "max_inotify_instances" {
				set = "echo 0 > /proc/sys/user/" + limit
			}
			if err := exec.Command("unshare", "-Ur", "sh", "-c", set).Run(); err != nil {
				t.Skipf("limits cannot be set here: %v", err)
			}
			self := b.command()
			cmd := exec.Command("unshare", "-Ur", "sh", "-c", set+` && exec "$0" "$@"`, self.Path, "lsp", "--standalone")
			cmd.Env, cmd.Dir = self.Env, self.Dir
			e := &editor{b: b, cmd: cmd, err: &bytes.Buffer{}}
			cmd.Stderr = e.err
			e.Client, e.wait = lsptest.Run(t, cmd)
			e.Initialize(t, lsptest.Setup{Folders: map[string]string{b.uri(""): "ws"}})
			if got, err := e.found(word(3), 20000); err != nil || len(got) != 1 {
				t.Fatalf("found %v (%v)", got, err)
			}
			told, err := e.Await("window/showMessage", nil)
			if err != nil || !strings.Contains(string(told), "sysctl") {
				t.Errorf("told %s (%v)", told, err)
			}
			for i := range 3 {
				b.write("notes/d29/late.md", "bilby"+word(i)+"\n")
				e.mustFind("bilby"+word(i), "late.md")
			}
			if n := len(e.Notifications("window/showMessage")); n != 1 {
				t.Errorf("told %d times", n)
			}
			e.Shutdown(t)
			if code := e.wait(); code != 0 {
				t.Errorf("code %d: %s", code, e.err)
			}
		})
	}
}

// TestWatchingCanBeTurnedOff has notes that are not watched.
func TestWatchingCanBeTurnedOff(t *testing.T) {
	b := newBox(t, notes(3))
	b.write(".brv/swarm/config.yaml", "providers:\n  local_markdown:\n    enabled: true\n    watch_for_changes: false\n    folders:\n      - {name: notes, path: ./notes}\n"+
		"performance:\n  index_cache_ttl_seconds: 0\n")
	e := b.edit()
	e.mustFind(word(1), "n0001.md")
	for i := range 3 {
		b.write("notes/new.md", "bilby"+word(i)+"\n")
		if got, err := e.found("bilby"+word(i), 0); err != nil || len(got) != 1 {
			t.Errorf("found %v (%v)", got, err)
		}
	}
}
