package source

import (
	"context"
	"maps"
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
	mu    sync.Mutex
	nodes map[string]*node // by document; nil until loaded from the index
	// meanwhile are the changes while the nodes are being loaded, nil for removed
	// ones; nil itself when nothing is being loaded.
	meanwhile map[string]*node
	version   uint64        // grows with each change
	graph     *graph        // the last made
	made      uint64        // the version that graph shows
	making    chan struct{} // closed when the making that goes on is done
	next      time.Time     // the making rests until then
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

// set notes what a document is called and links to.
func (l *links) set(doc string, n *node) { l.change(doc, n) }

// remove forgets a document.
func (l *links) remove(doc string) { l.change(doc, nil) }

func (l *links) change(doc string, n *node) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.version++
	if l.meanwhile != nil {
		l.meanwhile[doc] = n
	}
	switch {
	case l.nodes == nil: // loading will see it
	case n == nil:
		delete(l.nodes, doc)
	default:
		l.nodes[doc] = n
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

// loadLinks sees to it that a graph was made once.
func (s *Source) loadLinks(ctx context.Context) {
	s.links.mu.Lock()
	made := s.links.graph != nil
	s.links.mu.Unlock()
	if !made {
		s.graphFor(ctx, true)
	}
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

// loadNodes gives all notes, the first time from the index. It is not called
// twice at once.
func (s *Source) loadNodes() (map[string]*node, uint64) {
	l := &s.links
	l.mu.Lock()
	loaded := l.nodes != nil
	if !loaded {
		l.meanwhile = map[string]*node{}
	}
	l.mu.Unlock()
	if !loaded && !s.readNodes() {
		return nil, 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return maps.Clone(l.nodes), l.version
}

func (s *Source) readNodes() bool {
	l := &s.links
	nodes := map[string]*node{}
	ix, err := s.index(s.ctx)
	if err == nil {
		err = ix.Notes(s.ctx, func(n *index.Note) bool {
			nodes[n.Doc] = s.nodeOf(n)
			if n.Problem != "" {
				s.status.setParsed(n.Doc, n.Problem)
			}
			return true
		})
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	changes := l.meanwhile
	l.meanwhile = nil
	if err != nil {
		return false
	}
	for doc, n := range changes {
		if n == nil {
			delete(nodes, doc)
		} else {
			nodes[doc] = n
		}
	}
	l.nodes = nodes
	return true
}
