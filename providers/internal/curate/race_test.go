package curate

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"memswarm/swarm"
)

// The test binary is also a process that curates: into which target and how
// often is in the environment.
func TestMain(m *testing.M) {
	if kind := os.Getenv("CURATE_JOB"); kind != "" {
		os.Exit(curateJob(kind))
	}
	os.Exit(m.Run())
}

func curateJob(kind string) int {
	var n int
	fmt.Sscan(os.Getenv("CURATE_N"), &n)
	s := &scenario{Writer: kind}
	if kind == "daily" {
		s.Daily = &Daily{Heading: "Log"}
	}
	w := s.writer(os.Getenv("CURATE_DIR"))
	for i := 0; i != n; i++ {
		c := &swarm.Curation{Title: "Same title", Content: fmt.Sprintf("entry <%d>\n\n%s", i, strings.Repeat("0123456789 ", 2000)), Now: noon,
			Origin: &swarm.Origin{Path: filepath.Join(os.TempDir(), "same.go"), Language: "markdown"}}
		r, err := w.Curate(context.Background(), c)
		if err != nil {
			fmt.Println(err)
			return 1
		}
		json.NewEncoder(os.Stdout).Encode(r.Path)
	}
	return 0
}

func curateProcess(kind, dir string, n int) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "CURATE_JOB="+kind, "CURATE_DIR="+dir, fmt.Sprint("CURATE_N=", n))
	return cmd
}

func TestProcessesAtOnce(t *testing.T) {
	for _, kind := range []string{"markdown", "daily", "wiki", "tree"} {
		t.Run(kind, func(t *testing.T) {
			dir := t.TempDir()
			var wg sync.WaitGroup
			for range 3 {
				wg.Go(func() {
					if out, err := curateProcess(kind, dir, 5).CombinedOutput(); err != nil {
						t.Errorf("%v\n%s", err, out)
					}
				})
			}
			wg.Wait()
			entries, files := 0, 0
			for name, text := range snapshot(t, dir) {
				entries += strings.Count(text, "\nentry <")
				if text != "dir" && !strings.HasPrefix(name, "sources/") {
					files++
				}
			}
			want := 15
			if kind == "daily" {
				want = 1
			}
			if entries != 15 || files != want {
				t.Errorf("%d entries in %d files", entries, files)
			}
			if kind == "wiki" {
				if issues := lintWiki(t, dir); issues != nil {
					t.Error(issues)
				}
			}
		})
	}
}

func TestKilledWhileCurating(t *testing.T) {
	rounds := 12
	if testing.Short() {
		rounds = 2
	}
	for _, kind := range []string{"daily", "wiki"} {
		for round := range rounds {
			dir := t.TempDir()
			cmd := curateProcess(kind, dir, -1)
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			out.Read(make([]byte, 1)) // it has written once
			time.Sleep(time.Duration(round*977%9000) * time.Microsecond)
			cmd.Process.Kill()
			cmd.Wait()
			for name, text := range snapshot(t, dir) {
				switch {
				case text == "dir", strings.HasSuffix(name, ".tmp"):
				case kind == "daily":
					// Every entry is whole, and they are in order.
					for i, part := range strings.Split(text, "entry <")[1:] {
						if !strings.HasPrefix(part, fmt.Sprintf("%d>\n\n%s", i, strings.TrimSpace(strings.Repeat("0123456789 ", 2000)))) {
							t.Errorf("%s: entry %d is not whole", name, i)
						}
					}
				case !strings.HasSuffix(text, humanBlock):
					t.Errorf("%s is not whole", name)
				}
			}
			if kind == "wiki" {
				if issues := lintWiki(t, dir); issues != nil {
					t.Error(issues)
				}
			}
		}
	}
}
