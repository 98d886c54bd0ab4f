package source

import (
	"context"
	"path"
	"slices"
	"strings"

	"memswarm/providers/internal/index"
	"memswarm/providers/internal/markdown"
	"memswarm/providers/internal/text"
	"memswarm/providers/internal/walk"
	"memswarm/swarm"
)

// judged is a note with what it says of a term.
type judged struct {
	note     *index.Note
	result   int     // index of the note's first result
	name     float64 // how surely its title, file name or aliases mean the term
	names    []string
	sections []mentions
	mentions // over all sections
}

// judge looks for the term in a note's names and text.
// Where present is false the text is known not to mention it.
func (t *term) judge(n *index.Note, result int, present bool) *judged {
	j := &judged{note: n, result: result, sections: make([]mentions, len(n.Sections))}
	file := stem(n.Doc)
	j.name = max(t.inName(n.Title), t.inName(file))
	j.names = stemsOf(split(n.Title + " " + file))
	for _, a := range n.Aliases {
		j.name = max(j.name, t.inName(a))
		j.names = append(j.names, stemsOf(split(a))...)
	}
	if present {
		j.count(t, nil)
	}
	return j
}

// opening is the first section with text, -1 for none.
func (j *judged) opening() int {
	return slices.IndexFunc(j.note.Sections, func(s index.Section) bool { return s.Text != "" })
}

// presence says of a result whether its note can be about the term at all: text
// whether the index counts the term, or all of its parts, in its text; any
// whether it does, or has one of the telling parts in a heading or a name.
// Reading every candidate would take most of the time.
func (t *term) presence(corpus *swarm.Corpus) func(*swarm.Result) (text, any bool) {
	unknown := func(*swarm.Result) (bool, bool) { return true, true }
	if corpus == nil || t.sort == phrase || t.sort == uncased || t.path {
		return unknown
	}
	at := func(word string) int {
		return slices.IndexFunc(corpus.Terms, func(c swarm.Term) bool { return !c.Loose && c.Key == word })
	}
	var whole, parts, telling []int
	for _, w := range []string{t.norm, text.Normal(t.word)} {
		if i := at(w); i >= 0 {
			whole = append(whole, i)
		}
	}
	for _, p := range t.parts {
		if text.IsStop(text.English, p) {
			continue // may have been left out of the query
		}
		i := at(p)
		if i < 0 {
			return unknown // split otherwise
		}
		parts = append(parts, i)
		if t.telling == 0 || !ordinary(p) {
			telling = append(telling, i)
		}
	}
	return func(r *swarm.Result) (bool, bool) {
		if r.Evidence == nil || len(r.Evidence.Note) < len(corpus.Terms) {
			return true, true
		}
		inBody := func(i int) bool { return r.Evidence.Note[i][swarm.FieldBody] > 0 }
		inNames := func(i int) bool {
			f := &r.Evidence.Note[i]
			return f[swarm.FieldTitle]+f[swarm.FieldHeading]+f[swarm.FieldMeta] > 0
		}
		body := slices.ContainsFunc(whole, inBody) || !slices.ContainsFunc(parts, func(i int) bool { return !inBody(i) })
		return body, body || slices.ContainsFunc(whole, inNames) || slices.ContainsFunc(telling, inNames)
	}
}

// count looks through the text; code, by section, tells what of it is code.
func (j *judged) count(t *term, code [][]markdown.Span) {
	j.mentions = mentions{}
	for i := range j.note.Sections {
		var spans []markdown.Span
		if code != nil {
			spans = code[i]
		}
		m := t.scan(j.note.Sections[i].Text, spans)
		j.sections[i] = m
		j.exact = j.exact || m.exact
		j.code += m.code
		j.prose += m.prose
		j.block += m.block
		j.small += m.small
		j.spelled += m.spelled
		j.defines = j.defines || m.defines
	}
}

// codeOf parses a document again for the places of code in its sections; nil
// when it is not as it was indexed.
func (s *Source) codeOf(ctx context.Context, doc string) [][]markdown.Span {
	file, ok := s.fileOf(doc)
	if !ok {
		return nil
	}
	data, err := walk.ReadFile(ctx, file, 0)
	if err != nil {
		return nil
	}
	ix := s.ix.Load()
	note, ok := ix.Note(doc)
	if !ok || note.Hash != hashOf(data) {
		return nil
	}
	page, _ := s.opts.Parse(&File{Doc: doc, Rel: file.Rel, Data: data, ModTime: file.ModTime})
	if page == nil || len(page.Note.Sections) != len(note.Sections) {
		return nil
	}
	code := make([][]markdown.Span, len(note.Sections))
	for i := range code {
		if code[i] = page.Note.Sections[i].Code; code[i] == nil {
			code[i] = []markdown.Span{}
		}
	}
	return code
}

// scene is where in the code a term stands.
type scene struct {
	file  string   // the source file's name
	words []string // stems of the folders and the file's name
}

