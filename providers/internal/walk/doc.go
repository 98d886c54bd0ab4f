// Package walk lists the note files of a folder, fast and without stepping out
// of it, and reads them without being caught by pipes, devices, links or files
// that grow.
//
// Nothing in a folder is an error: what is left out is named in the [Report]
// with a reason.
package walk
