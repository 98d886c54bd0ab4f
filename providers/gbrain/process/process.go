// Package process holds what is common to starting a gbrain for one call and
// for many.
package process

import (
	"errors"
	"regexp"
	"strings"
)

// ErrLocked: another process has the embedded database open.
var ErrLocked = errors.New("another process has the brain open")

// Locked says whether what gbrain printed means that somebody else has the
// embedded database open. The lock itself is never touched: its owner lives.
func Locked(stderr string) bool { return lockedText.MatchString(stderr) }

var lockedText = regexp.MustCompile(`(?i)already open|\block(ed)?\b[^\n]*\b(held|owned|by|pid|process)\b|database is locked|in use by another`)

// LastLine is the last line with something on it, as valid text.
func LastLine(s string) string {
	lines := strings.Split(strings.TrimSpace(strings.ToValidUTF8(s, "�")), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}
