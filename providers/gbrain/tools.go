package gbrain

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"memswarm/providers/gbrain/pages"
	"memswarm/providers/gbrain/slugs"
	"memswarm/providers/gbrain/wire"
	"memswarm/swarm"
)

// The bounds of paging: a brain with a small token budget gives four rows a
// call, and each call takes its time and perhaps money.
const (
	maxCalls     = 8
	maxPaidCalls = 3
)

// askTools searches by GBrain's own tools.
func (s *search) askTools(ctx context.Context, w way) ([]swarm.Result, error) {
	var rows []wire.Row
	var err error
	if s.text == "" {
		rows, err = s.browse(ctx, w)
	} else {
		rows, err = s.rows(ctx, w)
	}
	if err != nil {
		return nil, err
	}
	if rows, err = s.narrow(ctx, w, rows); err != nil {
		return nil, err
	}
	rows = group(rows)
	rows = rows[:min(len(rows), max(1, s.q.Candidates))]
	if w.owner && !s.o.IncludePrivate {
		rows = s.public(ctx, w, rows)
	}
	results := make([]swarm.Result, 0, len(rows))
	for i := range rows {
		results = append(results, s.result(&rows[i]))
	}
	return s.locate(ctx, w, rows, results), nil
}

// rows searches, page by page while the brain's token budget drops rows.
func (s *search) rows(ctx context.Context, w way) ([]wire.Row, error) {
	tool := "query"
	if s.mode == Keyword {
		tool = "search"
	}
	limit := min(max(s.q.Candidates, 1), 100)
	// A second page must not eat the time that the first one's hits need.
	begun := time.Now()
	end, timed := ctx.Deadline()
	var all []wire.Row
	calls := maxCalls
	if tool == "query" && s.price() > 0 {
		calls = maxPaidCalls
	}
	for n, offset := 0, 0; ; n++ {
		res, err := s.pay(ctx, tool)
		if err != nil {
			if n > 0 {
				s.cut(len(all), nil)
				return all, nil
			}
			if s.mode == Keyword {
				return nil, err
			}
			s.cap(err)
			return s.rows(ctx, w) // now by keyword
		}
		var rows []wire.Row
		meta, err := s.call(ctx, w, tool, s.args(tool, limit, offset), &rows)
		if err != nil {
			if n > 0 && ctx.Err() != nil {
				s.cut(len(all), nil)
				return all, nil
			}
			return all, err
		}
		all = append(all, clean(rows)...)
		if meta == nil {
			return all, nil
		}
		s.settle(ctx, res, meta.VectorEnabled)
		s.note(meta)
		kept := max(meta.Budget.Kept, len(rows))
		switch offset += kept; {
		case meta.Budget.Dropped <= 0 || kept == 0 || len(all) >= limit:
			s.dropped.Store(0)
			return all, nil
		case n+1 >= calls || timed && time.Since(begun) > time.Until(end)/2:
			s.cut(len(all), meta)
			return all, nil
		}
	}
}

// cut notes that rows are missing.
func (s *search) cut(have int, meta *wire.Retrieval) {
	if meta != nil {
		s.dropped.Store(int64(max(1, meta.Budget.Dropped)))
	}
	s.less("token_budget", fmt.Sprintf("GBrain's token budget cut the answer short, after %d rows.", have), tokenFix, nil)
}

const tokenFix = "Raise it with `gbrain config set search.tokenBudget 100000`."

// args are the tool's arguments: nothing of the query but its text and limits.
func (s *search) args(tool string, limit, offset int) map[string]any {
	args := map[string]any{"query": s.text, "limit": limit}
	if offset > 0 {
		args["offset"] = offset
	}
	if tool != "query" {
		return args
	}
	// No language model reads the query, and the tail is wanted: the fusion
	// cuts by itself.
	args["expand"], args["autocut"] = false, false
	if !s.q.SoftTime {
		if !s.q.Since.IsZero() {
			args["since"] = s.q.Since.UTC().Format(time.RFC3339)
		}
		if !s.q.Until.IsZero() {
			args["until"] = s.q.Until.UTC().Format(time.RFC3339)
		}
	}
	return args
}

// note turns what the server says about a search into a report.
func (s *search) note(meta *wire.Retrieval) {
	for _, d := range meta.Degraded {
		switch {
		case d.Stage == "keyword_zero":
			// Nothing was found by words: an answer like another.
		case strings.HasPrefix(d.Stage, "embed") || strings.HasPrefix(d.Stage, "vector"):
			if s.mode != Keyword {
				why := ""
				if d.Reason != "" {
					why = " (" + d.Reason + ")"
				}
				s.less("no_embedding", "GBrain searched by keyword only: it has no embedding for the query"+s.scrub.Text(why)+".",
					"Run `gbrain doctor`, or set search_mode to keyword.", nil)
			}
		case d.Stage != "":
			s.less("degraded", "A part of GBrain's search did not work ("+s.scrub.Text(strings.TrimSpace(d.Stage+" "+d.Reason))+").", "Run `gbrain doctor`.", nil)
		}
	}
}

// clean drops rows that name no page.
func clean(rows []wire.Row) []wire.Row {
	return slices.DeleteFunc(rows, func(r wire.Row) bool { return r.Slug == "" || strings.ContainsRune(r.Slug, 0) })
}

// group keeps the best row of each page, in order.
func group(rows []wire.Row) []wire.Row {
	seen := map[string]bool{}
	out := rows[:0]
	for _, r := range rows {
		if k := docOf(r.SourceID, r.Slug); !seen[k] {
			seen[k] = true
			out = append(out, r)
		}
	}
	return out
}

