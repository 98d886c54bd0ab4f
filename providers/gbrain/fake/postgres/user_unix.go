//go:build unix

package postgres

import (
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
)

// other is who runs the server when root runs the tests: initdb and postgres
// refuse to run as root.
func other() (uid, gid int, ok bool) {
	if os.Getuid() != 0 {
		return 0, 0, false
	}
	for _, name := range []string{"postgres", "nobody"} {
		if u, err := user.Lookup(name); err == nil {
			uid, err1 := strconv.Atoi(u.Uid)
			gid, err2 := strconv.Atoi(u.Gid)
			if err1 == nil && err2 == nil {
				return uid, gid, true
			}
		}
	}
	return 0, 0, false
}

func giveAway(dir string) string {
	if uid, gid, ok := other(); ok {
		if err := os.Chown(dir, uid, gid); err != nil {
			return err.Error()
		}
	}
	return ""
}

func asOther(cmd *exec.Cmd) {
	if uid, gid, ok := other(); ok {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
	}
}
