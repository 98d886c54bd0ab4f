//go:build unix

package lsp

import (
	"errors"
	"os"
	"syscall"
)

// process is another process that can be asked whether it lives.
type process struct {
	pid   int
	child bool // this process is its child
}

// watchProcess returns the running process pid; ok is false when there is none.
func watchProcess(pid int) (p process, ok bool) {
	p = process{pid: pid, child: pid == os.Getppid()}
	return p, pid > 0 && p.alive()
}

func (p process) alive() bool {
	// A child of a dead process gets another parent, while the number of the
	// dead one may be given to somebody else.
	if p.child && os.Getppid() != p.pid {
		return false
	}
	err := syscall.Kill(p.pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}

func (process) close() {}
