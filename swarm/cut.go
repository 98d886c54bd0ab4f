package swarm

import (
	"cmp"
	"slices"
)

// dropOutside drops what is known to be from another time than the query
// asks for.
func (f *fuser) dropOutside() {
	q := f.q
	if q.SoftTime || q.Since.IsZero() && q.Until.IsZero() {
		return
	}
	f.keep(func(c *candidate) bool {
		undated := c.res.Modified.IsZero() && c.res.Created.IsZero()
		return undated || within(q, c.res.Modified) || within(q, c.res.Created)
	})
}

// dropNonsense drops the lexical hits when even the best covers too little of
// the query, and with them what was found through them (neighbours, enriched
// hits). Exact titles stay, and so do hits that were found by other means or
// that cannot be judged.
func (f *fuser) dropNonsense() {
	best, judged := 0.0, false
	for i := range f.cands {
		c := &f.cands[i]
		if c.lexical && c.judged {
			best, judged = max(best, c.cover), true
		}
		if c.lexical && c.exact {
			return
		}
	}
	if !judged || best >= f.minCoverage(f.words) {
		return
	}
	lexical := false
	f.keep(func(c *candidate) bool {
		if c.lexical && !c.judged {
			lexical = true
		}
		return !c.lexical || !c.judged
	})
	if !lexical {
		f.keep(func(c *candidate) bool { return c.res.Match != MatchLink && c.res.Match != MatchEnriched })
	}
}

func (f *fuser) keep(ok func(*candidate) bool) {
	f.cands = slices.DeleteFunc(f.cands, func(c candidate) bool { return !ok(&c) })
}

// cut applies the thresholds to the lexical hits and sorts what is left: exact
// matches first, then by score.
func (f *fuser) cut() {
	top := 0.0
	for i := range f.cands {
		if c := &f.cands[i]; c.lexical {
			top = max(top, c.total)
		}
	}
	floor := max(f.MinScore*(1+f.joint), f.GapRatio*top)
	f.order = f.order[:0]
	for i := range f.cands {
		if c := &f.cands[i]; c.total > 0 && (!c.lexical || c.exact || c.total >= floor) {
			f.order = append(f.order, i)
		}
	}
	slices.SortFunc(f.order, func(a, b int) int {
		c, d := &f.cands[a], &f.cands[b]
		if c.exact != d.exact {
			if c.exact {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(d.total, c.total), c.before(d))
	})
}

// sectionsPerNote counts the sections found in each note.
func (f *fuser) sectionsPerNote() map[int]int {
	n := make(map[int]int, len(f.cands))
	for i := range f.cands {
		n[f.cands[i].note]++
	}
	return n
}

// hits takes the first sections of each note, up to the limit.
func (f *fuser) hits(sections map[int]int) []Hit {
	limit := f.q.Limit
	if limit <= 0 {
		limit = f.Limit
	}
	type place struct{ first, shown int }
	notes := make(map[int]place)
	var out []Hit
	for _, i := range f.order {
		if len(out) == limit {
			break
		}
		c := &f.cands[i]
		n, seen := notes[c.note]
		if n.shown >= max(1, f.PerNote) {
			continue
		}
		if !seen {
			n.first = len(out)
		}
		n.shown++
		notes[c.note] = n
		out = append(out, Hit{Result: *c.res, Total: c.total, Contributions: slices.Clip(c.shares), AlsoIn: f.alsoIn(c)})
	}
	for note, n := range notes {
		out[n.first].MoreInNote = sections[note] - n.shown
	}
	return out
}
