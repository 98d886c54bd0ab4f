package workspace

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"memswarm/swarm"
)

// Around is what stands around a cursor.
type Around struct {
	// Path is the note that the cursor is in, "" in code: what it links to, what
	// links to it and what is like it is wanted, and not itself.
	Path string
	// Words are looked for, the most telling first; Expand are further ones with
	// their weights.
	Words  []string
	Expand []swarm.WeightedTerm
	// Subject is what the cursor is on, in code; its Word may be "".
	Subject swarm.Subject
	Limit   int
	Unsaved []swarm.Buffer
	Now     time.Time
}

const (
	relatedLimit = 10
	// linkedNotes is how many notes each provider may name that links connect.
	linkedNotes = 20
	// similarNotes are looked at beside those shown, since the note itself and
	// linked ones take places.
	similarNotes = 5
)

// Related answers what the local providers know around a cursor: notes about the
// identifier first, then linked notes, then those that speak of the same.
func (v *View) Related(ctx context.Context, a *Around, dir string) (*swarm.Answer, error) {
	coord, err := v.Coordinator(dir)
	if err != nil {
		return nil, err
	}
	limit := cmp.Or(max(a.Limit, 0), relatedLimit)
	limit = min(limit, maxLimit)
	q := &swarm.Query{
		Text: strings.Join(a.Words, " "), Words: strings.Join(a.Words, " "), Kind: swarm.Factual, Local: true, Unasked: true,
		Limit: limit + similarNotes, Expand: a.Expand, Unsaved: a.Unsaved, Now: a.Now,
	}
	if q.Now.IsZero() {
		q.Now = time.Now()
	}
	answer, err := coord.Query(ctx, q)
	if err != nil {
		return nil, err
	}
	var sure []swarm.Hit
	if a.Subject.Word != "" {
		s := a.Subject
		s.Limit = hoverShare
		if sure, err = v.About(ctx, s, dir); err != nil {
			return nil, err
		}
		lift(sure, "about", answer.Hits)
	}
	if a.Path != "" {
		linked, err := v.linked(ctx, a.Path, dir)
		if err != nil {
			return nil, err
		}
		lift(linked, "links", answer.Hits)
		sure = append(sure, linked...)
	}
	answer.Hits = slices.DeleteFunc(joinHits(sure, answer.Hits), func(h swarm.Hit) bool {
		return a.Path != "" && h.Location != nil && samePath(h.Location.Path, a.Path)
	})
	answer.Hits = answer.Hits[:min(limit, len(answer.Hits))]
	answer.Query.Limit = limit
	for _, f := range v.Pick(dir) {
		f.Refresh()
	}
	return answer, nil
}

// hoverShare is how many notes about the identifier under the cursor stand in
// front.
const hoverShare = 3

// linked lists the notes that links connect with the note, the nearest first.
func (v *View) linked(ctx context.Context, path, dir string) ([]swarm.Hit, error) {
	answers := ask(ctx, v.seats(dir), func(ctx context.Context, s *seat) ([]swarm.Result, error) {
		r, ok := s.Provider.(swarm.Relater)
		if !ok || !s.Info().Local {
			return nil, nil
		}
		return r.Related(ctx, []string{path}, linkedNotes)
	})
	return merge(answers), ctx.Err()
}

// The constants of the score of notes that are sure: that of the fusion's
// formula for the first ranks, above all that words find.
const (
	sureK      = 60.0
	sureWeight = 1.0
)

// lift scores sure hits in their order so that they stand before the others.
func lift(sure []swarm.Hit, list string, others []swarm.Hit) {
	top := 0.0
	for i := range others {
		top = max(top, others[i].Total)
	}
	for i := range sure {
		share := swarm.Contribution{List: list, Rank: i + 1, Weight: sureWeight + top*(sureK+float64(len(sure))), Score: 0}
		share.Score = share.Weight / (sureK + float64(share.Rank))
		sure[i].Total = share.Score
		sure[i].Contributions = []swarm.Contribution{share}
	}
}

// joinHits puts sure hits in front of others; a note that is among both is shown
// once.
func joinHits(sure, others []swarm.Hit) []swarm.Hit {
	var out []swarm.Hit
	for _, h := range append(slices.Clip(sure), others...) {
		at := slices.IndexFunc(out, func(o swarm.Hit) bool { return sameNote(&o.Result, &h.Result) })
		switch {
		case at < 0:
			out = append(out, h)
		case at >= len(sure): // a further section of a note that words found
			out = append(out, h)
		case len(out[at].Contributions) < 4:
			out[at].Contributions = append(out[at].Contributions, h.Contributions...)
			out[at].Total = 0
			for _, c := range out[at].Contributions {
				out[at].Total += c.Score
			}
		}
	}
	slices.SortStableFunc(out, func(a, b swarm.Hit) int { return cmp.Compare(b.Total, a.Total) })
	return out
}

// samePath compares paths as the file system names them.
func samePath(a, b string) bool {
	if a == b {
		return true
	}
	ra, err1 := filepath.EvalSymlinks(a)
	rb, err2 := filepath.EvalSymlinks(b)
	return err1 == nil && err2 == nil && ra == rb
}
