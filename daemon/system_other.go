//go:build !unix

package daemon

import (
	"io/fs"
	"os"
	"os/exec"
)

const supported = false

func ownedByUser(fs.FileInfo) bool { return false }

func detach(*exec.Cmd) {}

func inherited(int) *os.File { return nil }
