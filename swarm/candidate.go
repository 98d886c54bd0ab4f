package swarm

import "strings"

// candidate is one section on its way through the fusion; copies of it that
// several providers returned are members of one candidate.
type candidate struct {
	res    *Result
	list   int     // index in the lists, of res
	weight float64 // its provider's
	note   int     // the group of results that are one note
	also   int     // first other member (index in fuser.members), -1 for none

	lexical bool
	exact   bool    // the query is the title, an alias or the file name
	judged  bool    // cover is known
	cover   float64 // share of the query's weight that the note covers
	scored  bool    // joint is known
	joint   float64 // score in the joint list
	rank    int     // in the joint list, 0 when it is not there
	total   float64
}

// before orders candidates that are otherwise equal: by their provider's
// weight, then by reference, so that the order never depends on the order of
// the answers.
func (c *candidate) before(d *candidate) int {
	switch {
	case c.weight > d.weight:
		return -1
	case c.weight < d.weight:
		return 1
	}
	return compareRefs(&c.res.Ref, &d.res.Ref)
}

func compareRefs(a, b *Ref) int {
	if n := strings.Compare(string(a.Provider), string(b.Provider)); n != 0 {
		return n
	}
	if n := strings.Compare(a.Doc, b.Doc); n != 0 {
		return n
	}
	return strings.Compare(a.Anchor, b.Anchor)
}

// leads says whether c is the better face of a merged section than d: found by
// words (its excerpt shows them), from the provider of more weight.
func (c *candidate) leads(d *candidate) bool {
	if c.lexical != d.lexical {
		return c.lexical
	}
	return c.before(d) < 0
}

// exactTitle says whether the query's words, in any order, are the note's or
// section's title or one of the aliases. It is for providers that cannot say
// so themselves.
func exactTitle(r *Result, want string) bool {
	if want == "" {
		return false
	}
	if sortedWords(r.Note) == want || sortedWords(r.Title) == want {
		return true
	}
	for _, a := range r.Aliases {
		if sortedWords(a) == want {
			return true
		}
	}
	return false
}
