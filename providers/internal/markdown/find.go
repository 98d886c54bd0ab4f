package markdown

import (
	"strconv"
	"strings"
)

// Find finds the part of the note that a link's heading and block name: the
// index of the section, -1 for none, and the line. A heading is found by its
// text, by its text without punctuation, or by its anchor; A#B is a heading B
// below a heading A.
func (n *Note) Find(heading, block string) (section, line int, ok bool) {
	if block != "" {
		if line, ok := n.Blocks[block]; ok {
			return n.SectionAt(line), line, true
		}
		for id, line := range n.Blocks {
			if strings.EqualFold(id, block) {
				return n.SectionAt(line), line, true
			}
		}
		if heading == "" {
			return -1, 0, false
		}
	}
	parts := strings.Split(heading, "#")
	want := parts[len(parts)-1]
	for _, match := range []func(s *Section) bool{
		func(s *Section) bool { return Fold(s.Heading) == Fold(want) },
		func(s *Section) bool { return s.Anchor == want },
		func(s *Section) bool { return Slug(want) != "" && Slug(s.Heading) == Slug(want) },
		func(s *Section) bool { return s.Anchor == fromZero(want) },
	} {
		for i := range n.Sections {
			s := &n.Sections[i]
			if s.Level > 0 && match(s) && n.below(i, parts[:len(parts)-1]) {
				return i, s.Start, true
			}
		}
	}
	return -1, 0, false
}

// fromZero turns GitHub's number of a repeated heading (heading-1 is the
// second) into this package's.
func fromZero(anchor string) string {
	i := strings.LastIndexByte(anchor, '-')
	if n, err := strconv.Atoi(anchor[i+1:]); i > 0 && err == nil && n > 0 {
		return anchor[:i+1] + strconv.Itoa(n+1)
	}
	return anchor
}

// below says whether the headings above section i include parts in order.
func (n *Note) below(i int, parts []string) bool {
	level := n.Sections[i].Level
	for i--; i >= 0 && len(parts) > 0; i-- {
		s := &n.Sections[i]
		if s.Level == 0 || s.Level >= level {
			continue
		}
		level = s.Level
		if last := parts[len(parts)-1]; last == "" || Slug(s.Heading) == Slug(last) {
			parts = parts[:len(parts)-1]
		}
	}
	return len(parts) == 0 || strings.Join(parts, "") == ""
}

// SectionAt is the index of the section that holds a line, -1 for none.
func (n *Note) SectionAt(line int) int {
	for i := range n.Sections {
		if s := &n.Sections[i]; line >= s.Start && line < s.End {
			return i
		}
	}
	return -1
}
