package safefile

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"strings"
	"time"
)

const (
	tempPrefix = ".memswarm-"
	tempSuffix = ".tmp"
	// tempAge is how old a temporary file must be before it counts as left
	// behind: no write takes an hour.
	tempAge = time.Hour
)

func isTemp(name string) bool {
	return strings.HasPrefix(name, tempPrefix) && strings.HasSuffix(name, tempSuffix)
}

func removeStale(sub *os.Root, name string) {
	if st, err := sub.Lstat(name); err == nil && st.Mode().IsRegular() && time.Since(st.ModTime()) > tempAge {
		sub.Remove(name)
	}
}

// newFileMode leaves the choice to the umask and to what the folder grants: a
// file in a private folder is private. A folder's set-group-id bit and default
// ACL are applied by the system.
func newFileMode(sub *os.Root) os.FileMode {
	mode := os.FileMode(0o666)
	if st, err := sub.Stat("."); err == nil && st.Mode().Perm() != 0 {
		mode &= st.Mode().Perm()
	}
	return mode | 0o600
}

// writeTemp writes data to a hidden file and makes it durable. It leaves no
// file when it fails.
func writeTemp(sub *os.Root, data []byte, mode os.FileMode) (name string, err error) {
	name = tempPrefix + rand.Text() + tempSuffix
	f, err := sub.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return "", err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e // some network file systems tell only here that the disk is full
	}
	if err != nil {
		sub.Remove(name)
		return "", err
	}
	return name, nil
}

// reserve is the last resort where neither links nor a rename that refuses to
// overwrite exist: the name is taken with an empty file, which is then renamed
// over. A kill between the two leaves the empty file.
func reserve(sub *os.Root, temp, name string) error {
	f, err := sub.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, newFileMode(sub))
	if err != nil {
		return err
	}
	mine, err := f.Stat()
	f.Close()
	if err == nil {
		var now os.FileInfo
		if now, err = sub.Lstat(name); err == nil && (!os.SameFile(mine, now) || now.Size() != 0) {
			return fs.ErrExist // somebody else has put something there: leave it
		}
	}
	if err == nil {
		err = sub.Rename(temp, name)
	}
	if err != nil {
		sub.Remove(name)
	}
	return err
}

// unsupported says that a system call or its flag is not known to the kernel
// or the file system.
func unsupported(err error) bool { return noLinks(err) || isName(err) && !errors.Is(err, fs.ErrExist) }
