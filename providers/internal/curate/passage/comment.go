package passage

import (
	"strings"
)

// uncomment returns the text of a passage that is nothing but comments, and
// whether it is. Leaders, the stars of block comments and the indentation that
// is left go; paragraphs, lists and indented examples keep their shape.
func uncomment(s string, syn *syntax) (string, bool) {
	if syn == nil {
		return "", false
	}
	lines := strings.Split(s, "\n")
	var out []string
	for i := 0; i < len(lines); {
		t := strings.TrimSpace(lines[i])
		if t == "" {
			out = append(out, "")
			i++
			continue
		}
		if text, next, ok := blockComment(lines, i, syn); ok {
			out = append(out, text...)
			i = next
			continue
		}
		group := lineComments(lines[i:], syn)
		if group == nil {
			return "", false
		}
		i += len(group)
		out = append(out, unindent(group)...)
	}
	text := trimBlankLines(strings.Join(out, "\n"))
	return text, text != ""
}

// lineComments strips the leader from the line comments at the start of lines.
func lineComments(lines []string, syn *syntax) []string {
	var out []string
	for _, l := range lines {
		t := strings.TrimSpace(l)
		leader := leaderOf(t, syn)
		if leader == "" || len(out) == 0 && strings.HasPrefix(t, "#!") {
			break
		}
		// A rule of leaders ("//////", "# ------") is decoration.
		rest := strings.TrimPrefix(t, leader)
		if strings.Trim(rest, leader[:1]+"-=*_~#/;%+ ") == "" {
			rest = ""
		}
		out = append(out, strings.TrimRight(rest, " \t"))
	}
	return unspace(out)
}

// unspace takes off the one space that is customary behind a leader, which an
// example behind a tab ("//<tab>code") does not have.
func unspace(lines []string) []string {
	for _, l := range lines {
		if l != "" && l[0] != ' ' && l[0] != '\t' {
			return lines
		}
	}
	for i, l := range lines {
		lines[i] = strings.TrimPrefix(l, " ")
	}
	return lines
}

func leaderOf(t string, syn *syntax) string {
	for _, l := range syn.line {
		if strings.HasPrefix(t, l) || t == strings.TrimSpace(l) {
			// "#include" and "#define" are no comments where "//" is the comment.
			return strings.TrimRight(l[:min(len(l), len(t))], " ")
		}
	}
	return ""
}

// blockComment reads one block comment that begins line i and has nothing
// behind its end.
func blockComment(lines []string, i int, syn *syntax) (text []string, next int, ok bool) {
	t := strings.TrimSpace(lines[i])
	for _, pair := range syn.blocks {
		open, end := pair[0], pair[1]
		if !strings.HasPrefix(t, open) || open == "/**" && t == "/**/" {
			continue
		}
		rest := strings.TrimPrefix(t, open)
		for j := i; j < len(lines); j++ {
			if j > i {
				rest = strings.TrimRight(lines[j], " \t")
			}
			k := strings.Index(rest, end)
			if k < 0 {
				text = append(text, rest)
				continue
			}
			if strings.Trim(rest[k+len(end):], " \t;") != "" {
				return nil, 0, false // code follows on the same line
			}
			text = append(text, strings.TrimRight(rest[:k], " \t*"))
			if strings.TrimRight(rest[:k], " \t*") == "" && strings.TrimSpace(rest[:k]) != "" {
				text[len(text)-1] = ""
			}
			return trimBlank(plain(text, end == "*/")), j + 1, true
		}
		return nil, 0, false // never closed
	}
	return nil, 0, false
}

// plain strips the stars down the side of a block comment, when all its lines
// have them, and the common indentation. The first line stood behind the
// opening mark and has an indentation of its own.
func plain(text []string, stars bool) []string {
	first, rest := strings.TrimSpace(text[0]), text[1:]
	if stars && starred(rest) {
		for i, l := range rest {
			l = strings.TrimLeft(l, " \t")
			rest[i] = strings.TrimPrefix(l, "*")
		}
	}
	return append([]string{first}, unindent(rest)...)
}

func starred(lines []string) bool {
	any := false
	for _, l := range lines {
		t := strings.TrimSpace(l)
		if t == "" {
			continue
		}
		if t[0] != '*' {
			return false
		}
		any = true
	}
	return any
}

func unindent(lines []string) []string {
	shared := sharedIndent(lines)
	for i, l := range lines {
		lines[i] = strings.TrimRight(strings.TrimPrefix(l, shared), " \t")
	}
	return lines
}

func trimBlank(lines []string) []string {
	for len(lines) > 0 && strings.TrimSpace(lines[0]) == "" {
		lines = lines[1:]
	}
	for len(lines) > 0 && strings.TrimSpace(lines[len(lines)-1]) == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}
