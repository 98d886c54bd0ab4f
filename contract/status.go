package contract

import "memswarm/swarm"

// Status is the JSON of `memswarm status -f json` and of swarm/status. The keys
// config, errors, suggestions and warnings are those that ByteRover's scripts
// read.
type Status struct {
	State       string           `json:"state"`   // ok, indexing, degraded, failed or unconfigured
	Summary     string           `json:"summary"` // one sentence
	Version     string           `json:"version,omitempty"`
	Config      StatusConfig     `json:"config"`
	Providers   []ProviderStatus `json:"providers"`
	Targets     []swarm.Target   `json:"targets"`
	Errors      []string         `json:"errors"`
	Warnings    []string         `json:"warnings"`
	Hints       []string         `json:"hints"`
	Suggestions []string         `json:"suggestions"`
}

// StatusConfig says what is configured and by which files.
type StatusConfig struct {
	Workspace  string           `json:"workspace"`
	Files      []string         `json:"files"`
	ZeroConfig bool             `json:"zeroConfig"`
	Trusted    bool             `json:"trusted"`
	Enrichment StatusEnrichment `json:"enrichment"`
	Providers  []StatusProvider `json:"providers"`
	Problems   []StatusProblem  `json:"problems"`
}

// StatusEnrichment is the enrichment graph.
type StatusEnrichment struct {
	Edges []StatusEdge `json:"edges"`
}

// StatusEdge is one edge of it.
type StatusEdge struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// StatusProvider is a provider as ByteRover's status lists it.
type StatusProvider struct {
	ID         string `json:"id"`
	Enabled    bool   `json:"enabled"`
	Configured bool   `json:"configured"`
	Path       string `json:"path,omitempty"`
}

// StatusProblem is a problem of the configuration.
type StatusProblem struct {
	File     string `json:"file,omitempty"`
	Line     int    `json:"line,omitempty"` // 1-based
	Column   int    `json:"column,omitempty"`
	Severity string `json:"severity"`
	Code     string `json:"code"`
	Key      string `json:"key,omitempty"`
	Message  string `json:"message"`
	Fix      string `json:"fix,omitempty"`
}

// ProviderStatus is one provider's health.
type ProviderStatus struct {
	ID           string        `json:"id"`
	Label        string        `json:"label"`
	Local        bool          `json:"local"`
	State        string        `json:"state"` // ok, indexing, degraded, failed, skipped
	Root         string        `json:"root,omitempty"`
	Notes        int           `json:"notes"`
	Sections     int           `json:"sections"`
	IndexBytes   int64         `json:"indexBytes"`
	IndexedAt    int64         `json:"indexedAt,omitempty"` // milliseconds since 1970
	Indexing     bool          `json:"indexing"`
	Weight       float64       `json:"weight"`
	Error        *ErrorBody    `json:"error,omitempty"`
	Skipped      []SkippedFile `json:"skipped"`
	SkippedTotal int           `json:"skippedTotal"`
	Warnings     []string      `json:"warnings"`
}

// SkippedFile is a file that was not read, or only in part.
type SkippedFile struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// StatusNote is swarm/didChangeStatus.
type StatusNote struct {
	State     string               `json:"state"`
	Summary   string               `json:"summary"`
	Providers []StatusNoteProvider `json:"providers"`
}

// StatusNoteProvider is one provider in it.
type StatusNoteProvider struct {
	ID      string `json:"id"`
	State   string `json:"state"`
	Message string `json:"message,omitempty"`
}

// Note shortens a status for swarm/didChangeStatus.
func (s *Status) Note() StatusNote {
	n := StatusNote{State: s.State, Summary: s.Summary, Providers: []StatusNoteProvider{}}
	for _, p := range s.Providers {
		np := StatusNoteProvider{ID: p.ID, State: p.State}
		if p.Error != nil {
			np.Message = p.Error.Message
		}
		n.Providers = append(n.Providers, np)
	}
	return n
}
