package fake

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

// Asked is the variable by which a test program is told to be a gbrain.
const Asked = "FAKEGBRAIN_MAIN"

// MainIfAsked makes the process a gbrain when the environment asks for it. Test
// programs call it first, so that they can start themselves as one.
func MainIfAsked() {
	if os.Getenv(Asked) == "" {
		return
	}
	if err := Main(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// Command gives the command line and the environment that make this program a
// gbrain which behaves as told (see [Main]).
func Command(set ...string) (command, env []string) {
	exe, err := os.Executable()
	if err != nil {
		panic(err)
	}
	// Under the race detector a program sleeps for a second before it ends.
	return []string{exe}, append(os.Environ(), append(set, Asked+"=1", "GORACE=atexit_sleep_ms=0")...)
}

// Main is the gbrain program. The environment says how it works: FAKEGBRAIN
// lists misbehaviours (see [ParseBehave]), FAKEGBRAIN_ONCE names a file that is
// made by the first process, which alone misbehaves, FAKEGBRAIN_LOG a file that
// gets the arguments and everything received, FAKEGBRAIN_FILE where pages are
// kept, FAKEGBRAIN_DIR where they are written as files, FAKEGBRAIN_BRAIN a list
// of "pglite", "vector", "revisions", "noparameter" and "budget=N".
func Main(args []string) error {
	b := New()
	b.Behave = ParseBehave(os.Getenv("FAKEGBRAIN"))
	if once := os.Getenv("FAKEGBRAIN_ONCE"); once != "" {
		f, err := os.OpenFile(once, os.O_CREATE|os.O_EXCL, 0o600)
		if err != nil {
			b.Behave = Behave{}
		} else {
			f.Close()
		}
	}
	b.File, b.Dir = os.Getenv("FAKEGBRAIN_FILE"), os.Getenv("FAKEGBRAIN_DIR")
	for word := range strings.SplitSeq(os.Getenv("FAKEGBRAIN_BRAIN"), ",") {
		switch name, value, _ := strings.Cut(word, "="); name {
		case "pglite":
			b.Engine = "pglite"
		case "vector":
			b.Vector = true
		case "revisions":
			b.Revisions, b.Version = true, "0.51.0.0"
		case "noparameter":
			b.Revisions, b.NoParameter, b.Version = true, true, "0.51.0.0"
		case "budget":
			b.Budget, _ = strconv.Atoi(value)
		}
	}
	if err := b.Load(); err != nil {
		return err
	}
	in := io.Reader(os.Stdin)
	if path := os.Getenv("FAKEGBRAIN_LOG"); path != "" {
		log, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			return err
		}
		fmt.Fprintf(log, "args %q\n", args)
		in = io.TeeReader(os.Stdin, log)
	}
	switch {
	case len(args) == 1 && args[0] == "serve":
		return b.Serve(in)
	case len(args) == 3 && args[0] == "call":
		return call(b, args[1], args[2])
	case len(args) == 1 && args[0] == "--version":
		fmt.Println("gbrain 0.46.28")
		return nil
	}
	return line(fmt.Sprintf("Unknown command: %q", args))
}

// call prints like the real one: pretty JSON, and one line for an error.
func call(b *Brain, name, input string) error {
	var args map[string]any
	if err := json.Unmarshal([]byte(input), &args); err != nil {
		return line("JSON Parse error: " + err.Error())
	}
	time.Sleep(b.Behave.Slow)
	switch {
	case b.Behave.Lock:
		return line(lockedText)
	case b.Behave.Leak != "":
		return line(b.Behave.Leak)
	case b.Behave.Prose:
		fmt.Println("[gbrain] vector search unavailable\n{ not json\nHello.")
	}
	r := b.Call(name, args, true)
	if r.IsError {
		var e struct{ Message string }
		_ = json.Unmarshal([]byte(r.Texts[0]), &e)
		return line(e.Message)
	}
	if b.Behave.Half {
		fmt.Print(r.Texts[0][:len(r.Texts[0])/2])
		return nil
	}
	fmt.Println(r.Texts[0])
	return nil
}

// line is what goes to standard error, as the real one words it.
type line string

func (l line) Error() string { return string(l) }
