package index

import (
	"context"
	"path"
	"slices"
	"strings"
	"time"

	"memswarm/swarm"
)

// fullExcerpts is how many of the best notes get the passage around the words;
// those further down, which only a fusion of very uneven providers could show,
// get the beginning of the section: finding the passage is most of the cost.
const fullExcerpts = 30

// results makes the answer: each candidate's sections, best first.
func (s *search) results(ctx context.Context, m *matcher, cs []candidate, ev [][perNote]*swarm.Evidence, order []int) (*swarm.Found, error) {
	out := &swarm.Found{Corpus: &s.corpus, Results: make([]swarm.Result, 0, 2*len(cs))}
	full := max(fullExcerpts, 2*s.q.Limit)
	for rank, i := range order {
		if rank%16 == 15 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		c := &cs[i]
		note, err := c.seg.note(c.note)
		if err != nil {
			return nil, err
		}
		sections := max(1, c.sections)
		if rank >= full {
			sections = 1
		}
		for k := range sections {
			ord := 0
			if c.sections > 0 {
				ord = int(c.best[k].ordinal)
			}
			var sec *storedSection
			if sec = s.sections[sectionAt{c.number, uint32(ord)}]; sec != nil {
				// It was read to look at.
			} else if c.seg.info.notes[c.note].sections > 0 {
				if sec, err = c.seg.section(c.note, ord); err != nil {
					return nil, err
				}
			}
			r := s.opt.result(&c.seg.info.notes[c.note], note, sec)
			switch {
			case sec == nil || s.opt.bare || s.opt.Exact:
			case rank < full && (k == 0 || rank < full/3):
				found := sec.matches
				if found == nil {
					found = m.read(sec.Text)
				}
				r.Excerpt, r.Matches = m.excerpt(sec.Text, found)
			default:
				r.Excerpt, _ = m.excerpt(sec.Text, nil)
			}
			r.Evidence = ev[i][k]
			r.Score = c.score
			if k > 0 {
				r.Score = s.scorer.Score(r.Evidence, nil)
			}
			s.judge(&r, c.exact && k == 0)
			out.Results = append(out.Results, r)
		}
	}
	return out, nil
}

// judge says how a result was found: by the query's words, by guesses at them,
// or only by the words that widen it.
func (s *search) judge(r *swarm.Result, exact bool) {
	if exact {
		r.Match = swarm.MatchTitle
		return
	}
	loose := false
	for i, f := range r.Evidence.Note {
		switch sl := &s.p.slots[i]; {
		case f == swarm.Freqs{}:
		case sl.word < 0:
			r.Because = append(r.Because, sl.key)
		case !sl.loose:
			r.Match, r.Because = swarm.MatchKeyword, nil
			return
		default:
			loose = true
		}
	}
	r.Match = swarm.MatchEnriched
	if loose {
		r.Match, r.Because = swarm.MatchFuzzy, nil
	}
}

// result makes a section's result without what the query adds; a note without
// sections gives one for itself.
func (o *SearchOptions) result(h *noteHead, n *Note, sec *storedSection) swarm.Result {
	r := swarm.Result{
		Ref: swarm.Ref{Provider: o.Provider, Doc: h.doc}, Title: n.Title, Note: n.Title,
		Aliases: n.Aliases, Tags: n.Tags, Source: h.doc, NoteKind: n.Kind,
		Modified: n.Updated, Created: n.Created, NoteHash: h.hash,
	}
	if r.Modified.IsZero() {
		r.Modified = time.Unix(0, h.modTime)
	}
	if dir := path.Dir(h.doc); dir != "." {
		r.Breadcrumb = strings.Split(dir, "/")
	}
	r.Breadcrumb = append(r.Breadcrumb, n.Title)
	var loc swarm.Location
	if sec != nil {
		r.Ref.Anchor = sec.Anchor
		if sec.Heading != "" {
			r.Title = sec.Heading
		}
		for _, p := range sec.Path {
			if p != n.Title {
				r.Breadcrumb = append(r.Breadcrumb, p)
			}
		}
		r.SectionHash, r.Words = sec.hash, sec.words
		loc.StartLine, loc.EndLine = sec.Start, sec.End
		if len(sec.Tags) > 0 {
			r.Tags = slices.Clone(r.Tags)
			for _, t := range sec.Tags {
				if !slices.Contains(r.Tags, t) {
					r.Tags = append(r.Tags, t)
				}
			}
		}
	}
	if o.Path != nil {
		loc.Path = o.Path(h.doc)
		r.Location = &loc
	}
	return r
}
