package corpus

import (
	"math/rand/v2"
	"strings"
	"unicode"
	"unicode/utf8"
)

var identifierParts = words(`get set new make load store parse render index query token session user cache retry
	batch queue worker client server request response header buffer reader writer file path node edge graph
	tree hash key value config option error result count total size limit offset page sort filter merge
	split join encode decode sign verify rotate refresh revoke expire schedule cancel close open lock flush
	sync async stream event handler router route metric trace span log audit payment order parcel label
	address shipment invoice ledger webhook signature schema column row table shard replica backup`)

// identifier makes up a name in one of the usual cases.
func identifier(r *rand.Rand) string {
	parts := make([]string, 2+r.IntN(2))
	for i := range parts {
		parts[i] = one(r, identifierParts)
	}
	switch r.IntN(5) {
	case 0:
		return strings.Join(parts, "_")
	case 1:
		return strings.ToUpper(strings.Join(parts, "_"))
	case 2:
		return capitals(parts)
	default:
		return parts[0] + capitals(parts[1:])
	}
}

func capitals(parts []string) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(capital(p))
	}
	return b.String()
}

func capital(s string) string {
	c, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(c)) + s[n:]
}
