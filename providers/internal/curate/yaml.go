package curate

import (
	"fmt"
	"strings"
	"unicode"
)

// quote writes a string as a YAML double-quoted scalar on one line.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range strings.ToValidUTF8(s, "\uFFFD") {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < 0x20 || r >= 0x7f && r < 0xa0:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r == 0x2028 || r == 0x2029 || r == 0xFEFF || r == 0xFFFE || r == 0xFFFF:
			fmt.Fprintf(&b, `\u%04x`, r)
		case r > 0xFFFF && r&0xFFFE == 0xFFFE || unicode.Is(unicode.Co, r) && r > 0xFFFF:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// flow writes strings as a YAML flow list.
func flow(items []string) string {
	q := make([]string, len(items))
	for i, s := range items {
		if plainTag(s) {
			q[i] = s
		} else {
			q[i] = quote(s)
		}
	}
	return "[" + strings.Join(q, ", ") + "]"
}

// plainTag says whether a word needs no quotes in a flow list and stays a string.
func plainTag(s string) bool {
	for i, r := range s {
		letter := unicode.IsLetter(r)
		if !letter && (i == 0 || !unicode.IsDigit(r) && !strings.ContainsRune("_/-", r)) {
			return false
		}
	}
	switch strings.ToLower(s) {
	case "", "true", "false", "yes", "no", "on", "off", "null", "y", "n":
		return false
	}
	return true
}
