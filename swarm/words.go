package swarm

import (
	"slices"
	"strings"
	"unicode"
)

// sortedWords lower-cases s and gives its words in alphabetic order, joined by
// blanks: equal for texts of the same words in any order and punctuation.
func sortedWords(s string) string {
	ws := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r)
	})
	if len(ws) == 1 {
		return ws[0]
	}
	slices.Sort(ws)
	return strings.Join(ws, " ")
}
