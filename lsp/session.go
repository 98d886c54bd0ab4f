package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// Session is one client's connection, from its start to its end. Its methods are
// safe for concurrent use.
type Session struct {
	conn   *conn
	client protocol.Client
	docs   atomic.Pointer[Snapshot]
	init   atomic.Pointer[protocol.InitializeParams]
	enc    atomic.Value // Encoding
	trace  atomic.Value // protocol.TraceValue
	state  any

	mu       sync.Mutex // guards progress
	progress map[string]context.CancelFunc
	tokens   atomic.Int64
}

func newSession(c *conn) *Session {
	s := &Session{conn: c, progress: map[string]context.CancelFunc{}}
	s.docs.Store(&Snapshot{})
	s.init.Store(&protocol.InitializeParams{})
	s.enc.Store(UTF16)
	s.trace.Store(protocol.TraceValueOff)
	return s
}

// begin takes over what the client said in initialize.
func (s *Session) begin(p *protocol.InitializeParams) {
	s.init.Store(p)
	s.enc.Store(negotiate(p))
	if p.Trace != "" {
		s.trace.Store(p.Trace)
	}
}

// Context ends when the connection does.
func (s *Session) Context() context.Context { return s.conn.ctx }

// Client sends the requests and notifications of the specification to the
// client. A request must not be sent from a handler of a notification, of
// initialize or of shutdown: its answer could not be read, so it fails at once.
// Use [Session.Go] there.
func (s *Session) Client() protocol.Client { return s.client }

// InitializeParams is what the client sent in initialize; empty before that.
func (s *Session) InitializeParams() *protocol.InitializeParams { return s.init.Load() }

// Capabilities is what the client said that it can do.
func (s *Session) Capabilities() *protocol.ClientCapabilities {
	return &s.init.Load().Capabilities
}

// Encoding is the unit of the columns in all positions of this connection.
func (s *Session) Encoding() Encoding { return s.enc.Load().(Encoding) }

// Logger logs to [Server.Logger] and, from the level [Server.ClientLog] on, to
// the client's log.
func (s *Session) Logger() *slog.Logger { return s.conn.log }

// State is the application's own state, as [Server.NewState] made it.
func (s *Session) State() any { return s.state }

// State returns the application's own state of a session as a T. It panics when
// it is something else.
func State[T any](s *Session) T { return s.state.(T) }

// documents is the newest state of the open documents.
func (s *Session) documents() Snapshot { return *s.docs.Load() }

// Snapshot is the set of open documents as the handler that ctx belongs to may
// see it: as they were when its request arrived, or after the notification that
// it handles. With another context it is the newest set.
func (s *Session) Snapshot(ctx context.Context) Snapshot {
	if sc, ok := scopeOf(ctx); ok {
		return sc.docs
	}
	return s.documents()
}

// Document returns the open document of a URI, as [Session.Snapshot] has it.
func (s *Session) Document(ctx context.Context, u uri.URI) (*Document, bool) {
	return s.Snapshot(ctx).Document(u)
}

// Go runs f on a goroutine of its own. Its context ends with the connection, and
// the connection waits a moment for it. A panic is logged. It sees the newest
// documents and may call the client.
func (s *Session) Go(f func(ctx context.Context)) {
	s.conn.work.add()
	go func() {
		defer s.conn.work.done()
		_ = s.conn.guard("background work", func() error { f(s.conn.ctx); return nil })
	}()
}

// Notify sends a custom notification. params is encoded by the rules of
// encoding/json.
func (s *Session) Notify(ctx context.Context, method string, params any) error {
	raw, err := encodeJSON(params)
	if err != nil {
		return fmt.Errorf("encode the parameters of %s: %w", method, err)
	}
	return s.conn.rpc.Notify(ctx, method, rawParams(raw))
}

// Call sends a custom request and decodes its result into result, both by the
// rules of encoding/json. result may be nil. The request is cancelled when ctx
// ends.
func (s *Session) Call(ctx context.Context, method string, params, result any) error {
	raw, err := encodeJSON(params)
	if err != nil {
		return fmt.Errorf("encode the parameters of %s: %w", method, err)
	}
	var answer rawResult
	if err := protocol.Call(ctx, s.conn.outgoing(), method, rawParams(raw), &answer); err != nil {
		return err
	}
	if result == nil || len(answer) == 0 {
		return nil
	}
	if err := json.Unmarshal(answer, result); err != nil {
		return fmt.Errorf("decode the result of %s: %w", method, err)
	}
	return nil
}

// Configuration asks the client for a section of its settings. It returns nil
// when the client cannot be asked or has none.
func (s *Session) Configuration(ctx context.Context, section string) (json.RawMessage, error) {
	w := s.Capabilities().Workspace
	if w == nil || w.Configuration == nil || !*w.Configuration {
		return nil, nil
	}
	var answer []json.RawMessage
	params := map[string]any{"items": []any{map[string]string{"section": section}}}
	if err := s.Call(ctx, protocol.MethodWorkspaceConfiguration, params, &answer); err != nil {
		return nil, err
	}
	if len(answer) == 0 || string(answer[0]) == "null" {
		return nil, nil
	}
	return answer[0], nil
}

// ShowMessage shows a message to the user.
func (s *Session) ShowMessage(ctx context.Context, kind protocol.MessageType, text string) error {
	return s.client.ShowMessage(ctx, &protocol.ShowMessageParams{Type: kind, Message: text})
}

// Trace is how much of its work the client wants to be told with $/logTrace.
func (s *Session) Trace() protocol.TraceValue { return s.trace.Load().(protocol.TraceValue) }

// LogTrace sends a line of trace unless the client has tracing off. verbose is
// sent only when the client asked for it.
func (s *Session) LogTrace(ctx context.Context, message, verbose string) error {
	p := &protocol.LogTraceParams{Message: message}
	switch s.Trace() {
	case protocol.TraceValueVerbose:
		p.Verbose = &verbose
	case protocol.TraceValueMessages:
	default:
		return nil
	}
	return s.client.LogTrace(ctx, p)
}

func (s *Session) setTrace(params []byte) error {
	var p struct{ Value protocol.TraceValue }
	if err := json.Unmarshal(orEmpty(params), &p); err != nil {
		return fmt.Errorf("set the trace: %w", err)
	}
	s.trace.Store(p.Value)
	return nil
}
