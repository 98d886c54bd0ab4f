package source

import (
	"strings"
	"sync"
	"time"

	"memswarm/providers/internal/index"
	"memswarm/providers/internal/walk"
	"memswarm/swarm"
)

// unsavedCache keeps the parsed form of buffers, so that a query a keystroke
// does not parse every open note each time.
type unsavedCache struct {
	mu    sync.Mutex
	notes map[string]*index.Note // by document; guarded by mu
	times map[string]time.Time   // last use; guarded by mu
}

// maxUnsaved is how many parsed buffers are kept.
const maxUnsaved = 64

// unsaved parses the buffers that are notes of this source. A buffer of a file
// that the rules leave out is no note.
func (s *Source) unsaved(buffers []swarm.Buffer) []*index.Note {
	if len(buffers) == 0 {
		return nil
	}
	ms := *s.mounts.Load()
	var notes []*index.Note
	for _, b := range buffers {
		doc, m, ok := ms.doc(b.Path)
		if !ok {
			continue
		}
		hash := hashOf([]byte(b.Text))
		note := s.buffers.get(doc, hash)
		if note == nil {
			rel := strings.TrimPrefix(doc, m.Prefix)
			if !s.isNote(m, rel) {
				continue
			}
			if note, _ = s.parse(doc, rel, []byte(b.Text), now()); note == nil {
				continue
			}
			note.Hash, note.Size = hash, int64(len(b.Text))
			s.buffers.put(note)
		}
		notes = append(notes, note)
	}
	return notes
}

// isNote says whether the rules take the file. A file that is not on disk yet
// counts by its indexed self, else not.
func (s *Source) isNote(m Mount, rel string) bool {
	if s.opts.Exclude != nil && s.opts.Exclude(rel) {
		return false
	}
	if ix := s.ix.Load(); ix != nil {
		if _, ok := ix.Entry(m.Prefix + rel); ok {
			return true
		}
	}
	_, found, err := walk.Find(m.Dir, s.opts.Rules(), rel)
	return err == nil && found == walk.FoundNote
}

func (c *unsavedCache) get(doc string, hash uint64) *index.Note {
	c.mu.Lock()
	defer c.mu.Unlock()
	if n := c.notes[doc]; n != nil && n.Hash == hash {
		c.times[doc] = time.Now()
		return n
	}
	return nil
}

func (c *unsavedCache) put(n *index.Note) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.notes == nil {
		c.notes, c.times = map[string]*index.Note{}, map[string]time.Time{}
	}
	c.notes[n.Doc], c.times[n.Doc] = n, time.Now()
	for len(c.notes) > maxUnsaved {
		oldest := n.Doc
		for doc, t := range c.times {
			if t.Before(c.times[oldest]) {
				oldest = doc
			}
		}
		delete(c.notes, oldest)
		delete(c.times, oldest)
	}
}
