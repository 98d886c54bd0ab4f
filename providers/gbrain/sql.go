package gbrain

import (
	"context"
	"time"

	"memswarm/providers/gbrain/direct"
	"memswarm/providers/gbrain/pages"
	"memswarm/providers/gbrain/repo"
	"memswarm/swarm"
)

// askSQL searches the database directly, by keyword.
func (s *search) askSQL(ctx context.Context) ([]swarm.Result, error) {
	ctx, cancel := deadline(ctx, "search")
	defer cancel()
	if end, ok := ctx.Deadline(); ok && len(s.ways()) > 0 {
		// A database that does not answer must leave time for the next way.
		ctx, cancel = context.WithDeadline(ctx, end.Add(-time.Until(end)*2/5))
		defer cancel()
	}
	q := direct.Query{Text: s.text, Prefix: s.q.Prefix, Limit: s.q.Candidates, Tags: s.q.Tags, Paths: s.q.Paths, Titles: s.q.Titles}
	if s.scope != "" {
		q.SlugPrefix = s.scope + "/"
	}
	if !s.q.SoftTime {
		q.Since, q.Until = s.q.Since, s.q.Until
	}
	rows, err := s.sql.Search(ctx, q)
	if err != nil {
		return nil, err
	}
	out := make([]swarm.Result, 0, len(rows))
	for i := range rows {
		res, hidden := s.resultSQL(ctx, &rows[i], i < linedFiles)
		if !hidden {
			out = append(out, res)
		}
	}
	return out, nil
}

// resultSQL makes a result of a row with its place: in the file of the
// repository, in the one that the database names, or in the page.
func (s *search) resultSQL(ctx context.Context, r *direct.Row, line bool) (res swarm.Result, hidden bool) {
	res = s.result(&r.Row)
	if s.inFile(ctx, &r.Row, &res, line, &hidden) {
		return res, hidden
	}
	if line {
		if path, ok := repo.Source(r.LocalPath, r.SourcePath, r.Slug); ok {
			if text, ok := repo.Read(path); ok {
				// What a shared database names is opened only if it is the page.
				if start, end, ok := pages.Locate(text, r.Text, s.words); ok {
					res.Location = &swarm.Location{Path: path, StartLine: start, EndLine: end}
					return res, !s.o.IncludePrivate && pages.Private(text)
				}
			}
		}
	}
	if r.Whole {
		page := pages.Page{Type: r.Type, Title: r.Title, Body: r.Body, Timeline: r.Timeline, Tags: r.Tags, Frontmatter: r.Frontmatter}
		if start, end, ok := pages.Locate(page.Markdown(), r.Text, s.words); ok {
			res.Location = &swarm.Location{StartLine: start, EndLine: end}
		}
	}
	return res, false
}
