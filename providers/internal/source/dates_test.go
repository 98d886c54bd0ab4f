package source

import (
	"testing"
	"time"
)

func TestDateInName(t *testing.T) {
	for rel, want := range map[string]string{
		"Daily/2026-11-30.md":      "2026-11-30",
		"2026-11-30 standup.md":    "2026-11-30",
		"notes 20261130.md":        "2026-11-30",
		"2026_01_02-plan.markdown": "2026-01-02",
		"2026-11-31.md":            "",
		"2026-1130.md":             "",
		"order 120261130.md":       "",
		"202611301.md":             "",
		"2026-11/notes.md":         "",
		"会议2026.03.04.md":          "2026-03-04",
		"2026-11.md":               "",
		"":                         "",
	} {
		got := ""
		if d := DateInName(rel); !d.IsZero() {
			got = d.Format(time.DateOnly)
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", rel, got, want)
		}
	}
}
