package direct

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"memswarm/providers/gbrain/wire"
)

// Row is a page that was found, with its best chunk.
type Row struct {
	wire.Row
	Frontmatter map[string]any
	SourcePath  string // of the page's file, "" when unknown
	LocalPath   string // the source's folder on the machine that synced it
	InTimeline  bool   // the chunk is of the timeline
	// Whole says that Body and Timeline are there; only the best rows have them.
	Whole          bool
	Body, Timeline string
}

// Search finds pages, best first, at most one row for each. All words must
// stand in one chunk, or else in the title; when nothing has them all, some.
func (db *DB) Search(ctx context.Context, q Query) ([]Row, error) {
	q.Text = bounded(q.Text)
	q.Limit = min(max(q.Limit, 1), MaxLimit)
	rows, err := db.search(ctx, &q)
	if err != nil && preparedTrouble(err) && db.fallback() {
		rows, err = db.search(ctx, &q)
	}
	if err != nil {
		e := db.explain(err)
		if isConnect(err) {
			db.lost(e)
		}
		return nil, e
	}
	return rows, nil
}

func (db *DB) search(ctx context.Context, q *Query) ([]Row, error) {
	s, err := db.ready(ctx)
	if err != nil {
		return nil, err
	}
	pool, err := db.open()
	if err != nil {
		return nil, err
	}
	for _, a := range db.arms(q, s) {
		rows, err := db.both(ctx, pool, s, a)
		if err != nil || len(rows[0])+len(rows[1]) > 0 {
			return fuse(rows, q.Limit), err
		}
	}
	return nil, nil
}

// arm is one try: a statement over chunks and one over titles.
type arm [2]*statement

// arms gives the tries in order: strict, then loose.
func (db *DB) arms(q *Query, s *schema) []arm {
	if strings.TrimSpace(q.Text) == "" {
		return []arm{{db.recent(q), nil}}
	}
	if cjk(q.Text) {
		terms := pieces(q.Text)
		out := []arm{db.contains(q, terms, true)}
		if l := loose(terms); len(l) > 1 {
			out = append(out, db.contains(q, l, false))
		}
		return out
	}
	out := []arm{db.words(q, s, q.Text, q.Prefix)}
	if e := either(q.Text); e != "" {
		out = append(out, db.words(q, s, e, q.Prefix))
	}
	return out
}

// both runs an arm in one round trip, in a transaction that cannot write.
func (db *DB) both(ctx context.Context, pool *pgxpool.Pool, s *schema, a arm) (found [2][]Row, err error) {
	conn, err := pool.Acquire(ctx)
	if err != nil {
		return found, err
	}
	defer conn.Release() // closes the connection when its transaction is still open
	b := &pgx.Batch{}
	b.Queue(`BEGIN READ ONLY`)
	b.Queue(settings, timeout(ctx), s.scopes)
	for i, st := range a {
		if st != nil {
			b.Queue(st.sql.String(), st.args...).Query(func(rows pgx.Rows) (err error) {
				found[i], err = pgx.CollectRows(rows, scan)
				return err
			})
		}
	}
	b.Queue(`COMMIT`)
	if err := conn.SendBatch(ctx, b).Close(); err != nil {
		// The first error ends the batch and leaves the transaction failed.
		if ctx.Err() == nil {
			_, _ = conn.Exec(ctx, `ROLLBACK`)
		}
		return found, err
	}
	return found, nil
}

// shown is for how many of the best rows the whole text is read, to find the
// line of the match: more are hardly ever shown.
const shown = 20

// outer selects what a row needs, for the best chunks.
var outer = `
	SELECT h.slug, h.source_id, h.id, COALESCE(h.title, ''), COALESCE(h.type, ''), h.score::float8, h.dated, h.chunk_text, h.chunk_index,
		COALESCE(h.chunk_source = 'timeline', false), COALESCE(p.frontmatter::jsonb, '{}'), COALESCE(p.source_path, ''), COALESCE(s.local_path, ''),
		ARRAY(SELECT t.tag FROM tags t WHERE t.page_id = h.id ORDER BY t.tag),
		CASE WHEN h.n <= ` + strconv.Itoa(shown) + ` THEN p.compiled_truth END, CASE WHEN h.n <= ` + strconv.Itoa(shown) + ` THEN p.timeline END
	FROM (SELECT *, row_number() OVER (ORDER BY score DESC, source_id, slug) AS n FROM best) h
	JOIN pages p ON p.id = h.id JOIN sources s ON s.id = p.source_id
	ORDER BY h.n`

// fields are what the arms select of a hit, besides its score.
const fields = `p.id, p.source_id, p.slug, p.title, p.type, COALESCE(p.effective_date, p.updated_at)::timestamptz AS dated,
	left(c.chunk_text, 20000) AS chunk_text, c.chunk_index, c.chunk_source`

func scan(r pgx.CollectableRow) (row Row, err error) {
	var dated *time.Time
	var body, timeline *string
	err = r.Scan(&row.Slug, &row.SourceID, &row.PageID, &row.Title, &row.Type, &row.Score, &dated, &row.Text, &row.ChunkIndex, &row.InTimeline,
		&row.Frontmatter, &row.SourcePath, &row.LocalPath, &row.Tags, &body, &timeline)
	if dated != nil {
		row.EffectiveDate.Time = *dated
	}
	if body != nil && timeline != nil {
		row.Whole, row.Body, row.Timeline = true, *body, *timeline
	}
	hit := true
	row.KeywordHit = &hit
	return row, err
}

