package index

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"memswarm/swarm"
)

// TestMain lets the test binary be the process that is killed.
func TestMain(m *testing.M) {
	if dir := os.Getenv("INDEX_CRASH"); dir != "" {
		writeUntilKilled(dir)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// writeUntilKilled adds ten notes at a time, for ever, and says how many it
// knows to be on disk.
func writeUntilKilled(dir string) {
	x, err := Open(dir, Options{})
	if err != nil {
		fmt.Println("open:", err)
		return
	}
	n := x.Stats().Notes
	for {
		b := x.Begin()
		for range 10 {
			doc := fmt.Sprintf("n%06d.md", n)
			if err := b.Put(context.Background(), simple(doc, "Note "+strconv.Itoa(n), "a|common words here", "b|unique"+strconv.Itoa(n))); err != nil {
				fmt.Println("put:", err)
				return
			}
			n++
		}
		if err := b.Commit(context.Background()); err != nil {
			fmt.Println("commit:", err)
			return
		}
		fmt.Println("have", n)
	}
}

// TestKill kills a process that writes, at random moments: the index opens and
// holds exactly whole sets of changes, at least all that were acknowledged.
func TestKill(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	dir := t.TempDir()
	had := 0
	for round := range 8 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "INDEX_CRASH="+dir)
		out, err := cmd.StdoutPipe()
		must(t, err)
		must(t, cmd.Start())
		wait := 1 + rand.IntN(12)
		acknowledged := had
		lines := bufio.NewScanner(out)
		for range wait {
			if !lines.Scan() {
				break
			}
			text := lines.Text()
			n, ok := strings.CutPrefix(text, "have ")
			if !ok {
				t.Fatal(text)
			}
			acknowledged, err = strconv.Atoi(n)
			must(t, err)
		}
		time.Sleep(time.Duration(rand.IntN(3000)) * time.Microsecond) // somewhere in the next set
		must(t, cmd.Process.Kill())
		rest, _ := io.ReadAll(out)
		for l := range strings.Lines(string(rest)) {
			if n, ok := strings.CutPrefix(strings.TrimSpace(l), "have "); ok {
				acknowledged, err = strconv.Atoi(n)
				must(t, err)
			}
		}
		_ = cmd.Wait()

		x := openAt(t, dir)
		x.checking.Wait()
		must(t, x.Err())
		n := x.Stats().Notes
		if n < acknowledged || n%10 != 0 {
			t.Fatalf("round %d: %d notes, %d were acknowledged", round, n, acknowledged)
		}
		found := ask(t, x, &swarm.Query{Words: "unique" + strconv.Itoa(n-1)}, SearchOptions{})
		if got := docs(found); len(got) == 0 || got[0] != fmt.Sprintf("n%06d.md", n-1) {
			t.Fatalf("round %d: the last note is found as %v", round, got)
		}
		had = n
		must(t, x.Close())
	}
}

// TestFolderGone removes the index's folder while it is open: it can still be
// searched, and writing says what is wrong.
func TestFolderGone(t *testing.T) {
	dir := t.TempDir()
	x := openAt(t, dir)
	put(t, x, simple("a.md", "A", "|apple"))
	must(t, os.RemoveAll(filepath.Join(dir, storeDir)))
	b := x.Begin()
	err := b.Put(t.Context(), simple("b.md", "B", "|banana"))
	if err == nil {
		err = b.Commit(t.Context())
	}
	if err == nil || x.Err() == nil {
		t.Errorf("writing into a folder that is gone: %v, %v", err, x.Err())
	}
	if got := docs(ask(t, x, query("apple"), SearchOptions{})); len(got) != 1 {
		t.Errorf("found %v", got)
	}
	must(t, x.Close())
	x = openAt(t, dir)
	put(t, x, simple("b.md", "B", "|banana"))
	if n := x.Stats().Notes; n != 1 {
		t.Errorf("%d notes in the new index", n)
	}
	must(t, x.Close())
}
