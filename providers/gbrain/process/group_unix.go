//go:build unix

package process

import (
	"os/exec"
	"syscall"
)

// OwnGroup puts the program at the head of a process group.
func OwnGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// KillGroup ends the program and what it started. It is called only while the
// program has not been waited for, so the number is still its own.
func KillGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
