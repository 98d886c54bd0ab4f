package curate

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"memswarm/providers/internal/curate/passage"
)

var (
	// What the wiki's lint takes for links, outside of code.
	wikiLink   = regexp.MustCompile(`\[\[([^\]|]+)(?:\|[^\]]+)?\]\]`)
	pageLink   = regexp.MustCompile(`\[[^\]]+\]\(([^)]+)\)`)
	scheme     = regexp.MustCompile(`(?i)^[a-z]+:`)
	inlineCode = regexp.MustCompile("(?:^|[^`])(`[^`\n]+`|``[^`\n](?:[^\n]*?[^`\n])?``)(?:[^`]|$)")
	marker     = regexp.MustCompile(`<!--(\s*openclaw:)`)
)

// wikiSafe changes what would break the page in the wiki, and nothing else:
// links that lead nowhere there are shown as text, and the wiki's own markers
// are taken the force from. It says what it changed.
func wikiSafe(text, folder string, links func() wikiLinks) (string, []string) {
	var warnings []string
	if marker.MatchString(text) {
		text = marker.ReplaceAllString(text, "&lt;!--$1")
		warnings = append(warnings, "The passage holds markers of the wiki itself; they are written as text.")
	}
	cut := false
	for range 4 { // taking one link apart can show another that it was part of
		cuts := brokenLinks(maskCode(text), folder, links)
		if len(cuts) == 0 {
			break
		}
		text, cut = insertBackslashes(text, cuts), true
	}
	if cut {
		warnings = append(warnings, "Links that lead nowhere in the wiki are written as text.")
	}
	return text, warnings
}

// brokenLinks gives the positions where a backslash takes a link apart.
func brokenLinks(masked, folder string, links func() wikiLinks) (cuts []int) {
	for _, m := range wikiLink.FindAllStringSubmatchIndex(masked, -1) {
		if links().leads(masked[m[2]:m[3]]) {
			continue
		}
		for i := m[0]; i+1 < m[1]; i++ {
			if masked[i:i+2] == "[[" {
				cuts = append(cuts, i+1)
			}
		}
	}
	for _, m := range pageLink.FindAllStringSubmatchIndex(masked, -1) {
		target := strings.TrimSpace(masked[m[2]:m[3]])
		if target == "" || target[0] == '#' || scheme.MatchString(target) {
			continue
		}
		target, _, _ = strings.Cut(target, "#")
		target, _, _ = strings.Cut(target, "?")
		if target = strings.TrimSpace(target); target != "" && !links().leads(path.Join(folder, strings.ReplaceAll(target, `\`, "/"))) {
			cuts = append(cuts, m[2]-1)
		}
	}
	return cuts
}

func insertBackslashes(text string, cuts []int) string {
	slices.Sort(cuts)
	var b strings.Builder
	last := 0
	for _, c := range slices.Compact(cuts) {
		b.WriteString(text[last:c] + `\`)
		last = c
	}
	return b.String() + text[last:]
}

// maskCode blanks code out, byte for byte, so that positions stay.
func maskCode(text string) string {
	o := passage.ReadOutline(text)
	b := []byte(text)
	for _, l := range splitLines(text, 0, len(text)) {
		if o.Fenced(l[0]) {
			blank(b[l[0]:l[1]])
		}
	}
	for _, m := range inlineCode.FindAllSubmatchIndex(b, -1) {
		blank(b[m[2]:m[3]])
	}
	return string(b)
}

func blank(b []byte) {
	for i, c := range b {
		if c != '\n' {
			b[i] = ' '
		}
	}
}

// quoteWiki quotes a YAML string so that the lint, which looks for links in the
// frontmatter too, finds none in it.
func quoteWiki(s string) string {
	q := quote(s)
	if strings.Contains(q, "[") {
		q = strings.ReplaceAll(q, "[", `\x5B`)
	}
	return q
}
