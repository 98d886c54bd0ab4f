//go:build unix

package daemon

import (
	"io/fs"
	"os"
	"os/exec"
	"syscall"
)

const supported = true

// ownedByUser says whether a file belongs to the user that this process acts
// for.
func ownedByUser(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Geteuid()
}

// detach makes a program survive its starter and the starter's terminal.
func detach(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Dir = "/" // holds no drive
}

// inherited takes over a descriptor of the starter's and keeps it from programs
// started later.
func inherited(fd int) *os.File {
	syscall.CloseOnExec(fd)
	return os.NewFile(uintptr(fd), "ready")
}
