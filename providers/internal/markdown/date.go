package markdown

import (
	"strconv"
	"strings"
	"time"
)

var dateLayouts = []string{
	time.RFC3339Nano,
	"2006-01-02T15:04:05",
	"2006-01-02T15:04Z07:00",
	"2006-01-02T15:04",
	"2006-01-02 15:04:05Z07:00",
	"2006-01-02 15:04:05 Z07:00",
	"2006-01-02 15:04:05 -0700",
	"2006-01-02T15:04:05-0700",
	"2006-01-02 15:04:05",
	"2006-01-02 15:04",
	"2006-01-02, 15:04",
	"2006-1-2",
	"2006-01",
	"2006/1/2 15:04:05",
	"2006/1/2 15:04",
	"2006/1/2",
	"2006.1.2",
	"2.1.2006",
	"20060102",
	"20060102150405",
	"200601021504",
	"January 2, 2006",
	"Jan 2, 2006",
	"2 January 2006",
	"2 Jan 2006",
	"Monday, January 2, 2006",
	"Monday, January 2, 2006 15:04",
	time.RFC1123,
	time.RFC1123Z,
}

// parseDate reads the dates found in frontmatter, and Unix times in seconds or
// milliseconds. Orders of day and month that depend on the country, such as
// 1/2/2006, are not guessed.
func parseDate(s string) (time.Time, bool) {
	s = strings.TrimSuffix(strings.TrimPrefix(s, "[["), "]]") // a daily note as date
	if len(s) > 64 {
		return time.Time{}, false
	}
	for _, layout := range dateLayouts {
		if t, err := time.Parse(layout, s); err == nil && t.Year() > 0 {
			return t, true
		}
	}
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		switch len(s) {
		case 10:
			return time.Unix(n, 0).UTC(), true
		case 13:
			return time.UnixMilli(n).UTC(), true
		}
	}
	return time.Time{}, false
}
