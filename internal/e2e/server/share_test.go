//go:build unix

package server

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// TestNobodySeesAnothersUnsavedText has two editors with the same note open.
func TestNobodySeesAnothersUnsavedText(t *testing.T) {
	b := newBox(t, notes(5))
	one, two := b.edit(), b.edit()
	one.Open(t, b.uri("notes/n0001.md"), "markdown", "# A\n")
	one.Replace(t, b.uri("notes/n0001.md"), 2, "# A\n\nbilby secret\n")
	two.Open(t, b.uri("notes/n0001.md"), "markdown", "# A\n")
	two.Replace(t, b.uri("notes/n0001.md"), 2, "# A\n\nnumbat secret\n")
	for range 3 {
		one.mustFind("bilby", "n0001.md")
		two.mustFind("numbat", "n0001.md")
		for e, text := range map[*editor]string{one: "numbat", two: "bilby"} {
			if got, err := e.found(text, 20000); err != nil || len(got) > 0 {
				t.Errorf("another's text is found: %v %v", got, err)
			}
		}
	}
	if got := b.found("secret"); len(got) > 0 {
		t.Errorf("a command finds what is not saved: %v", got)
	}
}

// TestOneClientDelaysNoOther has one that does not read its answers, one that
// opens a huge document, and one that sends what is wrong.
func TestOneClientDelaysNoOther(t *testing.T) {
	b := newBox(t, notes(200))
	good := b.edit()
	good.mustFind(word(1), "n0001.md")

	deaf := b.command("lsp")
	in, err := deaf.StdinPipe()
	must(t, err)
	_, err = deaf.StdoutPipe() // which nobody reads
	must(t, err, deaf.Start())
	defer func() {
		_ = deaf.Process.Kill()
		_ = deaf.Wait()
	}()
	send := func(body string) {
		_, _ = fmt.Fprintf(in, "Content-Length: %d\r\n\r\n%s", len(body), body)
	}
	var wg sync.WaitGroup
	wg.Go(func() {
		send(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":null,"rootUri":"` + b.uri("") + `","capabilities":{}}}`)
		send(`{"jsonrpc":"2.0","method":"initialized","params":{}}`)
		for i := 1; i < 300; i++ {
			send(`{"jsonrpc":"2.0","id":` + strconv.Itoa(i) + `,"method":"swarm/query","params":{"query":"quokka","maxResults":200}}`)
		}
	})
	huge := b.edit()
	wg.Go(func() {
		huge.Open(t, b.uri("notes/huge.md"), "markdown", strings.Repeat("quokka line of text\n", 1<<20))
		huge.Replace(t, b.uri("notes/huge.md"), 2, strings.Repeat("quokka line of other text\n", 1<<20))
		_, _ = huge.found("quokka", 0)
	})
	wrong := b.edit()
	for range 20 {
		_ = wrong.WriteBody([]byte(`{"jsonrpc":"2.0","id":1,"method":"swarm/query","params":{"query":{}}}`))
		_ = wrong.WriteBody([]byte(`{"jsonrpc":`))
	}
	for i := range 40 {
		good.mustFind(word(i), fmt.Sprintf("n%04d.md", i))
	}
	_ = deaf.Process.Kill()
	wg.Wait()
	good.mustFind(word(50), "n0050.md")
}

// TestNothingGrows serves many clients one after the other and looks at the
// server's memory and open files.
func TestNothingGrows(t *testing.T) {
	b := newBox(t, notes(50))
	keep := b.edit()
	keep.mustFind(word(1), "n0001.md")
	pid := b.status().PID
	if _, err := os.Stat(fmt.Sprintf("/proc/%d/fd", pid)); err != nil {
		t.Skip("the system does not tell")
	}
	turn := func(n int) {
		for i := range n {
			e := b.edit()
			e.Open(t, b.uri("notes/n0002.md"), "markdown", strings.Repeat("text ", 10000))
			e.mustFind(word(i%40+5), fmt.Sprintf("n%04d.md", i%40+5))
			b.write("notes/changing.md", "version "+word(i)+"\n")
			e.Shutdown(t)
			if code := e.wait(); code != 0 {
				t.Fatalf("code %d", code)
			}
		}
		eventually(t, "one client is left", func() bool { return b.status().Clients == 1 })
	}
	turn(5)
	files, memory := usage(t, pid)
	turn(25)
	filesThen, memoryThen := usage(t, pid)
	if filesThen > files+4 { // index segments come and go
		t.Errorf("open files grew from %d to %d", files, filesThen)
	}
	if memoryThen > memory+60 {
		t.Errorf("memory grew from %d to %d MB", memory, memoryThen)
	}
	t.Logf("%d open files, %d MB", filesThen, memoryThen)
}

// usage is how many files a process has open and its resident memory in MB.
func usage(t *testing.T, pid int) (files, memory int) {
	t.Helper()
	list, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	must(t, err)
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	must(t, err)
	pages, err := strconv.Atoi(strings.Fields(string(text))[1])
	must(t, err)
	return len(list), pages * os.Getpagesize() / 1e6
}
