package source

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"memswarm/providers/internal/markdown"
)

// mentions counts the places of a text that mention a term, by what they prove.
type mentions struct {
	exact bool // one is written just like the term
	code  int  // in code spans
	prose int
	block int // in code blocks
	// defines says that a code block defines the term.
	defines bool
	// spelled counts places of prose that write a composed term as words (grace
	// window for graceWindow), and explained says that one of them begins an item
	// that explains it.
	spelled   int
	explained bool
	spelledAt int
	// called says that a code span calls the term: impose().
	called bool
	// leads says that a code span with the term begins a line that goes on in
	// words: the line is about it.
	leads bool
	// small counts a name's word in small letters, and a plain word outside code:
	// evidence that it is none.
	small int
	at    int // first mention of the clearest kind, bytes
	kind  mentionKind
}

type mentionKind int

const (
	noMention mentionKind = iota
	inBlock
	inProse
	inCode
)

func (m *mentions) total() int { return m.code + m.prose + m.block }

func (m *mentions) note(kind mentionKind, at int) {
	switch kind {
	case inCode:
		m.code++
	case inProse:
		m.prose++
	case inBlock:
		m.block++
	}
	if kind > m.kind {
		m.kind, m.at = kind, at
	}
}

// scan looks for the term in a text. code are the parts of the text that are
// code; without them, what stands in backticks is taken as code.
func (t *term) scan(text string, code []markdown.Span) mentions {
	var m mentions
	if t.sort == phrase || t.sort == uncased {
		t.scanText(text, &m)
		return m
	}
	if t.path {
		t.scanPath(text, code, &m)
		return m
	}
	next := 0 // of code
	for pos := 0; pos < len(text); {
		r, size := rune(text[pos]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[pos:])
		}
		if !isWordRune(r) {
			pos += size
			continue
		}
		end := wordEnd(text, pos)
		for next < len(code) && code[next].End <= pos {
			next++
		}
		t.look(text, pos, end, code, next, &m)
		pos = end
	}
	return m
}

// scanText looks for the term as a run of characters.
func (t *term) scanText(text string, m *mentions) {
	want := strings.ToLower(t.word)
	lower := strings.ToLower(text)
	for from := 0; ; {
		i := strings.Index(lower[from:], want)
		if i < 0 {
			return
		}
		at := from + i
		from = at + len(want)
		m.exact = true
		kind := inProse
		if len(lower) == len(text) && inBackticks(text, at) {
			kind = inCode
		}
		m.note(kind, min(at, len(text)))
	}
}

// scanPath looks for a term of several names, just as it is written.
func (t *term) scanPath(text string, code []markdown.Span, m *mentions) {
	next := 0
	for from := 0; ; {
		i := strings.Index(text[from:], t.word)
		if i < 0 {
			return
		}
		pos := from + i
		end := pos + len(t.word)
		from = end
		if pos > 0 && (isWordByte(text[pos-1]) || joins(text[pos-1])) || end < len(text) && isWordByte(text[end]) {
			continue
		}
		for next < len(code) && code[next].End <= pos {
			next++
		}
		m.exact = true
		m.note(kindAt(text, pos, code, next), pos)
	}
}

// wordEnd is the end of the word that begins at pos, with what joins its parts.
func wordEnd(text string, pos int) int {
	end := pos
	for end < len(text) {
		r, size := rune(text[end]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[end:])
		}
		if !isWordRune(r) && !(joins(text[end]) && end+1 < len(text) && isWordByte(text[end+1])) {
			break
		}
		end += size
	}
	return end
}

func isWordByte(c byte) bool { return c >= utf8.RuneSelf || isWordRune(rune(c)) }

// look compares the word text[pos:end], and the parts of it between dots and
// hyphens, with the term.
func (t *term) look(text string, pos, end int, code []markdown.Span, next int, m *mentions) {
	if end-pos < len(t.norm) && end-pos < len(t.word) && (len(t.parts) < 2 || end-pos < len(t.parts[0])) {
		return
	}
	if end-pos > 4*len(t.word)+64 && !strings.Contains(text[pos:end], t.word) {
		return
	}
	if !t.begins(text, pos, end) {
		return
	}
	kind := kindAt(text, pos, code, next)
	if t.sort == composed && kind == inProse && !strings.HasPrefix(text[pos:], t.word) && t.spell(text, pos, m) {
		return
	}
	if t.same(text, pos, end, kind, m) {
		return
	}
	// The parts: rotate in token.rotate, retryBudget in retry.retryBudget.
	for start := pos; start < end; {
		stop := start
		for stop < end && !joins(text[stop]) {
			stop++
		}
		// A name with joints of its own in a longer one: DEC-0054 in
		// DEC-0054-retry-budget.
		if whole := start + len(t.word); stop < whole && whole < end && joins(text[whole]) && text[start:whole] == t.word {
			t.same(text, start, whole, kind, m)
		}
		if stop > start && (start != pos || stop != end) {
			// A part of a hyphenated word of prose is only part of a word.
			hyphen := start > pos && text[start-1] == '-' || stop < end && text[stop] == '-'
			if !hyphen || t.sort == composed || kind == inBlock {
				t.same(text, start, stop, kind, m)
			}
		}
		start = stop + 1
	}
}

// begins says whether the term's first letter stands at the beginning of the word
// or of one of its parts: most words are done with after this look.
func (t *term) begins(text string, pos, end int) bool {
	first := t.parts[0][0]
	if first >= utf8.RuneSelf {
		return true
	}
	for i := pos; i < end; i++ {
		if (i == pos || joins(text[i-1]) || text[i-1] == '_') && (text[i]|0x20 == first|0x20 || text[i] >= utf8.RuneSelf) {
			return true
		}
	}
	return false
}

