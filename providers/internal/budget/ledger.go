package budget

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

// Ledger is the account. Several processes may use the same file; the methods
// may be called from several goroutines at once.
type Ledger struct {
	path string

	mu   sync.Mutex // one process, one at a time: a file lock is per process on some systems
	note string     // about a damaged file; guarded by mu
}

// Open gives the account in a file, which need not exist.
func Open(path string) *Ledger { return &Ledger{path: path} }

// file is the content. Months are kept for a year.
type file struct {
	Version int                         `json:"version"`
	Months  map[string]map[string]Cents `json:"months"`            // month → provider → spent
	Queries map[string]map[string]int   `json:"queries,omitempty"` // the same for the number of queries paid for
	// Recent holds the times of the last minute's queries, in milliseconds.
	Recent map[string][]int64 `json:"recent,omitempty"`
}

const (
	version    = 1
	keepMonths = 13
	lockWait   = 500 * time.Millisecond
	maxFile    = 4 << 20
)

// Reservation is money set aside for a query.
type Reservation struct {
	Cost  Cents
	id    string
	month string
}

// Reserve sets money aside for a query that is about to be made and counts it
// against the limit a minute. A query that costs nothing is only counted. The
// error is ErrCap, ErrRate or ErrUnavailable.
func (l *Ledger) Reserve(ctx context.Context, now time.Time, id string, cost Cents, limits Limits) (Reservation, error) {
	r := Reservation{Cost: cost, id: id, month: month(now)}
	if cost <= 0 && limits.PerMinute <= 0 {
		return r, nil // nothing to keep
	}
	err := l.change(ctx, func(f *file) error {
		since := now.Add(-time.Minute).UnixMilli()
		f.Recent[id] = slices.DeleteFunc(f.Recent[id], func(t int64) bool { return t <= since || t > now.Add(time.Minute).UnixMilli() })
		if limits.PerMinute > 0 && len(f.Recent[id]) >= limits.PerMinute {
			return ErrRate
		}
		m := f.Months[r.month]
		var all Cents
		for _, c := range m {
			all += c
		}
		if cost > 0 && (all+cost > limits.Global || limits.Cap >= 0 && m[id]+cost > limits.Cap) {
			return ErrCap
		}
		if cost > 0 {
			if m == nil {
				m = map[string]Cents{}
				f.Months[r.month] = m
			}
			m[id] += cost
			f.count(r.month, id, 1)
		}
		if limits.PerMinute > 0 {
			f.Recent[id] = append(f.Recent[id], now.UnixMilli())
		}
		return nil
	})
	if err != nil {
		r.Cost = 0
	}
	return r, err
}

// Refund gives back what a query did not cost after all. The count a minute
// stays: the query was made.
func (l *Ledger) Refund(ctx context.Context, r Reservation) error {
	if r.Cost <= 0 {
		return nil
	}
	return l.change(ctx, func(f *file) error {
		if m := f.Months[r.month]; m != nil {
			m[r.id] = max(0, m[r.id]-r.Cost)
			f.count(r.month, r.id, -1)
		}
		return nil
	})
}

// Usage tells what the month has cost.
func (l *Ledger) Usage(now time.Time, id string, limits Limits) (Usage, error) {
	u := Usage{Month: month(now), Limits: limits}
	l.mu.Lock()
	defer l.mu.Unlock()
	f, err := l.read()
	if err != nil {
		return u, err
	}
	m := f.Months[u.Month]
	u.Spent, u.Queries = m[id], f.Queries[u.Month][id]
	for _, c := range m {
		u.All += c
	}
	return u, nil
}

// Note tells of a damaged account that was put aside, "" when there was none.
func (l *Ledger) Note() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.note
}

// change reads, changes and writes the account under the lock of all
// processes. When f fails nothing is written.
func (l *Ledger) change(ctx context.Context, f func(*file) error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := os.MkdirAll(filepath.Dir(l.path), 0o700); err != nil {
		return unavailable(err)
	}
	ctx, cancel := context.WithTimeout(ctx, lockWait)
	defer cancel()
	lock := flock.New(l.path+".lock", flock.SetPermissions(0o600))
	if ok, err := lock.TryLockContext(ctx, 2*time.Millisecond); err != nil || !ok {
		return unavailable(errors.Join(errors.New("it is locked"), err))
	}
	defer lock.Unlock()
	now, err := l.read()
	if err != nil {
		return err
	}
	if err := f(now); err != nil {
		return err
	}
	return l.write(now)
}

// count counts queries paid for.
func (f *file) count(month, id string, n int) {
	if f.Queries == nil {
		f.Queries = map[string]map[string]int{}
	}
	if f.Queries[month] == nil {
		f.Queries[month] = map[string]int{}
	}
	f.Queries[month][id] = max(0, f.Queries[month][id]+n)
}

func unavailable(err error) error { return fmt.Errorf("%w: %w", ErrUnavailable, err) }

// read gives the account, an empty one when there is none. A damaged one is
// put aside, never overwritten.
func (l *Ledger) read() (*file, error) {
	f := &file{Version: version}
	b, err := readFile(l.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, unavailable(err)
	default:
		if err := json.Unmarshal(b, f); err != nil {
			aside := fmt.Sprintf("%s.damaged-%d", l.path, time.Now().UnixNano())
			if err := os.Rename(l.path, aside); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, unavailable(err)
			}
			l.note = "The account of what was spent was damaged and begins again; the old one is " + aside + "."
			f = &file{Version: version}
		}
	}
	if f.Version > version {
		return nil, unavailable(fmt.Errorf("%s was written by a newer version", l.path))
	}
	if f.Months == nil {
		f.Months = map[string]map[string]Cents{}
	}
	if f.Recent == nil {
		f.Recent = map[string][]int64{}
	}
	return f, nil
}

func readFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxFile {
		return nil, fmt.Errorf("%s is no account", path)
	}
	return os.ReadFile(path)
}

// write replaces the file at once, so that a reader never sees half of it.
func (l *Ledger) write(f *file) error {
	months := make([]string, 0, len(f.Months))
	for m := range f.Months {
		months = append(months, m)
	}
	slices.Sort(months)
	for _, m := range months[:max(0, len(months)-keepMonths)] {
		delete(f.Months, m)
		delete(f.Queries, m)
	}
	b, err := json.Marshal(f)
	if err != nil {
		return unavailable(err)
	}
	tmp, err := os.CreateTemp(filepath.Dir(l.path), filepath.Base(l.path)+".*.tmp")
	if err != nil {
		return unavailable(err)
	}
	_, err = tmp.Write(append(b, '\n'))
	if err = errors.Join(err, tmp.Close()); err == nil {
		err = os.Rename(tmp.Name(), l.path)
	}
	if err != nil {
		_ = os.Remove(tmp.Name())
		return unavailable(err)
	}
	return nil
}
