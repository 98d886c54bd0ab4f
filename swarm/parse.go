package swarm

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// softDateWeight is the weight that the text of a plain date keeps beside the
// words of the query, once the date itself has become a preference.
const softDateWeight = 0.4

// Parse reads a query as a person types it: words, "quoted phrases", -excluded
// words, tag: path: in: title: operators (the value may be quoted), and time
// expressions, which are understood as seen at now in now's time zone and
// removed from the words. It never fails: what is malformed is taken as words.
//
// Words may come out empty (only a time, only operators); providers then list
// what fits the rest.
func Parse(text string, now time.Time) *Query {
	q := &Query{Text: text, Now: now, Candidates: MinCandidates}
	ts := q.operators(clean(text))

	var w window
	rest := w.take(ts, now)
	q.Kind = classify(ts, w.found)
	if q.Kind == Temporal {
		q.Since, q.Until = w.since, w.until
		q.SoftTime = w.found && !w.hard
		for _, s := range w.soft {
			q.Expand = append(q.Expand, WeightedTerm{Term: s, Weight: softDateWeight})
		}
		// "How do I usually … since March" stays on this machine too.
		q.Local = hasSignal(ts, personalSignals)
	}
	if q.Kind == Relational || hasSignal(ts, relationalSignals) {
		q.Subject = subject(rest)
	}
	q.Words = join(rest)
	if q.Kind == Temporal && !(q.Since.IsZero() && q.Until.IsZero()) && onlyAsks(rest) {
		// "What happened on 9 June" asks for that day, not for those words.
		q.Words, q.Expand = "", nil
	}
	return q
}

// operators takes the operators out of s and returns the words left.
func (q *Query) operators(s string) []token {
	var ts []token
	for {
		s = strings.TrimLeft(s, " ")
		if s == "" {
			return ts
		}
		if phrase, rest, ok := cutQuoted(s); ok {
			s = rest
			words := plainTokens(phrase)
			if len(words) > 0 {
				q.Phrases = append(q.Phrases, strings.TrimSpace(phrase))
			}
			for _, w := range words {
				ts = append(ts, newToken(w.text, true))
			}
			continue
		}
		if rest, ok := q.operator(s, &ts); ok {
			s = rest
			continue
		}
		word, rest := cutWord(s)
		s = rest
		if word = strings.TrimLeft(word, "\"“”"); word != "" {
			ts = append(ts, newToken(word, false))
		}
	}
}

// operator reads one operator at the start of s into q. Words of a title are
// searched for as well, so that they rank.
func (q *Query) operator(s string, ts *[]token) (rest string, ok bool) {
	if s[0] == '-' {
		value, rest := cutValue(s[1:])
		if !excludes(value) {
			return s, false
		}
		q.Exclude = append(q.Exclude, value)
		return rest, true
	}
	name, after, ok := strings.Cut(s, ":")
	if !ok || len(name) > len("title") {
		return s, false
	}
	add := func(list *[]string) (string, bool) {
		value, rest := cutValue(after)
		if value == "" {
			return s, false
		}
		*list = append(*list, value)
		return rest, true
	}
	switch strings.ToLower(name) {
	case "tag":
		rest, ok = add(&q.Tags)
		if ok {
			last := &q.Tags[len(q.Tags)-1]
			if *last = strings.TrimLeft(*last, "#"); *last == "" {
				q.Tags = q.Tags[:len(q.Tags)-1]
			}
		}
		return rest, ok
	case "path":
		return add(&q.Paths)
	case "title":
		rest, ok = add(&q.Titles)
		if ok {
			for _, w := range plainTokens(q.Titles[len(q.Titles)-1]) {
				*ts = append(*ts, newToken(w.text, true))
			}
		}
		return rest, ok
	case "in":
		var names []string
		if rest, ok = add(&names); ok {
			for n := range strings.SplitSeq(names[0], ",") {
				if n = strings.TrimSpace(n); n != "" {
					q.Providers = append(q.Providers, ID(n))
				}
			}
		}
		return rest, ok
	}
	return s, false
}

// excludes says whether -value is an exclusion: -32603, --flag and the flags
// of one letter are words.
func excludes(value string) bool {
	r, size := utf8.DecodeRuneInString(value)
	return unicode.IsLetter(r) && (size < len(value) || size > 1)
}

// cutValue takes an operator's value: a quoted phrase or a word.
func cutValue(s string) (value, rest string) {
	if phrase, rest, ok := cutQuoted(s); ok {
		return strings.TrimSpace(phrase), rest
	}
	value, rest = cutWord(s)
	return strings.Trim(value, "\"“”"), rest
}

// cutQuoted takes a quoted phrase. A quote that is never closed is no quote.
func cutQuoted(s string) (phrase, rest string, ok bool) {
	for _, q := range [][2]string{{`"`, `"`}, {"“", "”"}, {"„", "“"}, {"«", "»"}, {"「", "」"}} {
		if after, found := strings.CutPrefix(s, q[0]); found {
			return strings.Cut(after, q[1])
		}
	}
	return "", s, false
}

// cutWord takes what stands before the next blank.
func cutWord(s string) (word, rest string) {
	word, rest, _ = strings.Cut(s, " ")
	return word, rest
}
