// Package oneshot calls GBrain's tools by one process for each call. It is the
// slowest way (seconds), and the last resort. Its view is the owner's: it sees
// private pages, and the caller must leave them out.
package oneshot

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"memswarm/providers/gbrain/process"
	"memswarm/providers/gbrain/redact"
	"memswarm/providers/gbrain/wire"
)

// Options configure a Client. Command is needed.
type Options struct {
	Command []string      // the program and its arguments, up to "call"
	Env     []string      // the whole environment
	Dir     string        // where it runs
	Limit   time.Duration // for one call; 0 takes 30 s
	Scrub   *redact.Scrubber
}

// Client starts a process for each call. Its methods may be called from several
// goroutines at once; two processes run at a time at most.
type Client struct {
	o     Options
	slots chan struct{}
}

// ErrLocked: another process has the embedded database open.
var ErrLocked = process.ErrLocked

// New returns a client.
func New(o Options) *Client {
	if o.Limit <= 0 {
		o.Limit = 30 * time.Second
	}
	if o.Scrub == nil {
		o.Scrub = redact.New()
	}
	return &Client{o: o, slots: make(chan struct{}, 2)}
}

// Call calls a tool. Nothing is tried again: the process may have done its work
// before it failed.
func (c *Client) Call(ctx context.Context, name string, args map[string]any) (wire.Reply, error) {
	if args == nil {
		args = map[string]any{}
	}
	input, err := json.Marshal(args)
	if err != nil {
		return wire.Reply{}, err
	}
	select {
	case c.slots <- struct{}{}:
		defer func() { <-c.slots }()
	case <-ctx.Done():
		return wire.Reply{}, ctx.Err()
	}
	ctx, cancel := context.WithTimeout(ctx, c.o.Limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, c.o.Command[0], append(c.o.Command[1:len(c.o.Command):len(c.o.Command)], name, string(input))...)
	cmd.Env, cmd.Dir = c.o.Env, c.o.Dir
	process.OwnGroup(cmd)
	cmd.Cancel = func() error { process.KillGroup(cmd); return nil }
	// Old versions went on spinning after their output, and a child of the
	// program may keep the output open.
	cmd.WaitDelay = time.Second
	out, errs := &limited{max: wire.MaxReply, cancel: cancel}, &limited{max: 64 << 10}
	cmd.Stdout, cmd.Stderr = out, errs
	err = cmd.Run()
	switch {
	case out.over:
		return wire.Reply{}, wire.ErrTooLarge
	case ctx.Err() != nil:
		return wire.Reply{}, ctx.Err()
	case err == nil || errors.Is(err, exec.ErrWaitDelay):
		return c.reply(out.buf.Bytes())
	case process.Locked(errs.buf.String()):
		return wire.Reply{}, ErrLocked
	}
	if _, ok := errors.AsType[*exec.ExitError](err); !ok {
		return wire.Reply{}, c.o.Scrub.Err(fmt.Errorf("gbrain could not be started: %w", err), exec.ErrNotFound)
	}
	said := process.LastLine(errs.buf.String())
	if said == "" {
		return wire.Reply{}, fmt.Errorf("gbrain ended without a word (%v)", err)
	}
	e, err := json.Marshal(wire.PlainError(c.o.Scrub.Text(said)))
	return wire.Reply{Text: string(e), IsError: true}, err
}

func (c *Client) reply(out []byte) (wire.Reply, error) {
	text, ok := wire.FirstJSON(out)
	if !ok {
		said := c.o.Scrub.Text(process.LastLine(string(out[:min(len(out), 4<<10)])))
		if strings.TrimSpace(said) == "" {
			return wire.Reply{}, errors.New("gbrain printed nothing")
		}
		return wire.Reply{}, errors.New("gbrain printed no JSON")
	}
	return wire.Reply{Text: string(text)}, nil
}

// limited keeps what fits, and ends the process when more comes.
type limited struct {
	buf    bytes.Buffer
	max    int
	over   bool
	cancel context.CancelFunc // nil: what does not fit is dropped
}

func (l *limited) Write(b []byte) (int, error) {
	if room := l.max - l.buf.Len(); len(b) > room {
		if l.cancel == nil {
			l.buf.Write(b[:room])
			return len(b), nil
		}
		l.over = true
		l.cancel()
		return 0, wire.ErrTooLarge
	}
	return l.buf.Write(b)
}
