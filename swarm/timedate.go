package swarm

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// isoDate matches 2026-05-03, 2026/05/03, 2026-05, 2026-W21, 2026W21, 2026-W21-3,
// 2026-Q2 and 2026Q2.
var isoDate = regexp.MustCompile(`^(\d{4})(?:[-/](\d{2})[-/](\d{2})|-(\d{2})|-?w(\d{2})(?:-?([1-7]))?|-?q([1-4]))$`)

// iso parses one of the written forms of a date.
func (d *dates) iso(s string) (span, bool) {
	if len(s) < 6 || s[0] < '0' || s[0] > '9' {
		return span{}, false
	}
	m := isoDate.FindStringSubmatch(s)
	if m == nil {
		return span{}, false
	}
	num := func(i int) int { n, _ := strconv.Atoi(m[i]); return n }
	year := num(1)
	if !plausibleYear(year) {
		return span{}, false
	}
	switch {
	case m[2] != "":
		return d.date(year, num(2), num(3))
	case m[4] != "":
		return d.month(year, num(4))
	case m[5] != "":
		return d.isoWeek(year, num(5), m[6])
	}
	return d.quarter(year, num(7)), true
}

func plausibleYear(y int) bool { return y >= 1900 && y <= 2199 }

// date is one day; ok is false for 31 April and the like.
func (d *dates) date(y, m, day int) (span, bool) {
	t := time.Date(y, time.Month(m), day, 0, 0, 0, 0, d.now.Location())
	if t.Year() != y || int(t.Month()) != m || t.Day() != day {
		return span{}, false
	}
	return span{t, t.AddDate(0, 0, 1)}, true
}

func (d *dates) month(y, m int) (span, bool) {
	if m < 1 || m > 12 {
		return span{}, false
	}
	s, _ := d.unit(time.Date(y, time.Month(m), 1, 0, 0, 0, 0, d.now.Location()), "month")
	return s, true
}

func (d *dates) quarter(y, q int) span {
	s, _ := d.unit(time.Date(y, time.Month(3*q-2), 1, 0, 0, 0, 0, d.now.Location()), "quarter")
	return s
}

// isoWeek is week w of ISO year y (the week of 4 January is the first), or one
// day of it.
func (d *dates) isoWeek(y, w int, day string) (span, bool) {
	s, _ := d.unit(time.Date(y, 1, 4, 0, 0, 0, 0, d.now.Location()), "week")
	s.start = s.start.AddDate(0, 0, 7*(w-1))
	s.end = s.start.AddDate(0, 0, 7)
	if iy, iw := s.start.ISOWeek(); w < 1 || iy != y || iw != w {
		return span{}, false
	}
	if day != "" {
		s.start = s.start.AddDate(0, 0, int(day[0]-'1'))
		s.end = s.start.AddDate(0, 0, 1)
	}
	return s, true
}

var months = map[string]time.Month{
	"january": 1, "jan": 1, "february": 2, "feb": 2, "march": 3, "mar": 3, "april": 4, "apr": 4, "may": 5,
	"june": 6, "jun": 6, "july": 7, "jul": 7, "august": 8, "aug": 8, "september": 9, "sep": 9, "sept": 9,
	"october": 10, "oct": 10, "november": 11, "nov": 11, "december": 12, "dec": 12,
}

var weekdays = map[string]time.Weekday{
	"monday": 1, "tuesday": 2, "wednesday": 3, "thursday": 4, "friday": 5, "saturday": 6, "sunday": 0,
}

