package walk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
)

// Error is a file that could not be read.
type Error struct {
	Rel     string
	Reason  Reason // ReasonVanished, ReasonUnreadable, ReasonIrregular or ReasonTooLarge
	Message string // a sentence
	Err     error  // of the system; nil when there is none
}

func (e *Error) Error() string { return e.Rel + ": " + e.Message }

func (e *Error) Unwrap() error { return e.Err }

// Skip is the entry of a report for an error of ReadFile.
func (e *Error) Skip() Skip { return Skip{e.Rel, e.Reason, e.Message} }

// ReadFile reads a file found by Walk, which may have changed since: it is
// opened without waiting for a pipe's other end and without following a link,
// and what is then no regular file is refused. At most max bytes are read (0
// for DefaultMaxFileSize); a longer file is refused, also when it grows while
// it is read. Errors are *Error or that of ctx.
func ReadFile(ctx context.Context, f File, max int64) ([]byte, error) {
	if max <= 0 {
		max = DefaultMaxFileSize
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	path := f.Abs
	if f.Real != "" {
		path = f.Real
	}
	file, err := openFile(path)
	if err != nil {
		return nil, readError(f, err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, readError(f, err)
	}
	if !info.Mode().IsRegular() {
		return nil, &Error{Rel: f.Rel, Reason: ReasonIrregular, Message: "Not a regular file; it was not read."}
	}
	if info.Size() > max {
		return nil, tooLarge(f, max)
	}
	// One byte more than the size shows the end without growing the buffer.
	buf := make([]byte, 0, info.Size()+1)
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if len(buf) == cap(buf) {
			buf = append(buf, 0)[:len(buf)]
		}
		n, err := file.Read(buf[len(buf):min(cap(buf), len(buf)+readChunk)])
		buf = buf[:len(buf)+n]
		if int64(len(buf)) > max {
			return nil, tooLarge(f, max)
		}
		if err == io.EOF {
			return buf, nil
		}
		if err != nil {
			return nil, readError(f, err)
		}
	}
}

// readChunk is how much is read between two looks at the context.
const readChunk = 4 << 20

func tooLarge(f File, max int64) error {
	return &Error{Rel: f.Rel, Reason: ReasonTooLarge, Message: fmt.Sprintf("The file is larger than %d bytes.", max)}
}

func readError(f File, err error) error {
	e := &Error{Rel: f.Rel, Reason: ReasonUnreadable, Message: "The file cannot be read: " + cause(err) + ".", Err: err}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		e.Reason, e.Message = ReasonVanished, "The file vanished before it was read."
	case isSymlinkError(err):
		e.Reason, e.Message = ReasonIrregular, "The file became a symbolic link; it was not followed."
	}
	return e
}
