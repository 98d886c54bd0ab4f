package swarm

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// dates parses dates as seen at now, in now's time zone.
type dates struct {
	now      time.Time
	relative bool // the last date parsed counts from now: yesterday, last week
	vague    bool // … or may mean "now": today, this week
}

// parse reads a date at the start of ts and returns the time it spans and the
// number of tokens. bare allows what is a date only after a preposition: a
// month's name, a weekday, a year.
func (d *dates) parse(ts []token, bare bool) (span, int) {
	d.relative, d.vague = false, false
	if len(ts) == 0 || ts[0].quoted {
		return span{}, 0
	}
	low := strings.TrimSuffix(ts[0].low, "'s")
	today := d.day(d.now)
	switch low {
	case "yesterday":
		d.relative = true
		return span{today.AddDate(0, 0, -1), today}, 1
	case "today":
		d.vague = true
		return span{today, today.AddDate(0, 0, 1)}, 1
	case "last", "this", "previous":
		return d.named(ts, low)
	}
	if s, n := d.ago(ts); n > 0 {
		d.relative = true
		return s, n
	}
	if s, ok := d.iso(low); ok {
		return s, 1
	}
	return d.calendar(ts, bare)
}

// day is the start of t's day.
func (d *dates) day(t time.Time) time.Time {
	y, m, day := t.Date()
	return time.Date(y, m, day, 0, 0, 0, 0, d.now.Location())
}

// unit is the calendar unit around t: a day, an ISO week, a month, a quarter,
// a year.
func (d *dates) unit(t time.Time, unit string) (span, bool) {
	day := d.day(t)
	y, m, _ := t.Date()
	at := func(y int, m time.Month) time.Time { return time.Date(y, m, 1, 0, 0, 0, 0, d.now.Location()) }
	switch unit {
	case "day", "days":
		return span{day, day.AddDate(0, 0, 1)}, true
	case "week", "weeks":
		start := day.AddDate(0, 0, -int(day.Weekday()+6)%7)
		return span{start, start.AddDate(0, 0, 7)}, true
	case "month", "months":
		return span{at(y, m), at(y, m+1)}, true
	case "quarter", "quarters":
		m -= (m - 1) % 3
		return span{at(y, m), at(y, m+3)}, true
	case "year", "years":
		return span{at(y, 1), at(y+1, 1)}, true
	}
	return span{}, false
}

// named parses "last week", "this month", "last monday".
func (d *dates) named(ts []token, which string) (span, int) {
	if len(ts) < 2 || ts[1].quoted || ts[0].ends {
		return span{}, 0
	}
	unit := strings.TrimSuffix(ts[1].low, "'s")
	if which != "this" {
		if wd, ok := weekdays[unit]; ok {
			d.relative = true
			return d.weekday(wd), 2
		}
	}
	s, ok := d.unit(d.now, unit)
	if !ok || strings.HasSuffix(unit, "s") || unit == "day" {
		return span{}, 0
	}
	if which == "this" {
		d.vague = true
		return s, 2
	}
	d.relative = true
	s, _ = d.unit(s.start.AddDate(0, 0, -1), unit)
	return s, 2
}

// weekday is the last such day before today.
func (d *dates) weekday(wd time.Weekday) span {
	day := d.day(d.now)
	back := (int(day.Weekday()) - int(wd) + 6) % 7
	start := day.AddDate(0, 0, -back-1)
	return span{start, start.AddDate(0, 0, 1)}
}

// ago parses "3 days ago", "a week ago", "two months ago": the whole day, week,
// month or year that lies so far back.
func (d *dates) ago(ts []token) (span, int) {
	if len(ts) < 3 || ts[2].low != "ago" {
		return span{}, 0
	}
	n, ok := count(ts[0].low)
	if !ok {
		return span{}, 0
	}
	t, ok := back(d.now, n, ts[1].low)
	if !ok {
		return span{}, 0
	}
	s, _ := d.unit(t, ts[1].low)
	return s, 3
}

// rolling parses "in the last 3 days", "the past week", "last 2 months": from
// so long ago until now.
func (d *dates) rolling(ts []token) (span, int) {
	i := 0
	if slices.Contains([]string{"in", "within", "during", "over"}, ts[i].low) {
		i++
	}
	if i < len(ts) && ts[i].low == "the" {
		i++
	}
	if i+1 >= len(ts) || ts[i].low != "last" && ts[i].low != "past" || ts[i].quoted {
		return span{}, 0
	}
	past := ts[i].low == "past" || i > 0
	i++
	n := 1
	if v, ok := count(ts[i].low); ok {
		n, past = v, true
		i++
	}
	// "last week" alone is the week before this one.
	if !past || i >= len(ts) {
		return span{}, 0
	}
	t, ok := back(d.day(d.now), n, ts[i].low)
	if !ok {
		return span{}, 0
	}
	return span{start: t}, i + 1
}

// back is n units before t.
func back(t time.Time, n int, unit string) (time.Time, bool) {
	switch strings.TrimSuffix(unit, "s") {
	case "day":
		return t.AddDate(0, 0, -n), true
	case "week":
		return t.AddDate(0, 0, -7*n), true
	case "month":
		return monthsBack(t, n), true
	case "quarter":
		return monthsBack(t, 3*n), true
	case "year":
		return monthsBack(t, 12*n), true
	}
	return t, false
}

// monthsBack keeps to the month's last day, where AddDate would run over into
// the next month (31 May less three months is 28 February, not 3 March).
func monthsBack(t time.Time, n int) time.Time {
	y, m, day := t.Date()
	last := time.Date(y, m-time.Month(n)+1, 0, 0, 0, 0, 0, t.Location()).Day()
	h, mi, s := t.Clock()
	return time.Date(y, m-time.Month(n), min(day, last), h, mi, s, t.Nanosecond(), t.Location())
}

var countWords = []string{"", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}

// count reads a number of units, 1 to 1000.
func count(s string) (int, bool) {
	switch s {
	case "a", "an":
		return 1, true
	case "couple", "few", "":
		return 0, false
	}
	if i := slices.Index(countWords, s); i > 0 {
		return i, true
	}
	n, err := strconv.Atoi(s)
	return n, err == nil && n >= 1 && n <= 1000
}
