package source

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"memswarm/providers/internal/index"
	"memswarm/providers/internal/markdown"
)

// Links are kept in the index by target; how a link was written decides where
// it leads, so a byte in front says that.
const (
	asMarkdown = '\x01'
	asRelation = '\x02'
)

func encodeLink(l markdown.Link) string {
	switch {
	case l.Kind == markdown.LinkMarkdown, l.Kind == markdown.LinkEmbed && strings.Contains(l.Target, "/"):
		return string(asMarkdown) + l.Target
	case l.Kind == markdown.LinkRelation:
		return string(asRelation) + l.Target
	}
	return l.Target
}

func decodeLink(s string) markdown.Link {
	if s != "" {
		switch s[0] {
		case asMarkdown:
			return markdown.Link{Kind: markdown.LinkMarkdown, Target: s[1:]}
		case asRelation:
			return markdown.Link{Kind: markdown.LinkRelation, Target: s[1:]}
		}
	}
	return markdown.Link{Kind: markdown.LinkWiki, Target: s}
}

// links holds what the notes are called and link to, and makes the graph of it
// when somebody asks. Making it costs milliseconds for thousands of notes, and
// goes on beside: while it is made again after a change, the last one serves.
type links struct {
	mu      sync.Mutex
	nodes   map[string]*node // by document; nil until loaded from the index
	version uint64           // grows with each change
	graph   *graph           // the last made
	made    uint64           // the version that graph shows
	making  chan struct{}    // closed when the making that goes on is done
	next    time.Time        // the making rests until then
}

// node is a note as the graph knows it.
type node struct {
	title   string
	aliases []string
	targets []string // encoded
}

func (s *Source) nodeOf(n *index.Note) *node {
	names := n.Aliases
	if s.opts.KeywordsName {
		names = slices.Concat(n.Aliases, n.Keywords)
	}
	return &node{title: n.Title, aliases: names, targets: n.Links}
}

func (l *links) set(doc string, n *node) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.nodes == nil {
		return // loading will see it
	}
	l.nodes[doc] = n
	l.version++
}

func (l *links) remove(doc string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, ok := l.nodes[doc]; ok {
		delete(l.nodes, doc)
		l.version++
	}
}

func (l *links) reset() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.nodes, l.graph, l.made = nil, nil, 0
	l.version++
}

// restFactor spaces the makings out while notes keep changing: one part of the
// time making, so many parts resting.
const restFactor = 5

// graphFor returns the graph. A caller that can live with an old one gets the
// last one at once, if there is any; all others wait until it is made again, or
// for ctx, and then get the last one. It is nil when none was made yet.
func (s *Source) graphFor(ctx context.Context, old bool) *graph {
	l := &s.links
	l.mu.Lock()
	last := l.graph
	if last != nil && (l.made == l.version || old && time.Now().Before(l.next)) {
		l.mu.Unlock()
		return last
	}
	if l.making == nil {
		l.making = make(chan struct{})
		done := l.making
		s.background(func() { s.makeGraph(done) })
	}
	making := l.making
	l.mu.Unlock()
	if old && last != nil {
		return last
	}
	select {
	case <-making:
	case <-ctx.Done():
	case <-s.ctx.Done():
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.graph
}

func (s *Source) makeGraph(done chan struct{}) {
	l := &s.links
	begun := time.Now()
	defer func() {
		l.mu.Lock()
		l.making = nil
		l.next = time.Now().Add(restFactor * time.Since(begun))
		l.mu.Unlock()
		close(done)
	}()
	nodes, version := s.loadNodes()
	if nodes == nil {
		return
	}
	g := newGraph(nodes)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.graph, l.made = g, version
}

// loadNodes gives all notes, the first time from the index.
func (s *Source) loadNodes() (map[string]*node, uint64) {
	l := &s.links
	l.mu.Lock()
	loaded := l.nodes != nil
	l.mu.Unlock()
	if !loaded {
		ix, err := s.index(s.ctx)
		if err != nil {
			return nil, 0
		}
		// Whoever writes meanwhile is kept out, or his change would be lost
		// between the reading and the storing.
		if s.writes.take(s.ctx) != nil {
			return nil, 0
		}
		nodes := map[string]*node{}
		err = ix.Notes(s.ctx, func(n *index.Note) bool {
			nodes[strings.Clone(n.Doc)] = s.nodeOf(n)
			return true
		})
		if err == nil {
			l.mu.Lock()
			l.nodes = nodes
			l.mu.Unlock()
		}
		s.writes.give()
		if err != nil {
			return nil, 0
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	copied := make(map[string]*node, len(l.nodes))
	for doc, n := range l.nodes {
		copied[doc] = n
	}
	return copied, l.version
}
