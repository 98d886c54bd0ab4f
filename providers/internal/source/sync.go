package source

import (
	"cmp"
	"context"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"memswarm/providers/internal/index"
	"memswarm/swarm"
)

// sync is one run of [Source.Sync]; flights sees to it that there is one at a
// time.
func (s *Source) sync(ctx context.Context, full bool, progress func(done, total int)) error {
	s.status.begin()
	complete, err := s.reconcile(ctx, full, progress)
	var problem *swarm.Error
	if err != nil && ctx.Err() == nil {
		problem = swarm.AsError(err, CodeIndex, "")
		err = problem
	}
	s.status.end(problem, complete)
	if complete {
		s.finished()
	}
	return err
}

// reconcile makes the index agree with the files. It is complete when it was
// not cut short.
func (s *Source) reconcile(ctx context.Context, full bool, progress func(done, total int)) (complete bool, err error) {
	if _, err := s.index(ctx); err != nil {
		return false, err
	}
	if err := s.reopen(ctx); err != nil {
		return false, err
	}
	ms := s.refreshMounts()
	if e := checkRoot(s.opts.Root); e != nil {
		return false, e
	}
	pass := s.pass(ms)
	found, err := s.look(ctx, ms, pass)
	s.passed(pass, found)
	if err != nil {
		return false, err
	}
	s.status.setWalk(found.reports)
	err = s.withIndex(ctx, func(ix *index.Index) error {
		p := s.compare(ix, found, full)
		if p.had > keepWhenEmptied && p.total == 0 && !full && isEmptyFolder(s.opts.Root) {
			return emptied(s.opts.Root, p.had)
		}
		return s.carryOut(ctx, p, progress)
	})
	return err == nil, err
}

// keepWhenEmptied is how many notes an index must hold for a folder without any
// entry to count as a drive that is away rather than as notes deleted.
const keepWhenEmptied = 5

// task is a file to read.
type task struct {
	listed
	indexed bool
}

// plan is what differs between the files and the index.
type plan struct {
	had   int // documents in the index
	total int // files found
	tasks []task
	gone  []string
}

// compare finds what is new, changed and gone. A file counts as unchanged when
// its size and modification time are those of the index.
func (s *Source) compare(ix *index.Index, found *scan, full bool) plan {
	p := plan{total: len(found.files), had: ix.Stats().Notes}
	seen := make(map[string]struct{}, len(found.files))
	for _, l := range found.files {
		seen[l.doc] = struct{}{}
		entry, ok := ix.Entry(l.doc)
		switch {
		case !ok && !full && s.refused.is(l):
		case !ok:
			p.tasks = append(p.tasks, task{listed: l})
		case full:
			p.tasks = append(p.tasks, task{listed: l, indexed: true})
		case entry.Size != l.file.Size || !entry.ModTime.Equal(l.file.ModTime) || s.racy.is(l.doc):
			p.tasks = append(p.tasks, task{listed: l, indexed: true})
		}
	}
	for entry := range ix.Entries() {
		if _, ok := seen[entry.Doc]; ok || found.hides(entry.Doc) {
			continue
		}
		if found.truncated && s.exists(entry.Doc) {
			continue // beyond the limit this time, not gone
		}
		p.gone = append(p.gone, entry.Doc)
	}
	// The newest notes are what a first query is most likely about.
	slices.SortStableFunc(p.tasks, func(a, b task) int { return b.file.ModTime.Compare(a.file.ModTime) })
	return p
}

// parsers is how many files are read and parsed at once: the index writer needs
// a processor too, and more would only grow memory.
func parsers() int { return min(max(runtime.GOMAXPROCS(0), 2), 4) }

// maxTurn is how long a sync writes before it commits: what is committed is not
// lost by a crash.
const maxTurn = 3 * time.Second

// carryOut does what a plan asks for, in turns, so that a note saved meanwhile
// need not wait for the end. What was done when ctx ends is kept.
func (s *Source) carryOut(ctx context.Context, p plan, progress func(done, total int)) error {
	count := counter{done: p.total - len(p.tasks), total: p.total, tell: progress}
	count.add(0)
	for first := true; first || len(p.tasks) > 0; first = false {
		if len(p.gone)+len(p.tasks) == 0 {
			return nil
		}
		if err := s.writes.take(ctx); err != nil {
			return err
		}
		n, err := s.oneTurn(ctx, p, &count)
		s.writes.give()
		if err != nil {
			return err
		}
		p.gone, p.tasks = nil, p.tasks[n:]
	}
	return nil
}

// oneTurn deletes what is gone, then reads files in parallel and puts what they
// hold into the index, in the plan's order as nearly as the readers keep it. It
// stops early when somebody else wants to write, and says how many tasks are
// done.
func (s *Source) oneTurn(ctx context.Context, p plan, count *counter) (n int, err error) {
	ix, err := s.index(ctx)
	if err != nil {
		return 0, err
	}
	batch := ix.Begin()
	defer func() {
		if e := batch.Commit(context.WithoutCancel(ctx)); err == nil {
			err = e
		}
	}()
	for _, doc := range p.gone {
		if err := batch.Delete(ctx, doc); err != nil {
			return 0, err
		}
		s.forget(doc)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	end := time.Now().Add(maxTurn)
	var next atomic.Int64
	var readers sync.WaitGroup
	for range min(parsers(), len(p.tasks)) {
		readers.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(p.tasks) {
					return
				}
				if err := s.bring(ctx, p.tasks[i], batch); err != nil {
					cancel(err)
					return
				}
				count.add(1)
				if s.writes.wanted() || time.Now().After(end) {
					return
				}
			}
		})
	}
	readers.Wait()
	return min(int(next.Load()), len(p.tasks)), context.Cause(ctx)
}

// counter adds up progress and passes it on, not more often than anybody could
// look at it.
type counter struct {
	mu          sync.Mutex
	done, total int
	told        time.Time
	tell        func(done, total int)
}

const progressEvery = 20 * time.Millisecond

func (c *counter) add(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done += n
	if t := time.Now(); t.Sub(c.told) >= progressEvery || c.done == c.total {
		c.told = t
		if c.tell != nil {
			c.tell(c.done, c.total)
		}
	}
}

// bring reads one file and puts it into the batch.
func (s *Source) bring(ctx context.Context, t task, batch *index.Batch) error {
	// The listing may be old by now. A file that changes between this look and
	// the reading is read once more by the next sync.
	if info, err := os.Lstat(cmp.Or(t.file.Real, t.file.Abs)); err == nil {
		t.file.Size, t.file.ModTime = info.Size(), info.ModTime()
	}
	out, err := s.read(ctx, t.listed)
	if err != nil {
		return err
	}
	s.racy.note(t.listed)
	s.refused.note(t.listed, out.note == nil && !out.failed)
	s.status.setParsed(t.doc, out.skipped)
	if out.note == nil {
		// What cannot be read now is not shown as it once was.
		if !t.indexed {
			return nil
		}
		s.links.remove(t.doc)
		return batch.Delete(ctx, t.doc)
	}
	if err := batch.Put(ctx, out.note); err != nil {
		return err
	}
	s.links.set(t.doc, s.nodeOf(out.note))
	return nil
}

// forget drops what is remembered of a document beside the index.
func (s *Source) forget(doc string) {
	s.status.setParsed(doc, "")
	s.links.remove(doc)
}
