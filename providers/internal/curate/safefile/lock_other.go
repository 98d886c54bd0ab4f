//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package safefile

import "os"

// lock does nothing where folders cannot be locked: creating stays safe, since
// Windows itself refuses a name that differs only in case.
func lock(*os.Root) (unlock func()) { return func() {} }

// syncDir does nothing: Windows writes names through.
func syncDir(*os.Root) error { return nil }
