package passage

import (
	"regexp"
	"strings"
)

// The guesses below are for text whose language nobody told, such as an
// argument in a terminal. They are slow to call something code: prose in a
// fence reads badly, while a few lines of code in prose only lose their font.

var (
	codeEnd   = regexp.MustCompile(`[;{}]\s*$|\)\s*\{$|^\s*[})\]]+[;,)]*\s*$|=>\s*$`)
	codeStart = regexp.MustCompile(`^\s*(?:func|def|class|if|for|while|else|elif|switch|case|const|let|var|public|private|protected|static|using|struct|enum|interface|impl|pub|fn|export|async|await|try|catch|type)\b.*[(){};=:]$|` +
		`^\s*(?:#include|#define|SELECT|INSERT INTO|CREATE TABLE)\b|^\s*(?:package|import|return|use|from \S+ import)\s+[\w.:*"'/@]+(?:\s+as\s+\w+)?;?$`)
	codeCall = regexp.MustCompile(`^\s*[\w.$>\[\]-]+\s*(:?=|\+=|-=)\s*\S|^\s*[\w.]+\([^ )]*[^)]*\)\s*;?$|^\s*(//|/\*|\*/)`)
	markdown = regexp.MustCompile("(?m)^\\s{0,3}(#{1,6} |[-*+] |\\d+[.)] |> |```|~~~|\\|.*\\|)|\\[[^\\]]+\\]\\([^)]+\\)|\\*\\*[^*]+\\*\\*")
	sentence = regexp.MustCompile(`\p{L}+[,;]? \p{L}+[,;]? \p{L}+`)
)

// looksLikeCode wants at least two lines, most of which look like code, and
// nothing that looks like markdown.
func looksLikeCode(s string) bool {
	if len(s) > 64<<10 {
		s = s[:64<<10]
	}
	if markdown.MatchString(s) {
		return false
	}
	lines, code := 0, 0
	for l := range strings.SplitSeq(s, "\n") {
		if strings.TrimSpace(l) == "" {
			continue
		}
		lines++
		if codeEnd.MatchString(l) || codeStart.MatchString(l) || codeCall.MatchString(l) {
			code++
		}
	}
	return lines >= 2 && code*10 >= lines*6
}

// looksLikeProse says whether most lines hold three words in a row.
func looksLikeProse(s string) bool {
	lines, prose := 0, 0
	for l := range strings.SplitSeq(s[:min(len(s), 64<<10)], "\n") {
		if strings.TrimSpace(l) == "" {
			continue
		}
		lines++
		if sentence.MatchString(l) {
			prose++
		}
	}
	return prose*10 >= lines*6
}
