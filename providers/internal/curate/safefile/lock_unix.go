//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package safefile

import (
	"errors"
	"os"
	"syscall"
	"time"
)

// lockWait bounds how long a writer waits for another: a writer holds the lock
// for milliseconds, so a longer wait means one that hangs.
const lockWait = 2 * time.Second

// lock keeps the writers of this program out of a folder while one writes. It
// locks the folder itself (flock(2)), so that no lock file is left in the
// user's notes. It is best effort: where folders cannot be locked, or another
// writer hangs, the write goes on without, and is still atomic.
func lock(sub *os.Root) (unlock func()) {
	f, err := sub.Open(".")
	if err != nil {
		return func() {}
	}
	fd := int(f.Fd())
	for end := time.Now().Add(lockWait); ; time.Sleep(time.Millisecond) {
		err := syscall.Flock(fd, syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil || !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR) || time.Now().After(end) {
			return func() { f.Close() } // closing unlocks
		}
	}
}

// syncDir makes a new name in the folder durable.
func syncDir(sub *os.Root) error {
	f, err := sub.Open(".")
	if err != nil {
		return err
	}
	defer f.Close()
	if err := f.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, syscall.ENOTSUP) {
		return err
	}
	return nil
}
