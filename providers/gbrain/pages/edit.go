package pages

import (
	"regexp"
	"strings"
)

// timelineStart finds where the timeline begins: GBrain's own sentinel, an
// older one, or a rule directly before the heading. A rule alone is ordinary
// text.
var timelineStart = regexp.MustCompile(`(?m)^(?:<!--\s*timeline\s*-->|---\s*timeline\s*---|---[ \t]*\r?\n(?:[ \t]*\r?\n)*##[ \t]+(?:Timeline|History)[ \t]*)\r?$`)

// Append adds text to the end of a page's body, before its timeline. All else
// stays byte for byte.
func Append(content, text string) string {
	head, rest := "", content
	if n := frontmatterEnd(content); n > 0 {
		head, rest = content[:n], content[n:]
	}
	body, tail := rest, ""
	if at := timelineStart.FindStringIndex(rest); at != nil {
		body, tail = rest[:at[0]], rest[at[0]:]
	}
	out := head + strings.TrimRight(body, " \t\r\n")
	if strings.TrimSpace(body) != "" {
		out += "\n\n"
	} else {
		out = strings.TrimRight(out, "\r\n") + "\n\n"
	}
	out += strings.TrimSpace(text) + "\n"
	if tail != "" {
		out += "\n" + tail
	}
	return out
}

// frontmatterEnd is the length of the frontmatter with its closing line.
func frontmatterEnd(s string) int {
	if !strings.HasPrefix(s, "---\n") && !strings.HasPrefix(s, "---\r\n") {
		return 0
	}
	at := strings.IndexByte(s, '\n') + 1
	for at < len(s) {
		end := strings.IndexByte(s[at:], '\n')
		if end < 0 {
			end = len(s) - at - 1
		}
		line := strings.TrimRight(s[at:at+end+1], " \t\r\n")
		at += end + 1
		if line == "---" {
			return at
		}
	}
	return 0
}

// stamped are the lines that GBrain adds to a file and leaves out of the
// content it gives.
var stamped = regexp.MustCompile(`(?m)^(?:ingested_via|ingested_at|source_kind|source_uri):.*\n?`)

// SameAsFile says whether a file holds what the database gives as the page's
// content: its hand edits, if any, have been synced. Line ends, blank lines
// and quotes around values in the frontmatter do not matter.
func SameAsFile(file, content string) bool { return normal(file) == normal(content) }

func normal(s string) string {
	s = strings.TrimPrefix(s, "\ufeff")
	s = strings.ReplaceAll(s, "\r\n", "\n")
	n := frontmatterEnd(s)
	head := stamped.ReplaceAllString(s[:n], "")
	var b strings.Builder
	for line := range strings.SplitSeq(head+"\x00\n"+s[n:], "\n") {
		if line = strings.TrimRight(line, " \t"); line != "" {
			b.WriteString(line + "\n")
		}
	}
	return strings.NewReplacer(`: "`, ": ", "\"\n", "\n", ": '", ": ", "'\n", "\n").Replace(b.String())
}

// Frontmatter is a page's frontmatter block without its fences, "" without one.
func Frontmatter(content string) string {
	content = strings.TrimPrefix(content, "\ufeff")
	n := frontmatterEnd(content)
	if n == 0 {
		return ""
	}
	head := strings.TrimRight(content[:n], "\r\n")
	return strings.TrimSuffix(head[strings.IndexByte(head, '\n')+1:], "---")
}

var private = regexp.MustCompile(`(?im)^visibility:[ \t]*["']?private["']?[ \t]*(?:#.*)?\r?$`)

// Private says whether a page's text makes it visible to its owner alone.
func Private(content string) bool { return private.MatchString(Frontmatter(content)) }

// Defuse changes what in a text would begin a timeline into something that
// reads the same and does not.
func Defuse(text string) string {
	return timelineStart.ReplaceAllStringFunc(text, func(m string) string {
		switch {
		case strings.HasPrefix(m, "<!--"):
			return "<!-- (timeline) -->"
		case strings.HasPrefix(m, "--- "), strings.HasPrefix(m, "---t"), strings.HasPrefix(m, "---\t"):
			if !strings.Contains(m, "\n") {
				return `\` + m
			}
		}
		return "***" + m[3:]
	})
}
