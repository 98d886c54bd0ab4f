package config

import (
	"strings"

	"gopkg.in/yaml.v3"
)

// The ids of kinds, and the keys of their sections.
const (
	idByteRover     = "byterover"
	idObsidian      = "obsidian"
	idMemoryWiki    = "memory-wiki"
	idGBrain        = "gbrain"
	idLocalMarkdown = "local-markdown"
)

var kinds = []string{idByteRover, idObsidian, idMemoryWiki, idGBrain, idLocalMarkdown}

// unsupported are the reference product's providers that nothing implements.
var unsupported = []string{"honcho", "hindsight"}

// canonicalID takes the spellings of configuration keys for ids too:
// memory_wiki and memoryWiki are memory-wiki.
func canonicalID(s string) string {
	s = strings.TrimSpace(s)
	kind, name, scoped := strings.Cut(s, ":")
	switch kind {
	case "memory_wiki", "memoryWiki":
		kind = idMemoryWiki
	case "local_markdown", "localMarkdown":
		kind = idLocalMarkdown
	}
	if scoped {
		return kind + ":" + name
	}
	return kind
}

// knownKind says that an id's kind exists, supported or not.
func knownKind(id string) bool {
	kind, _, scoped := strings.Cut(id, ":")
	for _, k := range append(kinds[:len(kinds):len(kinds)], unsupported...) {
		if k == kind {
			return !scoped || kind == idLocalMarkdown
		}
	}
	return false
}

func (r *reader) unknownProvider(n *yaml.Node, path string, s Severity) {
	p := Problem{Severity: s, Code: CodeUnknownProvider, Path: path,
		Message: "There is no provider " + short(n.Value) + ".",
		Fix:     "Known are " + strings.Join(kinds, ", ") + " and local-markdown:NAME."}
	if near := nearest(n.Value, kinds); near != "" {
		p.Fix, p.Suggestion = "Did you mean "+near+"?", near
	}
	r.report(p, n)
}
