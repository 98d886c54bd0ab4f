package curate

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"memswarm/providers/internal/curate/passage"
)

// updatedLine is "updated: VALUE" at the top level of frontmatter. The value
// may be quoted and followed by a comment.
var updatedLine = regexp.MustCompile(`^(updated|updatedAt)[ \t]*:[ \t]+(?:"([^"\\]*)"|'([^']*)'|([^\s"'#&*!|>\[{][^#\r\n]*?))[ \t]*(?:[ \t]#[^\r\n]*)?\r?\n?$`)

// layouts are the ways in which dates are written in frontmatter. The new value
// is written in the way of the old one.
var layouts = []struct {
	layout string
	local  bool // has no zone: the time of this machine
}{
	{"2006-01-02", true}, {"2006-01-02 15:04", true}, {"2006-01-02 15:04:05", true}, {"2006-01-02T15:04", true},
	{"2006-01-02T15:04:05", true}, {"2006-01-02T15:04:05.000", true}, {"2006/01/02", true}, {"2006/01/02 15:04", true},
	{"2006-01-02T15:04:05.000Z07:00", false}, {"2006-01-02T15:04:05Z07:00", false}, {"2006-01-02T15:04Z07:00", false},
	{"2006-01-02 15:04:05 -0700", false}, {"2006-01-02T15:04:05-0700", false}, {"2006-01-02 15:04:05Z07:00", false},
}

// touch gives the edits that bring "updated" and "updatedAt" of a note's
// frontmatter up to date. A value that is no date is left alone, and so is a
// note that has neither key.
func touch(note string, now time.Time) []Edit {
	start, end, ok := passage.Frontmatter(note)
	if !ok {
		return nil
	}
	var edits []Edit
	seen := map[string]bool{}
	for _, l := range splitLines(note, start, end) {
		m := updatedLine.FindStringSubmatchIndex(note[l[0]:l[1]])
		if m == nil {
			continue
		}
		key := note[l[0]+m[2] : l[0]+m[3]]
		if seen[key] {
			continue
		}
		seen[key] = true
		for g := 4; g <= 8; g += 2 {
			if m[g] < 0 {
				continue
			}
			from, to := l[0]+m[g], l[0]+m[g+1]
			if v, ok := redate(note[from:to], now); ok && v != note[from:to] {
				edits = append(edits, Edit{from, to, v})
			}
		}
	}
	return edits
}

// redate writes now in the form of an old date; false when old is none.
func redate(old string, now time.Time) (string, bool) {
	if n, err := strconv.ParseInt(old, 10, 64); err == nil && n > 0 {
		switch len(old) {
		case 10:
			return strconv.FormatInt(now.Unix(), 10), true
		case 13:
			return strconv.FormatInt(now.UnixMilli(), 10), true
		}
		return "", false
	}
	for _, l := range layouts {
		t, err := time.Parse(l.layout, old)
		if err != nil || t.Format(l.layout) != old {
			continue // Parse takes fractions that the layout does not have
		}
		switch {
		case l.local:
			return now.Format(l.layout), true
		case strings.HasSuffix(old, "Z"):
			return now.UTC().Format(l.layout), true
		default:
			return now.In(t.Location()).Format(l.layout), true
		}
	}
	return "", false
}
