package cli

import (
	"io"
	"os"

	"golang.org/x/term"
)

// isTerminalReader says whether somebody types there.
func isTerminalReader(r io.Reader) bool {
	f, ok := r.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
