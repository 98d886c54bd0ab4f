package gbrain

import (
	"sync"
	"time"

	"memswarm/providers/gbrain/wire"
)

// pageCache remembers the pages that were read lately, so that the lines of
// the best hits need not be looked up for every key typed.
type pageCache struct {
	mu    sync.Mutex
	pages map[string]cached // by document; guarded by mu
}

type cached struct {
	page *wire.Page
	at   time.Time
}

const (
	cachedPages = 256
	cachedBytes = 1 << 20 // of a page; larger ones are read again
	cachedFor   = 2 * time.Minute
)

func newPageCache() *pageCache { return &pageCache{pages: map[string]cached{}} }

func (c *pageCache) get(doc string) *wire.Page {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.pages[doc]
	if !ok || time.Since(e.at) > cachedFor {
		return nil
	}
	return e.page
}

func (c *pageCache) put(doc string, page *wire.Page) {
	if len(page.Content) > cachedBytes {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.pages) >= cachedPages {
		oldest, at := "", time.Now()
		for k, e := range c.pages {
			if e.at.Before(at) {
				oldest, at = k, e.at
			}
		}
		delete(c.pages, oldest)
	}
	c.pages[doc] = cached{page, time.Now()}
}

func (c *pageCache) forget(doc string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.pages, doc)
}
