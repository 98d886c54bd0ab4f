// Package remote speaks MCP with a `gbrain serve --http` that the user runs.
package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"memswarm/providers/gbrain/redact"
	"memswarm/providers/gbrain/tool"
	"memswarm/providers/gbrain/wire"
)

// Options configure a Client.
type Options struct {
	URL   string // of the MCP endpoint
	Token redact.Secret
	Scrub *redact.Scrubber
	Pause time.Duration // after a failed connection; 0 takes 2 s
}

// Client is a connection to a server, made when it is first needed. Its
// methods may be called from several goroutines at once.
type Client struct {
	o    Options
	http *http.Client

	mu      sync.Mutex
	session *mcp.ClientSession // guarded by mu
	dialing *dial              // under way; guarded by mu
	until   time.Time          // no connection before; guarded by mu
	why     error              // of until; guarded by mu
	closed  bool               // guarded by mu
}

type dial struct {
	done    chan struct{}
	session *mcp.ClientSession
	err     error
}

// The errors of a Client, besides those of the context.
var (
	ErrUnauthorized = errors.New("the server refused the token")
	ErrUnreachable  = errors.New("the server could not be reached")
	ErrClosed       = errors.New("the connection is closed")
)

// New returns a client that has not connected yet. The address must be http or
// https.
func New(o Options) (*Client, error) {
	u, err := url.Parse(o.URL)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		// The address itself may hold a secret.
		return nil, errors.New("the url is no http or https address")
	}
	if o.Pause <= 0 {
		o.Pause = 2 * time.Second
	}
	if o.Scrub == nil {
		o.Scrub = redact.New(o.Token)
	}
	base := http.DefaultTransport.(*http.Transport).Clone()
	base.MaxIdleConnsPerHost = 4
	return &Client{o: o, http: &http.Client{
		Transport: &bearer{base: base, token: string(o.Token), host: u.Host},
		// A server must not send the token on to another one.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

// bearer adds the token and bounds what is read.
type bearer struct {
	base  http.RoundTripper
	token string
	host  string
}

func (b *bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	if b.token != "" && r.URL.Host == b.host {
		r = r.Clone(r.Context())
		r.Header.Set("Authorization", "Bearer "+b.token)
	}
	res, err := b.base.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	if res.StatusCode == http.StatusUnauthorized || res.StatusCode == http.StatusForbidden {
		res.Body.Close()
		return nil, ErrUnauthorized
	}
	res.Body = &bounded{ReadCloser: res.Body, left: wire.MaxReply}
	return res, nil
}

// bounded ends a body that is too large.
type bounded struct {
	io.ReadCloser
	left int
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, wire.ErrTooLarge
	}
	n, err := b.ReadCloser.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

// Call calls a tool. A call that changes nothing is made once more on a new
// session when the old one has ended.
func (c *Client) Call(ctx context.Context, name string, args map[string]any) (wire.Reply, error) {
	if args == nil {
		args = map[string]any{}
	}
	for try := 0; ; try++ {
		s, err := c.get(ctx)
		if err != nil {
			return wire.Reply{}, err
		}
		res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: args})
		if err == nil {
			return tool.FromMCP(res), nil
		}
		if ctx.Err() != nil {
			return wire.Reply{}, ctx.Err()
		}
		err = c.explain(err)
		c.drop(s)
		if try > 0 || !tool.Reads(name) || errors.Is(err, ErrUnauthorized) || errors.Is(err, wire.ErrTooLarge) {
			return wire.Reply{}, err
		}
	}
}

// Properties names the parameters that a tool takes.
func (c *Client) Properties(ctx context.Context, name string) ([]string, error) {
	s, err := c.get(ctx)
	if err != nil {
		return nil, err
	}
	names, err := tool.Properties(ctx, s, name)
	if err != nil {
		return nil, c.explain(err)
	}
	return names, nil
}

// get gives the session, connecting when there is none.
func (c *Client) get(ctx context.Context) (*mcp.ClientSession, error) {
	c.mu.Lock()
	switch {
	case c.closed:
		c.mu.Unlock()
		return nil, ErrClosed
	case c.session != nil:
		s := c.session
		c.mu.Unlock()
		return s, nil
	case c.dialing == nil && time.Now().Before(c.until):
		err := c.why
		c.mu.Unlock()
		return nil, err
	}
	d := c.dialing
	if d == nil {
		d = &dial{done: make(chan struct{})}
		c.dialing = d
		go c.connect(d)
	}
	c.mu.Unlock()
	select {
	case <-d.done:
		return d.session, d.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// connectTime bounds a handshake: the server runs already.
const connectTime = 10 * time.Second

// connect shakes hands, for all who wait.
func (c *Client) connect(d *dial) {
	ctx, cancel := context.WithTimeout(context.Background(), connectTime)
	defer cancel()
	client := tool.NewClient()
	s, err := client.Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint: c.o.URL, HTTPClient: c.http, DisableStandaloneSSE: true, MaxRetries: -1, MaxEventSize: wire.MaxReply,
	}, &mcp.ClientSessionOptions{ProtocolVersion: tool.Protocol})
	c.mu.Lock()
	defer c.mu.Unlock()
	c.dialing = nil
	switch {
	case err != nil:
		d.err = c.explain(err)
		c.until, c.why = time.Now().Add(c.o.Pause), d.err
	case c.closed:
		d.err = ErrClosed
		go s.Close()
	default:
		c.session, d.session, c.why = s, s, nil
	}
	close(d.done)
}

// explain says what went wrong without the address, which may hold a secret.
func (c *Client) explain(err error) error {
	for _, known := range []error{ErrUnauthorized, wire.ErrTooLarge, context.DeadlineExceeded} {
		// The SDK keeps some causes as text only.
		if errors.Is(err, known) || strings.Contains(err.Error(), known.Error()) {
			return known
		}
	}
	if e, ok := errors.AsType[*url.Error](err); ok {
		return c.o.Scrub.Err(fmt.Errorf("%w: %w", ErrUnreachable, e.Err), ErrUnreachable)
	}
	return c.o.Scrub.Err(err)
}

func (c *Client) drop(s *mcp.ClientSession) {
	c.mu.Lock()
	if c.session == s {
		c.session = nil
	}
	c.mu.Unlock()
	go s.Close()
}

// State tells, without connecting, whether there is a session, and why none
// is made now.
func (c *Client) State() (warm bool, why error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.session == nil && time.Now().Before(c.until) {
		return false, c.why
	}
	return c.session != nil, nil
}

// Close ends the session.
func (c *Client) Close() error {
	c.mu.Lock()
	c.closed = true
	s := c.session
	c.session = nil
	c.mu.Unlock()
	if s != nil {
		_ = s.Close()
	}
	c.http.CloseIdleConnections()
	return nil
}
