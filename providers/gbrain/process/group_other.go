//go:build !unix

package process

import "os/exec"

// OwnGroup does nothing: there are no process groups.
func OwnGroup(*exec.Cmd) {}

// KillGroup ends the program.
func KillGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
