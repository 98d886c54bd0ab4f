package index

import (
	"slices"
)

// newMatcher weighs the slots by what they say.
func (s *search) newMatcher() *matcher {
	w := make([]float64, len(s.p.slots))
	for i := range w {
		word, share := s.scorer.WordOf(i)
		w[i] = s.scorer.Weight(word) * share
	}
	return newMatcher(s.p, w)
}

// look reads the best notes' best sections and sees how close the query's words
// stand in them.
func (s *search) look(m *matcher, cs []candidate) {
	if !m.paired {
		return
	}
	for i := range min(len(cs), closeLook) {
		c := &cs[i]
		if c.sections == 0 {
			continue
		}
		if sec := s.readBest(c); sec != nil {
			found := m.read(sec.Text)
			c.proximity = m.proximity(found)
			if i < 2*fullExcerpts {
				sec.matches = slices.Clone(found)
			}
		}
	}
}

// readBest reads a candidate's best section; nil when that fails, which is
// found out again when the results are made.
func (s *search) readBest(c *candidate) *storedSection {
	at := sectionAt{c.number, c.best[0].ordinal}
	if sec := s.sections[at]; sec != nil {
		return sec
	}
	sec, err := c.seg.section(c.note, int(at.ordinal))
	if err != nil {
		return nil
	}
	if s.sections == nil {
		s.sections = make(map[sectionAt]*storedSection, closeLook)
	}
	s.sections[at] = sec
	return sec
}

// sectionAt names a section in the view.
type sectionAt struct{ note, ordinal uint32 }
