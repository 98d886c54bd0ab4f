package index

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/blevesearch/bleve/v2/index/scorch"
	segment "github.com/blevesearch/scorch_segment_api/v2"
)

// bleve writes and merges in goroutines of its own and reports their faults to
// callbacks that are registered by name for the whole program; watched finds
// the index again by its folder.
const asyncErrors = "memswarm"

var watched sync.Map // folder → *Index

func init() {
	scorch.RegistryAsyncErrorCallbacks[asyncErrors] = func(err error, path string) {
		if x, ok := watched.Load(path); ok {
			x.(*Index).fail(err)
		}
	}
}

func watch(path string, x *Index) { watched.Store(path, x) }
func unwatch(path string)         { watched.Delete(path) }

// fail remembers why the index cannot be written (the disk is full, the folder
// is gone) and wakes those that wait for a write: after a fault of bleve's
// writer they would wait for ever.
func (x *Index) fail(err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.failed == nil && !x.closed {
		x.failed = fmt.Errorf("the index cannot be written: %w", err)
		x.log("The index in %s cannot be written: %v", x.dir, err)
		close(x.failure)
		// bleve would try again and again without a pause. What is open can
		// still be searched.
		x.checking.Go(x.closeStore)
	}
}

// Err says why the index cannot be written any more or is damaged, nil when all
// is well.
func (x *Index) Err() error {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.damaged != nil {
		return x.damaged
	}
	return x.failed
}

// check compares the checksums of the segments' files in the background, since
// opening them does not. It reads the files rather than their mapping, which
// would count as this process's memory.
func (x *Index) check() {
	v, err := x.acquire()
	if err != nil {
		return
	}
	// Only what the index uses: a merge that Close cut short leaves half a file
	// behind, which bleve removes when it likes.
	var files []string
	for i := range v.segs {
		if p, ok := v.segs[i].seg.(segment.PersistedSegment); ok {
			files = append(files, p.Path())
		}
	}
	v.release()
	buf := make([]byte, 256<<10)
	for _, f := range files {
		if !x.checkFile(f, buf) {
			return
		}
	}
}

// checkFile compares a segment's checksum: of all but the last four bytes,
// which hold it. A file that is gone was merged away.
func (x *Index) checkFile(name string, buf []byte) (goOn bool) {
	f, err := os.Open(name)
	if err != nil {
		return true
	}
	defer func() { _ = f.Close() }()
	fi, err := f.Stat()
	if err != nil || fi.Size() < 4 {
		return true
	}
	left := fi.Size() - 4
	sum := crc32.NewIEEE()
	for left > 0 {
		select {
		case <-x.stop:
			return false
		default:
		}
		n, err := f.Read(buf[:min(int64(len(buf)), left)])
		if err != nil {
			return true
		}
		_, _ = sum.Write(buf[:n])
		left -= int64(n)
	}
	var want [4]byte
	if _, err := io.ReadFull(f, want[:]); err != nil {
		return true
	}
	if binary.BigEndian.Uint32(want[:]) != sum.Sum32() {
		_ = x.damage(fmt.Errorf("the checksum of %s does not fit", filepath.Base(name)))
		return false
	}
	return true
}
