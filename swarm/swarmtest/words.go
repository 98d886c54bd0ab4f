package swarmtest

import (
	"hash/fnv"
	"strings"
)

// fold makes words comparable that a provider may show in another case.
func fold(s string) string { return strings.ToLower(s) }

// coin makes a word out of a name that resembles no other, so that a corrected
// spelling cannot find the wrong file.
func coin(name string) string {
	h := fnv.New64a()
	h.Write([]byte(name))
	x := h.Sum64()
	var b strings.Builder
	for range 5 {
		b.WriteByte("bdfgklmnprtvz"[x%13])
		x /= 13
		b.WriteByte("aiou"[x%4])
		x /= 4
	}
	return b.String() + "k"
}
