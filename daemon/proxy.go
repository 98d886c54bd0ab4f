package daemon

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"
)

// Proxy joins a client's streams with a server, and with another one when the
// first dies.
type Proxy struct {
	In  io.Reader
	Out io.Writer
	// Connect joins a server, starting one if need be.
	Connect func(ctx context.Context) (io.ReadWriteCloser, error)
	Log     *slog.Logger

	session *session
	out     sync.Mutex // serialises writes to Out
	deaths  []time.Time
}

// A client is given a new server maxDeaths times within deathsWithin; then
// something is wrong that another server does not heal.
const (
	maxDeaths    = 4
	deathsWithin = 3 * time.Minute
)

// byeTimeout is how long the server may take to say how the connection ended,
// after the client has ended it.
const byeTimeout = 3 * time.Second

// Run returns when the client has ended the connection, with the code to end the
// process with: what the specification of exit says, or 1 when the server is
// gone for good, so that the editor starts anew.
func (p *Proxy) Run(ctx context.Context) int {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	p.session = newSession()
	client := make(chan []byte)
	gone := make(chan error, 1)
	go p.read(ctx, client, gone)
	for first := true; ; first = false {
		rwc, err := p.Connect(ctx)
		if err != nil {
			return p.giveUp(fmt.Errorf("no server can be joined: %w", err))
		}
		code, done, err := p.link(ctx, rwc, !first, client, gone)
		_ = rwc.Close()
		if done {
			return code
		}
		_, shutdown, resumable := p.session.state()
		switch {
		case ctx.Err() != nil:
			return 1
		case shutdown: // the client only waits for the end
			return 0
		case !resumable:
			return p.giveUp(errors.New("the server ended, and more unsaved text is open than can be given to another"))
		case err != nil && !p.mayRetry():
			return p.giveUp(fmt.Errorf("the server ended %d times in a short time, at last: %w", maxDeaths, err))
		case err != nil:
			p.Log.Warn("the server has died; another is joined", "err", err)
			p.tell(3, "The Memory Swarm server ended unexpectedly. This window has gone on with a new one.")
		}
	}
}

// read passes on the client's messages until it ends.
func (p *Proxy) read(ctx context.Context, to chan<- []byte, gone chan<- error) {
	in := bufio.NewReaderSize(p.In, 64<<10)
	for {
		body, err := readFrame(in)
		if err != nil {
			gone <- err
			return
		}
		select {
		case to <- body:
		case <-ctx.Done():
			return
		}
	}
}

// link joins the client with one server. done says that the client has ended
// the connection, or is to be ended, with the code; else err is how the server
// died, nil when it left in order.
func (p *Proxy) link(ctx context.Context, rwc io.ReadWriteCloser, again bool, client <-chan []byte, gone <-chan error) (code int, done bool, err error) {
	var wmu sync.Mutex
	send := func(body []byte) error {
		wmu.Lock()
		defer wmu.Unlock()
		return writeFrame(rwc, body)
	}
	var toServer [][]byte
	if again {
		var toClient [][]byte
		toServer, toClient = p.session.replay()
		for _, body := range toClient {
			p.show(body)
		}
	}
	last := make(chan bye, 1)
	died := make(chan error, 1)
	go func() { died <- p.listen(rwc, send, last) }()
	for _, body := range toServer {
		if err := send(body); err != nil {
			return 0, false, <-died
		}
	}
	for {
		select {
		case body := <-client:
			forward, method := p.session.fromClient(body)
			if forward != nil {
				// A failure shows in what is read, too, with a better reason.
				_ = send(forward)
			}
			if method == "exit" {
				return p.ended(last, died), true, nil
			}
		case err := <-gone:
			if !isEOF(err) {
				p.Log.Error("the client's message cannot be read", "err", err)
			}
			_, shutdown, _ := p.session.state()
			if shutdown {
				return 0, true, nil
			}
			return 1, true, nil
		case err := <-died:
			select {
			case b := <-last:
				if b.Leaving {
					return 0, false, nil
				}
				if b.Reason != "" {
					p.Log.Error("the server ended the connection", "why", b.Reason)
				}
				return b.Code, true, nil
			default:
			}
			return 0, false, err
		case <-ctx.Done():
			return 1, true, nil
		}
	}
}

// ended is the code after the client's exit.
func (p *Proxy) ended(last <-chan bye, died <-chan error) int {
	select {
	case <-died:
	case <-time.After(byeTimeout):
	}
	select {
	case b := <-last:
		if !b.Leaving {
			return b.Code
		}
	default:
	}
	if _, shutdown, _ := p.session.state(); shutdown {
		return 0
	}
	return 1
}

// listen passes on the server's messages until the connection ends.
func (p *Proxy) listen(rwc io.Reader, send func([]byte) error, last chan<- bye) error {
	in := bufio.NewReaderSize(rwc, 64<<10)
	for {
		body, err := readFrame(in)
		if err != nil {
			return err
		}
		forward, reply, b := p.session.fromServer(body)
		if b != nil {
			last <- *b
			return nil
		}
		if reply != nil {
			_ = send(reply)
		}
		if forward != nil {
			p.show(forward)
		}
	}
}

// show writes a message to the client. When it cannot be written the client's
// end of the other stream tells so, too.
func (p *Proxy) show(body []byte) {
	p.out.Lock()
	defer p.out.Unlock()
	_ = writeFrame(p.Out, body)
}

// mayRetry counts a death of a server.
func (p *Proxy) mayRetry() bool {
	now := time.Now()
	for len(p.deaths) > 0 && now.Sub(p.deaths[0]) > deathsWithin {
		p.deaths = p.deaths[1:]
	}
	p.deaths = append(p.deaths, now)
	return len(p.deaths) <= maxDeaths
}

// giveUp tells the user and returns the code for the editor.
func (p *Proxy) giveUp(err error) int {
	p.Log.Error("giving up", "err", err)
	p.message("window/showMessage", 1, "Memory Swarm has stopped: "+err.Error()+". Restart the language server; `memswarm server log` says more.")
	return 1
}

// tell writes to the client's log. kind is a MessageType of the protocol.
func (p *Proxy) tell(kind int, text string) { p.message("window/logMessage", kind, text) }

func (p *Proxy) message(method string, kind int, text string) {
	if open, _, _ := p.session.state(); !open {
		return // the protocol allows no message yet
	}
	params, err := json.Marshal(map[string]any{"type": kind, "message": text})
	if err == nil {
		p.show(encode(envelope{Method: method, Params: params}))
	}
}
