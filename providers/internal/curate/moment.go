package curate

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// momentTokens are those of moment.js that a file name or template may use
// (https://momentjs.com/docs/#/displaying/format/), longest first.
var momentTokens = []struct {
	token  string
	format func(t time.Time) string
}{
	{"YYYY", func(t time.Time) string { return fmt.Sprintf("%04d", t.Year()) }},
	{"GGGG", func(t time.Time) string { y, _ := t.ISOWeek(); return fmt.Sprintf("%04d", y) }},
	{"gggg", func(t time.Time) string { y, _ := t.ISOWeek(); return fmt.Sprintf("%04d", y) }},
	{"MMMM", func(t time.Time) string { return t.Month().String() }},
	{"dddd", func(t time.Time) string { return t.Weekday().String() }},
	{"MMM", func(t time.Time) string { return t.Format("Jan") }},
	{"ddd", func(t time.Time) string { return t.Format("Mon") }},
	{"YY", func(t time.Time) string { return t.Format("06") }},
	{"MM", func(t time.Time) string { return t.Format("01") }},
	{"DD", func(t time.Time) string { return t.Format("02") }},
	{"HH", func(t time.Time) string { return t.Format("15") }},
	{"hh", func(t time.Time) string { return t.Format("03") }},
	{"mm", func(t time.Time) string { return t.Format("04") }},
	{"ss", func(t time.Time) string { return t.Format("05") }},
	{"WW", func(t time.Time) string { _, w := t.ISOWeek(); return fmt.Sprintf("%02d", w) }},
	{"ww", func(t time.Time) string { _, w := t.ISOWeek(); return fmt.Sprintf("%02d", w) }},
	{"M", func(t time.Time) string { return strconv.Itoa(int(t.Month())) }},
	{"D", func(t time.Time) string { return strconv.Itoa(t.Day()) }},
	{"H", func(t time.Time) string { return strconv.Itoa(t.Hour()) }},
	{"m", func(t time.Time) string { return strconv.Itoa(t.Minute()) }},
	{"s", func(t time.Time) string { return strconv.Itoa(t.Second()) }},
	{"A", func(t time.Time) string { return t.Format("PM") }},
	{"a", func(t time.Time) string { return t.Format("pm") }},
	{"Q", func(t time.Time) string { return strconv.Itoa((int(t.Month()) + 2) / 3) }},
}

// moment formats a time; "[…]" is literal, and so is what is no token. Weeks
// are those of ISO 8601.
func moment(format string, t time.Time) string {
	var b strings.Builder
next:
	for i := 0; i < len(format); {
		if format[i] == '[' {
			if end := strings.IndexByte(format[i:], ']'); end > 0 {
				b.WriteString(format[i+1 : i+end])
				i += end + 1
				continue
			}
		}
		for _, m := range momentTokens {
			if strings.HasPrefix(format[i:], m.token) {
				b.WriteString(m.format(t))
				i += len(m.token)
				continue next
			}
		}
		b.WriteByte(format[i])
		i++
	}
	return b.String()
}
