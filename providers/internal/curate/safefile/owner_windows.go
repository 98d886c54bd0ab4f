package safefile

import "os"

// sameOwner does nothing: a file inherits the folder's access list.
func sameOwner(*os.Root, string, os.FileInfo) {}