// same notes a mention when the word text[pos:end] is the term.
func (t *term) same(text string, pos, end int, kind mentionKind, m *mentions) bool {
	word := text[pos:end]
	exact := word == t.word
	switch t.sort {
	case composed:
		if !exact && !t.alike(word, kind) {
			return false
		}
		m.exact = m.exact || exact
	case acronym:
		if !exact {
			return false
		}
		m.exact = true
	case proper, plain:
		if !exact {
			if kind == inProse && len(word) == len(t.word) && strings.EqualFold(word, t.word) {
				m.small++
			}
			return false
		}
		if kind == inProse && (t.sort == plain || startsSentence(text[:pos])) {
			if t.sort == plain {
				m.small++
			}
			return false // any word is written like that there
		}
		m.exact = true
	}
	m.note(kind, pos)
	if kind == inCode {
		m.called = m.called || strings.HasPrefix(text[end:], "(")
		m.leads = m.leads || startsItem(strings.TrimRight(text[:pos], "`")) && goesOn(text[end:])
	}
	if kind == inBlock && !m.defines {
		m.defines = definition.MatchString(text[strings.LastIndexByte(text[:pos], '\n')+1 : pos])
	}
	return true
}

// spell notes a place where the words of a composed term follow each other.
func (t *term) spell(text string, pos int, m *mentions) bool {
	if len(t.parts) < 2 {
		return false
	}
	at := pos
	for i, part := range t.parts {
		if i > 0 {
			if at >= len(text) || text[at] != ' ' && text[at] != '-' {
				return false
			}
			at++
		}
		if len(text)-at < len(part) || !strings.EqualFold(text[at:at+len(part)], part) {
			return false
		}
		at += len(part)
	}
	if at < len(text) && text[at] == 's' {
		at++
	}
	if at < len(text) && isWordByte(text[at]) {
		return false
	}
	if m.spelled == 0 {
		m.spelledAt = pos
	}
	m.spelled++
	if !m.explained && startsItem(text[:pos]) && explains(text[at:]) {
		m.explained, m.spelledAt = true, pos
	}
	return true
}

// startsItem says whether what follows the text begins a line, an item or a
// cell.
func startsItem(before string) bool {
	line := before[strings.LastIndexByte(before, '\n')+1:]
	return strings.Trim(line, " \t*-+|>0123456789.)") == ""
}

// explains says whether the text goes on with an explanation: a colon, a dash or
// a cell with a few words after it.
func explains(after string) bool {
	line, _, _ := strings.Cut(after, "\n")
	line = strings.TrimLeft(line, " *_")
	for _, sign := range []string{":", "|", "—", "–", "- "} {
		if rest, ok := strings.CutPrefix(line, sign); ok {
			return wordsIn(rest) >= 4
		}
	}
	return false
}

// goesOn says whether a line has a few more words.
func goesOn(after string) bool {
	line, _, _ := strings.Cut(after, "\n")
	return wordsIn(line) >= 4
}

// wordsIn counts what has letters: a telephone number explains nothing.
func wordsIn(line string) (n int) {
	for f := range strings.FieldsSeq(line) {
		if strings.ContainsFunc(f, unicode.IsLetter) {
			n++
		}
	}
	return n
}

// alike says whether a word is another spelling of a composed term: snake for
// camel case and the like. What is one plain word (dataset for dataSet) or a
// hyphenated word of prose (read-only for readOnly) is not.
func (t *term) alike(word string, kind mentionKind) bool {
	if len(word) > 2*len(t.word)+4 || len(word) < len(t.parts[0]) || !strings.EqualFold(word[:1], t.norm[:1]) && word[0] < utf8.RuneSelf && word[0] != '_' || normal(word) != t.norm {
		return false
	}
	if kind == inProse && strings.Contains(word, "-") && !strings.ContainsFunc(word, unicode.IsDigit) {
		return strings.Contains(t.word, "-") && len(t.parts) > 2
	}
	return len(t.parts) < 2 || len(split(word)) > 1
}

// definition is what stands before a name that a line of code introduces.
var definition = regexp.MustCompile(`(?i)(^|\s)(func(\s*\([^)]*\))?|function|def|fn|class|struct|interface|trait|enum|type|const|let|var|val|record|module|macro|table(\s+if\s+not\s+exists)?|index|view)\s+["'` + "`" + `]?$`)

// kindAt says what a place of a text is. code[next] is the first that does not
// end before it.
func kindAt(text string, pos int, code []markdown.Span, next int) mentionKind {
	if code == nil {
		if inBackticks(text, pos) {
			return inCode
		}
		return inProse
	}
	if next < len(code) && code[next].Start <= pos {
		if code[next].Block {
			return inBlock
		}
		return inCode
	}
	return inProse
}

// startsSentence says whether what follows the text begins a sentence, line,
// item, cell or quotation.
func startsSentence(before string) bool {
	before = strings.TrimRight(before, " \t*_\"'“‘([")
	if before == "" {
		return true
	}
	r, _ := utf8.DecodeLastRuneInString(before)
	return strings.ContainsRune(".!?:;\n|>-–—#•。！？", r)
}

// inBackticks says whether a place lies in a code span of its line.
func inBackticks(text string, pos int) bool {
	line := text[strings.LastIndexByte(text[:pos], '\n')+1 : pos]
	return strings.Count(line, "`")%2 == 1
}
