package watch

import (
	"runtime"
	"syscall"
)

// The errors of Linux's limits.
const (
	enospc = syscall.ENOSPC
	emfile = syscall.EMFILE
)

var needsRemedy = runtime.GOOS == "linux"
