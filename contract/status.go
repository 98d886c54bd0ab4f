package contract

import "memswarm/swarm"

// Status is the JSON of `memswarm status -f json` and of swarm/status. The keys
// config, errors, suggestions and warnings are those that ByteRover's scripts
// read.
type Status struct {
	State     string           `json:"state"`   // ok, indexing, degraded, failed or unconfigured
	Summary   string           `json:"summary"` // one sentence
	Version   string           `json:"version,omitempty"`
	Config    StatusConfig     `json:"config"`
	Providers []ProviderStatus `json:"providers"`
	Targets   []swarm.Target   `json:"targets"`
	// Duplicates are notes that two providers both have.
	Duplicates []StatusDuplicate `json:"duplicates"`
	// Budget is absent when no provider costs money.
	Budget      *StatusBudget  `json:"budget,omitempty"`
	Versions    StatusVersions `json:"versions"`
	Errors      []string       `json:"errors"`
	Warnings    []string       `json:"warnings"`
	Hints       []string       `json:"hints"`
	Suggestions []string       `json:"suggestions"`
	// Server is the user's shared server, when it has answered.
	Server *ServerStatus `json:"server,omitempty"`
}

// ServerStatus is how the user's shared server is; also the JSON of `memswarm
// server status`.
type ServerStatus struct {
	Running     bool    `json:"running"`
	Version     string  `json:"version,omitempty"` // of the server's program
	PID         int     `json:"pid,omitempty"`
	Started     int64   `json:"started,omitempty"` // milliseconds since 1970
	Clients     int     `json:"clients"`           // editors and commands connected now, without the one that asks
	Served      int     `json:"served"`            // connections since it started
	IdleSeconds float64 `json:"idleSeconds"`       // after how long without a client it ends; 0 never
	MemoryBytes uint64  `json:"memoryBytes,omitempty"`
	Socket      string  `json:"socket,omitempty"`
	Log         string  `json:"log,omitempty"`
	Error       string  `json:"error,omitempty"` // why it cannot be used
}

// StatusConfig says what is configured and by which files.
type StatusConfig struct {
	Workspace  string           `json:"workspace"`
	Files      []string         `json:"files"`
	ZeroConfig bool             `json:"zeroConfig"`
	Trusted    bool             `json:"trusted"`
	Trust      StatusTrust      `json:"trust"`
	Enrichment StatusEnrichment `json:"enrichment"`
	Providers  []StatusProvider `json:"providers"`
	Problems   []StatusProblem  `json:"problems"`
}

// StatusTrust says what trust in the workspace is about.
type StatusTrust struct {
	Trusted bool `json:"trusted"`
	// HeldBack is what the workspace's configuration wants and does not get
	// until it is trusted: "starts gbrain in /x". Allowed is what it got by
	// trust.
	HeldBack []string `json:"heldBack"`
	Allowed  []string `json:"allowed"`
	// Reads lists the folders outside the workspace that its configuration has
	// read without trust.
	Reads []string `json:"reads"`
	Fix   string   `json:"fix,omitempty"`
}

// StatusDuplicate is an overlap of two providers.
type StatusDuplicate struct {
	Providers [2]string `json:"providers"`
	// Notes that both have; of those that were compared, the newest of each.
	Notes   int    `json:"notes"`
	Example string `json:"example"` // a path
	// Reason is "same folder", "folder within folder" or "same text".
	Reason string `json:"reason"`
}

// StatusBudget is what providers that cost money may spend and have spent.
type StatusBudget struct {
	CapCents  int              `json:"capCents"` // of all, a month
	Providers []StatusSpending `json:"providers"`
}

// StatusSpending is one provider's part of it.
type StatusSpending struct {
	ID string `json:"id"`
	// SpentCents is nil when nobody keeps account.
	SpentCents *float64 `json:"spentCents"`
	CapCents   float64  `json:"capCents"`
	Queries    int      `json:"queries"`
	PerQuery   float64  `json:"perQueryCents"`
}

// StatusVersions says what is running.
type StatusVersions struct {
	Memswarm string `json:"memswarm"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
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
	Via          string        `json:"via,omitempty"` // how it is reached, for people
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