// calendar parses dates with names: "May 2026", "3 May 2026", "May 3, 2026",
// "Q2 2026"; after a preposition (bare) also "May", "3 May", "Monday", "Q2",
// "2026".
func (d *dates) calendar(ts []token, bare bool) (span, int) {
	low := ts[0].low
	if q, ok := strings.CutPrefix(low, "q"); ok && len(q) == 1 && q >= "1" && q <= "4" {
		n := int(q[0] - '0')
		if y, ok := yearAt(ts, 1); ok {
			return d.quarter(y, n), 2
		}
		if bare {
			return d.lastOne(func(y int) (span, bool) { return d.quarter(y, n), true }), 1
		}
		return span{}, 0
	}
	if m, ok := months[low]; ok {
		return d.monthDay(ts, int(m), bare)
	}
	if day, ok := dayOfMonth(low); ok && len(ts) > 1 && !ts[0].ends {
		if m, ok := months[ts[1].low]; ok && !ts[1].quoted {
			if y, ok := yearAt(ts, 2); ok {
				s, ok := d.date(y, int(m), day)
				return s, lengthIf(ok, 3)
			}
			// "3 may" may be anything without a preposition or a capital.
			if bare || ts[1].text != ts[1].low {
				s := d.lastOne(func(y int) (span, bool) { return d.date(y, int(m), day) })
				return s, lengthIf(!s.start.IsZero(), 2)
			}
		}
	}
	if !bare {
		return span{}, 0
	}
	if wd, ok := weekdays[strings.TrimSuffix(low, "'s")]; ok {
		d.relative = true
		return d.weekday(wd), 1
	}
	// "after 2000 requests" is no year: something must set it apart.
	if y, ok := yearAt(ts, 0); ok && y >= 1990 && y <= d.now.Year()+1 && (len(ts) == 1 || ts[0].ends || followsDate[ts[1].low]) {
		s, _ := d.unit(time.Date(y, 1, 1, 0, 0, 0, 0, d.now.Location()), "year")
		return s, 1
	}
	return span{}, 0
}

// followsDate holds words after which a bare number may be a year.
var followsDate = map[string]bool{"and": true, "or": true, "to": true, "until": true, "till": true, "in": true, "on": true,
	"for": true, "about": true, "with": true, "by": true, "what": true, "how": true, "the": true, "we": true, "i": true, "&": true, "-": true, "–": true}

// monthDay parses what begins with a month's name.
func (d *dates) monthDay(ts []token, m int, bare bool) (span, int) {
	if y, ok := yearAt(ts, 1); ok {
		s, ok := d.month(y, m)
		return s, lengthIf(ok, 2)
	}
	if len(ts) > 1 && !ts[1].quoted && !ts[0].ends {
		if day, ok := dayOfMonth(ts[1].low); ok && (bare || ts[0].text != ts[0].low) {
			if y, ok := yearAt(ts, 2); ok {
				s, ok := d.date(y, m, day)
				return s, lengthIf(ok, 3)
			}
			s := d.lastOne(func(y int) (span, bool) { return d.date(y, m, day) })
			return s, lengthIf(!s.start.IsZero(), 2)
		}
	}
	if !bare {
		return span{}, 0
	}
	return d.lastOne(func(y int) (span, bool) { return d.month(y, m) }), 1
}

// lastOne is the latest such time that has begun; notes are about the past.
func (d *dates) lastOne(in func(year int) (span, bool)) span {
	// Nine years cover 29 February around a century without a leap day.
	for back := range 9 {
		if s, ok := in(d.now.Year() - back); ok && !s.start.After(d.now) {
			return s
		}
	}
	return span{}
}

func yearAt(ts []token, i int) (int, bool) {
	if i >= len(ts) || ts[i].quoted || i > 0 && ts[i-1].ends && !strings.HasSuffix(ts[i-1].text, ",") {
		return 0, false
	}
	s := strings.TrimSuffix(ts[i].low, "'s")
	y, err := strconv.Atoi(s)
	return y, err == nil && len(s) == 4 && plausibleYear(y)
}

// dayOfMonth reads 3, 03, 3rd.
func dayOfMonth(s string) (int, bool) {
	for _, suffix := range []string{"st", "nd", "rd", "th"} {
		s = strings.TrimSuffix(s, suffix)
	}
	n, err := strconv.Atoi(s)
	return n, err == nil && n >= 1 && n <= 31 && len(s) <= 2
}

func lengthIf(ok bool, n int) int {
	if !ok {
		return 0
	}
	return n
}
