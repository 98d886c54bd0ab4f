package source

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"
	"time"

	"memswarm/providers/internal/index"
	"memswarm/swarm"
)

const (
	knowNotes     = 30   // notes that are looked at for mentions of a subject
	knowCertainty = 0.7  // confidence from which a section counts as about it
	knowNear      = 0.25 // how far below the best the last may be
)

// About returns the sections that are clearly about an identifier or word of
// source code, at most one a note, best first, with the confidence as Score: an
// exact mention in code, a title or heading that says the same words, a name in
// running text. It says nothing when it is not sure.
func (v *View) About(ctx context.Context, subject swarm.Subject) ([]swarm.Result, error) {
	term, ok := newTerm(subject.Word)
	if !ok {
		return nil, nil
	}
	s := v.src
	ix, err := s.index(ctx)
	if err != nil {
		return nil, v.named(err)
	}
	opt := s.searchOptions(v.info.ID)
	opt.Unsaved = s.unsaved(subject.Unsaved)
	q := &swarm.Query{
		Text: term.word, Words: term.query(), Kind: swarm.Factual, Candidates: knowNotes, Now: time.Now(),
		Unsaved: subject.Unsaved,
	}
	found, err := ix.Search(ctx, q, opt)
	if err != nil {
		return nil, v.named(s.check(err))
	}
	results, err := s.fresh(ctx, found.Results, opt.Unsaved, true)
	if err != nil {
		return nil, err
	}
	var about []swarm.Result
	seen := map[string]bool{}
	for i := range results {
		doc := results[i].Ref.Doc
		if seen[doc] || len(seen) == knowNotes {
			continue
		}
		seen[doc] = true
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		note := noteIn(opt.Unsaved, doc)
		if note == nil {
			if note, ok = ix.Note(doc); !ok {
				continue
			}
		}
		if r, ok := term.best(note, results, i); ok {
			about = append(about, r)
		}
	}
	slices.SortStableFunc(about, func(a, b swarm.Result) int { return cmp.Compare(b.Score, a.Score) })
	for i := range about {
		if about[i].Score < about[0].Score-knowNear {
			about = about[:i]
			break
		}
	}
	if subject.Limit > 0 {
		about = about[:min(len(about), subject.Limit)]
	}
	return about, nil
}

func noteIn(notes []*index.Note, doc string) *index.Note {
	for _, n := range notes {
		if n.Doc == doc {
			return n
		}
	}
	return nil
}

// best makes a result of the section of a note that is most clearly about the
// term; ok is false when none is. results[i] is a result of the note.
func (t *term) best(n *index.Note, results []swarm.Result, i int) (swarm.Result, bool) {
	named := max(t.inTitle(n.Title), t.inTitle(stem(n.Doc)))
	for _, a := range n.Aliases {
		named = max(named, t.inTitle(a))
	}
	confidence, at, where := named, 0, -1
	for j := range n.Sections {
		sec := &n.Sections[j]
		c, pos := t.inText(sec.Text)
		if h := t.inTitle(sec.Heading); h > c {
			c, pos = h, 0
		}
		// Of sections that are equally clear the first counts, but a mention
		// within a note of that name beats the note as a whole.
		if c > confidence || where < 0 && c > 0 && c >= knowCertainty {
			confidence, at, where = max(c, confidence), pos, j
		}
	}
	if confidence < knowCertainty {
		return swarm.Result{}, false
	}
	r := results[i]
	if where >= 0 {
		r = sectionResult(n, where, at, results, i)
	}
	r.Score, r.Evidence = confidence, nil
	return r, true
}

// sectionResult shows section j of a note with the passage at byte at.
func sectionResult(n *index.Note, j, at int, results []swarm.Result, i int) swarm.Result {
	sec := &n.Sections[j]
	for k := range results {
		if results[k].Ref.Doc == n.Doc && results[k].Ref.Anchor == sec.Anchor {
			return results[k]
		}
	}
	r := results[i]
	r.Ref.Anchor = sec.Anchor
	r.Title = cmp.Or(sec.Heading, n.Title)
	r.Breadcrumb = nil
	if dir := path.Dir(n.Doc); dir != "." {
		r.Breadcrumb = strings.Split(dir, "/")
	}
	r.Breadcrumb = append(append(r.Breadcrumb, n.Title), sec.Path...)
	r.Excerpt, r.Matches = passage(sec.Text, at), nil
	r.Words = len(strings.Fields(sec.Text))
	r.SectionHash = 0
	if r.Location != nil {
		r.Location = &swarm.Location{Path: r.Location.Path, StartLine: sec.Start, EndLine: sec.End}
	}
	return r
}

// passageBytes is about how much of a section is shown.
const passageBytes = 400

// passage cuts whole lines around a place.
func passage(text string, at int) string {
	at = min(at, len(text))
	start := strings.LastIndexByte(text[:at], '\n') + 1
	for start > 0 && at-start < passageBytes/3 {
		start = strings.LastIndexByte(text[:start-1], '\n') + 1
	}
	end := start
	for end < len(text) && end-start < passageBytes {
		next := strings.IndexByte(text[end:], '\n')
		if next < 0 {
			next = len(text) - end - 1
		}
		end += next + 1
	}
	cut := text[start:end]
	if len(cut) > 2*passageBytes { // one huge line
		cut = strings.ToValidUTF8(cut[max(0, at-start-passageBytes):min(len(cut), at-start+passageBytes)], "")
	}
	return strings.TrimSpace(cut)
}
