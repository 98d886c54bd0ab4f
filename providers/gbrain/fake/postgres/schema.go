package postgres

import (
	"fmt"
	"strings"
)

// Schema makes the tables and columns of GBrain 0.46 that a reader needs, with
// the triggers that fill the search columns.
const Schema = `
CREATE TABLE sources (id text PRIMARY KEY, name text, local_path text, config jsonb NOT NULL DEFAULT '{}', archived boolean NOT NULL DEFAULT false, last_sync_at timestamptz);
CREATE TABLE pages (id serial PRIMARY KEY, source_id text NOT NULL DEFAULT 'default' REFERENCES sources(id), slug text NOT NULL, type text NOT NULL DEFAULT 'note',
	page_kind text NOT NULL DEFAULT 'markdown', title text NOT NULL DEFAULT '', compiled_truth text NOT NULL DEFAULT '', timeline text NOT NULL DEFAULT '',
	frontmatter jsonb NOT NULL DEFAULT '{}', content_hash text, created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now(),
	deleted_at timestamptz, effective_date timestamptz, source_path text, search_vector tsvector, UNIQUE (source_id, slug));
CREATE TABLE content_chunks (id serial PRIMARY KEY, page_id int NOT NULL REFERENCES pages(id) ON DELETE CASCADE, chunk_index int NOT NULL, chunk_text text NOT NULL,
	chunk_source text NOT NULL DEFAULT 'compiled_truth', modality text NOT NULL DEFAULT 'text', doc_comment text, symbol_name text, search_vector tsvector, UNIQUE (page_id, chunk_index));
CREATE TABLE tags (id serial PRIMARY KEY, page_id int NOT NULL REFERENCES pages(id) ON DELETE CASCADE, tag text NOT NULL);
CREATE TABLE links (id serial PRIMARY KEY, from_page_id int NOT NULL, to_page_id int NOT NULL, link_type text NOT NULL DEFAULT '', context text NOT NULL DEFAULT '');
CREATE TABLE config (key text PRIMARY KEY, value text NOT NULL);
INSERT INTO config VALUES ('version', '140');
INSERT INTO sources (id, name) VALUES ('default', 'default');
CREATE FUNCTION update_chunk_search_vector() RETURNS trigger LANGUAGE plpgsql AS $f$
BEGIN
	NEW.search_vector := setweight(to_tsvector('english', COALESCE(NEW.doc_comment, '')), 'A') || setweight(to_tsvector('english', COALESCE(NEW.chunk_text, '')), 'B');
	RETURN NEW;
END $f$;
CREATE TRIGGER chunk_search BEFORE INSERT OR UPDATE ON content_chunks FOR EACH ROW EXECUTE FUNCTION update_chunk_search_vector();
CREATE FUNCTION update_page_search_vector() RETURNS trigger LANGUAGE plpgsql AS $f$
BEGIN
	NEW.search_vector := setweight(to_tsvector('english', NEW.title), 'A') || setweight(to_tsvector('english', NEW.timeline), 'C');
	RETURN NEW;
END $f$;
CREATE TRIGGER page_search BEFORE INSERT OR UPDATE ON pages FOR EACH ROW EXECUTE FUNCTION update_page_search_vector();
CREATE INDEX ON content_chunks USING gin (search_vector);
CREATE INDEX ON pages USING gin (search_vector);
CREATE INDEX ON tags (page_id);
`

// Page is a page to insert; Set is SQL that changes columns of it.
type Page struct {
	Source, Slug, Title, Body, Timeline string
	Tags                                []string
	Set                                 string   // "deleted_at = now()"
	Chunks                              []string // nil splits the body at blank lines
	Modality                            string
}

// SQL inserts the page with its chunks and tags.
func (p Page) SQL() string {
	source := p.Source
	if source == "" {
		source = "default"
	}
	modality := p.Modality
	if modality == "" {
		modality = "text"
	}
	var s strings.Builder
	fmt.Fprintf(&s, "INSERT INTO pages (source_id, slug, title, compiled_truth, timeline) VALUES (%s, %s, %s, %s, %s);\n",
		quote(source), quote(p.Slug), quote(p.Title), quote(p.Body), quote(p.Timeline))
	chunks := p.Chunks
	if chunks == nil {
		chunks = strings.Split(p.Body, "\n\n")
	}
	for i, c := range chunks {
		fmt.Fprintf(&s, "INSERT INTO content_chunks (page_id, chunk_index, chunk_text, modality) VALUES (currval('pages_id_seq'), %d, %s, %s);\n",
			i, quote(c), quote(modality))
	}
	if p.Timeline != "" {
		fmt.Fprintf(&s, "INSERT INTO content_chunks (page_id, chunk_index, chunk_text, chunk_source) VALUES (currval('pages_id_seq'), %d, %s, 'timeline');\n",
			len(chunks), quote(p.Timeline))
	}
	for _, t := range p.Tags {
		fmt.Fprintf(&s, "INSERT INTO tags (page_id, tag) VALUES (currval('pages_id_seq'), %s);\n", quote(t))
	}
	if p.Set != "" {
		fmt.Fprintf(&s, "UPDATE pages SET %s WHERE id = currval('pages_id_seq');\n", p.Set)
	}
	return s.String()
}

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
