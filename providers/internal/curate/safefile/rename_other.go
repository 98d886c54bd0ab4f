//go:build !linux && !darwin

package safefile

import "os"

// renameNew renames temp to name unless name exists.
func renameNew(sub *os.Root, temp, name string) error { return reserve(sub, temp, name) }

// swap exchanges two files in one step; ok is false where that is not possible.
func swap(*os.Root, string, string) (ok bool, err error) { return false, nil }
