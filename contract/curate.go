package contract

import (
	"slices"

	"memswarm/swarm"
)

// Curated is the JSON of `memswarm curate -f json`, of swarm/curate and of the
// command swarm.curate.
type Curated struct {
	Success  bool   `json:"success"`
	Provider string `json:"provider"`
	ID       string `json:"id"`
	URI      string `json:"uri,omitempty"`
	Path     string `json:"path,omitempty"`
	// Text is the whole note as it is now, or with a dry run would be.
	Text      string  `json:"text,omitempty"`
	LatencyMs float64 `json:"latencyMs"`
	DryRun    bool    `json:"dryRun,omitempty"`
	// Fallback: the context tree took it, because no target is configured or the
	// one that was chosen failed.
	Fallback bool       `json:"fallback,omitempty"`
	Appended bool       `json:"appended,omitempty"` // to a note that was there
	Similar  []Similar  `json:"similar,omitempty"`
	Warnings []string   `json:"warnings,omitempty"`
	Undo     string     `json:"undo,omitempty"`
	Error    *ErrorBody `json:"error,omitempty"`
}

// The ways in which a note is similar to a passage.
const (
	SimilarCopy    = "copy"    // it holds the passage: nothing is stored without force
	SimilarNear    = "near"    // it holds nearly all of the passage
	SimilarTitle   = "title"   // it, or a section of it, has the passage's title
	SimilarSubject = "subject" // its title says the same words
)

// Similar is a note that may hold already what is to be stored, or may be
// appended to instead.
type Similar struct {
	ID         string   `json:"id"` // what appendTo takes
	Provider   string   `json:"provider"`
	Title      string   `json:"title"`
	Breadcrumb []string `json:"breadcrumb"`
	Reason     string   `json:"reason"`
	Location   Location `json:"location"`
	// Writable: it may be appended to.
	Writable bool `json:"writable"`
}

// NewSimilar renders a hit.
func NewSimilar(r *swarm.Result, reason string, writable bool) Similar {
	s := Similar{ID: r.Ref.String(), Provider: string(r.Ref.Provider), Title: r.Title, Breadcrumb: r.Breadcrumb,
		Reason: reason, Location: NewLocation(r.Ref, r.Location), Writable: writable}
	if s.Breadcrumb == nil {
		s.Breadcrumb = []string{}
	}
	return s
}

// Receive takes over a receipt. Warnings that are there already stay, each once.
func (c *Curated) Receive(r *swarm.Receipt) {
	c.Success, c.Provider, c.ID, c.Path, c.Text = true, string(r.Provider), r.Ref, r.Path, r.Text
	c.Fallback, c.Undo = r.Fallback, r.Undo
	if r.Path != "" {
		c.URI = FileURI(r.Path)
	}
	for _, w := range r.Warnings {
		if !slices.Contains(c.Warnings, w) {
			c.Warnings = append(c.Warnings, w)
		}
	}
}

// Undone is the JSON of swarm/undo and `memswarm undo -f json`.
type Undone struct {
	Success bool       `json:"success"`
	Paths   []string   `json:"paths"` // files that are gone, or as they were before
	Error   *ErrorBody `json:"error,omitempty"`
}
