package contract

import (
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"memswarm/swarm"
)

// Answer is the JSON of `memswarm query -f json` and of swarm/query.
type Answer struct {
	Meta    Meta     `json:"meta"`
	Results []Result `json:"results"`
}

// Meta says how the answer came about.
type Meta struct {
	QueryType      string              `json:"queryType"`
	TotalLatencyMs float64             `json:"totalLatencyMs"`
	CostCents      float64             `json:"costCents"`
	Indexing       bool                `json:"indexing"`
	Incomplete     bool                `json:"incomplete"`
	Words          string              `json:"words,omitempty"`     // what was searched for, when it is not the text as typed
	TimeRange      *TimeRange          `json:"timeRange,omitempty"` // what the time words of the query meant
	Order          []string            `json:"order"`               // the providers in configuration order
	Providers      map[string]Provider `json:"providers"`
}

// TimeRange is what the time words of a query meant: days as YYYY-MM-DD, Until
// exclusive, either empty when unbounded.
type TimeRange struct {
	Since string `json:"since,omitempty"`
	Until string `json:"until,omitempty"`
	// Preferred: notes of another time rank lower instead of being left out.
	Preferred bool `json:"preferred,omitempty"`
}

// Provider is one provider's part in an answer.
type Provider struct {
	Selected           bool      `json:"selected"`
	ResultCount        int       `json:"resultCount"`
	LatencyMs          float64   `json:"latencyMs"`
	State              string    `json:"state"`
	Indexing           bool      `json:"indexing,omitempty"`
	EnrichedBy         string    `json:"enrichedBy,omitempty"`
	EnrichmentExcerpts []string  `json:"enrichmentExcerpts,omitempty"` // the very terms
	EnrichmentWeights  []float64 `json:"enrichmentWeights,omitempty"`  // of these terms, beside 1 for a word of the query
	ExcludeReason      *string   `json:"excludeReason"`
	Error              *string   `json:"error"`
	Fix                *string   `json:"fix"`
}

// Result is one hit.
type Result struct {
	ID            string         `json:"id"`
	Provider      string         `json:"provider"`
	ProviderType  string         `json:"providerType"`
	Title         string         `json:"title"`
	Breadcrumb    []string       `json:"breadcrumb"`
	Content       string         `json:"content"`
	Matches       [][2]int       `json:"matches"`
	Score         float64        `json:"score"`
	Metadata      Metadata       `json:"metadata"`
	Location      Location       `json:"location"`
	AlsoIn        []string       `json:"alsoIn"`
	MoreInNote    int            `json:"moreInNote"`
	Contributions []Contribution `json:"contributions"`
	Because       []string       `json:"because,omitempty"` // enrichment terms that found or lifted it
}

// Metadata keeps the keys that ByteRover's scripts read.
type Metadata struct {
	Source    string `json:"source"`
	Path      string `json:"path,omitempty"`
	MatchType string `json:"matchType"`
	Timestamp int64  `json:"timestamp,omitempty"` // milliseconds since 1970
	Link      string `json:"link,omitempty"`
	Kind      string `json:"kind,omitempty"`
}

// Location is an LSP location.
type Location struct {
	URI   string `json:"uri"`
	Range Range  `json:"range"`
}

// Range is an LSP range.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Position is an LSP position.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// Contribution is one list's share of a score.
type Contribution struct {
	List   string  `json:"list"`
	Rank   int     `json:"rank"`
	Weight float64 `json:"weight"`
	Score  float64 `json:"score"`
}

// NewAnswer renders an answer.
func NewAnswer(a *swarm.Answer) *Answer {
	out := &Answer{
		Meta: Meta{
			QueryType:      string(a.Query.Kind),
			TotalLatencyMs: ms(a.Latency.Seconds() * 1e3),
			CostCents:      a.CostCents,
			Indexing:       a.Indexing,
			Incomplete:     a.Incomplete,
			Order:          make([]string, 0, len(a.Reports)),
			Providers:      make(map[string]Provider, len(a.Reports)),
		},
		Results: make([]Result, 0, len(a.Hits)),
	}
	if a.Query.Words != a.Query.Text {
		out.Meta.Words = a.Query.Words
	}
	out.Meta.TimeRange = newTimeRange(a.Query)
	for _, r := range a.Reports {
		out.Meta.Order = append(out.Meta.Order, string(r.Provider))
		out.Meta.Providers[string(r.Provider)] = newProvider(r)
	}
	for i := range a.Hits {
		out.Results = append(out.Results, newResult(&a.Hits[i]))
	}
	return out
}

func newTimeRange(q *swarm.Query) *TimeRange {
	if q.Since.IsZero() && q.Until.IsZero() {
		return nil
	}
	tr := &TimeRange{Preferred: q.SoftTime}
	if !q.Since.IsZero() {
		tr.Since = q.Since.Format(time.DateOnly)
	}
	if !q.Until.IsZero() {
		tr.Until = q.Until.Format(time.DateOnly)
	}
	return tr
}

