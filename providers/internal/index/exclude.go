package index

import (
	"context"

	"memswarm/providers/internal/text"
)

// exact finds the notes whose title, alias or file name is the query.
func (s *search) exact(ctx context.Context) (map[uint32]bool, error) {
	if s.p.title == "" || len(s.p.title) > maxTermLength {
		return nil, nil
	}
	var out map[uint32]bool
	err := s.postingsOf(ctx, &slot{forms: []formTerm{{titleMark + s.p.title, 1}}}, func(h hit) {
		if out == nil {
			out = make(map[uint32]bool)
		}
		out[h.note] = true
	})
	return out, err
}

// exclude blocks the sections that have an excluded word, and the notes that
// have it in their title or tags.
func (s *search) exclude(ctx context.Context) error {
	if len(s.q.Exclude) == 0 {
		return nil
	}
	blocked := make(map[uint32]bool)
	masked := make(map[uint32]bool)
	for n := range s.masked {
		masked[n] = true
	}
	for _, e := range s.q.Exclude {
		var sl slot
		var sc text.Scanner
		whole := false
		sc.Scan(e, func(t *text.Token) {
			switch {
			case whole && t.Kind == text.Part, t.Kind == text.Char:
				return
			case t.Kind == text.Whole:
				whole = true
			}
			sl.forms = append(sl.forms, formTerm{string(t.Term), 1})
		})
		if err := s.postingsOf(ctx, &sl, func(h hit) {
			if h.form&ownDoc != 0 {
				masked[h.note] = true
			} else if h.freq.in(inBody)+h.freq.in(inOwn) > 0 {
				blocked[h.doc] = true
			}
		}); err != nil {
			return err
		}
	}
	s.blocked, s.masked = blocked, masked
	return nil
}
