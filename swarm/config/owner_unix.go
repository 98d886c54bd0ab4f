//go:build unix

package config

import (
	"io/fs"
	"os"
	"syscall"
)

// foreign says that a file belongs to another user. The system itself counts as
// another user, as it does for git.
func foreign(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) != os.Geteuid()
}
