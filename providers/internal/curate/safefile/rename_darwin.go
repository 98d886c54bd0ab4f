package safefile

import (
	"os"

	"golang.org/x/sys/unix"
)

// renameNew renames temp to name unless name exists.
func renameNew(sub *os.Root, temp, name string) error {
	err := renameFlags(sub, temp, name, unix.RENAME_EXCL)
	if err != nil && unsupported(err) {
		return reserve(sub, temp, name)
	}
	return err
}

// swap exchanges two files in one step; ok is false where that is not possible.
func swap(sub *os.Root, a, b string) (ok bool, err error) {
	err = renameFlags(sub, a, b, unix.RENAME_SWAP)
	if err != nil && unsupported(err) {
		return false, nil
	}
	return err == nil, err
}

func renameFlags(sub *os.Root, from, to string, flags uint32) error {
	f, err := sub.Open(".")
	if err != nil {
		return err
	}
	defer f.Close()
	fd := int(f.Fd())
	if err := unix.RenameatxNp(fd, from, fd, to, flags); err != nil {
		return &os.LinkError{Op: "renameatx_np", Old: from, New: to, Err: err}
	}
	return nil
}
