package fake

import (
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

// Page is a page of the fake brain.
type Page struct {
	Slug     string         `json:"slug"`
	Type     string         `json:"type"`
	Title    string         `json:"title"`
	Body     string         `json:"body"`
	Timeline string         `json:"timeline,omitempty"`
	Extra    map[string]any `json:"extra,omitempty"` // other frontmatter
	Tags     []string       `json:"tags,omitempty"`
	Means    string         `json:"means,omitempty"` // words that only the vector search knows it by
	Updated  time.Time      `json:"updated"`
	Deleted  bool           `json:"deleted,omitempty"`
	Revision int            `json:"revision"`
}

// Brain is a small brain. Set the fields before the first call.
type Brain struct {
	Engine  string // postgres when ""
	Version string
	Vector  bool // embeddings are configured
	Budget  int  // tokens, 4000 when 0
	// Revisions makes put_page ask for expected_revision, as 0.51 does; with
	// NoParameter it does so without offering the parameter.
	Revisions, NoParameter bool
	Dir                    string // where put_page writes files, "" for nowhere
	File                   string // where the pages are kept between processes, "" for nowhere
	Behave                 Behave

	mu    sync.Mutex
	pages map[string]*Page // guarded by mu
}

// day is when everything was last changed.
var day = time.Date(2026, 12, 1, 0, 37, 4, 693e6, time.UTC)

// New returns a brain with the pages of the recorded one.
func New() *Brain {
	b := &Brain{pages: map[string]*Page{}}
	for _, p := range []Page{
		{Slug: "people/alice-example", Type: "person", Title: "Alice Example", Tags: []string{"person", "sample"},
			Body:     "# Alice Example\n\nAlice runs the platform team at [[companies/acme-corp]]. She designed the Postgres failover runbook.",
			Timeline: "## Timeline\n\n- **2026-01-10** | meeting — Alice proposed the replication lag budget."},
		{Slug: "people/bob-sample", Type: "person", Title: "Bob Sample", Tags: []string{"person"},
			Body: "# Bob Sample\n\nBob maintains the ingestion pipeline and the Kafka bridge."},
		{Slug: "companies/acme-corp", Type: "company", Title: "Acme Corp", Tags: []string{"company", "sample"},
			Body:     "# Acme Corp\n\nAcme Corp builds logistics software. Contract renews in March.",
			Timeline: "## Timeline\n\n- **2025-12-01** | call — renewal talk with Alice."},
		{Slug: "concepts/database-failover", Type: "concept", Title: "Database failover", Means: "outage standby switch",
			Body: "# Database failover\n\nFailover promotes a standby when the primary is lost. The replication lag budget bounds lost writes."},
		{Slug: "notes/東京メモ", Type: "note", Title: "東京メモ", Body: "東京オフィスの移転計画について。データベースの障害対応。"},
		{Slug: "notes/uber-straße", Type: "note", Title: "Über Straße", Body: "Die Straße wird im März gesperrt."},
		{Slug: "notes/secret", Type: "note", Title: "Secret", Body: "Hidden wombat text.", Extra: map[string]any{"visibility": "private"}},
		{Slug: "attachments/scan", Type: "note", Title: "Scan", Body: "Attached wallaby text."},
	} {
		b.Add(p)
	}
	return b
}

// Add puts a page into the brain.
func (b *Brain) Add(p Page) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if p.Updated.IsZero() {
		p.Updated = day
	}
	p.Revision++
	b.pages[p.Slug] = &p
}

// Page gives a copy of a page.
func (b *Brain) Page(slug string) (Page, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	p, ok := b.pages[slug]
	if !ok {
		return Page{}, false
	}
	return *p, true
}

// Load reads the pages from the brain's file, when it has one.
func (b *Brain) Load() error {
	text, err := os.ReadFile(b.File)
	if b.File == "" || os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	return json.Unmarshal(text, &b.pages)
}

func (b *Brain) save() {
	if b.File == "" {
		return
	}
	text, err := json.Marshal(b.pages)
	if err == nil {
		err = os.WriteFile(b.File, text, 0o600)
	}
	if err != nil {
		panic(err)
	}
}

// sorted lists the pages that the caller may see. b.mu is held.
func (b *Brain) sorted(owner bool) []*Page {
	var out []*Page
	for _, slug := range slices.Sorted(maps.Keys(b.pages)) {
		if p := b.pages[slug]; !p.Deleted && (owner || !p.private()) {
			out = append(out, p)
		}
	}
	return out
}

func (p *Page) private() bool { return p.Extra["visibility"] == "private" }

// Content is the page as markdown.
func (p *Page) Content() string {
	var s strings.Builder
	s.WriteString("---\ntype: " + p.Type + "\ntitle: " + p.Title + "\n")
	for _, k := range slices.Sorted(maps.Keys(p.Extra)) {
		v, _ := json.Marshal(p.Extra[k])
		s.WriteString(k + ": " + strings.Trim(string(v), `"`) + "\n")
	}
	if len(p.Tags) > 0 {
		s.WriteString("tags:\n")
		for _, t := range p.Tags {
			s.WriteString("  - " + t + "\n")
		}
	}
	s.WriteString("---\n\n" + p.Body + "\n")
	if p.Timeline != "" {
		s.WriteString("\n<!-- timeline -->\n\n" + p.Timeline + "\n")
	}
	return s.String()
}
