package wire

import (
	"encoding/json"
	"strings"
	"time"
)

// Row is one chunk that a search found. Several rows may be of one page.
type Row struct {
	Slug          string   `json:"slug"`
	SourceID      string   `json:"source_id"`
	PageID        int64    `json:"page_id"`
	Title         string   `json:"title"`
	Type          string   `json:"type"`
	Text          string   `json:"chunk_text"`
	ChunkIndex    int      `json:"chunk_index"`
	Score         float64  `json:"score"` // relative to the best row of this answer
	EffectiveDate Time     `json:"effective_date"`
	KeywordHit    *bool    `json:"keyword_hit"` // nil when the server did not say
	Cosine        *float64 `json:"cosine"`
	Tags          []string `json:"-"` // only direct SQL knows them
}

// Page is one whole page.
type Page struct {
	Slug          string          `json:"slug"`
	SourceID      string          `json:"source_id"`
	Type          string          `json:"type"`
	Title         string          `json:"title"`
	Body          string          `json:"compiled_truth"`
	Timeline      string          `json:"timeline"`
	Frontmatter   map[string]any  `json:"frontmatter"`
	ContentHash   string          `json:"content_hash"`
	Revision      json.RawMessage `json:"revision"` // from 0.51 on
	CreatedAt     Time            `json:"created_at"`
	UpdatedAt     Time            `json:"updated_at"`
	DeletedAt     Time            `json:"deleted_at"`
	EffectiveDate Time            `json:"effective_date"`
	Tags          []string        `json:"tags"`
	Content       string          `json:"content"` // the markdown, on request
}

// Private says whether only the brain's owner may see the page.
func (p *Page) Private() bool {
	v, _ := p.Frontmatter["visibility"].(string)
	return strings.EqualFold(strings.TrimSpace(v), "private")
}

// HasRevision says whether the server gave a revision to write against.
func (p *Page) HasRevision() bool {
	return len(p.Revision) > 0 && string(p.Revision) != "null"
}

// Listed is one page of a list.
type Listed struct {
	Slug      string `json:"slug"`
	SourceID  string `json:"source_id"`
	Type      string `json:"type"`
	Title     string `json:"title"`
	UpdatedAt Time   `json:"updated_at"`
}

// Put is what put_page reports. It arrives as a success even when Status is
// "error".
type Put struct {
	Slug         string       `json:"slug"`
	Status       string       `json:"status"` // created_or_updated, skipped or error
	Error        string       `json:"error"`
	SkipReason   string       `json:"chunk_skip_reason"`
	WriteThrough WriteThrough `json:"write_through"`
}

// WriteThrough says what became of the page's file.
type WriteThrough struct {
	Written bool   `json:"written"`
	Path    string `json:"path"`
	Skipped string `json:"skipped"`
	Error   string `json:"error"`
}

// Identity is what get_brain_identity tells.
type Identity struct {
	Version string `json:"version"`
	Engine  string `json:"engine"` // postgres or pglite
	Pages   int    `json:"page_count"`
	Chunks  int    `json:"chunk_count"`
}

// Retrieval tells how a search went (_meta.retrieval).
type Retrieval struct {
	Returned      int        `json:"returned_count"`
	Retrieved     int        `json:"retrieved_count"`
	VectorEnabled *bool      `json:"vector_enabled"`
	Budget        Budget     `json:"token_budget"`
	Degraded      []Degraded `json:"degraded"`
}

// Budget is the cut by tokens: of the rows retrieved, Dropped did not fit.
type Budget struct {
	Budget  int `json:"budget"`
	Dropped int `json:"dropped"`
	Kept    int `json:"kept"`
}

// Degraded is a part of the search that did not work.
type Degraded struct {
	Stage  string `json:"stage"` // embed_unavailable, keyword_zero, …
	Reason string `json:"reason"`
}

// ParseRetrieval reads the _meta of a reply; nil when it says nothing.
func ParseRetrieval(meta map[string]any) *Retrieval {
	v, ok := meta["retrieval"]
	if !ok {
		return nil
	}
	b, err := json.Marshal(v)
	if err != nil {
		return nil
	}
	var r Retrieval
	if json.Unmarshal(b, &r) != nil {
		return nil
	}
	return &r
}

// Time reads what GBrain writes for a time: RFC 3339, a date alone, or null.
// What cannot be read is the zero time: a date is never worth losing a row.
type Time struct{ time.Time }

// UnmarshalJSON never fails.
func (t *Time) UnmarshalJSON(b []byte) error {
	t.Time = time.Time{}
	var s string
	if json.Unmarshal(b, &s) != nil {
		return nil
	}
	for _, layout := range []string{time.RFC3339Nano, time.DateOnly} {
		if v, err := time.Parse(layout, s); err == nil {
			t.Time = v
			return nil
		}
	}
	return nil
}
