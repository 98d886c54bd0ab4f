package workspace

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"memswarm/contract"
	"memswarm/providers"
	"memswarm/swarm"
)

// Constants of the search for what is known already.
const (
	similarHits  = 5    // looked at of each query, and reported at most
	similarWords = 24   // of the passage, looked for
	nearShare    = 0.85 // of the passage's word triples that a note holds that says nearly the same
	copyFrom     = 8    // from which on a copy is told by its words alone
)

// likeness is one search for notes that are like a passage.
type likeness struct {
	request *CurateRequest
	subject providers.Subject
	places  []place
	to      *place // where the passage goes
	// askTarget asks the target too although it is not local.
	askTarget bool
}

// similar lists the notes that hold the passage already or are on the same
// subject, copies first. Only local providers are asked, and the target when
// the likeness says so. indexing says that an index was still being built.
func (v *View) similar(ctx context.Context, l *likeness, dir string) (out []contract.Similar, indexing bool) {
	coord, err := v.Coordinator(dir)
	if err != nil {
		return nil, false
	}
	answers := make([]*swarm.Answer, 0, 3)
	var mu sync.Mutex
	var wg sync.WaitGroup
	ask := func(q *swarm.Query) {
		wg.Go(func() {
			if a, err := coord.Query(ctx, q); err == nil {
				mu.Lock()
				defer mu.Unlock()
				answers = append(answers, a)
			}
		})
	}
	byTitle, byText := providers.LookFor(l.subject.Title, "", similarWords), providers.LookFor("", l.subject.Text, similarWords)
	if byText == "" || l.subject.Named && byTitle != byText {
		ask(l.query(byTitle))
	}
	if byText != "" { // begins with the title when nobody wrote one
		ask(l.query(byText))
	}
	if l.askTarget {
		q := l.query(byTitle)
		q.Local, q.Providers = false, []swarm.ID{l.to.ID}
		ask(q)
	}
	wg.Wait()
	var hits []*swarm.Hit
	for _, a := range answers {
		indexing = indexing || a.Indexing
		for i := range a.Hits {
			hits = append(hits, &a.Hits[i])
		}
	}
	slices.SortStableFunc(hits, func(a, b *swarm.Hit) int {
		return cmp.Or(cmp.Compare(b.Total, a.Total), cmp.Compare(a.Ref.String(), b.Ref.String()))
	})
	return v.judge(ctx, l, hits), indexing
}

func (l *likeness) query(words string) *swarm.Query {
	now := l.request.Now
	if now.IsZero() {
		now = time.Now()
	}
	return &swarm.Query{Text: words, Words: words, Kind: swarm.Factual, Limit: similarHits, Local: true, Now: now, Unsaved: l.request.Unsaved}
}

// judge keeps one hit of each note that is similar.
func (v *View) judge(ctx context.Context, l *likeness, hits []*swarm.Hit) []contract.Similar {
	text := shinglesOf(l.subject.Text)
	if text.words == 0 {
		text = shinglesOf(l.subject.Title)
	}
	title := wordsOf(l.subject.Title)
	texts := map[swarm.Ref]string{}
	best := map[swarm.Ref]int{} // the note → its place in out
	var out []contract.Similar
	for _, h := range hits {
		note := h.Ref
		note.Anchor = ""
		if o := l.request.Origin; o != nil && h.Location != nil && h.Location.Path == o.Path {
			continue // the passage's own file is not news
		}
		if _, ok := texts[note]; !ok {
			texts[note] = v.noteText(ctx, h)
		}
		reason := ""
		named, share := sameTitle(title, l.subject.Named, h), text.in(texts[note])
		telling := text.words >= copyFrom || named
		switch {
		case share == 1 && telling && !text.cut: // one other word may be the news
			reason = contract.SimilarCopy
		case share >= nearShare && telling:
			reason = contract.SimilarNear
		case named:
			reason = contract.SimilarTitle
		case sameSubject(title, h):
			reason = contract.SimilarSubject
		default:
			continue
		}
		s := contract.NewSimilar(&h.Result, reason, l.writable(h))
		if i, ok := best[note]; ok {
			if rank(reason) < rank(out[i].Reason) {
				out[i] = s
			}
			continue
		}
		best[note] = len(out)
		out = append(out, s)
	}
	slices.SortStableFunc(out, func(a, b contract.Similar) int { return cmp.Compare(rank(a.Reason), rank(b.Reason)) })
	return out[:min(len(out), similarHits)]
}

func rank(reason string) int {
	return slices.Index([]string{contract.SimilarCopy, contract.SimilarNear, contract.SimilarTitle, contract.SimilarSubject}, reason)
}

// noteText is the whole note of a local hit, and the excerpt of another.
func (v *View) noteText(ctx context.Context, h *swarm.Hit) string {
	if h.Location != nil && h.Location.Path != "" {
		if text, err := v.Fetch(ctx, h.Ref.Provider, h.Ref.Doc); err == nil {
			return text
		}
	}
	return h.Excerpt
}

// writable says whether the hit's note may be appended to.
func (l *likeness) writable(h *swarm.Hit) bool {
	i := slices.IndexFunc(l.places, func(p place) bool { return p.ID == h.Ref.Provider })
	if i >= 0 && l.places[i].Writable {
		return true
	}
	if h.Location == nil || h.Location.Path == "" {
		return false
	}
	p, _ := holding(l.places, h.Location.Path)
	return p != nil
}
