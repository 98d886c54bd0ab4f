package source

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"memswarm/swarm"
)

// Codes of the errors of a source.
const (
	CodeMissingPath = "missing_path" // the folder is not there
	CodeUnreadable  = "unreadable"   // the folder is there and may not be read
	CodeNotFolder   = "not_a_folder"
	CodeEmptied     = "missing_path" // the folder is there, but nothing of what was in it
	CodeIndex       = "index"        // the index cannot be written
	CodeClosed      = "closed"
	CodeNoDocument  = "not_found"
)

// checkRoot says what is wrong with the folder, nil when it can be read.
func checkRoot(root string) *swarm.Error {
	info, err := os.Stat(root) // first: opening a pipe would wait for its writer
	if err == nil && !info.IsDir() {
		return &swarm.Error{Code: CodeNotFolder,
			Message: fmt.Sprintf("%s is not a folder.", root),
			Fix:     "Give the path of the folder that holds the notes."}
	}
	if err == nil {
		var f *os.File
		if f, err = os.Open(root); err == nil {
			f.Close()
		}
	}
	if err != nil {
		if errors.Is(err, fs.ErrPermission) {
			return &swarm.Error{Code: CodeUnreadable, Err: err,
				Message: fmt.Sprintf("The folder %s may not be read.", root),
				Fix:     "Allow your user to read it, or correct its path in the configuration."}
		}
		if errors.Is(err, fs.ErrNotExist) {
			return &swarm.Error{Code: CodeMissingPath, Err: err,
				Message: fmt.Sprintf("The folder %s does not exist.", root),
				Fix:     "Create it, connect the drive that it is on, or correct its path in the configuration."}
		}
		return &swarm.Error{Code: CodeUnreadable, Err: err,
			Message: fmt.Sprintf("The folder %s cannot be read: %v.", root, err),
			Fix:     "Check the drive or the network share that it is on."}
	}
	return nil
}

// emptied is for a folder that held notes and now has no entry at all: most
// likely the place where a drive is not mounted.
func emptied(root string, notes int) *swarm.Error {
	return &swarm.Error{Code: CodeEmptied,
		Message: fmt.Sprintf("The folder %s is empty, but %d notes of it are indexed.", root, notes),
		Fix:     "Connect the drive that it is on. If the notes are gone for good, run a full reindex."}
}

// isEmptyFolder says whether a folder has no entry at all.
func isEmptyFolder(root string) bool {
	f, err := os.Open(root)
	if err != nil {
		return false
	}
	defer f.Close()
	names, _ := f.Readdirnames(1)
	return len(names) == 0
}

var errClosed = &swarm.Error{Code: CodeClosed, Message: "The provider is closed.", Fix: "Open the workspace again."}
