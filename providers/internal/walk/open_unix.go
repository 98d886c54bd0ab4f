//go:build unix

package walk

import (
	"errors"
	"os"
	"syscall"
)

// openFile opens without following a link in the last place and without waiting
// for a writer of a named pipe.
func openFile(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK|syscall.O_NOFOLLOW, 0)
}

// isSymlinkError recognises the refusal: ELOOP, EMLINK on FreeBSD.
func isSymlinkError(err error) bool {
	return errors.Is(err, syscall.ELOOP) || errors.Is(err, syscall.EMLINK)
}
