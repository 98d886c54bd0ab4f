package handlers

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// word is a piece of a line of code that a hover may be about.
type word struct {
	text       string
	start, end int // bytes of the line
}

// longestWord bounds what is asked for, in bytes: minified files have lines
// without end.
const longestWord = 200

// wordsAt lists what the cursor at byte col of a line may mean, widest first: the
// string that it stands in, a name with hyphens or dots (X-Request-Id,
// retry.budget), the identifier.
func wordsAt(line string, col int) []word {
	col = min(max(col, 0), len(line))
	start, end := extend(line, col, isIdentifier)
	if start == end {
		return nil
	}
	var out []word
	add := func(a, b int) {
		if b-a > longestWord || b <= a {
			return
		}
		w := word{line[a:b], a, b}
		if !slices.ContainsFunc(out, func(o word) bool { return o.text == w.text }) {
			out = append(out, w)
		}
	}
	if a, b, ok := quoted(line, start, end); ok {
		add(a, b)
	}
	add(joined(line, start, end, "-.:/"))
	add(joined(line, start, end, "-"))
	add(joined(line, start, end, "."))
	add(start, end)
	return out
}

// extend widens a place in both directions over characters that belong.
func extend(line string, at int, belongs func(rune) bool) (start, end int) {
	start, end = at, at
	for start > 0 {
		r, n := utf8.DecodeLastRuneInString(line[:start])
		if !belongs(r) || at-start > longestWord {
			break
		}
		start -= n
	}
	for end < len(line) {
		r, n := utf8.DecodeRuneInString(line[end:])
		if !belongs(r) || end-at > longestWord {
			break
		}
		end += n
	}
	return start, end
}

// isIdentifier says whether a character may stand in an identifier of some
// language, or in a word of some script.
func isIdentifier(r rune) bool {
	return r == '_' || r == '$' || r != utf8.RuneError && (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r))
}

// joined widens an identifier over others that single joints connect with it.
func joined(line string, start, end int, joints string) (int, int) {
	for {
		joint := start - 1
		if joint >= 1 && line[joint] == ':' && line[joint-1] == ':' {
			joint--
		}
		if joint < 1 || !strings.ContainsRune(joints, rune(line[joint])) {
			break
		}
		a, b := extend(line[:joint], joint, isIdentifier)
		if a == b || end-a > longestWord {
			break
		}
		start = a
	}
	for end < len(line) {
		joint := end + 1
		if strings.HasPrefix(line[end:], "::") {
			joint++
		}
		if !strings.ContainsRune(joints, rune(line[end])) || joint > len(line) {
			break
		}
		_, b := extend(line[joint:], 0, isIdentifier)
		if b == 0 || joint+b-start > longestWord {
			break
		}
		end = joint + b
	}
	return start, end
}

// quoted is the inside of the string literal that holds line[start:end]: one
// word, or a message without placeholders.
func quoted(line string, start, end int) (a, b int, ok bool) {
	open, quote := -1, byte(0)
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case c == '\\':
			i++
		case quote == 0 && (c == '"' || c == '\'' || c == '`'):
			open, quote = i, c
		case quote != 0 && c == quote:
			if open < start && i >= end {
				a, b = open+1, i
				text := line[a:b]
				if strings.ContainsAny(text, "%{}$\\") || strings.TrimSpace(text) != text {
					return 0, 0, false
				}
				return a, b, true
			}
			quote = 0
		}
		if i >= end && quote == 0 {
			return 0, 0, false
		}
	}
	return 0, 0, false
}
