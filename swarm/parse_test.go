package swarm

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestClassify(t *testing.T) {
	tests := []struct {
		text string
		want Kind
	}{
		{"JWT refresh tokens", Factual},
		{"", Factual},
		{"what changed yesterday", Temporal},
		{"Yesterday's standup", Temporal},
		{"LAST WEEK decisions", Temporal},
		{"changes since the migration", Temporal},
		{"when did we drop redis", Temporal},
		{"recently added pages", Temporal},
		{"notes 2026-05", Temporal},
		{"notes 2026-W21", Temporal},
		{"roadmap Q2 2026", Temporal},
		{"before March", Temporal},
		{"before deploy", Factual},
		{"after the deploy", Factual},
		{"after_save callback", Factual},
		{"time.Since usage", Factual},
		{"since_id paging", Factual},
		{"yesterdays", Factual},
		{"todayish", Factual},
		{"may I use tabs", Factual},
		{"it may fail", Factual},
		{"after 2000 requests", Factual},
		{"between client and server", Factual},
		{`"when did" phrase`, Factual},
		{"I prefer tabs", Personal},
		{"how do I usually deploy", Personal},
		{"my style for errors", Personal},
		{"my styles", Factual},
		{"pi prefer", Factual},
		{"notes related to auth", Relational},
		{"what depends on the gateway", Relational},
		{"what does billing depend on", Relational},
		{"connected devices", Relational},
		{"disconnected", Factual},
		{"reconnected clients", Factual},
		{"see also tokens", Relational},
		// The first that matches wins.
		{"what I prefer since March", Temporal},
		{"I prefer things related to auth", Personal},
	}
	for _, tt := range tests {
		if got := Classify(tt.text); got != tt.want {
			t.Errorf("Classify(%q) = %s, want %s", tt.text, got, tt.want)
		}
	}
}

// now is a Thursday; the zone is far from UTC so that a mix-up shows.
var (
	kiritimati = time.FixedZone("+14", 14*3600)
	testNow    = time.Date(2026, 12, 3, 9, 30, 0, 0, kiritimati)
)

