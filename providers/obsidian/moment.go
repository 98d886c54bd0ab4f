package obsidian

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// A moment is a date format of moment.js (https://momentjs.com/docs/#/displaying/format/),
// the one that the daily-notes settings hold, turned round to read dates out
// of file names.
type moment struct {
	re    *regexp.Regexp
	parts []string // the token of each group
}

// momentTokens maps a token to what it may look like. Week-based and
// local tokens match but say nothing; a format without year, month and day
// gives no dates.
var momentTokens = []struct{ token, pattern string }{
	{"YYYY", `(\d{4})`}, {"gggg", `(\d{4})`}, {"GGGG", `(\d{4})`}, {"YY", `(\d{2})`},
	{"MMMM", `(\p{L}+)`}, {"MMM", `(\p{L}+\.?)`}, {"MM", `(\d{2})`}, {"Mo", `(\d{1,2}\p{L}+)`}, {"M", `(\d{1,2})`},
	{"DDDD", `(\d{3})`}, {"DDD", `(\d{1,3})`}, {"DD", `(\d{2})`}, {"Do", `(\d{1,2}\p{L}+)`}, {"D", `(\d{1,2})`},
	{"dddd", `(\p{L}+)`}, {"ddd", `(\p{L}+\.?)`}, {"dd", `(\p{L}+\.?)`}, {"d", `(\d)`}, {"E", `(\d)`}, {"e", `(\d)`},
	{"ww", `(\d{2})`}, {"w", `(\d{1,2})`}, {"WW", `(\d{2})`}, {"W", `(\d{1,2})`}, {"Q", `(\d)`},
	{"HH", `(\d{2})`}, {"H", `(\d{1,2})`}, {"hh", `(\d{2})`}, {"h", `(\d{1,2})`}, {"mm", `(\d{2})`}, {"m", `(\d{1,2})`},
	{"ss", `(\d{2})`}, {"s", `(\d{1,2})`}, {"A", `([AaPp][Mm])`}, {"a", `([AaPp][Mm])`},
}

// parseMoment compiles a format such as "YYYY/MM-MMMM/YYYY-MM-DD". A format
// that cannot be read gives nil, which matches nothing.
func parseMoment(format string) *moment {
	var m moment
	var b strings.Builder
	b.WriteString(`(?i)^`)
	for i := 0; i < len(format); {
		if format[i] == '[' {
			if end := strings.IndexByte(format[i:], ']'); end > 0 {
				b.WriteString(regexp.QuoteMeta(format[i+1 : i+end]))
				i += end + 1
				continue
			}
		}
		token, pattern := momentToken(format[i:])
		if token == "" {
			size := len(firstRune(format[i:]))
			b.WriteString(regexp.QuoteMeta(format[i : i+size]))
			i += size
			continue
		}
		b.WriteString(pattern)
		m.parts = append(m.parts, token)
		i += len(token)
	}
	b.WriteString(`$`)
	re, err := regexp.Compile(b.String())
	if err != nil {
		return nil
	}
	m.re = re
	return &m
}

func firstRune(s string) string {
	for i := range s {
		if i > 0 {
			return s[:i]
		}
	}
	return s
}

func momentToken(s string) (token, pattern string) {
	for _, t := range momentTokens {
		if strings.HasPrefix(s, t.token) {
			return t.token, t.pattern
		}
	}
	return "", ""
}

// date reads the date out of a name; the zero time when there is none or it is
// not a day of the calendar.
func (m *moment) date(name string) time.Time {
	if m == nil {
		return time.Time{}
	}
	groups := m.re.FindStringSubmatch(name)
	if groups == nil {
		return time.Time{}
	}
	var year, month, day int
	for i, token := range m.parts {
		text := groups[i+1]
		switch token {
		case "YYYY":
			year = number(text)
		case "YY":
			year = 2000 + number(text)
		case "MM", "M", "Mo":
			month = number(text)
		case "MMMM", "MMM":
			if n := monthNamed(text); n > 0 {
				month = n
			}
		case "DD", "D", "Do":
			day = number(text)
		}
	}
	t := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.Local)
	if year == 0 || month == 0 || day == 0 || t.Day() != day || int(t.Month()) != month {
		return time.Time{}
	}
	return t
}

// number reads the leading digits ("3rd" is 3).
func number(s string) int {
	end := strings.IndexFunc(s, func(r rune) bool { return r < '0' || r > '9' })
	if end >= 0 {
		s = s[:end]
	}
	n, _ := strconv.Atoi(s)
	return n
}

// monthNamed knows the English names only; a format that spells months in
// another language usually has the number beside them.
func monthNamed(s string) int {
	s = strings.TrimSuffix(strings.ToLower(s), ".")
	if len(s) < 3 {
		return 0
	}
	for m := time.January; m <= time.December; m++ {
		if strings.HasPrefix(strings.ToLower(m.String()), s) {
			return int(m)
		}
	}
	return 0
}
