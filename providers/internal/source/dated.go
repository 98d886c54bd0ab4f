package source

import (
	"context"

	"memswarm/providers/internal/index"
	"memswarm/swarm"
)

// datedMost is how many notes of the time that a query names join its answer
// besides those found by their words.
const datedMost = 20

// dated lists notes of the time that a temporal query names, newest first. A
// question such as "what did we ship in the first week of May" shares few words
// with the notes of that week; their date is what finds them.
func (v *View) dated(ctx context.Context, ix *index.Index, q *swarm.Query, opt index.SearchOptions, have []swarm.Result) ([]swarm.Result, error) {
	if q.Kind != swarm.Temporal || !q.SoftTime || q.Words == "" || q.Since.IsZero() || len(q.Exclude)+len(q.Phrases) > 0 {
		return nil, nil
	}
	only := *q
	only.Words, only.SoftTime, only.Subject, only.Expand = "", false, "", nil
	found, err := ix.Search(ctx, &only, opt)
	if err != nil {
		return nil, err
	}
	// A note found by its words as well is shown where they are, and first.
	byDoc := make(map[string]*swarm.Result, len(have))
	for i := range have {
		if r := &have[i]; byDoc[r.Ref.Doc] == nil {
			byDoc[r.Ref.Doc] = r
		}
	}
	var both, others []swarm.Result
	for _, r := range found.Results {
		r.Match = swarm.MatchDate
		if h := byDoc[r.Ref.Doc]; h != nil {
			r.Ref, r.Title, r.Breadcrumb, r.Excerpt, r.Matches, r.Location = h.Ref, h.Title, h.Breadcrumb, h.Excerpt, h.Matches, h.Location
			r.SectionHash, r.Words = h.SectionHash, h.Words
			both = append(both, r)
		} else {
			others = append(others, r)
		}
	}
	all := append(both, others...)
	return all[:min(len(all), datedMost)], nil
}
