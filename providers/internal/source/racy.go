package source

import (
	"sync"
	"time"
)

// racy remembers documents that may change once more without their size and
// time showing it: those read right after a change, on a file system that keeps
// times to the second or two (FAT, some network shares).
type racy struct {
	mu   sync.Mutex
	docs map[string]struct{}
}

// coarse is the coarsest step of modification times in use.
const coarse = 2 * time.Second

func (r *racy) note(l listed) {
	t := l.file.ModTime
	r.mu.Lock()
	defer r.mu.Unlock()
	if t.Nanosecond() == 0 && now().Sub(t) < coarse {
		if r.docs == nil {
			r.docs = map[string]struct{}{}
		}
		r.docs[l.doc] = struct{}{}
		return
	}
	delete(r.docs, l.doc)
}

func (r *racy) is(doc string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, ok := r.docs[doc]
	return ok
}

// refused remembers files that turned out to be no notes, so that they are not
// read again at each sync.
type refused struct {
	mu   sync.Mutex
	docs map[string]fileTime
}

type fileTime struct {
	size    int64
	modTime time.Time
}

func (r *refused) note(l listed, refuse bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !refuse {
		delete(r.docs, l.doc)
		return
	}
	if r.docs == nil {
		r.docs = map[string]fileTime{}
	}
	r.docs[l.doc] = fileTime{l.file.Size, l.file.ModTime}
}

func (r *refused) is(l listed) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	t, ok := r.docs[l.doc]
	return ok && t.size == l.file.Size && t.modTime.Equal(l.file.ModTime)
}
