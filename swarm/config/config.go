package config

import (
	"time"

	"memswarm/swarm"
)

// Config is everything that the product can be told, resolved: layers merged,
// variables and ~ expanded, paths absolute, defaults filled in. It is safe for an
// untrusted workspace as far as single values go: a workspace's values of
// guarded keys ([Key.Guarded]) are left out until [Config.Gate] lets them in.
// Which providers may be used is for the gate to say too.
type Config struct {
	Workspace   Workspace
	Providers   Providers
	Routing     Routing
	Performance Performance
	Budget      Budget
	// Enrichment holds the usable edges between enabled providers, with
	// "local-markdown" expanded to every folder: no unknown provider, no cycle.
	Enrichment []Edge
	Hover      bool // answer textDocument/hover
	Definition Definition
	Symbols    Symbols

	// ZeroConfig says that nobody configured a provider: what is searched was
	// found, not asked for.
	ZeroConfig bool
	Sources    []LoadedFile // the files that were read, lowest layer first
	Problems   Problems

	values values // every value that some layer set, by path
	home   string
	order  []swarm.ID
}

// Workspace is where the product works.
type Workspace struct {
	// Folder holds the .brv entry that was found; without one it is the
	// repository's root or the folder that was asked about. Untrusted
	// configuration writes inside it only. Absolute.
	Folder string
	// Root is the project: the folder that holds the .brv folder. It differs
	// from Folder when .brv is a file that points to another project.
	// Relative paths of the workspace's configuration count from here.
	Root      string
	Gitignore bool // respect .gitignore when reading the workspace's own notes
	// File is the workspace's configuration, whether it exists or not.
	File string
	// UserFile is the user's own configuration, whether it exists or not.
	UserFile string
}

// Providers holds one entry per kind of provider. Configured says that some
// layer has its section; Problem, when not nil, is why an enabled provider
// cannot run.
type Providers struct {
	ByteRover     ByteRover
	Obsidian      Obsidian
	LocalMarkdown LocalMarkdown
	GBrain        GBrain
	MemoryWiki    MemoryWiki
}

// ByteRover is the project's context tree.
type ByteRover struct {
	Configured, Enabled bool
	Root                string // the project that holds .brv, absolute
	Tree                string // Root/.brv/context-tree; may not exist
	WriteHTML           bool   // topics are stored as .html
	Problem             *Problem
}

// Obsidian is one vault.
type Obsidian struct {
	Configured, Enabled bool
	VaultPath           string // absolute
	IgnorePatterns      []string
	WatchForChanges     bool
	ReadOnly            bool // always true in effect: the provider never writes
	Problem             *Problem
}

// LocalMarkdown is a list of folders, each a provider of its own.
type LocalMarkdown struct {
	Configured, Enabled bool
	WatchForChanges     bool
	Folders             []Folder
}

// FolderWriting is the form of notes that are stored in a markdown folder, each
// "" for the default. Folder, Name and Template take variables as {{title}}.
type FolderWriting struct {
	Folder, Name, Template string
	Tags                   []string
	Daily, Heading         string // the daily note instead of notes of their own
}

// Folder is one folder of markdown notes.
type Folder struct {
	ID              swarm.ID // "local-markdown:NAME"
	Name            string   // unique among the folders
	Path            string   // absolute
	ReadOnly        bool
	FollowWikilinks bool
	Gitignore       bool
	Write           FolderWriting
	Problem         *Problem

	index int // in values: providers.local_markdown.folders[index]
}

// GBrain is a brain reached by one of several ways.
type GBrain struct {
	Configured, Enabled bool
	RepoPath            string // absolute, "" when not given
	SearchMode          string // hybrid, keyword or vector
	Transport           string // auto, mcp, postgres, cli or http
	ConnectionString    Secret
	URL                 string
	Token               Secret
	IncludePrivate      bool
	Interactive         bool // may answer hovers and symbol queries
	ShareDerived        bool // may receive text derived from local notes and code
	CostCentsPerQuery   float64
	Problem             *Problem
}

// MemoryWiki is one OpenClaw wiki vault.
type MemoryWiki struct {
	Configured, Enabled bool
	VaultPath           string // absolute
	BoostFresh          bool
	WritePageType       string // concept or entity
	Problem             *Problem
}

// Routing is how rankings are fused and cut.
type Routing struct {
	RRFK              int     // > 0
	MinRRFScore       float64 // ≥ 0
	RRFGapRatio       float64 // 0 < r ≤ 1, of the best score
	DefaultMaxResults int     // > 0
	JointWeight       float64 // ≥ 0; 0 gives plain reciprocal rank fusion
	// Weights has every enabled provider, ≥ 0, usually 0.7 to 1.
	Weights map[swarm.ID]float64
}

// Performance holds limits of time and number.
type Performance struct {
	MaxQueryLatency        time.Duration // per provider and query
	ResultCacheTTL         time.Duration // 0 turns the cache off
	MaxConcurrentProviders int
	IndexCacheTTL          time.Duration
	FileWatcherDebounce    time.Duration
}

// Budget limits what providers that cost money may spend.
type Budget struct {
	GlobalMonthlyCapCents       int // cents a month, 0 allows nothing
	WarningThresholdPct         int // of the cap, 0 to 100
	WeightReductionThresholdPct int // of the cap, 0 to 100
	PerProvider                 map[swarm.ID]ProviderBudget
}

// ProviderBudget limits one provider.
type ProviderBudget struct {
	MonthlyCapCents     int // -1 when no cap is set
	MaxQueriesPerMinute int // 0 when no limit is set
}

// Edge says that From's results widen To's search.
type Edge struct{ From, To swarm.ID }

// Definition is about textDocument/definition.
type Definition struct {
	InCode bool // jump from code to the best note
}

// Symbols is about workspace/symbol.
type Symbols struct {
	Passages int // at most so many matching passages beside titles; 0 for none
}

// LoadedFile is a configuration file that was read.
type LoadedFile struct {
	Path  string
	Hash  string // SHA-256 of the content, hexadecimal
	Layer Layer
	// Document gives positions for editing and for the editor.
	Document *Document
}

// HasErrors says whether some value could not be used.
func (c *Config) HasErrors() bool { return c.Problems.HasErrors() }

// IDs lists the enabled providers, including those that have a Problem, in
// configuration order.
func (c *Config) IDs() []swarm.ID { return c.order }

// Folder returns the markdown folder of that id.
func (c *Config) Folder(id swarm.ID) (Folder, bool) {
	for _, f := range c.Providers.LocalMarkdown.Folders {
		if f.ID == id {
			return f, true
		}
	}
	return Folder{}, false
}
