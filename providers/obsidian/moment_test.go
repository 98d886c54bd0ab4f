package obsidian

import (
	"testing"
	"time"
)

func TestMomentReadsDatesOutOfNames(t *testing.T) {
	for _, test := range []struct{ format, name, want string }{
		{"YYYY-MM-DD", "2026-11-30", "2026-11-30"},
		{"YYYY-MM-DD", "2026-02-30", ""},
		{"YYYY-MM-DD", "2026-11-30 notes", ""},
		{"YYYY/MM-MMMM/YYYY-MM-DD", "2026/11-November/2026-11-30", "2026-11-30"},
		{"YYYY/MM-MMMM/YYYY-MM-DD-dddd", "2026/11-ноябрь/2026-11-30-понедельник", "2026-11-30"},
		{"D MMM YY", "3 Feb 24", "2024-02-03"},
		{"Do MMMM YYYY", "21st July 2025", "2025-07-21"},
		{"[Day] YYYYMMDD", "Day 20251231", "2025-12-31"},
		{"YYYY年MM月DD日", "2026年11月30日", "2026-11-30"},
		{"gggg-[W]ww", "2026-W48", ""},
		{"(", "(", ""},
		{"[YYYY", "2026", ""},
		{"", "", ""},
	} {
		got := ""
		if d := parseMoment(test.format).date(test.name); !d.IsZero() {
			got = d.Format(time.DateOnly)
		}
		if got != test.want {
			t.Errorf("%q read by %q: got %q, want %q", test.name, test.format, got, test.want)
		}
	}
}

func FuzzMoment(f *testing.F) {
	f.Add("YYYY/MM-MMMM/YYYY-MM-DD", "2026/11-November/2026-11-30")
	f.Add("[x", "\xff")
	f.Fuzz(func(t *testing.T, format, name string) {
		parseMoment(format).date(name)
	})
}
