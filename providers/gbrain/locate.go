package gbrain

import (
	"context"
	"slices"
	"time"

	"memswarm/providers/gbrain/pages"
	"memswarm/providers/gbrain/repo"
	"memswarm/providers/gbrain/wire"
	"memswarm/swarm"
)

// How many of the best hits are looked up to the line: in files, and among the
// pages of a brain that may work on several calls at once or not.
const (
	linedFiles    = 30
	linedPages    = 10
	linedEmbedded = 3
)

// locate finds where the results stand: in the brain's files, else in the page
// as the brain gives it. It drops what turns out to be private.
func (s *search) locate(ctx context.Context, w way, rows []wire.Row, results []swarm.Result) []swarm.Result {
	var wanted []int
	hidden := make([]bool, len(rows))
	for i := range results {
		if s.inFile(ctx, &rows[i], &results[i], i < linedFiles, &hidden[i]) {
			continue
		}
		if i < linedPages && w.name != CLI {
			wanted = append(wanted, i)
		}
	}
	for i, page := range s.read(ctx, w, rows, wanted) {
		if (page.Private() || pages.Private(page.Content)) && !s.o.IncludePrivate {
			hidden[i] = true
		}
		s.inPage(&rows[i], &results[i], page)
	}
	n := -1
	return slices.DeleteFunc(results, func(swarm.Result) bool { n++; return hidden[n] })
}

// inFile finds a result in the brain's repository.
func (s *search) inFile(ctx context.Context, r *wire.Row, res *swarm.Result, line bool, hidden *bool) bool {
	if s.tree == nil || r.SourceID != "" && r.SourceID != defaultSource {
		return false
	}
	path, ok := s.tree.Find(ctx, r.Slug)
	if !ok {
		return false
	}
	res.Location = &swarm.Location{Path: path, EndLine: 1}
	if !line {
		return true
	}
	if text, ok := repo.Read(path); ok {
		// Made private by hand, and not synced yet.
		*hidden = !s.o.IncludePrivate && pages.Private(text)
		if start, end, ok := pages.Locate(text, r.Text, s.words); ok {
			res.Location.StartLine, res.Location.EndLine = start, end
		}
	}
	return true
}

// inPage finds a result in a page that has no file.
func (s *search) inPage(r *wire.Row, res *swarm.Result, page *wire.Page) {
	if len(res.Tags) == 0 {
		res.Tags = page.Tags
	}
	if r.Text == "" {
		res.Excerpt, res.Matches = pages.Excerpt(page.Body, s.words)
	}
	if start, end, ok := pages.Locate(page.Content, r.Text, s.words); ok {
		res.Location = &swarm.Location{StartLine: start, EndLine: end}
	}
}

// read gets the pages of the rows with these indexes: known ones at once, the
// others as far as they come within a moment. Those that come later are known
// to the next search.
func (s *search) read(ctx context.Context, w way, rows []wire.Row, wanted []int) map[int]*wire.Page {
	out := map[int]*wire.Page{}
	type answer struct {
		row  int
		page *wire.Page
	}
	var missing []int
	for _, i := range wanted {
		if page := s.pages.get(docOf(rows[i].SourceID, rows[i].Slug)); page != nil {
			out[i] = page
		} else {
			missing = append(missing, i)
		}
	}
	most := linedPages
	if w.name == MCP && s.session.State().Identity.Engine != "postgres" {
		most = linedEmbedded
	}
	missing = missing[:min(len(missing), most)]
	if len(missing) == 0 {
		return out
	}
	answers := make(chan answer, len(missing))
	background := context.WithoutCancel(ctx)
	for _, i := range missing {
		source, slug := rows[i].SourceID, rows[i].Slug
		go func() {
			page, err := s.fetch(background, w, source, slug)
			if err != nil {
				page = nil
			}
			answers <- answer{i, page}
		}()
	}
	wait := time.NewTimer(s.o.LineWait)
	defer wait.Stop()
	for range missing {
		select {
		case a := <-answers:
			if a.page != nil {
				out[a.row] = a.page
			}
		case <-wait.C:
			return out
		case <-ctx.Done():
			return out
		}
	}
	return out
}
