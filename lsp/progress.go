package lsp

import (
	"bytes"
	"context"
	"strings"
	"sync"
	"time"

	"go.lsp.dev/protocol"
)

// These are variables for the tests.
var (
	reportEvery   = 100 * time.Millisecond // the least time between two reports
	createTimeout = 5 * time.Second        // for the client to accept a progress
)

// ProgressOptions describes a piece of work to the user.
type ProgressOptions struct {
	Title string // what is done, such as "Indexing"

	// Token is the workDoneToken that the client sent with a request. Without
	// one the server asks the client for a progress of its own.
	Token protocol.ProgressToken

	// Measured says that percentages will be reported; many clients ignore them
	// otherwise.
	Measured bool

	// Cancellable shows a button that cancels [Progress.Context].
	Cancellable bool
}

// Progress shows the user how far some work has come. All its methods may be
// called whether or not the client can show anything, at any rate, from any
// goroutine; they never wait for the client, except End.
type Progress struct {
	s       *Session
	opts    ProgressOptions
	ctx     context.Context
	cancel  context.CancelFunc
	changed chan struct{} // capacity 1: there is something new to report
	ended   chan struct{}
	done    chan struct{} // the sender has returned
	once    sync.Once

	mu      sync.Mutex // guards the rest
	message string
	percent int // -1 when unknown
	last    string
}

// Progress begins to show some work. ctx is the context of the work; the caller
// must call [Progress.End].
func (s *Session) Progress(ctx context.Context, opts ProgressOptions) *Progress {
	p := &Progress{
		s: s, opts: opts, percent: -1,
		changed: make(chan struct{}, 1),
		ended:   make(chan struct{}),
		done:    make(chan struct{}),
	}
	if opts.Measured {
		p.percent = 0
	}
	p.ctx, p.cancel = context.WithCancel(ctx)
	w := s.Capabilities().Window
	if opts.Token == nil && (w == nil || w.WorkDoneProgress == nil || !*w.WorkDoneProgress) {
		close(p.done)
		return p
	}
	s.Go(p.run)
	return p
}

// Context is that of the work. It ends when the user cancels the progress.
func (p *Progress) Context() context.Context { return p.ctx }

// Report says what is being done and how far it has come, in percent from 0 to
// 100; a negative percent leaves that open. Only the latest of many reports in a
// short time is sent, and a percentage never goes back.
func (p *Progress) Report(message string, percent int) {
	p.mu.Lock()
	p.message = message
	if percent >= 0 {
		p.percent = max(p.percent, min(percent, 100))
	}
	p.mu.Unlock()
	select {
	case p.changed <- struct{}{}:
	default:
	}
}

// End ends the progress with a last message, which may be empty, and returns
// when it has been sent. Only the first call counts.
func (p *Progress) End(message string) {
	p.once.Do(func() {
		p.mu.Lock()
		p.last = message
		p.mu.Unlock()
		close(p.ended)
	})
	<-p.done
	p.cancel()
}

// run sends everything, on its own goroutine. ctx ends with the connection.
func (p *Progress) run(ctx context.Context) {
	defer close(p.done)
	token := p.opts.Token
	if token == nil {
		token = p.s.newToken()
	} else if t, ok := token.(protocol.String); ok {
		token = protocol.String(strings.Clone(string(t)))
	}
	defer p.s.registerProgress(token, p.cancel)()
	if p.opts.Token == nil {
		create, cancel := context.WithTimeout(ctx, createTimeout)
		err := p.s.client.WorkDoneProgressCreate(create, &protocol.WorkDoneProgressCreateParams{Token: token})
		cancel()
		if err != nil {
			p.s.conn.log.Debug("the client shows no progress", "error", err)
			return
		}
	}
	send := func(v any) {
		if raw, err := protocol.Marshal(v); err == nil {
			_ = p.s.client.Progress(ctx, &protocol.ProgressParams{Token: token, Value: protocol.LSPAny(raw)})
		}
	}
	message, percent := p.state()
	send(&protocol.WorkDoneProgressBegin{
		Kind: "begin", Title: p.opts.Title, Cancellable: &p.opts.Cancellable, Message: message, Percentage: percent,
	})
	pause := time.NewTimer(reportEvery)
	defer pause.Stop()
	for open := true; open; {
		select {
		case <-p.ended:
			open = false
			continue
		case <-ctx.Done():
			return
		case <-pause.C:
		}
		select {
		case <-p.changed:
			message, percent := p.state()
			send(&protocol.WorkDoneProgressReport{Kind: "report", Message: message, Percentage: percent})
			pause.Reset(reportEvery)
		case <-p.ended:
			open = false
		case <-ctx.Done():
			return
		}
	}
	p.mu.Lock()
	last := p.last
	p.mu.Unlock()
	send(&protocol.WorkDoneProgressEnd{Kind: "end", Message: optional(last)})
}

func (p *Progress) state() (message *string, percent *uint32) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.percent >= 0 {
		percent = new(uint32(p.percent))
	}
	return optional(p.message), percent
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// newToken returns a token for a progress that the server starts.
func (s *Session) newToken() protocol.ProgressToken {
	return protocol.Integer(s.tokens.Add(1))
}

// registerProgress lets the client cancel a progress until the returned function
// is called.
func (s *Session) registerProgress(token protocol.ProgressToken, cancel context.CancelFunc) (forget func()) {
	key := tokenKey(token)
	s.mu.Lock()
	s.progress[key] = cancel
	s.mu.Unlock()
	return func() {
		s.mu.Lock()
		delete(s.progress, key)
		s.mu.Unlock()
	}
}

func (s *Session) cancelProgress(params []byte) error {
	var p protocol.WorkDoneProgressCancelParams
	if err := decode(params, &p); err != nil {
		return err
	}
	s.mu.Lock()
	cancel := s.progress[tokenKey(p.Token)]
	s.mu.Unlock()
	if cancel != nil {
		cancel()
	}
	return nil
}

// tokenKey is the token as JSON, which tells 1 from "1".
func tokenKey(token protocol.ProgressToken) string {
	raw, err := protocol.Marshal(token)
	if err != nil {
		return ""
	}
	return string(bytes.TrimSpace(raw))
}
