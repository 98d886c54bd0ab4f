package config

import "strings"

// nearest is the candidate that name was probably meant to be: the one with the
// smallest edit distance, compared without case and punctuation, when that is
// at most a third of its length. "" means none.
func nearest(name string, candidates []string) string {
	best, limit := "", 0
	key := letters(name)
	if len(key) > 64 {
		return ""
	}
	for _, c := range candidates {
		want := letters(c)
		d := distance(key, want)
		if allowed := max(1, len(want)/3); d <= allowed && (best == "" || d < limit) {
			best, limit = c, d
		}
	}
	return best
}

func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == ' ' || r == '.' {
			return -1
		}
		return r
	}, strings.ToLower(s))
}

// distance is the number of inserted, deleted, replaced and swapped
// neighbouring bytes between a and b (optimal string alignment).
func distance(a, b string) int {
	prev2 := make([]int, len(b)+1)
	prev := make([]int, len(b)+1)
	row := make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(prev[j]+1, row[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], prev2[j-2]+1)
			}
		}
		prev2, prev, row = prev, row, prev2
	}
	return prev[len(b)]
}

// elsewhere is the path of a key of that name in another section, when there is
// exactly one that has an effect: rrf_k at the top of a file belongs under
// routing.
func elsewhere(name string) string {
	found := ""
	for _, k := range table {
		if k.NoEffect || (k.Name() != name && camel(k.Name()) != name) {
			continue
		}
		if found != "" {
			return ""
		}
		found = k.Path
	}
	return found
}