// narrow applies the operators that the tools do not know.
func (s *search) narrow(ctx context.Context, w way, rows []wire.Row) ([]wire.Row, error) {
	q := s.q
	var tagged []map[string]bool
	for _, tag := range q.Tags {
		set, err := s.tagged(ctx, w, tag)
		if err != nil {
			return nil, err
		}
		tagged = append(tagged, set)
	}
	return slices.DeleteFunc(rows, func(r wire.Row) bool {
		if s.scope != "" && r.Slug != s.scope && !strings.HasPrefix(r.Slug, s.scope+"/") || slugs.Hidden(r.Slug) {
			return true
		}
		for _, set := range tagged {
			if !set[docOf(r.SourceID, r.Slug)] {
				return true
			}
		}
		for _, part := range q.Paths {
			if !strings.Contains(strings.ToLower(r.Slug), strings.ToLower(part)) {
				return true
			}
		}
		for _, part := range q.Titles {
			if !strings.Contains(strings.ToLower(r.Title), strings.ToLower(part)) {
				return true
			}
		}
		if semantic(&r) {
			low := strings.ToLower(r.Title + "\n" + r.Text)
			for _, ph := range q.Phrases {
				if !strings.Contains(low, strings.ToLower(ph)) {
					return true
				}
			}
			for _, x := range q.Exclude {
				if strings.Contains(low, strings.ToLower(x)) {
					return true
				}
			}
		}
		return false
	}), nil
}

// listPages is how many pages a list gives at most, and maxLists how many lists
// are asked for.
const (
	listPages = 100
	maxLists  = 5
)

// list lists pages that may be shown, the most recently changed first, at most
// so many.
func (p *Provider) list(ctx context.Context, w way, args map[string]any, most int) ([]wire.Listed, error) {
	var all []wire.Listed
	args["limit"] = listPages
	for offset := 0; offset < maxLists*listPages && len(all) < most; {
		if offset > 0 {
			args["offset"] = offset
		}
		var some []wire.Listed
		if _, err := p.call(ctx, w, "list_pages", args, &some); err != nil {
			return nil, err
		}
		n := len(some)
		all = append(all, slices.DeleteFunc(some, func(l wire.Listed) bool { return l.Slug == "" || slugs.Hidden(l.Slug) })...)
		if offset += n; n < listPages {
			break
		}
	}
	return all[:min(len(all), most)], nil
}

func (s *search) tagged(ctx context.Context, w way, tag string) (map[string]bool, error) {
	found, err := s.list(ctx, w, map[string]any{"tag": strings.TrimPrefix(tag, "#")}, maxLists*listPages)
	if err != nil {
		return nil, err
	}
	set := map[string]bool{}
	for _, l := range found {
		set[docOf(l.SourceID, l.Slug)] = true
	}
	return set, nil
}

// browse lists pages for a query without words, by their time or operators.
func (s *search) browse(ctx context.Context, w way) ([]wire.Row, error) {
	args := map[string]any{"sort": "updated_desc"}
	if !s.q.Since.IsZero() && !s.q.SoftTime {
		args["updated_after"] = s.q.Since.UTC().Format("2006-01-02T15:04:05.000Z")
	}
	if len(s.q.Tags) == 1 {
		args["tag"] = strings.TrimPrefix(s.q.Tags[0], "#")
	}
	found, err := s.list(ctx, w, args, s.q.Candidates)
	if err != nil {
		return nil, err
	}
	var rows []wire.Row
	for _, l := range found {
		if !s.q.Until.IsZero() && !s.q.SoftTime && !l.UpdatedAt.Before(s.q.Until) {
			continue
		}
		rows = append(rows, wire.Row{Slug: l.Slug, SourceID: l.SourceID, Title: l.Title, Type: l.Type, EffectiveDate: l.UpdatedAt})
	}
	return rows, nil
}

// checks is how many pages the owner's view is checked for in one search: each
// takes a process of its own.
const checks = 3

// public drops the rows of private pages from the owner's view. A row does not
// say whether its page is private, so what cannot be checked is dropped as
// well, and said.
func (s *search) public(ctx context.Context, w way, rows []wire.Row) []wire.Row {
	asked, unsure := 0, 0
	out := rows[:0]
	for _, r := range rows {
		private, known := s.knownPrivate(&r)
		if !known && asked < checks && ctx.Err() == nil {
			asked++
			var page wire.Page
			_, err := s.call(ctx, w, "get_page", map[string]any{"slug": r.Slug, "include_content": true}, &page)
			if known = err == nil && page.Slug == r.Slug; known {
				private = page.Private() || pages.Private(page.Content)
				s.pages.put(docOf(r.SourceID, r.Slug), &page)
			} else if errors.Is(err, wire.NotFound) {
				continue
			}
		}
		switch {
		case !known:
			unsure++
		case !private:
			out = append(out, r)
		}
	}
	if unsure > 0 {
		s.less("unchecked", "Results were left out, because `gbrain call` does not say which pages are private.",
			"Use the mcp, http or postgres transport, or set include_private.", nil)
	}
	return out
}

// knownPrivate says whether a page is private, from what was read a moment
// ago.
func (s *search) knownPrivate(r *wire.Row) (private, known bool) {
	if page := s.pages.get(docOf(r.SourceID, r.Slug)); page != nil {
		return page.Private() || pages.Private(page.Content), true
	}
	return false, false
}
