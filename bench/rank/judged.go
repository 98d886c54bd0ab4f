package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// judged is one line of bench/judged/harbor.tsv.
type judged struct {
	category, query string
	wanted          []wanted // best first; none when nothing is right
	section         string   // anchor in the first wanted note, "" when it does not matter
}

type wanted struct {
	note  string // provider:path
	grade int
}

// readJudged reads the file; its README has the format.
func readJudged(path string) ([]judged, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []judged
	sc := bufio.NewScanner(f)
	for n := 1; sc.Scan(); n++ {
		line := sc.Text()
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		cols := strings.Split(line, "\t")
		if len(cols) != 4 {
			return nil, fmt.Errorf("%s:%d: %d columns, want 4", path, n, len(cols))
		}
		j := judged{category: cols[0], query: cols[1]}
		if cols[3] != "-" {
			j.section = cols[3]
		}
		if cols[2] != "-" {
			for w := range strings.SplitSeq(cols[2], " | ") {
				note, grade, ok := strings.Cut(w, " =")
				g, err := strconv.Atoi(grade)
				if !ok || err != nil {
					return nil, fmt.Errorf("%s:%d: %q has no grade", path, n, w)
				}
				j.wanted = append(j.wanted, wanted{note: strings.TrimSpace(note), grade: g})
			}
		}
		out = append(out, j)
	}
	return out, sc.Err()
}
