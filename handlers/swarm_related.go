package handlers

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"memswarm/contract"
	"memswarm/lsp"
	"memswarm/swarm"
	"memswarm/workspace"

	"go.lsp.dev/protocol"
)

// relatedParams are the parameters of swarm/related.
type relatedParams struct {
	TextDocument *protocol.TextDocumentIdentifier `json:"textDocument"`
	Position     *protocol.Position               `json:"position"`
	MaxResults   int                              `json:"maxResults"`
}

// swarmRelated answers what is known around the cursor.
func swarmRelated(ctx context.Context, s *lsp.Session, raw json.RawMessage) (any, error) {
	var p relatedParams
	if err := decodeParams(raw, &p); err != nil {
		return nil, err
	}
	if p.TextDocument == nil || p.Position == nil {
		return nil, lsp.Errorf(lsp.CodeInvalidParams, "textDocument and position are required")
	}
	at, ok := cursorAt(ctx, s, &protocol.TextDocumentPositionParams{TextDocument: *p.TextDocument, Position: *p.Position})
	if !ok {
		return nil, lsp.Errorf(lsp.CodeInvalidParams, "the document is not open: %s", p.TextDocument.URI)
	}
	v, err := view(ctx, s)
	if err != nil {
		return nil, failed(err)
	}
	a := &workspace.Around{Limit: p.MaxResults, Unsaved: unsaved(ctx, s)}
	if isNote(at.path) {
		a.Path = at.path
		a.Words = noteWords(at)
	} else {
		a.Words, a.Expand = codeWords(at)
		if words := wordsAt(at.lineText, at.col); len(words) > 0 {
			a.Subject = swarm.Subject{Word: words[len(words)-1].text, Language: at.doc.LanguageID(), Path: at.path,
				Line: at.lineText, Unsaved: a.Unsaved}
		}
	}
	answer, err := v.Related(ctx, a, at.folder(v))
	if err != nil {
		return nil, failed(err)
	}
	return contract.NewAnswer(answer), nil
}

// The reach of swarm/related, in lines and words.
const (
	relatedLines  = 12 // lines above and below the cursor
	relatedWords  = 5  // identifiers that are searched for
	relatedExpand = 6  // further ones that only widen the search
	halfDistance  = 3  // lines after which an identifier counts half

	outside = 0.1  // weight of what stands outside the cursor's own function
	clear   = 0.15 // share of the best weight from which words are searched for
	faint   = 0.1  // share below which they are left out
)

// codeWords lists the identifiers around the cursor: those that are searched for,
// the most telling first, and further ones by their weight. How rare each is in
// the notes is the search's own business.
func codeWords(at *cursor) (words []string, expand []swarm.WeightedTerm) {
	type seen struct {
		text   string
		weight float64
		order  int
	}
	var all []seen
	m := at.doc.Mapper()
	first, last := blockOf(m, at.line)
	for _, n := range nearest(at.line, relatedLines, m.LineCount()) {
		w := 1 / (1 + float64(max(n-at.line, at.line-n))/halfDistance)
		if n < first || n > last {
			w *= outside
		}
		line := m.LineText(n)
		for _, id := range identifiers(line[:min(len(line), 10*longestWord)]) {
			weight := w * telling(id)
			if i := slices.IndexFunc(all, func(s seen) bool { return s.text == id }); i >= 0 {
				all[i].weight += weight / 4
				continue
			}
			all = append(all, seen{id, weight, len(all)})
		}
	}
	slices.SortStableFunc(all, func(a, b seen) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.order, b.order))
	})
	for _, s := range all {
		switch {
		case s.weight < all[0].weight*faint:
			return words, expand
		case len(words) < relatedWords && s.weight >= all[0].weight*clear:
			words = append(words, s.text)
		case len(expand) < relatedExpand:
			expand = append(expand, swarm.WeightedTerm{Term: s.text, Weight: max(min(s.weight/3, 0.5), 0.02), From: "cursor"})
		}
	}
	return words, expand
}

// blockOf finds the lines of the function or other block at the top level that
// holds a line: from one line without indentation behind a blank one to the next.
func blockOf(m *lsp.Mapper, line int) (first, last int) {
	opens := func(n int) bool {
		text := m.LineText(n)
		return text != "" && !unicode.IsSpace(rune(text[0])) && (n == 0 || strings.TrimSpace(m.LineText(n-1)) == "")
	}
	first, last = line, line
	for first > 0 && line-first < relatedLines && !opens(first) {
		first--
	}
	for last+1 < m.LineCount() && last-line < relatedLines && !opens(last+1) {
		last++
	}
	return first, last
}

// telling is how much an identifier says by its form: one of several words
// more than one that any program may have.
func telling(id string) float64 {
	humps := 0
	digits := false
	for i, r := range id {
		if i > 0 && (r == '_' || unicode.IsUpper(r)) {
			humps++
		}
		digits = digits || unicode.IsDigit(r)
	}
	switch {
	case keyword(id):
		return 0.05
	case digits:
		return 0.9
	case humps > 0 && strings.ToUpper(id) != id:
		return 1
	}
	return 0.4
}

// noteWords lists what a note around the cursor is about: its title or the
// heading above the cursor, and the longer words near it.
func noteWords(at *cursor) []string {
	m := at.doc.Mapper()
	var out []string
	add := func(line string, most int) {
		for _, w := range strings.FieldsFunc(line[:min(len(line), 20*longestWord)], func(r rune) bool {
			return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
		}) {
			if most == 0 {
				return
			}
			if utf8.RuneCountInString(w) >= shortestWord(w) && !slices.Contains(out, w) {
				out = append(out, w)
				most--
			}
		}
	}
	for n := at.line; n >= 0 && n > at.line-200; n-- {
		if line := m.LineText(n); strings.HasPrefix(line, "#") {
			add(line, 8)
			break
		}
	}
	for n := range min(m.LineCount(), 60) {
		if line := m.LineText(n); strings.HasPrefix(line, "# ") || strings.HasPrefix(line, "title:") {
			add(strings.TrimPrefix(line, "title:"), 8)
			break
		}
	}
	for _, n := range nearest(at.line, relatedLines/2, m.LineCount()) {
		if len(out) >= 3*relatedWords {
			break
		}
		add(m.LineText(n), relatedWords)
	}
	return out
}

// shortestWord is how many characters make a word that says something: fewer in
// scripts that write a word in few.
func shortestWord(w string) int {
	if w[0] < utf8.RuneSelf {
		return 5
	}
	return 2
}
