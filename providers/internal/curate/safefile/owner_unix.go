//go:build !windows

package safefile

import (
	"os"
	"syscall"
)

// sameOwner gives the new file the owner and group of the old one, as far as
// this user may.
func sameOwner(sub *os.Root, name string, old os.FileInfo) {
	if st, ok := old.Sys().(*syscall.Stat_t); ok {
		if sub.Chown(name, int(st.Uid), int(st.Gid)) != nil {
			sub.Chown(name, -1, int(st.Gid))
		}
	}
}
