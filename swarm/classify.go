package swarm

import "slices"

// Signals are word sequences that give a query its kind. They are compared
// with whole words in any case, so identifiers (after_save, time.Since) never
// match.
var (
	temporalSignals = phrases("yesterday", "today", "recently", "lately", "since", "when did",
		"last week", "last month", "last year", "last quarter",
		"this week", "this month", "this year", "this quarter")
	personalSignals = phrases("i prefer", "how do i usually", "do i usually", "i usually", "i like", "i tend to",
		"my style", "my opinion", "my opinions", "my preference", "my preferences",
		"my favorite", "my favourite", "my habit", "my habits")
	relationalSignals = phrases("related to", "depends on", "depend on", "connected", "links to", "linked to",
		"linked from", "mentioned in", "see also")
)

// Classify gives the kind of a text: temporal, personal, relational, or
// factual when there is no signal; the first that matches wins. "before" and
// "after" count only in front of a date, so "before deploy" is factual.
func Classify(text string) Kind {
	ts := plainTokens(text)
	var w window
	w.take(ts, timeOrigin)
	return classify(ts, w.found)
}

func classify(ts []token, timed bool) Kind {
	switch {
	case timed || hasSignal(ts, temporalSignals):
		return Temporal
	case hasSignal(ts, personalSignals):
		return Personal
	case hasSignal(ts, relationalSignals):
		return Relational
	}
	return Factual
}

// hasSignal says whether one of the word sequences stands in the tokens.
func hasSignal(ts []token, signals [][]string) bool {
	for i := range ts {
		for _, s := range signals {
			if matchAt(ts, i, s) {
				return true
			}
		}
	}
	return false
}

// matchAt says whether the words stand at position i, none of them quoted.
func matchAt(ts []token, i int, words []string) bool {
	if i+len(words) > len(ts) {
		return false
	}
	for j, w := range words {
		if t := ts[i+j]; t.quoted || t.low != w {
			return false
		}
	}
	return true
}

func phrases(ss ...string) [][]string {
	out := make([][]string, len(ss))
	for i, s := range ss {
		for _, t := range plainTokens(s) {
			out[i] = append(out[i], t.low)
		}
	}
	return slices.Clip(out)
}

var (
	subjectLeads = phrases("what is", "what's", "what are", "what does", "what do", "what", "which notes are",
		"which notes", "which", "how is", "how are", "how does", "who", "everything", "anything", "notes", "pages")
	articles = []string{"the", "a", "an", "my", "our", "to", "with", "is", "are"}
	// subjectSignals are those after (or before) which a subject stands:
	// "connected devices" is relational but starts from nothing.
	subjectSignals = phrases("related to", "depends on", "depend on", "connected to", "connected with", "links to",
		"linked to", "linked from", "mentioned in", "see also")
)

// subject finds what a relational query starts from: the words behind the
// signal ("what depends on X"), or those before it when it ends the query
// ("what does X depend on").
func subject(ts []token) string {
	for i := range ts {
		for _, s := range subjectSignals {
			if !matchAt(ts, i, s) {
				continue
			}
			if after := trimLead(ts[i+len(s):], articles); len(after) > 0 {
				return joinBare(after)
			}
			before := ts[:i]
			for _, lead := range subjectLeads {
				if matchAt(before, 0, lead) {
					before = before[len(lead):]
					break
				}
			}
			for len(before) > 0 && slices.Contains(articles, before[len(before)-1].low) {
				before = before[:len(before)-1]
			}
			return joinBare(trimLead(before, articles))
		}
	}
	return ""
}

func trimLead(ts []token, words []string) []token {
	for len(ts) > 0 && !ts[0].quoted && slices.Contains(words, ts[0].low) {
		ts = ts[1:]
	}
	return ts
}
