package daemon

import (
	"fmt"
	"io"
	"os"
	"sync"
)

// maxLog is the size from which a log is set aside, in bytes; one older log is
// kept beside it.
const maxLog = 4 << 20

// Log is a file to append to that does not grow for ever. When it has grown too
// large its content moves to the same name with ".1" and the file is emptied,
// not replaced: the process's standard error, which gets what the runtime says
// of a crash, has it open too.
type Log struct {
	path string
	max  int64

	mu   sync.Mutex
	f    *os.File // guarded by mu
	size int64    // guarded by mu
}

// OpenLog opens a log.
func OpenLog(path string) (*Log, error) {
	f, err := openLog(path)
	if err != nil {
		return nil, err
	}
	l := &Log{path: path, f: f, max: maxLog}
	if info, err := f.Stat(); err == nil {
		l.size = info.Size()
	}
	return l, nil
}

// Write appends p, which should be whole lines.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.size+int64(len(p)) > l.max && l.size > 0 {
		if err := l.rotate(); err != nil {
			// Writing on is better than saying nothing.
			_, _ = fmt.Fprintf(l.f, "the log cannot be set aside: %v\n", err)
		}
	}
	n, err := l.f.Write(p)
	l.size += int64(n)
	return n, err
}

// rotate needs l.mu.
func (l *Log) rotate() error {
	l.size = 0 // also on failure: not tried again for every line
	in, err := os.Open(l.path)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	out, err := os.OpenFile(l.path+".1", os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, io.LimitReader(in, 2*l.max))
	if e := out.Close(); err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	return l.f.Truncate(0)
}

// Close closes the file.
func (l *Log) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.f.Close()
}
