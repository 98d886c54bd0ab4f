package daemon

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

// Program is how a server is started: a program that calls [Server.Run] with
// the file that [ReadyFile] returns.
type Program struct {
	Path string
	Args []string
	Env  []string
}

// startTimeout is how long a server may take until it can be joined. It waits
// for one that is just leaving.
const startTimeout = 15 * time.Second

// pollEvery is how often a lock that somebody holds is tried.
const pollEvery = 10 * time.Millisecond

// Join greets the server of the place and starts one when there is none. Any
// number of processes may join at the same time; one of them starts the server.
func Join(ctx context.Context, p Place, prog Program, hello Hello) (*Conn, Welcome, error) {
	conn, w, err := Dial(ctx, p, hello)
	if !errors.Is(err, ErrAbsent) {
		return conn, w, err
	}
	if err := p.prepare(); err != nil {
		return nil, w, err
	}
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	lock := flock.New(p.Start, flock.SetPermissions(0o600))
	if ok, err := lock.TryLockContext(ctx, pollEvery); !ok {
		return nil, w, fmt.Errorf("another process has been starting the server for long: %w", err)
	}
	defer func() { _ = lock.Close() }()
	for attempt := 0; ; attempt++ {
		// Somebody else may have started one before the lock was had.
		conn, w, err = Dial(ctx, p, hello)
		if !errors.Is(err, ErrAbsent) || attempt == 3 {
			return conn, w, err
		}
		if err := start(ctx, p, prog); err != nil {
			return nil, w, err
		}
	}
}

// start starts a server and waits until it can be joined or has given up.
func start(ctx context.Context, p Place, prog Program) error {
	out, err := openLog(p.Log)
	if err != nil {
		return err
	}
	defer func() { _ = out.Close() }()
	ready, child, err := os.Pipe()
	if err != nil {
		return fmt.Errorf("the server cannot be started: %w", err)
	}
	defer func() { _ = ready.Close() }()
	cmd := exec.Command(prog.Path, prog.Args...)
	cmd.Env = append(prog.Env, readyVariable+"=3")
	cmd.Stdout, cmd.Stderr = out, out
	cmd.ExtraFiles = []*os.File{child}
	detach(cmd)
	err = cmd.Start()
	_ = child.Close()
	if err != nil {
		return fmt.Errorf("the server cannot be started: %w", err)
	}
	go func() { _ = cmd.Wait() }() // a proxy may outlive its server
	stop := context.AfterFunc(ctx, func() { _ = ready.SetReadDeadline(time.Unix(1, 0)) })
	defer stop()
	line, err := bufio.NewReader(ready).ReadString('\n')
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("the server did not get ready: %w", ctx.Err())
	case err != nil:
		return fmt.Errorf("the server ended before it was ready; see %s", p.Log)
	case line != readyLine:
		return errors.New(strings.TrimSpace(line))
	}
	return nil
}

// readyVariable tells a server the file descriptor by which its starter learns
// that it can be joined.
const (
	readyVariable = "MEMSWARM_SERVER_READY"
	readyLine     = "ready\n"
)

// ReadyFile is the file on which a server that [Join] started says that it is
// ready; nil when it was started otherwise. Call it once, before programs are
// started that would inherit the file.
func ReadyFile() *os.File {
	fd := os.Getenv(readyVariable)
	_ = os.Unsetenv(readyVariable)
	if fd != "3" {
		return nil
	}
	return inherited(3)
}

func isEOF(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) }

// openLog opens the log for programs that only append to it.
func openLog(path string) (*os.File, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("the server's log has no folder: %w", err)
	}
	return os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
}
