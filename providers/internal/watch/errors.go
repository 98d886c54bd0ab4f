package watch

import (
	"errors"
	"io/fs"
	"syscall"

	"github.com/fsnotify/fsnotify"
)

// isLimit says that no further folder can be watched.
func isLimit(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE)
}

// isGone says that a folder vanished before it could be watched.
func isGone(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, fsnotify.ErrClosed)
}
