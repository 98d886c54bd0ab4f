package index

import (
	"cmp"
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
			case sec == nil || s.opt.bare:
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

// browse answers a query without words (only a tag, a path, a time) with all
// notes that pass, newest first.
func (s *search) browse(f *filter) (*swarm.Found, error) {
	found := &swarm.Found{Corpus: &s.corpus}
	q := s.q
	if f.wanted == 0 && f.scope == "" && len(f.paths) == 0 && q.Since.IsZero() && q.Until.IsZero() && !q.SoftTime {
		return found, nil
	}
	var err error
	match := swarm.MatchKeyword
	if !q.Since.IsZero() || !q.Until.IsZero() || q.SoftTime {
		match = swarm.MatchDate
	}
	found.Results, err = s.v.newest(max(q.Candidates, swarm.MinCandidates), s.opt, func(h *noteHead, number uint32) bool {
		return !s.masked[number] && f.keeps(h, number) && (!q.SoftTime || inTime(q, h))
	})
	for i := range found.Results {
		found.Results[i].Match = match
	}
	return found, err
}

// newest makes results for the first sections of the newest notes that pass.
func (v *view) newest(n int, opt *SearchOptions, keeps func(*noteHead, uint32) bool) ([]swarm.Result, error) {
	type dated struct {
		seg  *segmentView
		note uint32
		date int64
	}
	var all []dated
	for i := range v.segs {
		sv := &v.segs[i]
		for j := range sv.info.notes {
			h := &sv.info.notes[j]
			if sv.alive(uint32(j)) && keeps(h, sv.noteBase+uint32(j)) {
				all = append(all, dated{sv, uint32(j), h.date()})
			}
		}
	}
	slices.SortFunc(all, func(a, b dated) int {
		return cmp.Or(cmp.Compare(b.date, a.date), cmp.Compare(a.seg.info.notes[a.note].doc, b.seg.info.notes[b.note].doc))
	})
	var out []swarm.Result
	for _, d := range all[:min(len(all), n)] {
		r, err := d.seg.whole(d.note, opt)
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

// whole makes a result for a note's first section, with its beginning as the
// excerpt.
func (s *segmentView) whole(note uint32, opt *SearchOptions) (swarm.Result, error) {
	h := &s.info.notes[note]
	n, err := s.note(note)
	if err != nil {
		return swarm.Result{}, err
	}
	var sec *storedSection
	for ord := range int(h.sections) {
		if sec, err = s.section(note, ord); err != nil {
			return swarm.Result{}, err
		}
		if sec.Text != "" {
			break
		}
	}
	r := opt.result(h, n, sec)
	if sec != nil {
		r.Excerpt, _ = (&matcher{}).excerpt(sec.Text, nil)
	}
	return r, nil
}

// Recent lists the n notes whose knowledge changed last, newest first, as
// results for their first sections.
func (x *Index) Recent(ctx context.Context, n int, opt SearchOptions) (out []swarm.Result, err error) {
	v, err := x.acquire()
	if err != nil {
		return nil, err
	}
	defer v.release()
	defer x.guard(&err)()
	return v.newest(n, &opt, func(h *noteHead, _ uint32) bool { return opt.Keep == nil || opt.Keep(h.doc) })
}

// Results makes results for whole notes (their first sections), in the order of
// docs, without those that are not indexed.
func (x *Index) Results(ctx context.Context, docs []string, opt SearchOptions) (out []swarm.Result, err error) {
	v, err := x.acquire()
	if err != nil {
		return nil, err
	}
	defer v.release()
	defer x.guard(&err)()
	for _, doc := range docs {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		s, note, ok := v.find(doc)
		if !ok || opt.Keep != nil && !opt.Keep(doc) {
			continue
		}
		r, err := s.whole(note, &opt)
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
	return out, nil
}

// Note reads a note's record with its sections and their text.
func (x *Index) Note(doc string) (n *Note, ok bool) {
	v, err := x.acquire()
	if err != nil {
		return nil, false
	}
	defer v.release()
	defer func() { ok = ok && err == nil }()
	defer x.guard(&err)()
	s, note, found := v.find(doc)
	if !found {
		return nil, false
	}
	if n, err = s.note(note); err != nil {
		return nil, false
	}
	for ord := range int(s.info.notes[note].sections) {
		sec, err := s.section(note, ord)
		if err != nil {
			return nil, false
		}
		n.Sections = append(n.Sections, sec.Section)
	}
	return n, true
}

// Notes visits the records of all notes, without their sections.
func (x *Index) Notes(ctx context.Context, visit func(*Note) bool) (err error) {
	v, err := x.acquire()
	if err != nil {
		return err
	}
	defer v.release()
	defer x.guard(&err)()
	for i := range v.segs {
		s := &v.segs[i]
		for j := range s.info.notes {
			if !s.alive(uint32(j)) {
				continue
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			n, err := s.note(uint32(j))
			if err != nil {
				return err
			}
			if !visit(n) {
				return nil
			}
		}
	}
	return nil
}
