package swarmtest

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"memswarm/swarm"
)

var matchTypes = []swarm.MatchType{"", swarm.MatchKeyword, swarm.MatchTitle, swarm.MatchFuzzy, swarm.MatchLink,
	swarm.MatchDate, swarm.MatchSemantic, swarm.MatchEnriched}

// checkFound holds for every answer of every provider.
func (s *suite) checkFound(q *swarm.Query, f *swarm.Found) {
	s.Helper()
	if f.Corpus != nil {
		s.checkCorpus(f.Corpus)
	}
	refs := make(map[swarm.Ref]bool)
	docs := make(map[string]bool)
	last := math.Inf(1)
	for i := range f.Results {
		r := &f.Results[i]
		if refs[r.Ref] {
			s.Errorf("%s stands twice in one answer", r.Ref)
		}
		refs[r.Ref] = true
		// A note's sections come in a row, after its best.
		first := !docs[r.Ref.Doc]
		docs[r.Ref.Doc] = true
		if r.Match.Lexical() && first {
			if r.Score > last {
				s.Errorf("%s scores %v, more than the result before it", r.Ref, r.Score)
			}
			last = r.Score
		}
		s.checkResult(r, f.Corpus)
		s.checkPlace(q, r)
	}
	if len(docs) > q.Candidates {
		s.Errorf("%d notes, asked for %d", len(docs), q.Candidates)
	}
}

func (s *suite) checkCorpus(c *swarm.Corpus) {
	s.Helper()
	keys := make(map[string]bool)
	for _, t := range c.Terms {
		if t.DF < 0 || t.DF > c.Notes || t.Weight < 0 || t.Key == "" || keys[t.Key] {
			s.Errorf("term %+v among %d notes: wrong or twice", t, c.Notes)
		}
		keys[t.Key] = true
	}
}

func (s *suite) checkResult(r *swarm.Result, c *swarm.Corpus) {
	s.Helper()
	info := s.p.Info()
	switch {
	case r.Ref.Provider != info.ID:
		s.Errorf("%s comes from %s", r.Ref, info.ID)
	case r.Ref.Doc == "" || filepath.IsAbs(r.Ref.Doc) || strings.HasPrefix(r.Ref.Doc, "../"):
		s.Errorf("%s: the document is no path below the root", r.Ref)
	case r.Title == "" || r.Note == "":
		s.Errorf("%s has no title (%q) or note (%q)", r.Ref, r.Title, r.Note)
	case !slices.Contains(matchTypes, r.Match):
		s.Errorf("%s: unknown match type %q", r.Ref, r.Match)
	case math.IsNaN(r.Score) || math.IsInf(r.Score, 0):
		s.Errorf("%s scores %v", r.Ref, r.Score)
	}
	for _, text := range append([]string{r.Title, r.Note, r.Excerpt}, r.Breadcrumb...) {
		if !utf8.ValidString(text) {
			s.Errorf("%s: %.60q is not UTF-8", r.Ref, text)
		}
	}
	end := 0
	for _, m := range r.Matches {
		if m.Start < end || m.End <= m.Start || m.End > len(r.Excerpt) ||
			!utf8.RuneStart(r.Excerpt[m.Start]) || m.End < len(r.Excerpt) && !utf8.RuneStart(r.Excerpt[m.End]) {
			s.Errorf("%s: match %v in an excerpt of %d bytes", r.Ref, m, len(r.Excerpt))
			break
		}
		end = m.End
	}
	if e := r.Evidence; e != nil {
		if c == nil || len(e.Note) != len(c.Terms) ||
			len(e.Section) != len(c.Terms) && len(e.Section) != 0 || // none when the section itself holds no word
			e.Proximity < 0 || e.Proximity > 1 {
			s.Errorf("%s: evidence is not aligned with the corpus", r.Ref)
		}
	}
}

// checkPlace demands that the location is a real stretch of a real file, and
// that what was matched stands there.
func (s *suite) checkPlace(q *swarm.Query, r *swarm.Result) {
	s.Helper()
	l := r.Location
	if l == nil {
		return
	}
	if !filepath.IsAbs(l.Path) {
		s.Errorf("%s lies at %q, which is not absolute", r.Ref, l.Path)
		return
	}
	data, err := os.ReadFile(l.Path)
	text := string(data)
	for _, b := range q.Unsaved {
		if b.Path == l.Path {
			text, err = b.Text, nil
		}
	}
	if err != nil {
		// It may have vanished since.
		return
	}
	// Editors end lines at a lone CR as well; either way of counting will do.
	var problem string
	for _, eols := range []func(string) []string{
		func(t string) []string { return strings.SplitAfter(t, "\n") },
		func(t string) []string {
			return strings.SplitAfter(strings.ReplaceAll(strings.ReplaceAll(t, "\r\n", "\n"), "\r", "\n"), "\n")
		},
	} {
		if problem = misplaced(r, eols(text)); problem == "" {
			return
		}
	}
	s.Errorf("%s: %s", r.Ref, problem)
}

// misplaced says what is wrong with r's place in a file of these lines.
func misplaced(r *swarm.Result, lines []string) string {
	l := r.Location
	if l.StartLine < 0 || l.EndLine <= l.StartLine || l.EndLine > len(lines) {
		return fmt.Sprintf("it lies at lines %d to %d of %d", l.StartLine, l.EndLine, len(lines))
	}
	if !r.Match.Lexical() || r.Match == swarm.MatchTitle {
		return ""
	}
	passage := fold(strings.Join(lines[l.StartLine:l.EndLine], ""))
	for _, m := range r.Matches {
		if m.Start < 0 || m.Start > m.End || m.End > len(r.Excerpt) {
			break
		}
		if word := fold(r.Excerpt[m.Start:m.End]); isPlain(word) && !strings.Contains(passage, word) {
			return fmt.Sprintf("%q does not stand in lines %d to %d", word, l.StartLine, l.EndLine)
		}
	}
	return ""
}

// isPlain says whether a word is written in a file as in an excerpt: markup,
// entities and joined lines may tear others apart.
func isPlain(word string) bool {
	return !strings.ContainsFunc(word, func(r rune) bool { return r < 'a' || r > 'z' })
}