// words searches by the text search columns: all chunks that match, the best
// of each page, and apart from them the titles.
func (db *DB) words(q *Query, s *schema, text string, prefix bool) arm {
	build := func(title bool) *statement {
		st := &statement{}
		lang := st.arg(s.language) + "::text::regconfig"
		tsq := func() string {
			rest, term := text, ""
			if prefix {
				rest, term = unfinished(text)
			}
			whole := "websearch_to_tsquery(" + lang + ", " + st.arg(rest) + ")"
			if term == "" {
				return whole
			}
			// A loose query ends in OR, which the unfinished word completes.
			and := " && "
			if r, ok := strings.CutSuffix(strings.TrimSpace(rest), "OR"); ok && strings.Contains(text, " OR ") {
				st.args[len(st.args)-1] = r
				and = " || "
			}
			return whole + and + "to_tsquery(" + lang + ", " + st.arg(term) + ")"
		}()
		st.add(`WITH q AS MATERIALIZED (SELECT `, tsq, ` AS t), hits AS (SELECT `, fields, `, `)
		if title {
			st.add(`ts_rank_cd(p.search_vector, q.t) * `, factor, ` AS score
				FROM q CROSS JOIN pages p JOIN sources s ON s.id = p.source_id
				JOIN LATERAL (SELECT * FROM content_chunks c WHERE c.page_id = p.id AND COALESCE(c.modality, 'text') = 'text'
					ORDER BY c.search_vector @@ q.t DESC, c.chunk_index LIMIT 1) c ON true
				WHERE p.search_vector @@ q.t AND `)
		} else {
			st.add(`ts_rank(c.search_vector, q.t) * `, factor, ` AS score
				FROM q CROSS JOIN content_chunks c JOIN pages p ON p.id = c.page_id JOIN sources s ON s.id = p.source_id
				WHERE c.search_vector @@ q.t AND COALESCE(c.modality, 'text') = 'text' AND `)
		}
		db.finish(st, q)
		return st
	}
	return arm{build(false), build(true)}
}

// contains searches by ILIKE for scripts that the text search cannot split:
// ranked by how often the terms occur.
func (db *DB) contains(q *Query, terms []string, all bool) arm {
	quantifier := "ANY"
	if all {
		quantifier = "ALL"
	}
	build := func(column string) *statement {
		st := &statement{}
		patterns, raw := st.arg(likes(terms)), st.arg(terms)
		st.add(`WITH hits AS (SELECT `, fields, `,
			(SELECT sum((length(`, column, `) - length(replace(lower(`, column, `), lower(t.term), '')))::float8 / greatest(length(t.term), 1))
				+ 10 * count(*) FILTER (WHERE `, column, ` ILIKE t.pattern)
				FROM unnest(`, raw, `::text[], `, patterns, `::text[]) AS t(term, pattern)) * `, factor, ` AS score
			FROM pages p JOIN sources s ON s.id = p.source_id JOIN content_chunks c ON c.page_id = p.id
			WHERE COALESCE(c.modality, 'text') = 'text' AND `, column, ` ILIKE `, quantifier, ` (`, patterns, `::text[]) AND `)
		db.finish(st, q)
		return st
	}
	return arm{build("c.chunk_text"), build("p.title")}
}

// recent lists pages by their date, for queries without words.
func (db *DB) recent(q *Query) *statement {
	st := &statement{}
	st.add(`WITH hits AS (SELECT `, fields, `, extract(epoch FROM COALESCE(p.effective_date, p.updated_at))::float8 AS score
		FROM pages p JOIN sources s ON s.id = p.source_id
		JOIN LATERAL (SELECT * FROM content_chunks c WHERE c.page_id = p.id AND COALESCE(c.modality, 'text') = 'text'
			ORDER BY c.chunk_index LIMIT 1) c ON true
		WHERE `)
	db.finish(st, q)
	return st
}

// finish adds the conditions, the cut of the candidates (three times as many
// as wanted, as in GBrain), and the choice of the best chunk of each page.
func (db *DB) finish(st *statement, q *Query) {
	st.visible(&db.o)
	st.searched(&db.o, q)
	st.add(` ORDER BY score DESC, c.id LIMIT `, st.arg(3*q.Limit), `),
		best AS (SELECT * FROM (SELECT DISTINCT ON (source_id, slug) * FROM hits ORDER BY source_id, slug, score DESC, chunk_index) d
			ORDER BY score DESC, source_id, slug LIMIT `, st.arg(q.Limit), `)`, outer)
}

// fuse merges the chunks' ranking and the titles' by reciprocal ranks, K = 60,
// as GBrain does.
func fuse(found [2][]Row, limit int) []Row {
	if len(found[1]) == 0 {
		return found[0]
	}
	type key struct{ source, slug string }
	byKey := map[key]*Row{}
	score := map[key]float64{}
	for _, list := range found {
		for rank := range list {
			k := key{list[rank].SourceID, list[rank].Slug}
			if byKey[k] == nil {
				byKey[k] = &list[rank] // the chunk that matched comes first
			}
			score[k] += 1 / float64(60+rank)
		}
	}
	keys := slices.SortedFunc(maps.Keys(byKey), func(a, b key) int {
		return cmp.Or(cmp.Compare(score[b], score[a]), cmp.Compare(a.source, b.source), cmp.Compare(a.slug, b.slug))
	})
	out := make([]Row, 0, min(limit, len(keys)))
	for _, k := range keys[:min(limit, len(keys))] {
		r := *byKey[k]
		r.Score = score[k]
		out = append(out, r)
	}
	return out
}

// ErrNotFound: there is no such page, or it must not be shown.
var ErrNotFound = errors.New("there is no such page")
