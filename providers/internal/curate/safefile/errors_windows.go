package safefile

import (
	"errors"
	"syscall"
)

// Windows error codes, from the system's winerror.h.
const (
	errorNotSupported     = syscall.Errno(50)
	errorInvalidFunction  = syscall.Errno(1)
	errorWriteProtect     = syscall.Errno(19)
	errorHandleDiskFull   = syscall.Errno(39)
	errorDiskFull         = syscall.Errno(112)
	errorInvalidName      = syscall.Errno(123)
	errorDirectory        = syscall.Errno(267)
	errorTooManyLinks     = syscall.Errno(1142)
	errorDiskQuotaReached = syscall.Errno(1295)
)

func isNoSpace(err error) bool {
	return errors.Is(err, errorDiskFull) || errors.Is(err, errorHandleDiskFull) || errors.Is(err, errorDiskQuotaReached)
}

func isReadOnly(err error) bool { return errors.Is(err, errorWriteProtect) }

func isName(err error) bool {
	return errors.Is(err, errorInvalidName) || errors.Is(err, errorDirectory)
}

func noLinks(err error) bool {
	return errors.Is(err, errorNotSupported) || errors.Is(err, errorInvalidFunction) || errors.Is(err, errorTooManyLinks)
}
