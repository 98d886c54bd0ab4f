package lsp

import "syscall"

// process is another process that can be asked whether it lives. The open handle
// keeps its number from being given to somebody else.
type process struct{ handle syscall.Handle }

// watchProcess returns the running process pid; ok is false when there is none.
func watchProcess(pid int) (p process, ok bool) {
	if pid <= 0 {
		return process{}, false
	}
	h, err := syscall.OpenProcess(syscall.SYNCHRONIZE, false, uint32(pid))
	if err != nil {
		return process{}, false
	}
	p = process{h}
	if !p.alive() {
		p.close()
		return process{}, false
	}
	return p, true
}

func (p process) alive() bool {
	state, err := syscall.WaitForSingleObject(p.handle, 0)
	return err == nil && state == syscall.WAIT_TIMEOUT
}

func (p process) close() { _ = syscall.CloseHandle(p.handle) }
