package curate

import (
	"fmt"
	"path/filepath"
	"strings"

	"memswarm/swarm"
)

// sourcePath is the origin's path for people: inside the repository when there
// is one, else in full.
func sourcePath(o *swarm.Origin) string {
	if o == nil {
		return ""
	}
	if o.Relative != "" {
		return o.Relative
	}
	return filepath.ToSlash(o.Path)
}

// lineRange is "L3" or "L3-L5", 1-based and inclusive as people count, "" when
// the origin has no lines.
func lineRange(o *swarm.Origin) string {
	switch {
	case o == nil || o.EndLine <= o.StartLine && o.StartLine == 0:
		return ""
	case o.EndLine <= o.StartLine+1:
		return fmt.Sprintf("L%d", o.StartLine+1)
	}
	return fmt.Sprintf("L%d-L%d", o.StartLine+1, o.EndLine)
}

// source is "internal/auth/token.go#L3-L5".
func source(o *swarm.Origin) string {
	s := sourcePath(o)
	if r := lineRange(o); s != "" && r != "" {
		s += "#" + r
	}
	return s
}

// sourceLine is a sentence of markdown that says where the passage is from, ""
// when that is not known.
func sourceLine(o *swarm.Origin) string {
	s := sourcePath(o)
	if s == "" {
		return ""
	}
	text := codeSpan(s)
	if r := lineRange(o); r != "" {
		text += ", lines " + strings.ReplaceAll(strings.ReplaceAll(r, "L", ""), "-", "–")
		if !strings.Contains(r, "-") {
			text = strings.Replace(text, ", lines ", ", line ", 1)
		}
	}
	if o.Permalink != "" {
		text = "[" + text + "](" + linkEscape.Replace(o.Permalink) + ")"
	}
	text = "Source: " + text
	if len(o.Commit) >= 8 {
		text += ", commit " + o.Commit[:8]
	}
	return text
}

// linkEscape encodes what would end a link in markdown.
var linkEscape = strings.NewReplacer("(", "%28", ")", "%29", "<", "%3C", ">", "%3E", " ", "%20", "\n", "", "\r", "")

// codeSpan puts a path between backticks, whatever it holds.
func codeSpan(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
	if strings.Contains(s, "`") {
		return "``` " + s + " ```"
	}
	return "`" + s + "`"
}
