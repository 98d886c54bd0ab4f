package lsp

import (
	"testing"
	"time"
)

// SetProgressTimes changes reportEvery and createTimeout for one test.
func SetProgressTimes(t testing.TB, report, create time.Duration) {
	oldReport, oldCreate := reportEvery, createTimeout
	reportEvery, createTimeout = report, create
	t.Cleanup(func() { reportEvery, createTimeout = oldReport, oldCreate })
}
