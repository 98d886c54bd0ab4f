package daemon

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"syscall"
	"time"

	"github.com/gofrs/flock"
)

// ErrAbsent is wrapped by the errors that say that no server is running, so
// that one may be started.
var ErrAbsent = errors.New("no server is running")

// greetTimeout is how long a server may take to greet. A warm one takes less
// than a millisecond, one on a machine that is out of breath a good deal more.
const greetTimeout = 5 * time.Second

// Dial greets the server of the place. An error that wraps ErrAbsent says that
// there is none.
func Dial(ctx context.Context, p Place, hello Hello) (*Conn, Welcome, error) {
	if !supported {
		return nil, Welcome{}, ErrUnsupported
	}
	if err := checkPrivate(p.Dir, true); err != nil {
		if errors.Is(err, os.ErrNotExist) {
			err = fmt.Errorf("%w: %w", ErrAbsent, err)
		}
		return nil, Welcome{}, err
	}
	var d net.Dialer
	raw, err := d.DialContext(ctx, "unix", p.Socket)
	if err != nil {
		if errors.Is(err, os.ErrNotExist) || errors.Is(err, syscall.ECONNREFUSED) {
			err = fmt.Errorf("%w: %w", ErrAbsent, err)
		}
		return nil, Welcome{}, err
	}
	conn := &Conn{Conn: raw, in: bufio.NewReaderSize(raw, 64<<10)}
	w, err := greet(ctx, conn, hello)
	if err != nil {
		_ = raw.Close()
		return nil, Welcome{}, err
	}
	return conn, w, nil
}

// greet says hello and reads the answer.
func greet(ctx context.Context, conn *Conn, hello Hello) (w Welcome, err error) {
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	_ = conn.SetDeadline(time.Now().Add(greetTimeout))
	if err = writeLine(conn, hello); err == nil {
		err = readLine(conn.in, &w)
	}
	switch {
	case ctx.Err() != nil:
		return w, ctx.Err()
	case errors.Is(err, os.ErrDeadlineExceeded):
		return w, fmt.Errorf("the server did not greet within %v", greetTimeout)
	case err != nil && !isSyntax(err):
		// It was about to leave when the connection was made.
		return w, fmt.Errorf("%w: %w", ErrAbsent, err)
	case err != nil:
		return w, err
	case w.Error != "":
		return w, errors.New(w.Error)
	case w.Protocol != Protocol:
		return w, fmt.Errorf("the server speaks version %d, this program version %d", w.Protocol, Protocol)
	}
	return w, conn.SetDeadline(time.Time{})
}

// isSyntax tells an answer that is none from a connection that broke.
func isSyntax(err error) bool {
	_, isNet := errors.AsType[net.Error](err)
	_, isSys := errors.AsType[*os.SyscallError](err)
	return !isNet && !isSys && !isEOF(err)
}

// Gone waits until the server of the place with the number pid has given up its
// lock, which it does when everything is closed.
func (p Place) Gone(ctx context.Context, pid int) error {
	for {
		lock := flock.New(p.Alive, flock.SetPermissions(0o600))
		ok, err := lock.TryLock()
		_ = lock.Close()
		if ok || errors.Is(err, os.ErrNotExist) {
			return nil
		}
		// Another server may have taken its place meanwhile.
		if conn, w, err := Dial(ctx, p, Hello{Protocol: Protocol, Purpose: PurposeStatus, PID: os.Getpid()}); err == nil {
			_ = conn.Close()
			if w.PID != pid {
				return nil
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(2 * pollEvery):
		}
	}
}
