package handlers

import (
	"regexp"
	"strings"

	"memswarm/lsp"
)

// definition matches the line that begins a named piece of code in the usual
// languages; its last group is the name. It needs no more than to be right for
// what people write: the name becomes a title that they see.
var definitionLine = regexp.MustCompile(`^[ \t]*(?:(?:export|default|pub(?:\([a-z]+\))?|public|private|protected|internal|static|async|abstract|final|override|unsafe|virtual|inline|sealed|open|data|extern)[ \t]+)*` +
	`(?:(?:func|def|class|fn|function\*?|type|struct|interface|trait|enum|impl|module|namespace|object|record|defmodule|defp?|sub|proc|protocol|extension)[ \t]+(?:\([^)]*\)[ \t]*)?([\p{L}_$][\p{L}\p{N}_$]*)` +
	`|(?:const|let|var|val)[ \t]+([\p{L}_$][\p{L}\p{N}_$]*)[ \t]*(?::[^=]+)?=[ \t]*(?:async[ \t]*)?(?:function\b|\(|[\p{L}_$][\p{L}\p{N}_$]*[ \t]*=>))`)

// enclosingLines is how far up a definition is looked for.
const enclosingLines = 2000

// enclosing is the name of the piece of code that a line is in: of the nearest
// line above that begins one and is indented less, or of the line itself. Prose
// has none.
func enclosing(m *lsp.Mapper, line int, language string) string {
	switch language {
	case "markdown", "plaintext", "text", "html", "org", "asciidoc", "restructuredtext", "yaml", "json", "toml":
		return ""
	}
	line = min(line, m.LineCount()-1)
	// A comment belongs to what follows it.
	for line < m.LineCount()-1 && isComment(m.LineText(line)) {
		line++
	}
	if name := defined(m.LineText(line)); name != "" {
		return name
	}
	for line < m.LineCount()-1 && strings.TrimSpace(m.LineText(line)) == "" {
		line++
	}
	depth := indentation(m.LineText(line))
	for i := line - 1; i >= max(0, line-enclosingLines) && depth > 0; i-- {
		text := m.LineText(i)
		if strings.TrimSpace(text) == "" || indentation(text) >= depth {
			continue
		}
		if name := defined(text); name != "" {
			return name
		}
		depth = indentation(text)
	}
	return ""
}

func defined(line string) string {
	const longest = 2000 // bytes: minified files have lines without end
	if len(line) > longest {
		return ""
	}
	g := definitionLine.FindStringSubmatch(line)
	if g == nil {
		return ""
	}
	return g[1] + g[2]
}

// indentation counts a tab as four columns, as if the file were consistent.
func indentation(line string) (n int) {
	for _, r := range line {
		switch r {
		case ' ':
			n++
		case '\t':
			n += 4
		default:
			return n
		}
	}
	return n
}

var commentLeaders = []string{"//", "#", "--", ";", "/*", "*", "%", "\"\"\"", "'''", "<!--"}

// isComment says whether a line holds nothing but a comment, in any language.
func isComment(line string) bool {
	line = strings.TrimSpace(line)
	for _, l := range commentLeaders {
		if strings.HasPrefix(line, l) {
			return !strings.HasPrefix(line, "#include") && !strings.HasPrefix(line, "#define") && !strings.HasPrefix(line, "#!")
		}
	}
	return false
}
