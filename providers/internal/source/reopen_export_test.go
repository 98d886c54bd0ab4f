package source

import "testing"

// ReopenAtOnce has every sync try again.
func ReopenAtOnce(t *testing.T) {
	before := reopenEvery
	reopenEvery = 0
	t.Cleanup(func() { reopenEvery = before })
}
