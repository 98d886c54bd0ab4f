//go:build !unix

package config

import "io/fs"

// foreign is always false where files have no numeric owner.
func foreign(fs.FileInfo) bool { return false }