func newProvider(r swarm.Report) Provider {
	p := Provider{
		Selected:    r.Selected,
		ResultCount: r.Results,
		LatencyMs:   ms(r.Latency.Seconds() * 1e3),
		State:       string(r.State),
		Indexing:    r.Indexing,
	}
	if len(r.EnrichedBy) > 0 {
		names := make([]string, len(r.EnrichedBy))
		for i, id := range r.EnrichedBy {
			names[i] = string(id)
		}
		p.EnrichedBy = strings.Join(names, ", ")
	}
	for _, t := range r.Terms {
		p.EnrichmentExcerpts = append(p.EnrichmentExcerpts, t.Term)
		p.EnrichmentWeights = append(p.EnrichmentWeights, t.Weight)
	}
	if r.Exclude != "" {
		p.ExcludeReason = &r.Exclude
	}
	if r.Error != nil {
		p.Error = &r.Error.Message
		if r.Error.Fix != "" {
			p.Fix = &r.Error.Fix
		}
	}
	return p
}

func newResult(h *swarm.Hit) Result {
	r := Result{
		ID:           h.Ref.String(),
		Provider:     string(h.Ref.Provider),
		ProviderType: h.Ref.Provider.Kind(),
		Title:        h.Title,
		Breadcrumb:   h.Breadcrumb,
		Content:      h.Excerpt,
		Matches:      UTF16Spans(h.Excerpt, h.Matches),
		Score:        h.Total,
		Metadata: Metadata{
			Source:    h.Source,
			Path:      h.Ref.Doc,
			MatchType: string(h.Match),
			Link:      h.Link,
			Kind:      h.NoteKind,
		},
		Location:      NewLocation(h.Ref, h.Result.Location),
		AlsoIn:        make([]string, 0, len(h.AlsoIn)),
		MoreInNote:    h.MoreInNote,
		Because:       h.Because,
		Contributions: make([]Contribution, 0, len(h.Contributions)),
	}
	if r.Breadcrumb == nil {
		r.Breadcrumb = []string{}
	}
	if r.Metadata.MatchType == "" {
		r.Metadata.MatchType = string(swarm.MatchKeyword)
	}
	if !h.Modified.IsZero() {
		r.Metadata.Timestamp = h.Modified.UnixMilli()
	}
	for _, ref := range h.AlsoIn {
		r.AlsoIn = append(r.AlsoIn, ref.String())
	}
	for _, c := range h.Contributions {
		r.Contributions = append(r.Contributions, Contribution(c))
	}
	return r
}

// NewLocation renders where a section is: in its file, or in a virtual
// document (swarm://page/PROVIDER/ID.md) when it has none. The section is in
// the range, never in the URI.
func NewLocation(ref swarm.Ref, l *swarm.Location) Location {
	if l == nil {
		return Location{URI: PageURI(ref)}
	}
	at := FileURI(l.Path)
	if l.Path == "" { // a place in a page that has no file
		at = PageURI(ref)
	}
	return Location{
		URI:   at,
		Range: Range{Start: Position{Line: l.StartLine}, End: Position{Line: l.EndLine}},
	}
}

// PageURI is the URI of a page that has no file.
func PageURI(ref swarm.Ref) string {
	doc := ref.Doc
	if !strings.HasSuffix(doc, ".md") {
		doc += ".md"
	}
	return "swarm://page/" + url.PathEscape(string(ref.Provider)) + "/" + url.PathEscape(doc)
}

// ParsePageURI is the reverse of [PageURI]; ok is false for other URIs. The
// document keeps its ".md".
func ParsePageURI(uri string) (provider swarm.ID, doc string, ok bool) {
	rest, ok := strings.CutPrefix(uri, "swarm://page/")
	if !ok {
		return "", "", false
	}
	p, d, ok := strings.Cut(rest, "/")
	if !ok {
		return "", "", false
	}
	pu, err1 := url.PathUnescape(p)
	du, err2 := url.PathUnescape(d)
	return swarm.ID(pu), du, err1 == nil && err2 == nil && pu != "" && du != ""
}

// FileURI is the file: URI of an absolute path.
func FileURI(path string) string {
	path = filepath.ToSlash(path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // C:/x → /C:/x
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// UTF16Spans converts byte ranges of s to ranges of UTF-16 code units, which
// is what JavaScript and LSP count in.
func UTF16Spans(s string, spans []swarm.Span) [][2]int {
	out := make([][2]int, 0, len(spans))
	pos, units := 0, 0
	advance := func(to int) int {
		for i, r := range s[pos:min(to, len(s))] {
			_ = i
			units++
			if r > 0xFFFF {
				units++
			}
		}
		pos = min(to, len(s))
		return units
	}
	for _, sp := range spans {
		if sp.Start < pos || sp.End < sp.Start || sp.End > len(s) {
			continue // overlapping or out of order
		}
		a := advance(sp.Start)
		out = append(out, [2]int{a, advance(sp.End)})
	}
	return out
}

// ms rounds milliseconds to microseconds, so that the JSON stays readable.
func ms(v float64) float64 { return float64(int64(v*1e3+0.5)) / 1e3 }

// ByteSpans is the reverse of [UTF16Spans], for showing matches in a terminal.
func ByteSpans(s string, spans [][2]int) []swarm.Span {
	out := make([]swarm.Span, 0, len(spans))
	pos, units := 0, 0
	advance := func(to int) int {
		for i, r := range s[pos:] {
			if units >= to {
				pos += i
				return pos
			}
			units++
			if r > 0xFFFF {
				units++
			}
		}
		pos = len(s)
		return pos
	}
	for _, sp := range spans {
		if sp[0] < units || sp[1] < sp[0] {
			continue
		}
		a := advance(sp[0])
		out = append(out, swarm.Span{Start: a, End: advance(sp[1])})
	}
	return out
}
