package direct

import (
	"strconv"
	"strings"
	"time"

	"memswarm/providers/gbrain/slugs"
)

// Query is a keyword search.
type Query struct {
	Text   string // words, with quotes and leading minus signs as operators
	Prefix bool   // the last word may be unfinished
	Limit  int    // pages wanted, 1 to [MaxLimit]

	Tags         []string // pages that carry all of them
	Paths        []string // in the slug
	Titles       []string // words in the title
	SlugPrefix   string
	Since, Until time.Time // of the page's date, Until exclusive; zero is unbounded
}

// MaxLimit is the largest number of pages of one search, as in GBrain.
const MaxLimit = 100

// statement collects SQL and its arguments.
type statement struct {
	sql  strings.Builder
	args []any
}

// arg adds an argument and gives its placeholder.
func (s *statement) arg(v any) string {
	s.args = append(s.args, v)
	return "$" + strconv.Itoa(len(s.args))
}

func (s *statement) add(parts ...string) {
	for _, p := range parts {
		s.sql.WriteString(p)
	}
}

// visible adds the rules for which pages may be shown at all; p and s are the
// page and its source.
func (s *statement) visible(o *Options) {
	s.add(`p.deleted_at IS NULL AND NOT COALESCE(s.archived, false)
		AND NOT jsonb_exists(COALESCE(p.frontmatter::jsonb, '{}'), 'quarantine')`)
	if !o.IncludePrivate {
		s.add(` AND lower(btrim(COALESCE(p.frontmatter->>'visibility', 'world'))) <> 'private'`)
	}
	if o.Source != "" {
		s.add(` AND p.source_id = `, s.arg(o.Source))
	} else {
		s.add(` AND (p.source_id = 'default' OR s.config->>'federated' = 'true')`)
	}
}

// searched adds the rules that hold for searches besides, and the query's own.
func (s *statement) searched(o *Options, q *Query) {
	hidden := make([]string, 0, len(slugs.HiddenPrefixes)+len(o.Exclude))
	for _, p := range append(slugs.HiddenPrefixes[:len(slugs.HiddenPrefixes):len(slugs.HiddenPrefixes)], o.Exclude...) {
		if p != "" {
			hidden = append(hidden, strings.TrimPrefix(like(p), "%"))
		}
	}
	s.add(` AND p.slug NOT LIKE ALL (`, s.arg(hidden), `::text[])`)
	for _, t := range q.Tags {
		s.add(` AND EXISTS (SELECT 1 FROM tags t WHERE t.page_id = p.id AND lower(t.tag) = lower(`, s.arg(strings.TrimPrefix(t, "#")), `::text))`)
	}
	for _, w := range q.Paths {
		s.add(` AND p.slug ILIKE `, s.arg(like(w)))
	}
	for _, w := range q.Titles {
		s.add(` AND p.title ILIKE `, s.arg(like(w)))
	}
	if q.SlugPrefix != "" {
		s.add(` AND starts_with(p.slug, `, s.arg(q.SlugPrefix), `)`)
	}
	if !q.Since.IsZero() {
		s.add(` AND COALESCE(p.effective_date, p.updated_at) >= `, s.arg(q.Since))
	}
	if !q.Until.IsZero() {
		s.add(` AND COALESCE(p.effective_date, p.updated_at) < `, s.arg(q.Until))
	}
}

// factor is how much a page counts by its folder, as in GBrain.
const factor = `(CASE
	WHEN p.slug LIKE 'originals/%' THEN 1.5 WHEN p.slug LIKE 'writing/%' THEN 1.4 WHEN p.slug LIKE 'concepts/%' THEN 1.3
	WHEN p.slug LIKE 'people/%' OR p.slug LIKE 'companies/%' OR p.slug LIKE 'deals/%' THEN 1.2
	WHEN p.slug LIKE 'meetings/%' OR p.slug LIKE 'media/articles/%' OR p.slug LIKE 'media/repos/%' THEN 1.1
	WHEN p.slug LIKE 'daily/%' THEN 0.8 WHEN p.slug LIKE 'media/x/%' THEN 0.7
	WHEN p.slug LIKE 'openclaw/chat/%' OR p.slug LIKE 'archive/%' THEN 0.5 WHEN p.slug LIKE 'extracts/%' THEN 0.3
	ELSE 1 END)`
