package stdio

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"memswarm/providers/gbrain/process"
	"memswarm/providers/gbrain/redact"
	"memswarm/providers/gbrain/tool"
	"memswarm/providers/gbrain/wire"
)

// Options configure a Session. Command is needed; zero durations take the
// defaults below.
type Options struct {
	Command []string // the program and its arguments
	Env     []string // the whole environment
	Dir     string   // where it runs
	Log     *slog.Logger
	Scrub   *redact.Scrubber

	Start       time.Duration // how long a start may take
	Idle        time.Duration // after which an embedded database is given back
	IdleServer  time.Duration // the same for one that others can use at the same time
	Grace       time.Duration // between closing the input and killing
	LockedPause time.Duration // before the next start when another process has the database
	Pause       time.Duration // before the next start after a failure; doubles up to MaxPause
	MaxPause    time.Duration
}

func (o *Options) setDefaults() {
	def := func(d *time.Duration, v time.Duration) {
		if *d <= 0 {
			*d = v
		}
	}
	def(&o.Start, 60*time.Second)
	def(&o.Idle, 90*time.Second)
	def(&o.IdleServer, 30*time.Minute)
	def(&o.Grace, 5*time.Second)
	def(&o.LockedPause, 30*time.Second)
	def(&o.Pause, time.Second)
	def(&o.MaxPause, time.Minute)
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Scrub == nil {
		o.Scrub = redact.New()
	}
}

// The errors of a Session, besides those of the context.
var (
	// ErrStarting: the caller's time was up before gbrain had started. It goes
	// on starting, so that the next call finds it warm.
	ErrStarting = errors.New("gbrain is still starting")
	// ErrLocked: another process has the embedded database open.
	ErrLocked = process.ErrLocked
	// ErrPaused: it failed a moment ago and is not started again yet.
	ErrPaused = errors.New("gbrain failed a moment ago")
	ErrClosed = errors.New("the session is closed")
)

// Session shares one running gbrain between all callers. Its methods may be
// called from several goroutines at once.
type Session struct {
	o Options

	mu       sync.Mutex
	live     *live         // running, or nil; guarded by mu
	starting *start        // under way, or nil; guarded by mu
	ending   chan struct{} // closed when the one before has ended; guarded by mu
	failures int           // in a row; guarded by mu
	until    time.Time     // no start before; guarded by mu
	why      error         // of until; guarded by mu
	last     wire.Identity // what is known of the brain; guarded by mu
	closed   bool          // guarded by mu
	wg       sync.WaitGroup
}

// start is one start; its fields are set before done is closed.
type start struct {
	done   chan struct{}
	err    error
	cancel context.CancelFunc
}

// New returns a session with nothing started.
func New(o Options) *Session {
	o.setDefaults()
	return &Session{o: o}
}

// Call calls a tool, starting gbrain when it is not running. A call that
// changes nothing is made once more when the program ends under it.
func (s *Session) Call(ctx context.Context, name string, args map[string]any) (wire.Reply, error) {
	for try := 0; ; try++ {
		l, err := s.get(ctx)
		if err != nil {
			return wire.Reply{}, err
		}
		r, err := l.call(ctx, name, args)
		s.after(l, err, ctx)
		if err == nil || ctx.Err() != nil || try > 0 || !tool.Reads(name) || errors.Is(err, wire.ErrTooLarge) || !l.dead() {
			return r, err
		}
	}
}

// get gives the running program, in use, starting one and waiting for it.
func (s *Session) get(ctx context.Context) (*live, error) {
	for {
		s.mu.Lock()
		if s.live != nil && s.live.dead() && !s.live.busy() {
			s.drop(s.live) // it ended while nobody looked
		}
		switch {
		case s.closed:
			s.mu.Unlock()
			return nil, ErrClosed
		case s.live != nil:
			l := s.live
			l.use()
			s.mu.Unlock()
			return l, nil
		case s.starting == nil && time.Now().Before(s.until):
			err := s.why
			s.mu.Unlock()
			return nil, err
		}
		st := s.starting
		if st == nil {
			st = s.begin()
		}
		s.mu.Unlock()
		select {
		case <-st.done:
			if st.err != nil {
				return nil, st.err
			}
		case <-ctx.Done():
			return nil, errors.Join(ErrStarting, ctx.Err())
		}
	}
}

