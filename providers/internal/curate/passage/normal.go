package passage

import (
	"strings"
	"unicode/utf8"
)

// normalize brings text to valid UTF-8 with LF line ends and no BOM. Its
// warnings say what could not be kept.
func normalize(s string) (string, []string) {
	var warnings []string
	s = strings.TrimPrefix(s, "\uFEFF")
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
		warnings = append(warnings, "The text is not valid UTF-8; the bytes that could not be read were replaced by �.")
	}
	if strings.IndexByte(s, 0) >= 0 {
		s = strings.ReplaceAll(s, "\x00", "\uFFFD")
		warnings = append(warnings, "The text held NUL characters; they were replaced by �.")
	}
	if strings.IndexByte(s, '\r') >= 0 {
		s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	}
	return trimBlankLines(s), warnings
}

// trimBlankLines takes blank lines off both ends and trailing spaces off the
// end; the indentation of the first line stays.
func trimBlankLines(s string) string {
	for {
		i := strings.IndexByte(s, '\n')
		if i < 0 || strings.TrimSpace(s[:i]) != "" {
			break
		}
		s = s[i+1:]
	}
	s = strings.TrimRight(s, " \t\n\v\f\u00a0\u2028\u2029\u3000")
	if strings.TrimSpace(s) == "" {
		return ""
	}
	return s
}

// dedent removes the indentation that all lines share. Blank lines do not
// count; spaces and tabs are never taken for one another. An editor's selection
// often begins after the indentation of its first line: then the others decide
// for themselves.
func dedent(s string) string {
	lines := strings.Split(s, "\n")
	rest := sharedIndent(lines[1:])
	first := indentOf(lines[0])
	if first != "" || !closesBlock(lines[len(lines)-1], rest) {
		rest = sharedIndent(lines)
	}
	if first == "" && rest == "" {
		return s
	}
	for i, l := range lines {
		if strings.TrimSpace(l) == "" {
			lines[i] = ""
		} else {
			lines[i] = strings.TrimPrefix(l, rest)
		}
	}
	return strings.Join(lines, "\n")
}

func sharedIndent(lines []string) string {
	shared, found := "", false
	for _, l := range lines {
		if strings.TrimSpace(l) == "" {
			continue
		}
		ind := indentOf(l)
		if !found {
			shared, found = ind, true
			continue
		}
		n := 0
		for n < len(shared) && n < len(ind) && shared[n] == ind[n] {
			n++
		}
		shared = shared[:n]
	}
	return shared
}

func indentOf(l string) string { return l[:len(l)-len(strings.TrimLeft(l, " \t"))] }

// closesBlock tells a selection that starts after the indentation of its first
// line ("func f() {" … "    }") from a line followed by indented ones, such as
// Python's "def f():", whose indentation must stay.
func closesBlock(last, rest string) bool {
	t := strings.TrimSpace(last)
	return rest != "" && indentOf(last) == rest && (strings.HasPrefix(t, "}") || strings.HasPrefix(t, ")") || strings.HasPrefix(t, "]") || t == "end")
}
