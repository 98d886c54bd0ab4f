package source

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"memswarm/providers/internal/index"
	"memswarm/swarm"
)

const (
	aboutNotes     = 30   // notes that are looked at for mentions of a subject
	aboutCertainty = 0.7  // confidence from which a section counts as about it
	aboutNear      = 0.25 // how far below the best the last may be
	// aboutReread is how many notes are parsed again to tell code blocks from
	// prose: a snippet that happens to call a function says nothing about it.
	aboutReread = 8
)

// About returns the sections that are clearly about an identifier or word of
// source code, at most one a note, best first, with the confidence as Score: an
// exact mention in code, a title or heading that says the same words, a name in
// running text. It says nothing when it is not sure.
func (v *View) About(ctx context.Context, subject swarm.Subject) ([]swarm.Result, error) {
	t, ok := newTerm(subject.Word)
	if !ok {
		return nil, nil
	}
	var about []swarm.Result
	err := v.src.withIndex(ctx, func(ix *index.Index) (err error) {
		about, err = v.about(ctx, ix, t, subject)
		return err
	})
	if err != nil {
		return nil, v.named(err)
	}
	return about, nil
}

// about is done once more when files have changed under it.
func (v *View) about(ctx context.Context, ix *index.Index, t *term, subject swarm.Subject) ([]swarm.Result, error) {
	unsaved := v.src.unsaved(subject.Unsaved)
	about, err := v.aboutNow(ctx, ix, t, subject, unsaved)
	if err != nil || len(about) == 0 {
		return nil, err
	}
	stale, err := v.src.stale(ctx, about, unsaved)
	if err != nil || len(stale) == 0 {
		return about, err
	}
	current, err := v.src.catchUp(ctx, stale)
	if err != nil {
		return nil, err
	}
	if about, err = v.aboutNow(ctx, ix, t, subject, unsaved); err != nil {
		return nil, err
	}
	return v.src.fresh(ctx, about, unsaved, current)
}

func (v *View) aboutNow(ctx context.Context, ix *index.Index, t *term, subject swarm.Subject, unsaved []*index.Note) ([]swarm.Result, error) {
	opt := v.src.searchOptions(v.info.ID)
	opt.Unsaved, opt.Exact = unsaved, true
	q := &swarm.Query{
		Text: t.word, Words: t.query(), Kind: swarm.Factual, Candidates: aboutNotes, Now: time.Now(),
		Unsaved: subject.Unsaved,
	}
	if t.sort == phrase {
		q.Phrases = []string{t.word}
	}
	found, err := ix.Search(ctx, q, opt)
	if err != nil {
		return nil, err
	}
	notes, err := v.src.judge(ctx, ix, t, found, unsaved)
	if err != nil {
		return nil, err
	}
	scene := newScene(subject)
	crowd := t.crowdOf(notes, found.Corpus)
	var about []swarm.Result
	for _, n := range notes {
		c, where := n.confidence(t, scene, crowd)
		if c < aboutCertainty {
			continue
		}
		if where < 0 {
			where = n.opening()
		}
		r := found.Results[n.result]
		if where >= 0 {
			r = sectionResult(n.note, where, n.sections[where].at, found.Results, n.result)
		}
		// Of notes that are equally clear, the one that says more counts.
		r.Score, r.Evidence = c*0.88+n.extent(t, scene), nil
		about = append(about, r)
	}
	slices.SortStableFunc(about, func(a, b swarm.Result) int { return cmp.Compare(b.Score, a.Score) })
	for i := range about {
		if about[i].Score < about[0].Score-aboutNear {
			about = about[:i]
			break
		}
	}
	if subject.Limit > 0 {
		about = about[:min(len(about), subject.Limit)]
	}
	return about, nil
}

// judge looks for the term in the notes of the results, best first.
func (s *Source) judge(ctx context.Context, ix *index.Index, t *term, found *swarm.Found, unsaved []*index.Note) ([]*judged, error) {
	var notes []*judged
	has := t.presence(found.Corpus)
	for i := range found.Results {
		doc := found.Results[i].Ref.Doc
		if i > 0 && doc == found.Results[i-1].Ref.Doc || slices.ContainsFunc(notes, func(n *judged) bool { return n.note.Doc == doc }) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		inText, any := has(&found.Results[i])
		if !any {
			continue
		}
		note := noteIn(unsaved, doc)
		if note == nil {
			var ok bool
			if note, ok = ix.Note(doc); !ok {
				continue
			}
		}
		notes = append(notes, t.judge(note, i, inText))
	}
	reread := 0
	for _, n := range notes {
		if n.prose == 0 || n.name >= 0.9 || reread == aboutReread || noteIn(unsaved, n.note.Doc) != nil {
			continue
		}
		reread++
		if code := s.codeOf(ctx, n.note.Doc); code != nil {
			n.count(t, code)
		}
	}
	return notes, ctx.Err()
}

func noteIn(notes []*index.Note, doc string) *index.Note {
	for _, n := range notes {
		if n.Doc == doc {
			return n
		}
	}
	return nil
}

// sectionResult shows section j of a note with the passage at byte at.
func sectionResult(n *index.Note, j, at int, results []swarm.Result, i int) swarm.Result {
	sec := &n.Sections[j]
	r := results[i]
	r.Ref.Anchor = sec.Anchor
	r.Title = cmp.Or(sec.Heading, n.Title)
	r.Breadcrumb = crumbs(n, sec.Path)
	r.Excerpt, r.Matches = passage(sec.Text, at), nil
	r.Words = len(strings.Fields(sec.Text))
	r.SectionHash = 0
	for k := range results {
		if results[k].Ref.Doc == n.Doc && results[k].Ref.Anchor == sec.Anchor {
			r.SectionHash = results[k].SectionHash
		}
	}
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