func newScene(subject swarm.Subject) scene {
	if subject.Path == "" {
		return scene{}
	}
	p := strings.ReplaceAll(subject.Path, `\`, "/")
	sc := scene{file: path.Base(p)}
	parts := strings.Split(strings.TrimSuffix(p, path.Ext(p)), "/")
	// The outer folders say where the work lies, not what it is.
	for _, part := range parts[max(0, len(parts)-3):] {
		for _, w := range split(part) {
			if !ordinary(w) {
				sc.words = append(sc.words, text.Stem(text.English, w))
			}
		}
	}
	return sc
}

// near says whether a note belongs to the source file: it names the file, or its
// names share a telling word with the file's.
func (sc *scene) near(j *judged) bool {
	if sc.file == "" {
		return false
	}
	for _, w := range sc.words {
		if slices.Contains(j.names, w) {
			return true
		}
	}
	for i := range j.note.Sections {
		if strings.Contains(j.note.Sections[i].Text, sc.file) {
			return true
		}
	}
	return false
}

// crowd is how the notes together use a term.
type crowd struct {
	mentioned int  // notes that mention it
	spelled   int  // notes that write it as words
	many      bool // so many that most only mention it in passing
	// name says that it is used as a name, not as a word of the language.
	name bool
	// codeword says that it is a word of code, not of the language.
	codeword bool
}

func (t *term) crowdOf(notes []*judged, corpus *swarm.Corpus) crowd {
	var c crowd
	var prose, code, small int
	for _, n := range notes {
		if n.total() > 0 {
			c.mentioned++
		}
		if n.spelled > 0 {
			c.spelled++
		}
		small += n.small
		code += n.code
		if n.prose > 0 && (t.sort != proper || text.Detect(head(n.note)) != text.German) {
			prose += n.prose // in German all nouns have capitals
		}
	}
	df := c.mentioned
	total := len(notes)
	if corpus != nil {
		total = corpus.Notes
		for _, term := range corpus.Terms {
			if !term.Loose && (term.Key == t.norm || term.Key == text.Normal(t.word)) {
				df = max(df, term.DF)
			}
		}
	}
	c.many = df > max(8, total/20)
	c.name = prose >= 2 && small*4 <= prose
	c.codeword = code > 0 && small <= code && df <= max(3, total/33)
	return c
}

// head is the beginning of a note's text, enough to tell its language.
func head(n *index.Note) string {
	for i := range n.Sections {
		if s := n.Sections[i].Text; len(s) > 40 {
			return strings.ToValidUTF8(s[:min(len(s), 400)], "")
		}
	}
	return n.Title
}

// confidence is how surely the note is about the term, and the section to show,
// -1 for the note's beginning.
func (j *judged) confidence(t *term, sc scene, c crowd) (best float64, where int) {
	named := j.named(t, c)
	best, where = named, -1
	for i := range j.sections {
		m := &j.sections[i]
		conf := j.mentioned(t, m, sc, c)
		if sp := j.wordsOf(t, m, sc, c); sp > conf {
			conf = sp
			m.at = m.spelledAt
		}
		// The heading that repeats the title says no more than the title.
		if h := t.inHeading(j.note.Sections[i].Heading); h > conf && j.note.Sections[i].Heading != j.note.Title {
			conf = h
			m.at = 0
		}
		// Of sections that are equally clear the first counts, but a mention
		// within a note of that name beats the note as a whole.
		if conf > best || where < 0 && conf >= aboutCertainty {
			best, where = max(best, conf), i
		}
	}
	return best, where
}

// named is what the note's names prove.
func (j *judged) named(t *term, c crowd) float64 {
	switch t.sort {
	case proper:
		// “Storms” in a title with capitals is a word until the text says else.
		if j.name < 1 && !c.name {
			return 0
		}
	case plain:
		if c.many {
			return 0
		}
	}
	return j.name
}

// mentioned is what a section's mentions prove.
func (j *judged) mentioned(t *term, m *mentions, sc scene, c crowd) float64 {
	if m.total() == 0 {
		return 0
	}
	var conf float64
	affine := t.affinity(j.names)
	switch t.sort {
	case composed:
		switch {
		case m.code > 0 && m.exact:
			conf = 1
		case m.code > 0, m.prose > 0 && m.exact:
			conf = 0.9
		case m.prose > 0:
			conf = 0.8
		default:
			conf = 0.55
			if m.defines {
				conf += 0.2
			}
			if affine >= 0.5 {
				conf += 0.2
			}
			if j.block >= 3 {
				conf += 0.1
			}
		}
		if t.telling == 0 && affine == 0 && j.code+j.prose < 3 && !m.leads && !sc.near(j) {
			conf -= 0.35 // user_id is the name of something else elsewhere
		}
	case acronym:
		switch {
		case m.code > 0:
			conf = 0.9
		case m.prose > 0:
			conf = 0.85
		}
	case proper:
		switch {
		case m.code > 0 && (c.name || c.codeword):
			conf = 0.85
		case m.prose > 0 && c.name:
			conf = 0.78
		}
	case plain:
		if m.code > 0 && c.codeword && (m.called || j.code >= 2 || sc.near(j)) {
			conf = 0.75
		}
	case uncased:
		if m.code > 0 || j.prose >= 2 {
			conf = 0.75
		}
	case phrase:
		conf = 0.85
	}
	if c.many && affine < 1 && j.name < aboutCertainty {
		conf -= 0.2
	}
	return conf
}

// wordsOf is what a section proves that writes a composed term as words.
func (j *judged) wordsOf(t *term, m *mentions, sc scene, c crowd) float64 {
	if m.spelled == 0 {
		return 0
	}
	near := sc.near(j)
	keyword := slices.ContainsFunc(j.note.Keywords, func(k string) bool { return slices.Equal(stemsOf(split(k)), t.stems) })
	switch {
	case (m.explained || keyword) && (near || t.telling > 0 && c.spelled <= 3):
		return 0.78
	case t.telling > 0 && near && j.spelled >= 2, t.telling > 1 && j.spelled >= 3 && c.spelled <= 3:
		return 0.72
	}
	return 0
}

// extent tells notes of equal confidence apart, 0 to 0.12: by how often they
// mention the term, by their names, by the file they belong to.
func (j *judged) extent(t *term, sc scene) float64 {
	e := 0.03 * min(float64(j.total()+j.spelled), 5) / 5
	e += 0.02 * t.affinity(j.names)
	if sc.near(j) {
		e += 0.02
	}
	if j.name >= 0.9 {
		e += 0.05
	}
	return e
}
