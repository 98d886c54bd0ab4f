//go:build linux || darwin

package safefile

import (
	"os/signal"
	"syscall"
)

// limit makes files of more than n bytes fail as a full disk does.
func limit(n int) {
	if n > 0 {
		signal.Ignore(syscall.SIGXFSZ)
		syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: uint64(n), Max: uint64(n)})
	}
}
