//go:build !unix

package walk

import (
	"errors"
	"io/fs"
	"os"
)

var errSymlink = errors.New("is a symbolic link")

// openFile looks before it opens: there is no flag that refuses links here.
func openFile(path string) (*os.File, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		return nil, &fs.PathError{Op: "open", Path: path, Err: errSymlink}
	}
	return os.Open(path)
}

func isSymlinkError(err error) bool { return errors.Is(err, errSymlink) }
