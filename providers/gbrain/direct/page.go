package direct

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"memswarm/providers/gbrain/wire"
)

// Page is one whole page.
type Page struct {
	wire.Page
	SourcePath, LocalPath string
	Links                 []Link
}

// Link is a link from or to a page.
type Link struct {
	Slug, Title, Type string
	Incoming          bool
}

// Page reads a page by the same rules of visibility. source is "" for the
// default one or, when that has no such page, any federated one.
func (db *DB) Page(ctx context.Context, source, slug string) (*Page, error) {
	s, err := db.ready(ctx)
	if err != nil {
		return nil, db.explain(err)
	}
	p, err := db.page(ctx, s, source, slug)
	if err != nil && preparedTrouble(err) && db.fallback() {
		p, err = db.page(ctx, s, source, slug)
	}
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return nil, ErrNotFound
	case err != nil:
		return nil, db.explain(err)
	}
	return p, nil
}

func (db *DB) page(ctx context.Context, s *schema, source, slug string) (*Page, error) {
	pool, err := db.open()
	if err != nil {
		return nil, err
	}
	p := &Page{}
	err = db.reading(ctx, pool, s.scopes, func(tx pgx.Tx) error {
		st := &statement{}
		st.add(`SELECT p.id, p.slug, p.source_id, COALESCE(p.type, ''), COALESCE(p.title, ''), COALESCE(p.compiled_truth, ''), COALESCE(p.timeline, ''),
			COALESCE(p.frontmatter::jsonb, '{}'), p.updated_at::timestamptz, COALESCE(p.effective_date, p.updated_at)::timestamptz,
			ARRAY(SELECT t.tag FROM tags t WHERE t.page_id = p.id ORDER BY t.tag), COALESCE(p.source_path, ''), COALESCE(s.local_path, '')
			FROM pages p JOIN sources s ON s.id = p.source_id WHERE p.slug = `, st.arg(slug), ` AND `)
		if source != "" {
			st.add(`p.source_id = `, st.arg(source), ` AND `)
		}
		st.visible(&db.o)
		st.add(` ORDER BY p.source_id <> 'default', p.source_id LIMIT 1`)
		var id int64
		var updated, effective *time.Time
		err := tx.QueryRow(ctx, st.sql.String(), st.args...).Scan(&id, &p.Slug, &p.SourceID, &p.Type, &p.Title, &p.Body, &p.Timeline,
			&p.Frontmatter, &updated, &effective, &p.Tags, &p.SourcePath, &p.LocalPath)
		if err != nil {
			return err
		}
		if updated != nil {
			p.UpdatedAt.Time = *updated
		}
		if effective != nil {
			p.EffectiveDate.Time = *effective
		}
		if s.links {
			p.Links, err = db.links(ctx, tx, id)
		}
		return err
	})
	return p, err
}

// maxLinks bounds the links that are listed with a page, in each direction.
const maxLinks = 200

// links lists the neighbours that may be shown.
func (db *DB) links(ctx context.Context, tx pgx.Tx, id int64) ([]Link, error) {
	var out []Link
	for _, incoming := range []bool{false, true} {
		from, to := "from_page_id", "to_page_id"
		if incoming {
			from, to = to, from
		}
		st := &statement{}
		st.add(`SELECT DISTINCT p.slug, COALESCE(p.title, ''), COALESCE(l.link_type, '')
			FROM links l JOIN pages p ON p.id = l.`, to, ` JOIN sources s ON s.id = p.source_id WHERE l.`, from, ` = `, st.arg(id), ` AND `)
		st.visible(&db.o)
		st.add(` ORDER BY 1, 3 LIMIT `, st.arg(maxLinks))
		rows, err := tx.Query(ctx, st.sql.String(), st.args...)
		if err != nil {
			return nil, err
		}
		found, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (Link, error) {
			l := Link{Incoming: incoming}
			return l, r.Scan(&l.Slug, &l.Title, &l.Type)
		})
		if err != nil {
			return nil, err
		}
		out = append(out, found...)
	}
	return out, nil
}