func TestParseTime(t *testing.T) {
	tests := []struct {
		text, words  string
		since, until string // days, "" for unbounded
		soft         bool
	}{
		{"standup yesterday", "standup", "2026-12-02", "2026-12-03", false},
		{"what did I do today", "", "2026-12-03", "2026-12-04", true},
		{"decisions last week", "decisions", "2026-11-23", "2026-11-30", false},
		{"decisions this week", "decisions", "2026-11-30", "2026-12-07", true},
		{"last month's incidents", "incidents", "2026-11-01", "2026-12-01", false},
		{"this month releases", "releases", "2026-12-01", "2027-01-01", true},
		{"last year", "", "2025-01-01", "2026-01-01", false},
		{"last quarter review", "review", "2026-07-01", "2026-10-01", false},
		{"3 days ago", "", "2026-11-30", "2026-12-01", false},
		{"a week ago retro", "retro", "2026-11-23", "2026-11-30", false},
		{"two months ago", "", "2026-10-01", "2026-11-01", false},
		{"notes from the last 3 days", "notes from", "2026-11-30", "", false},
		{"in the past week", "", "2026-11-26", "", false},
		{"last 2 months of errors", "of errors", "2026-10-03", "", false},
		{"since March auth", "auth", "2026-03-01", "", false},
		{"since december", "", "2026-12-01", "", false},
		{"since last week", "", "2026-11-23", "", false},
		{"since monday", "", "2026-11-30", "", false},
		{"since thursday", "", "2026-11-26", "", false},
		{"since 2026-05-03", "", "2026-05-03", "", false},
		{"since 3rd May", "", "2026-05-03", "", false},
		{"since 2024", "", "2024-01-01", "", false},
		{"auth in May 2026", "auth", "2026-05-01", "2026-06-01", true},
		{"auth in may", "auth", "2026-05-01", "2026-06-01", true},
		{"deploys 2026-05", "deploys", "2026-05-01", "2026-06-01", true},
		{"deploys 2026-05-03", "deploys", "2026-05-03", "2026-05-04", true},
		{"deploys on May 3, 2026", "deploys", "2026-05-03", "2026-05-04", true},
		{"deploys 2026-W21", "deploys", "2026-05-18", "2026-05-25", true},
		{"deploys 2026-W21-3", "deploys", "2026-05-20", "2026-05-21", true},
		{"roadmap Q2 2026", "roadmap", "2026-04-01", "2026-07-01", true},
		{"roadmap 2026-Q2?", "roadmap", "2026-04-01", "2026-07-01", true},
		{"between March and May auth", "auth", "2026-03-01", "2026-06-01", false},
		{"between November and February", "", "2025-11-01", "2026-03-01", false},
		{"between 2026-01-05 and 2026-01-07", "", "2026-01-05", "2026-01-08", false},
		{"from January to March budget", "budget", "2026-01-01", "2026-04-01", false},
		{"before 2026-05", "", "", "2026-05-01", false},
		{"after May 2026", "", "2026-06-01", "", false},
		{"until 2026-05", "", "", "2026-06-01", false},
		{"after March before May", "", "2026-04-01", "2026-05-01", false},
		{"recently changed auth", "changed auth", "", "", true},
		{"since 2026-05-03?", "", "2026-05-03", "", false},
		{"29 Feb notes", "", "2024-02-29", "2024-03-01", true},
		// Nothing of these is a date.
		{"when did we adopt it", "when did we adopt it", "", "", false},
		{"before deploy", "before deploy", "", "", false},
		{"after_save since_id", "after_save since_id", "", "", false},
		{"since the migration", "since the migration", "", "", false},
		{"2026-13 2026-02-30 2026-W54", "2026-13 2026-02-30 2026-W54", "", "", false},
		{"march of progress", "march of progress", "", "", false},
		{"after 2000 requests", "after 2000 requests", "", "", false},
		{"version 2026", "version 2026", "", "", false},
		{"between a and b", "between a and b", "", "", false},
		{"the last mile", "the last mile", "", "", false},
		{"last", "last", "", "", false},
		{"in", "in", "", "", false},
		{"3 days", "3 days", "", "", false},
		{"q2", "q2", "", "", false},
		{"10.0.0.1 169.254.169.254", "10.0.0.1 169.254.169.254", "", "", false},
		{`"since March"`, "since March", "", "", false},
	}
	day := func(s string) time.Time {
		if s == "" {
			return time.Time{}
		}
		d, err := time.ParseInLocation("2006-01-02", s, kiritimati)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	for _, tt := range tests {
		q := Parse(tt.text, testNow)
		if q.Words != tt.words || !q.Since.Equal(day(tt.since)) || !q.Until.Equal(day(tt.until)) || q.SoftTime != tt.soft {
			t.Errorf("Parse(%q) = words %q, %v to %v, soft %t; want %q, %s to %s, %t",
				tt.text, q.Words, q.Since, q.Until, q.SoftTime, tt.words, tt.since, tt.until, tt.soft)
		}
	}
}

func TestParseKeepsTextOfPlainDate(t *testing.T) {
	q := Parse("roadmap in May 2026", testNow)
	want := []WeightedTerm{{Term: "May 2026", Weight: softDateWeight}}
	if !reflect.DeepEqual(q.Expand, want) {
		t.Errorf("Expand = %v, want %v", q.Expand, want)
	}
	if q := Parse("roadmap yesterday", testNow); q.Expand != nil {
		t.Errorf("Expand = %v for a relative time", q.Expand)
	}
}

func TestParseOperators(t *testing.T) {
	type parsed struct {
		Words                         string
		Phrases, Exclude, Tags, Paths []string
		Titles                        []string
		Providers                     []ID
	}
	tests := []struct {
		text string
		want parsed
	}{
		{"plain words", parsed{Words: "plain words"}},
		{`"exact phrase" more`, parsed{Words: "exact phrase more", Phrases: []string{"exact phrase"}}},
		{`“curly quotes” x`, parsed{Words: "curly quotes x", Phrases: []string{"curly quotes"}}},
		{`auth -jwt`, parsed{Words: "auth", Exclude: []string{"jwt"}}},
		{`auth -"two words"`, parsed{Words: "auth", Exclude: []string{"two words"}}},
		{`error -32603 --flag grep -v a - b`, parsed{Words: "error -32603 --flag grep -v a - b"}},
		{`-日本`, parsed{Exclude: []string{"日本"}}},
		{`-語 x`, parsed{Words: "x", Exclude: []string{"語"}}},
		{`tag:auth TAG:#api x`, parsed{Words: "x", Tags: []string{"auth", "api"}}},
		{`tag:"two words"`, parsed{Tags: []string{"two words"}}},
		{`path:docs/api in:obsidian,gbrain tokens`, parsed{Words: "tokens", Paths: []string{"docs/api"}, Providers: []ID{"obsidian", "gbrain"}}},
		{`in:local-markdown:notes x`, parsed{Words: "x", Providers: []ID{"local-markdown:notes"}}},
		{`title:rotation keys`, parsed{Words: "rotation keys", Titles: []string{"rotation"}}},
		{`title:"Token rotation"`, parsed{Words: "Token rotation", Titles: []string{"Token rotation"}}},
		{`node:fs std::vec http://x/y`, parsed{Words: "node:fs std::vec http://x/y"}},
		{`tag: path: in: title:`, parsed{Words: "tag: path: in: title:"}},
		{`tag:#`, parsed{Tags: []string{}}},
		{`"unbalanced quote`, parsed{Words: "unbalanced quote"}},
		{`half "open`, parsed{Words: "half open"}},
		{`"`, parsed{}},
		{`""`, parsed{}},
		{`"" x`, parsed{Words: "x"}},
		{`-`, parsed{Words: "-"}},
		{`tag:"never closed`, parsed{Words: "closed", Tags: []string{"never"}}},
		{"a\x00b\tc\nd", parsed{Words: "a b c d"}},
		{"bad \xff\xfe bytes", parsed{Words: "bad bytes"}},
		{"\ufeffbom", parsed{Words: "bom"}},
	}
	for _, tt := range tests {
		q := Parse(tt.text, testNow)
		got := parsed{q.Words, q.Phrases, q.Exclude, q.Tags, q.Paths, q.Titles, q.Providers}
		if !reflect.DeepEqual(got, tt.want) {
			t.Errorf("Parse(%q) =\n%+v, want\n%+v", tt.text, got, tt.want)
		}
		if q.Text != tt.text || q.Candidates != MinCandidates || !q.Now.Equal(testNow) {
			t.Errorf("Parse(%q) lost Text, Candidates or Now", tt.text)
		}
	}
}

func TestParseSubject(t *testing.T) {
	tests := []struct{ text, subject string }{
		{"notes related to token rotation", "token rotation"},
		{"related to the gateway?", "gateway"},
		{"what depends on the API gateway", "API gateway"},
		{"what does billing depend on?", "billing"},
		{"what is the gateway connected to", "gateway"},
		{"how is billing connected to auth", "auth"},
		{"see also Tokens", "Tokens"},
		{"connected devices", ""},
		{"related to", ""},
		{"plain", ""},
	}
	for _, tt := range tests {
		if got := Parse(tt.text, testNow).Subject; got != tt.subject {
			t.Errorf("Parse(%q).Subject = %q, want %q", tt.text, got, tt.subject)
		}
	}
}

func TestParsePersonalTimeStaysLocal(t *testing.T) {
	q := Parse("how do I usually deploy since March", testNow)
	if q.Kind != Temporal || !q.Local {
		t.Errorf("kind %s, local %t; want temporal and local", q.Kind, q.Local)
	}
}

func TestParseCapsLength(t *testing.T) {
	long := strings.Repeat("word ", 2000)
	if n := utf8.RuneCountInString(Parse(long, testNow).Words); n > MaxQueryRunes || n < MaxQueryRunes/2 {
		t.Errorf("%d runes", n)
	}
	if q := Parse(strings.Repeat("長", 10000), testNow); utf8.RuneCountInString(q.Words) != MaxQueryRunes {
		t.Errorf("one long word: %d runes", utf8.RuneCountInString(q.Words))
	}
	cut := Parse(strings.Repeat("a", MaxQueryRunes-10)+" "+strings.Repeat("b", 30), testNow).Words
	if strings.Contains(cut, "b") {
		t.Error("half a word is left at the cut")
	}
}

// checkParsed holds for every text.
func checkParsed(t interface{ Errorf(string, ...any) }, text string) {
	q := Parse(text, testNow)
	if !utf8.ValidString(q.Words) || strings.ContainsAny(q.Words, "\x00\n\t") || utf8.RuneCountInString(q.Words) > MaxQueryRunes {
		t.Errorf("Parse(%q).Words = %q", text, q.Words)
	}
	if !q.Since.IsZero() && !q.Until.IsZero() && !q.Since.Before(q.Until) {
		t.Errorf("Parse(%q): %v to %v", text, q.Since, q.Until)
	}
	for _, list := range [][]string{q.Phrases, q.Exclude, q.Tags, q.Paths, q.Titles} {
		if slices.Contains(list, "") {
			t.Errorf("Parse(%q): an empty operator in %q", text, list)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"", `"a b" -c tag:d`, "since March between A and B", "2026-W21 in the last 3 days", "„x“ «y» 「z」", "-\xff tag:\"", "last last last this ago 3 ago"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkParsed(t, s) })
}

func TestParseAnything(t *testing.T) {
	bits := rapid.SampledFrom([]string{`"`, "-", "tag:", "in:", "title:", "path:", " ", "since", "between", "and", "May", "2026", "2026-05", "ago",
		"3", "last", "the", "week", "days", "in", "Q2", "31", "Feb", "related to", "x", "語", "\x00", "\xff", ",", "until"})
	rapid.Check(t, func(t *rapid.T) {
		checkParsed(t, strings.Join(rapid.SliceOf(bits).Draw(t, "bits"), rapid.SampledFrom([]string{"", " "}).Draw(t, "sep")))
	})
}