// Properties names the parameters that a tool takes, from the server's own
// list. The list is long, so it is asked for only before writing.
func (s *Session) Properties(ctx context.Context, name string) ([]string, error) {
	l, err := s.get(ctx)
	if err != nil {
		return nil, err
	}
	names, err := tool.Properties(ctx, l.session, name)
	s.after(l, err, ctx)
	return names, err
}

// begin starts a program in the background. It outlives the caller: its work
// is for the next one too. s.mu is held.
func (s *Session) begin() *start {
	ctx, cancel := context.WithTimeout(context.Background(), s.o.Start)
	st := &start{done: make(chan struct{}), cancel: cancel}
	s.starting = st
	before := s.ending
	s.wg.Go(func() {
		defer cancel()
		if before != nil {
			// The one before still holds the lock of an embedded database.
			select {
			case <-before:
			case <-ctx.Done():
			}
		}
		l, err := open(ctx, &s.o)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.starting = nil
		switch {
		case err != nil:
			st.err = s.failed(err)
		case s.closed:
			st.err = ErrClosed
			l.close()
			s.ending = l.program.done
		default:
			s.live, s.last = l, l.identity
			s.until, s.why = time.Time{}, nil
			l.rest(func() { s.idle(l) })
		}
		close(st.done)
	})
	return st
}

// failed sets the pause before the next start. s.mu is held.
func (s *Session) failed(err error) error {
	s.failures++
	pause := min(s.o.MaxPause, s.o.Pause<<min(s.failures-1, 16))
	if errors.Is(err, ErrLocked) {
		pause = s.o.LockedPause
	}
	s.until = time.Now().Add(pause)
	s.why = err
	if !errors.Is(err, ErrLocked) {
		s.why = errors.Join(ErrPaused, err)
	}
	return err
}

// after does the bookkeeping of a call.
func (s *Session) after(l *live, err error, ctx context.Context) {
	s.mu.Lock()
	defer s.mu.Unlock()
	hung := l.done(err == nil, ctx.Err() != nil)
	switch {
	case s.live != l:
	case err == nil:
		s.failures = 0
	case l.dead() || hung:
		s.drop(l)
		// It shook hands, so it may be started again at once; but one that
		// keeps failing must wait.
		if s.failures > 0 || hung {
			_ = s.failed(s.o.Scrub.Err(err, wire.ErrTooLarge))
		} else {
			s.failures++
		}
	}
}

// drop gives a program up. s.mu is held.
func (s *Session) drop(l *live) {
	s.live = nil
	s.ending = l.program.done
	l.close()
}

// idle closes a program that nobody has used for a while.
func (s *Session) idle(l *live) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.live == l && !l.busy() {
		s.o.Log.Debug("gbrain was idle and is closed")
		s.drop(l)
	}
}

// State is what a Session is doing.
type State struct {
	Warm, Starting bool
	Err            error         // why it is not started now, nil when it may be
	Until          time.Time     // of Err
	Identity       wire.Identity // of the last brain; zero when none was seen
}

// State tells without starting anything.
func (s *Session) State() State {
	s.mu.Lock()
	defer s.mu.Unlock()
	st := State{Warm: s.live != nil, Starting: s.starting != nil, Identity: s.last}
	if s.live == nil && s.starting == nil && time.Now().Before(s.until) {
		st.Err, st.Until = s.why, s.until
	}
	return st
}

// Close ends the program, and waits until it has ended.
func (s *Session) Close() error {
	s.mu.Lock()
	s.closed = true
	if s.starting != nil {
		s.starting.cancel()
	}
	if s.live != nil {
		s.drop(s.live)
	}
	ending := s.ending
	s.mu.Unlock()
	s.wg.Wait()
	s.mu.Lock()
	if s.ending != nil {
		ending = s.ending
	}
	s.mu.Unlock()
	if ending != nil {
		<-ending
	}
	return nil
}
