package index

import (
	"path"
	"unicode"

	index "github.com/blevesearch/bleve_index_api"

	"memswarm/providers/internal/text"
)

// Terms that are no words begin with a control character.
const (
	titleMark = "\x01" // a whole title, alias or file name, see titleKey
	tagMark   = "\x02" // a tag
	firstWord = "\x03" // words come after these
)

// maxTermLength is the longest whole title or tag that is kept as one term.
const maxTermLength = 250

// analyzer turns notes into bleve documents. It is for one goroutine at a time.
type analyzer struct {
	scan    text.Scanner
	ids     map[string]uint32
	terms   []termState // by id
	met     []uint32    // ids in the current document
	noteMet []uint32    // ids of words in the current note
	noteNo  uint32
}

type termState struct {
	name  string
	count packed
	// word says that it is made of letters, so that it may have other forms.
	word bool
	// note is the number of the last note that it was met in.
	note uint32
	// langs are the languages whose stem of it is known to be in the vocabulary.
	langs uint64
}

// maxTerms bounds an analyzer's memory: a term takes about 100 bytes.
const maxTerms = 1 << 17

func newAnalyzer() *analyzer { return &analyzer{ids: make(map[string]uint32, 1<<12)} }

// count adds a term's occurrence in a part of the current document.
func (a *analyzer) count(term []byte, at part) *termState {
	id, ok := a.ids[string(term)]
	if !ok {
		id = uint32(len(a.terms))
		name := string(term)
		a.ids[name] = id
		a.terms = append(a.terms, termState{name: name, word: isWord(term)})
	}
	t := &a.terms[id]
	if t.count == 0 {
		a.met = append(a.met, id)
	}
	t.count = t.count.add(at)
	return t
}

// text counts the terms of s and returns its length in words.
func (a *analyzer) text(s string, at part) int {
	if s == "" {
		return 0
	}
	return a.scan.Scan(s, func(t *text.Token) {
		st := a.count(t.Term, at)
		if st.word && st.note != a.noteNo && (t.Kind == text.Word || t.Kind == text.Part || t.Kind == text.Whole) {
			st.note = a.noteNo
			a.noteMet = append(a.noteMet, a.ids[st.name])
		}
	})
}

// take ends a document and returns its terms.
func (a *analyzer) take() index.TokenFrequencies {
	out := make(index.TokenFrequencies, len(a.met))
	for _, id := range a.met {
		t := &a.terms[id]
		out[t.name] = frequency(t.count)
		t.count = 0
	}
	a.met = a.met[:0]
	return out
}

// isWord says whether a term is made of letters of a script with blanks.
func isWord(term []byte) bool {
	if len(term) < 2 || len(term) > 48 {
		return false
	}
	for _, r := range string(term) {
		if !unicode.IsLetter(r) && !unicode.IsMark(r) {
			return false
		}
	}
	switch text.ScriptOf(term) {
	case text.CJK, text.Thaiish:
		return false
	}
	return true
}

// analyzed is a note ready to be written.
type analyzed struct {
	head noteHead
	docs []index.Document
	// forms are the words of the note that the vocabulary may lack.
	forms []form
}

// form is a word in a language, with what its forms have in common.
type form struct {
	lang text.Lang
	word string
}

// note makes a note's documents: one for the note and one for each section.
func (a *analyzer) note(n *Note) *analyzed {
	if len(a.terms) > maxTerms {
		clear(a.ids)
		a.terms = nil
	}
	a.noteNo++
	a.noteMet = a.noteMet[:0]
	lang := langOf(n)
	key := keyOf(n.Doc)
	out := &analyzed{docs: make([]index.Document, 0, len(n.Sections)+1)}
	h := &out.head
	*h = noteHead{
		key: key, doc: n.Doc, size: n.Size, modTime: n.ModTime.UnixNano(), hash: n.Hash,
		sections: uint32(len(n.Sections)), weight: 1, lang: lang,
	}
	if n.ModTime.IsZero() {
		h.modTime = 0
	}
	if !n.Created.IsZero() {
		h.created = n.Created.Unix()
	}
	if !n.Updated.IsZero() {
		h.updated = n.Updated.Unix()
	}
	if n.Weight > 0 {
		h.weight = float32(min(n.Weight, 100))
	}

	title := n.Title
	file := fileTitle(n.Doc)
	if title == "" {
		title = file
	}
	h.title = float32(a.text(title, inTitle))
	if titleKey(file) != titleKey(title) {
		h.title += float32(a.text(file, inTitle))
	}
	meta := a.text(n.Summary, inMeta)
	for _, list := range [][]string{n.Aliases, n.Tags, n.Keywords} {
		for _, s := range list {
			meta += a.text(s, inMeta)
		}
	}
	h.meta = float32(meta)
	if dir := path.Dir(n.Doc); dir != "." {
		h.path = float32(a.text(dir, inPath))
	}
	for _, s := range n.titles() {
		if k := titleKey(s); k != "" && len(k) <= maxTermLength {
			a.mark(titleMark + k)
		}
	}
	for _, t := range n.tags() {
		a.mark(tagMark + t)
	}
	record := *n
	record.Title, record.Lang = title, lang.Code()
	noteTerms := a.take()

	titleWords := titleKey(title)
	for i := range n.Sections {
		s := &n.Sections[i]
		sh := sectionHead{key: key, ordinal: uint32(i)}
		// A first heading that repeats the title says nothing more.
		if s.Heading != "" && (titleKey(s.Heading) != titleWords) {
			sh.own = uint32(a.text(s.Heading, inOwn))
		}
		for j, p := range s.Path {
			if j == len(s.Path)-1 && p == s.Heading || titleKey(p) == titleWords {
				continue
			}
			sh.above += uint32(a.text(p, inAbove))
		}
		sh.body = uint32(a.text(s.Text, inBody))
		h.heading += float32(sh.own)
		h.body += float32(sh.body)
		out.docs = append(out.docs, newDocument(sectionID(key, i), sh.encode(), encodeSection(s, int(sh.body)), a.take()))
	}
	out.docs = append(out.docs, newDocument(noteID(key), h.encode(), encodeNote(&record), noteTerms))

	for _, id := range a.noteMet {
		t := &a.terms[id]
		if t.langs&(1<<lang) == 0 {
			t.langs |= 1 << lang
			out.forms = append(out.forms, form{lang, t.name})
		}
	}
	return out
}

// mark counts a term that is no word.
func (a *analyzer) mark(term string) { a.count([]byte(term), inTitle) }

// detectSample is how much of a note is looked at to tell its language.
const detectSample = 1200

// langOf is the note's language: the one it says, or the one it looks like.
func langOf(n *Note) text.Lang {
	if l := text.LangOf(n.Lang); l != text.Unknown {
		return l
	}
	longest := 0
	for i := range n.Sections {
		if len(n.Sections[i].Text) > len(n.Sections[longest].Text) {
			longest = i
		}
	}
	s := n.Title
	if len(n.Sections) > 0 {
		t := n.Sections[longest].Text
		s += "\n" + t[:min(len(t), detectSample)]
	}
	return text.Detect(s)
}
