package source

import (
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// isoName is a date as names of notes carry it: 2026-11-30, 2026_11_30 or
// 20261130, not inside a longer number.
var isoName = regexp.MustCompile(`(?:^|[^0-9])((?:19|20)[0-9]{2})([-_.]?)(0[1-9]|1[0-2])([-_.]?)([0-3][0-9])(?:[^0-9]|$)`)

// DateInName reads the day a note is about out of its file name: daily notes,
// meeting notes, sessions. The zero time when there is none.
func DateInName(rel string) time.Time {
	stem := path.Base(rel)
	stem = strings.TrimSuffix(stem, path.Ext(stem))
	m := isoName.FindStringSubmatch(stem)
	if m == nil || m[2] != m[4] {
		return time.Time{}
	}
	year, _ := strconv.Atoi(m[1])
	month, _ := strconv.Atoi(m[3])
	day, _ := strconv.Atoi(m[5])
	t := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.Local)
	if t.Day() != day {
		return time.Time{}
	}
	return t
}

// bestDate is the first of the dates that is known.
func bestDate(dates ...time.Time) time.Time {
	for _, d := range dates {
		if !d.IsZero() {
			return d
		}
	}
	return time.Time{}
}
