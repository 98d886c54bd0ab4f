package byterover

import (
	"path"
	"strings"
)

// The kinds of note that ByteRover's own search reports.
const (
	kindSummary = "summary"      // context.md and _index.md: about their folder
	kindStub    = "archive_stub" // what is left of an archived topic
)

// role says what a file of a context tree is, from its path alone.
type role int

const (
	topic   role = iota
	context      // context.md, written by a person or an agent about its folder
	summary      // _index.md, made from the folder's topics
	stub
	derived // copies and lists that ByteRover makes of other files: never read
	foreign // not part of the format
)

// roleOf follows the layout of ByteRover 3.14 (markdown) and 3.16 (html as
// well). Suffixes count in any case: ByteRover misses ".HTML", a reader need not.
func roleOf(rel string) role {
	low := strings.ToLower(rel)
	base := path.Base(low)
	archived := strings.HasPrefix(low, "_archived/") || strings.Contains(low, "/_archived/")
	switch path.Ext(base) {
	case ".html":
		if low == "index.html" { // the generated list of topics; deeper ones are topics
			return derived
		}
		return topic
	case ".md":
	default:
		return foreign
	}
	switch {
	case strings.HasSuffix(base, ".abstract.md"), strings.HasSuffix(base, ".overview.md"):
		return derived
	case archived && strings.HasSuffix(base, ".full.md"):
		return derived
	case archived && strings.HasSuffix(base, ".stub.md"):
		return stub
	case base == "context.md":
		return context
	case base == "_index.md":
		return summary
	}
	return topic
}
