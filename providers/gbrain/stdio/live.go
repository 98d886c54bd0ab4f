package stdio

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"memswarm/providers/gbrain/process"
	"memswarm/providers/gbrain/tool"
	"memswarm/providers/gbrain/wire"
)

type connection = mcp.Connection

// How many calls a brain works on at a time: an embedded database has one
// thread, and a second search would only make the first one slower.
const (
	serverCalls   = 4
	embeddedCalls = 1
)

// hungAfter is how many calls in a row may get no answer before the program is
// given up.
const hungAfter = 3

// introduction is how long it may take to say which brain this is.
const introduction = 2 * time.Second

// live is a gbrain that has answered the handshake.
type live struct {
	program  *program
	conn     *lines
	session  *mcp.ClientSession
	identity wire.Identity
	slots    chan struct{}
	idle     time.Duration

	mu     sync.Mutex
	calls  int         // under way; guarded by mu
	silent int         // calls without an answer in a row; guarded by mu
	timer  *time.Timer // guarded by mu
	ended  chan struct{}
}

// open starts gbrain and shakes hands. Everything that it may do wrong ends
// with the program gone.
func open(ctx context.Context, o *Options) (_ *live, err error) {
	p, err := launch(o)
	if err != nil {
		return nil, o.Scrub.Err(fmt.Errorf("gbrain could not be started: %w", err))
	}
	l := &live{program: p, conn: newLines(p.stdout, p.stdin, p.stop), ended: make(chan struct{})}
	defer func() {
		if err != nil {
			err = l.explain(o, ctx, err)
		}
	}()
	client := tool.NewClient()
	// The handshake has the start's deadline, the session does not.
	stop := context.AfterFunc(ctx, func() { l.conn.fail(ctx.Err()); p.kill(); p.stop() })
	defer stop()
	l.session, err = client.Connect(context.WithoutCancel(ctx), l.conn, &mcp.ClientSessionOptions{ProtocolVersion: tool.Protocol})
	if err != nil {
		return nil, err
	}
	go func() {
		_ = l.session.Wait()
		close(l.ended)
	}()
	l.identity = l.introduce(ctx)
	if !stop() {
		return nil, ctx.Err()
	}
	n := embeddedCalls
	l.idle = o.Idle
	if l.identity.Engine == "postgres" {
		n, l.idle = serverCalls, o.IdleServer
	}
	l.slots = make(chan struct{}, n)
	return l, nil
}

// introduce asks which brain this is. A gbrain that does not say is treated
// like an embedded one, the more delicate kind.
func (l *live) introduce(ctx context.Context) wire.Identity {
	ctx, cancel := context.WithTimeout(ctx, introduction)
	defer cancel()
	id := wire.Identity{}
	r, err := l.send(ctx, "get_brain_identity", nil)
	if err == nil {
		_ = r.Decode(&id)
	}
	if info := l.session.InitializeResult(); info != nil && info.ServerInfo != nil && id.Version == "" {
		id.Version = info.ServerInfo.Version
	}
	return id
}

// explain ends the program and says why the start failed.
func (l *live) explain(o *Options, ctx context.Context, err error) error {
	l.conn.Close()
	l.program.kill()
	<-l.program.done
	switch {
	case process.Locked(l.program.stderr.String()):
		return ErrLocked
	case errors.Is(ctx.Err(), context.Canceled):
		return ErrClosed
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return fmt.Errorf("gbrain did not start within %v", o.Start)
	case l.conn.broken() != nil:
		err = l.conn.broken()
	}
	if said := o.Scrub.Text(process.LastLine(l.program.stderr.String())); said != "" {
		return fmt.Errorf("gbrain ended while it started and said: %s", said)
	}
	return o.Scrub.Err(fmt.Errorf("gbrain ended while it started: %w", err))
}

// call calls a tool in one of the slots.
func (l *live) call(ctx context.Context, name string, args map[string]any) (wire.Reply, error) {
	select {
	case l.slots <- struct{}{}:
		defer func() { <-l.slots }()
	case <-ctx.Done():
		return wire.Reply{}, ctx.Err()
	case <-l.ended:
	}
	return l.send(ctx, name, args)
}

func (l *live) send(ctx context.Context, name string, args map[string]any) (wire.Reply, error) {
	if args == nil {
		args = map[string]any{}
	}
	res, err := l.session.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: args})
	if err != nil {
		switch cause := l.conn.broken(); {
		case ctx.Err() != nil:
			return wire.Reply{}, ctx.Err()
		case cause != nil:
			return wire.Reply{}, fmt.Errorf("gbrain ended during the call: %w", cause)
		}
		return wire.Reply{}, err
	}
	return tool.FromMCP(res), nil
}

// dead says whether the connection has ended.
func (l *live) dead() bool {
	if l.conn.broken() != nil {
		return true
	}
	select {
	case <-l.ended:
		return true
	case <-l.program.done:
		return true
	default:
		return false
	}
}

func (l *live) use() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.calls++
	if l.timer != nil {
		l.timer.Stop()
	}
}

// done ends a use and says whether the program has stopped answering.
func (l *live) done(answered, timedOut bool) (hung bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.calls--
	switch {
	case answered:
		l.silent = 0
	case timedOut:
		l.silent++
	}
	if l.calls == 0 && l.timer != nil {
		l.timer.Reset(l.idle)
	}
	return l.silent >= hungAfter
}

// rest arranges that f is called when nobody has used the program for a while.
func (l *live) rest(f func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.timer = time.AfterFunc(l.idle, f)
}

func (l *live) busy() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.calls > 0
}

// close ends the session and the program without waiting for it.
func (l *live) close() {
	l.mu.Lock()
	if l.timer != nil {
		l.timer.Stop()
	}
	l.mu.Unlock()
	l.conn.Close()
}
