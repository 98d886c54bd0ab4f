package swarm

import "slices"

// copyWords is the number of words from which equal sections of different
// notes count as copies; shorter ones are template headings and the like.
const copyWords = 50

// disjoint is a union-find over small integers whose sets are named by their
// smallest member.
type disjoint []int

func newDisjoint(n int) disjoint {
	d := make(disjoint, n)
	for i := range d {
		d[i] = i
	}
	return d
}

func (d disjoint) find(i int) int {
	for d[i] != i {
		d[i] = d[d[i]]
		i = d[i]
	}
	return i
}

func (d disjoint) union(i, j int) {
	i, j = d.find(i), d.find(j)
	d[max(i, j)] = min(i, j)
}

// member is one result of one list.
type member struct {
	res  *Result
	list int
	doc  int // number of the document
	rank int // 1-based, within its list
	next int // next member of the same candidate, -1 for none
	sub  int // number of the list it ranks in
}

// groupNotes numbers the documents and says which note each is: documents are
// one note when they are the same file on disk or have the same whole content.
func (f *fuser) groupNotes() []int {
	docs := make(map[string]int)
	var first []*Result
	list := -1
	for i := range f.members {
		m := &f.members[i]
		if m.list != list {
			list = m.list
			clear(docs)
		} else if f.members[i-1].res.Ref.Doc == m.res.Ref.Doc {
			// Most providers return a note's sections in a row.
			m.doc = f.members[i-1].doc
			continue
		}
		n, ok := docs[m.res.Ref.Doc]
		if !ok {
			n = len(first)
			docs[m.res.Ref.Doc] = n
			first = append(first, m.res)
		}
		m.doc = n
	}
	notes := newDisjoint(len(first))
	paths := make(map[string]int, len(first))
	hashes := make(map[uint64]int, len(first))
	for n, r := range first {
		if r.Location != nil && r.Location.Path != "" {
			if same, ok := paths[r.Location.Path]; ok {
				notes.union(n, same)
			} else {
				paths[r.Location.Path] = n
			}
		}
		if r.NoteHash != 0 {
			if same, ok := hashes[r.NoteHash]; ok {
				notes.union(n, same)
			} else {
				hashes[r.NoteHash] = n
			}
		}
	}
	for n := range notes {
		notes[n] = notes.find(n)
	}
	return notes
}

// groupSections makes one candidate of each section: results of one note with
// the same anchor are the same section, and long sections with the same text
// are copies wherever they stand.
func (f *fuser) groupSections(noteOf []int) {
	same := newDisjoint(len(f.members))
	// The sections of a note, as lists: the last one seen, and before each the
	// one seen before it, both plus one.
	last := make([]int, len(noteOf))
	earlier := make([]int, len(f.members))
	texts := make(map[uint64]int, len(f.members))
	for i := range f.members {
		m := &f.members[i]
		note := noteOf[m.doc]
		j := last[note]
		for j > 0 && f.members[j-1].res.Ref.Anchor != m.res.Ref.Anchor {
			j = earlier[j-1]
		}
		if j > 0 {
			same.union(i, j-1)
		} else {
			earlier[i], last[note] = last[note], i+1
		}
		if m.res.SectionHash != 0 && m.res.Words >= copyWords {
			if j, ok := texts[m.res.SectionHash]; ok {
				same.union(i, j)
			} else {
				texts[m.res.SectionHash] = i
			}
		}
	}
	f.notes = len(noteOf)
	f.cands = make([]candidate, 0, len(f.members))
	at := make([]int, len(f.members)) // candidate of each set's name
	for i := range f.members {
		set := same.find(i)
		if set == i {
			at[i] = len(f.cands)
			f.cands = append(f.cands, f.alone(i, noteOf))
			continue
		}
		f.join(&f.cands[at[set]], i, noteOf)
	}
}

// alone is the candidate of one member.
func (f *fuser) alone(i int, noteOf []int) candidate {
	m := &f.members[i]
	return candidate{
		res: m.res, list: m.list, weight: f.weights[m.list], note: noteOf[m.doc], also: i,
		lexical: m.res.Match.Lexical(),
	}
}

// join adds member i to c; the better of the two becomes its face.
func (f *fuser) join(c *candidate, i int, noteOf []int) {
	other := f.alone(i, noteOf)
	f.members[i].next = c.also
	c.also = i
	lexical := c.lexical || other.lexical
	if other.leads(c) {
		c.res, c.list, c.weight, c.note = other.res, other.list, other.weight, other.note
	}
	c.lexical = lexical
}

// alsoIn lists the references of c's other members, those of more weight first.
func (f *fuser) alsoIn(c *candidate) []Ref {
	if f.members[c.also].next < 0 {
		return nil
	}
	type other struct {
		ref    Ref
		weight float64
	}
	var others []other
	for i := c.also; i >= 0; i = f.members[i].next {
		m := &f.members[i]
		o := other{m.res.Ref, f.weights[m.list]}
		if o.ref != c.res.Ref && !slices.Contains(others, o) {
			others = append(others, o)
		}
	}
	slices.SortFunc(others, func(a, b other) int {
		if a.weight != b.weight {
			if a.weight > b.weight {
				return -1
			}
			return 1
		}
		return compareRefs(&a.ref, &b.ref)
	})
	var refs []Ref
	for _, o := range others {
		refs = append(refs, o.ref)
	}
	return refs
}
