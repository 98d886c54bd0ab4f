// Package judged holds judgements as data; README.md describes the format.
package judged

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

const workspace = "../../examples/harbor"

// roots are the folders of the workspace's providers.
var roots = map[string]string{
	"byterover":            ".brv/context-tree",
	"obsidian":             "vault",
	"memory-wiki":          "wiki",
	"local-markdown:notes": "notes",
}

// minimum is how many queries of a category there have to be for its figure to
// mean something.
var minimum = map[string]int{
	"title": 14, "alias": 10, "heading": 14, "paraphrase": 14, "typo": 10, "prefix": 8, "identifier": 14,
	"error": 10, "question": 12, "mixed-script": 6, "cjk": 8, "russian": 6, "european": 6, "personal": 7,
	"temporal": 8, "relational": 7, "nonsense": 8, "unanswerable": 10,
}

// rows gives the fields of each line that is no comment, with its number.
func rows(t *testing.T, file string, fields int) map[int][]string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	out := map[int][]string{}
	for i, line := range strings.Split(string(data), "\n") {
		line = strings.TrimSuffix(line, "\r")
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != fields {
			t.Errorf("%s:%d: %d fields, want %d", file, i+1, len(f), fields)
			continue
		}
		out[i+1] = f
	}
	return out
}

// wanted parses a list of notes and gives the file of the first.
func wanted(t *testing.T, at, list string) (first string) {
	t.Helper()
	best := 3
	seen := map[string]bool{}
	for i, entry := range strings.Split(list, " | ") {
		note, g, ok := cutLast(entry, " =")
		grade, err := strconv.Atoi(g)
		if !ok || err != nil || grade < 1 || grade > 3 {
			t.Errorf("%s: %q has no grade from 1 to 3", at, entry)
			continue
		}
		if i == 0 && grade != 3 || grade > best {
			t.Errorf("%s: %q: the best note has grade 3 and stands first, grades fall after it", at, entry)
		}
		best = grade
		if seen[note] {
			t.Errorf("%s: %s is listed twice", at, note)
		}
		seen[note] = true
		file := noteFile(note)
		if file == "" {
			t.Errorf("%s: %q names no provider of the workspace", at, note)
		} else if _, err := os.Stat(file); err != nil {
			t.Errorf("%s: %v", at, err)
		}
		if i == 0 {
			first = file
		}
	}
	return first
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

func noteFile(note string) string {
	for id, root := range roots {
		if path, ok := strings.CutPrefix(note, id+":"); ok {
			return filepath.Join(workspace, filepath.FromSlash(root), filepath.FromSlash(path))
		}
	}
	return ""
}

// slug is GitHub's anchor of a heading.
func slug(heading string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c == ' ':
			return '-'
		case c == '-' || c == '_' || unicode.IsLetter(c) || unicode.IsNumber(c) || unicode.IsMark(c):
			return unicode.ToLower(c)
		}
		return -1
	}, strings.TrimSpace(heading))
}

var headingLine = regexp.MustCompile(`(?m)^#{1,6} +(.*?)\r?$`)

func hasAnchor(t *testing.T, file, anchor string) bool {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range headingLine.FindAllStringSubmatch(string(data), -1) {
		if slug(m[1]) == anchor {
			return true
		}
	}
	return false
}

func TestQueries(t *testing.T) {
	count := map[string]int{}
	asked := map[string]int{}
	all := rows(t, "harbor.tsv", 4)
	for n, f := range all {
		at := "harbor.tsv:" + strconv.Itoa(n)
		category, query, want, section := f[0], f[1], f[2], f[3]
		if minimum[category] == 0 {
			t.Errorf("%s: unknown category %q", at, category)
		}
		count[category]++
		if key := category + "\t" + query; asked[key] != 0 {
			t.Errorf("%s: %q is asked in line %d too", at, query, asked[key])
		} else {
			asked[key] = n
		}
		if strings.TrimSpace(query) == "" {
			t.Errorf("%s: empty query", at)
		}
		if none := category == "nonsense" || category == "unanswerable"; none != (want == "-") {
			t.Errorf("%s: wanted %q in category %s", at, want, category)
			continue
		}
		if want == "-" {
			if section != "-" {
				t.Errorf("%s: a section without a note", at)
			}
			continue
		}
		first := wanted(t, at, want)
		if section != "-" && !hasAnchor(t, first, section) {
			t.Errorf("%s: %s has no heading #%s", at, first, section)
		}
	}
	if len(all) < 130 {
		t.Errorf("%d queries, want at least 130", len(all))
	}
	for category, least := range minimum {
		if count[category] < least {
			t.Errorf("%d queries of category %s, want at least %d", count[category], category, least)
		}
	}
}

func TestHovers(t *testing.T) {
	silent := 0
	all := rows(t, "hovers.tsv", 4)
	seen := map[string]int{}
	for n, f := range all {
		at := "hovers.tsv:" + strconv.Itoa(n)
		key := strings.Join(f[:3], "\t")
		if seen[key] != 0 {
			t.Errorf("%s: the same hover is in line %d", at, seen[key])
		}
		seen[key] = n
		data, err := os.ReadFile(filepath.Join(workspace, "src", filepath.FromSlash(f[0])))
		if err != nil {
			t.Errorf("%s: %v", at, err)
			continue
		}
		lines := strings.Split(string(data), "\n")
		line, err := strconv.Atoi(f[1])
		if err != nil || line < 1 || line > len(lines) {
			t.Errorf("%s: line %q of a file of %d lines", at, f[1], len(lines))
			continue
		}
		if !wholeWord(lines[line-1], f[2]) {
			t.Errorf("%s: %q is no whole word of %q", at, f[2], lines[line-1])
		}
		if f[3] == "-" {
			silent++
			continue
		}
		wanted(t, at, f[3])
	}
	if speaking := len(all) - silent; speaking < 42 || silent < speaking {
		t.Errorf("%d hovers speak and %d are silent, want at least 42 and as many", speaking, silent)
	}
}

func wholeWord(line, word string) bool {
	return regexp.MustCompile(`(^|[^\pL\pN_])` + regexp.QuoteMeta(word) + `($|[^\pL\pN_])`).MatchString(line)
}

func TestSlug(t *testing.T) {
	for heading, want := range map[string]string{
		"Little's law":                        "littles-law",
		"connect ECONNREFUSED 127.0.0.1:5433": "connect-econnrefused-1270015433",
		"Größere Gebäude":                     "größere-gebäude",
		"为什么删除而不是更新":                          "为什么删除而不是更新",
		"3.3.1 (4 June 2026)":                 "331-4-june-2026",
	} {
		if got := slug(heading); got != want {
			t.Errorf("slug(%q) = %q, want %q", heading, got, want)
		}
	}
}
