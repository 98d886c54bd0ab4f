package index

import (
	"cmp"
	"context"
	"slices"

	"memswarm/swarm"
)

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
