package gbrain

import (
	"log/slog"
	"time"

	"memswarm/providers/gbrain/redact"
	"memswarm/providers/gbrain/stdio"
	"memswarm/providers/internal/budget"
	"memswarm/swarm"
)

// Secret is a value that printing never shows.
type Secret = redact.Secret

// The search modes.
const (
	Hybrid  = "hybrid"
	Keyword = "keyword"
	Vector  = "vector"
)

// The transports. Auto takes the fastest that serves the mode.
const (
	Auto     = "auto"
	Postgres = "postgres"
	HTTP     = "http"
	MCP      = "mcp"
	CLI      = "cli"
)

// Options configure a Provider.
type Options struct {
	ID    swarm.ID // swarm.GBrain when ""
	Label string

	// Trusted says that programs may be started and connections opened for this
	// configuration. Without it the provider does nothing.
	Trusted bool

	Mode      string // Hybrid when ""
	Transport string // Auto when ""

	// Command is the user's gbrain program with its first arguments, nil when
	// there is none. RepoCommand is one that comes with the brain's repository;
	// it is started only with AllowRepoCLI.
	Command      []string
	RepoCommand  []string
	AllowRepoCLI bool
	Env          []string // of the user, for the program
	Dir          string   // a private folder that the program runs in

	ConnectionString Secret
	URL              string
	Token            Secret
	RepoPath         string // the folder of the brain's pages as files, "" for none

	IncludePrivate bool // show pages that are visible to their owner alone
	Interactive    bool // answer while somebody types, and hovers
	ShareDerived   bool // may get text derived from local notes and code

	// CostCents is what one query costs that buys an embedding.
	CostCents float64
	Limits    budget.Limits
	Ledger    *budget.Ledger // nil keeps no account, and then nothing may cost

	// Files searches the pages' files when the brain cannot be reached, nil
	// when there are none. It is closed with the provider.
	Files swarm.Provider

	Log *slog.Logger
	Now func() time.Time // nil is time.Now

	// Session tunes the program's session; for tests.
	Session stdio.Options
	// LineWait is how long an answer waits for the lines of its best hits.
	LineWait time.Duration
}

// The times that calls may take, by what they do.
const (
	readTime  = 10 * time.Second
	writeTime = 30 * time.Second
	// lineWait keeps what is done besides the search itself below 10 ms.
	lineWait = 6 * time.Millisecond
)

func (o *Options) setDefaults() {
	if o.ID == "" {
		o.ID = swarm.GBrain
	}
	if o.Label == "" {
		o.Label = "GBrain"
	}
	if o.Mode == "" {
		o.Mode = Hybrid
	}
	if o.Transport == "" {
		o.Transport = Auto
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.LineWait == 0 {
		o.LineWait = lineWait
	}
	if o.Ledger == nil {
		o.CostCents = 0
	}
}
