package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"

	"memswarm/contract"
	"memswarm/swarm"
	"memswarm/swarm/config"
	"memswarm/workspace"
)

// Exit statuses, fixed by the contract.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2 // wrong usage or configuration
)

// app is one run of the program: where it reads and writes, and what the flags
// for all commands say.
type app struct {
	in     io.Reader
	out    io.Writer
	err    io.Writer
	getenv func(string) (string, bool)

	dir        string // -C
	configFile string // --config
	verbose    bool   // --verbose
	json       bool   // the command's -f json, so that errors are JSON too
	quiet      bool   // the command asks nothing on the terminal
	standalone bool   // --standalone
}

// env returns a variable or "".
func (a *app) env(name string) string {
	v, _ := a.getenv(name)
	return v
}

// workDir is the directory that the command is about, absolute.
func (a *app) workDir() (string, error) {
	dir := a.dir
	if dir == "" {
		dir = "."
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	info, err := os.Stat(abs)
	if err != nil || !info.IsDir() {
		return "", &swarm.Error{Code: "missing_path", Message: fmt.Sprintf("There is no folder %s.", abs), Fix: "Check the path given with -C."}
	}
	return abs, nil
}

// log writes to standard error, only warnings unless --verbose.
func (a *app) log() *slog.Logger {
	level := slog.LevelError
	if a.verbose {
		level = slog.LevelDebug
	}
	return slog.New(slog.NewTextHandler(a.err, &slog.HandlerOptions{Level: level}))
}

// open opens the working directory's workspace. The returned function closes
// it.
func (a *app) open() (*workspace.View, func(), error) {
	dir, err := a.workDir()
	if err != nil {
		return nil, nil, err
	}
	host := workspace.NewHost(workspace.HostOptions{Log: a.log()})
	view := host.NewView()
	closeAll := func() {
		if err := errors.Join(view.Close(), host.Close()); err != nil {
			a.log().Warn("closing", "err", err)
		}
	}
	if err := view.Set([]workspace.Spec{{Dir: dir, ConfigFile: a.configFile, Env: a.getenv, Trusted: a.trusted(context.Background(), dir)}}); err != nil {
		closeAll()
		return nil, nil, err
	}
	if err := a.checkConfig(view); err != nil {
		closeAll()
		return nil, nil, err
	}
	return view, closeAll, nil
}

// checkConfig turns a configuration that cannot be used at all into an error.
// One with some wrong values works with the others' defaults and is reported.
func (a *app) checkConfig(view *workspace.View) error {
	for _, f := range view.Folders() {
		for _, p := range f.Config().Problems {
			if fatal(p) {
				return &swarm.Error{Code: "invalid_config", Message: p.String(), Fix: p.Fix}
			}
		}
	}
	return nil
}

// fatal says whether a problem makes the configuration as a whole unusable: it
// cannot be read, or its enrichment graph is no DAG.
func fatal(p config.Problem) bool {
	if p.Severity != config.Error {
		return false
	}
	switch p.Code {
	case config.CodeSyntax, config.CodeTab, config.CodeEncoding, config.CodeUnreadable, config.CodeNotAFile,
		config.CodeTooLarge, config.CodeTooComplex, config.CodeForeign, config.CodePointer, config.CodeCycle, config.CodeWorkspace:
		return true
	}
	return false
}

// fail writes an error, as JSON where the command speaks JSON, and gives the
// exit status.
func (a *app) fail(err error) int {
	if code, ok := errors.AsType[errExit](err); ok {
		return int(code)
	}
	if errors.Is(err, context.Canceled) {
		if !a.json {
			fmt.Fprintln(a.err, "Interrupted.")
		}
		return exitFailed
	}
	code := exitFailed
	body := contract.NewError(err)
	if usage, ok := errors.AsType[*usageError](err); ok {
		code = exitUsage
		body = contract.ErrorBody{Code: "usage", Message: usage.message, Fix: usage.fix}
	}
	switch body.Code {
	case "invalid_config", "unknown_provider", "invalid_type", "enrichment", "usage":
		code = exitUsage
	}
	if a.json {
		_ = a.writeJSON(contract.ErrorReply{Error: body})
		return code
	}
	st := styleFor(a.err, a.env)
	fmt.Fprintf(a.err, "%s %s\n", st.red("Error:"), clean(body.Message))
	if body.Fix != "" {
		fmt.Fprintln(a.err, clean(body.Fix))
	}
	return code
}

func (a *app) writeJSON(v any) error {
	enc := json.NewEncoder(a.out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// usageError is a mistake in how the program was called.
type usageError struct{ message, fix string }

func (e *usageError) Error() string { return e.message }

func usagef(fix, format string, args ...any) error {
	return &usageError{message: fmt.Sprintf(format, args...), fix: fix}
}
