package direct

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
)

// schema is what the check found.
type schema struct {
	language      string
	version       string
	pages, chunks int
	scopes        string // for policies that ask for app.scopes, "" when there are none
	links         bool   // the table of links can be read
}

// needed are the columns that the statements use.
var needed = map[string][]string{
	"pages": {"id", "source_id", "slug", "type", "title", "compiled_truth", "timeline", "frontmatter", "deleted_at", "effective_date",
		"updated_at", "source_path", "search_vector"},
	"content_chunks": {"id", "page_id", "chunk_index", "chunk_text", "chunk_source", "modality", "search_vector"},
	"sources":        {"id", "config", "archived", "local_path"},
	"tags":           {"page_id", "tag"},
}

// tables lists the needed tables in a fixed order.
var tables = []string{"pages", "content_chunks", "sources", "tags"}

// inspect checks that the database is a GBrain that can be read.
func inspect(ctx context.Context, tx pgx.Tx, o *Options) (*schema, error) {
	if err := columns(ctx, tx); err != nil {
		return nil, err
	}
	s := &schema{}
	if err := s.security(ctx, tx, o); err != nil {
		return nil, err
	}
	if err := s.read(ctx, tx, o); err != nil {
		return nil, err
	}
	return s, nil
}

func columns(ctx context.Context, tx pgx.Tx) error {
	rows, err := tx.Query(ctx, `
		SELECT c.relname::text, a.attname::text
		FROM unnest($1::text[]) AS t(name)
		JOIN pg_class c ON c.oid = to_regclass(t.name)
		JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped`, tables)
	if err != nil {
		return err
	}
	have := map[string][]string{}
	var table, column string
	if _, err := pgx.ForEachRow(rows, []any{&table, &column}, func() error {
		have[table] = append(have[table], column)
		return nil
	}); err != nil {
		return err
	}
	if have["pages"] == nil || have["content_chunks"] == nil {
		return problem("not_gbrain", "The database holds no GBrain: it has no pages.", "Check connection_string.", nil)
	}
	for _, t := range tables {
		for _, c := range needed[t] {
			if !slices.Contains(have[t], c) {
				return problem("schema", "The database is of a GBrain version that cannot be read directly ("+t+"."+c+" is missing).",
					"Use the mcp transport, which works with any version.", nil)
			}
		}
	}
	return nil
}

// security recognises that row-level security hides everything: such a role
// gets no rows and no error, which must not look like an empty brain.
func (s *schema) security(ctx context.Context, tx pgx.Tx, o *Options) error {
	var active, any, scoped, readable bool
	err := tx.QueryRow(ctx, `
		SELECT row_security_active('pages') OR row_security_active('content_chunks') OR row_security_active('sources'),
			EXISTS (SELECT 1 FROM pg_policy WHERE polrelid = 'pages'::regclass),
			EXISTS (SELECT 1 FROM pg_policy WHERE polrelid = 'pages'::regclass AND pg_get_expr(polqual, polrelid) LIKE '%app.scopes%'),
			has_table_privilege('pages', 'SELECT') AND has_table_privilege('content_chunks', 'SELECT')
				AND has_table_privilege('sources', 'SELECT') AND has_table_privilege('tags', 'SELECT')`).
		Scan(&active, &any, &scoped, &readable)
	switch {
	case err != nil:
		return err
	case !readable:
		return problem("permission", "The database user may not read GBrain's tables.",
			"Grant it SELECT on pages, content_chunks, sources and tags, or use the mcp transport.", nil)
	case active && !any:
		return problem("row_level_security", "Row-level security hides every page from this database user.",
			"Use the owner's connection string or a role with BYPASSRLS, or the mcp transport.", nil)
	case active && scoped:
		if s.scopes = o.Source; s.scopes == "" {
			s.scopes = "*"
		}
	}
	return nil
}

// languageCall finds the text search configuration in the trigger that fills
// the search column: a query must use the same.
var languageCall = regexp.MustCompile(`(?i)to_tsvector\(\s*'([a-z_][a-z0-9_]*)'`)

func (s *schema) read(ctx context.Context, tx pgx.Tx, o *Options) error {
	if s.scopes != "" {
		if _, err := tx.Exec(ctx, settings, timeout(ctx), s.scopes); err != nil {
			return err
		}
	}
	var def string
	err := tx.QueryRow(ctx, `
		SELECT COALESCE((SELECT pg_get_functiondef(oid) FROM pg_proc WHERE proname = 'update_chunk_search_vector' AND prokind = 'f' AND pg_function_is_visible(oid) LIMIT 1), ''),
			(SELECT count(*) FROM pages WHERE deleted_at IS NULL), (SELECT count(*) FROM content_chunks),
			COALESCE(has_table_privilege(to_regclass('links'), 'SELECT'), false)`).Scan(&def, &s.pages, &s.chunks, &s.links)
	if err != nil {
		return err
	}
	s.language = "english"
	if m := languageCall.FindStringSubmatch(def); m != nil {
		s.language = strings.ToLower(m[1])
	}
	if o.Language != "" {
		s.language = o.Language
	}
	var known bool
	if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM pg_ts_config WHERE cfgname = $1)`, s.language).Scan(&known); err != nil {
		return err
	}
	if !known {
		return problem("schema", "The database does not know the search language "+s.language+".", "Check GBRAIN_FTS_LANGUAGE.", nil)
	}
	var config bool
	if err := tx.QueryRow(ctx, `SELECT COALESCE(has_table_privilege(to_regclass('config'), 'SELECT'), false)`).Scan(&config); err != nil || !config {
		return err
	}
	// For people only: a table of another shape is no reason to give up, and
	// nothing follows in this transaction.
	_ = tx.QueryRow(ctx, `SELECT value::text FROM config WHERE key = 'version'`).Scan(&s.version)
	return nil
}
