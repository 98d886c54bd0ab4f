package swarm

import "slices"

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

// cut applies the thresholds to the lexical hits and ranks what is left: exact
// matches first, then by score. Hits that the joint list could not hold stand
// last anyway and are on another scale, so the thresholds leave them alone.
func (f *fuser) cut() []ranked {
	top := 0.0
	for i := range f.cands {
		if c := &f.cands[i]; c.lexical {
			top = max(top, c.total)
		}
	}
	floor := max(f.MinScore*(1+f.joint), f.GapRatio*top)
	var exact, rest []ranked
	rest = make([]ranked, 0, len(f.cands))
	for i := range f.cands {
		switch c := &f.cands[i]; {
		case c.total <= 0:
		case c.exact:
			exact = append(exact, ranked{c.total, int32(i)})
		case !c.lexical || c.total >= floor || f.joint > 0 && c.rank == 0:
			rest = append(rest, ranked{c.total, int32(i)})
		}
	}
	f.sort(exact)
	f.sort(rest)
	return append(exact, rest...)
}

// hits takes the first sections of each note, up to the limit.
func (f *fuser) hits(order []ranked) []Hit {
	limit := f.q.Limit
	if limit <= 0 {
		limit = f.Limit
	}
	// For each note: sections found, sections shown, and its first hit.
	notes := make([]struct{ found, shown, first int32 }, f.notes)
	for i := range f.cands {
		notes[f.cands[i].note].found++
	}
	out := make([]Hit, 0, min(limit, len(order)))
	for _, r := range order {
		if len(out) == limit {
			break
		}
		c := &f.cands[r.cand]
		n := &notes[c.note]
		if int(n.shown) >= max(1, f.PerNote) {
			continue
		}
		if n.shown == 0 {
			n.first = int32(len(out))
		}
		n.shown++
		out = append(out, Hit{Result: *c.res, Total: c.total, Contributions: slices.Clone(f.shares(c)), AlsoIn: f.alsoIn(c)})
	}
	for _, n := range notes {
		if n.shown > 0 {
			out[n.first].MoreInNote = int(n.found - n.shown)
		}
	}
	return out
}
