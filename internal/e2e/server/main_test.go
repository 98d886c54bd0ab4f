//go:build unix

package server

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"memswarm/cli"
)

// asProgram in the environment makes the test binary the program.
const asProgram = "MEMSWARM_TEST_PROGRAM"

// runMark in the environment of every process tells which run it belongs to.
const runMark = "MEMSWARM_TEST_RUN"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Exit(cli.Main(os.Args[1:]))
	}
	code := m.Run()
	if left := leftovers(); len(left) > 0 {
		fmt.Fprintf(os.Stderr, "processes were left behind: %v\n", left)
		code = max(code, 1)
	}
	os.Exit(code)
}

// processes lists the numbers of this run's processes for which ok holds; none
// where the system does not tell.
func processes(ok func(command []string) bool) (pids []int) {
	mark := []byte(runMark + "=" + strconv.Itoa(os.Getpid()))
	dirs, _ := filepath.Glob("/proc/[0-9]*")
	for _, dir := range dirs {
		pid, err := strconv.Atoi(filepath.Base(dir))
		if err != nil || pid == os.Getpid() {
			continue
		}
		env, err := os.ReadFile(filepath.Join(dir, "environ"))
		if err != nil || !containsField(env, mark) {
			continue
		}
		line, _ := os.ReadFile(filepath.Join(dir, "cmdline"))
		var command []string
		for f := range bytes.SplitSeq(bytes.TrimSuffix(line, []byte{0}), []byte{0}) {
			command = append(command, string(f))
		}
		if len(line) > 0 && ok(command) {
			pids = append(pids, pid)
		}
	}
	return pids
}

func containsField(list, field []byte) bool {
	for f := range bytes.SplitSeq(list, []byte{0}) {
		if bytes.Equal(f, field) {
			return true
		}
	}
	return false
}

// leftovers waits a moment for processes to end, ends those that do not and
// lists them.
func leftovers() []int {
	all := func([]string) bool { return true }
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if len(processes(all)) == 0 {
			return nil
		}
	}
	left := processes(all)
	for _, pid := range left {
		if p, err := os.FindProcess(pid); err == nil {
			_ = p.Kill()
		}
	}
	return left
}
