package gbrain

import (
	"context"
	"errors"
	"os"
	"sync"
	"sync/atomic"

	"memswarm/providers/gbrain/direct"
	"memswarm/providers/gbrain/oneshot"
	"memswarm/providers/gbrain/process"
	"memswarm/providers/gbrain/redact"
	"memswarm/providers/gbrain/remote"
	"memswarm/providers/gbrain/repo"
	"memswarm/providers/gbrain/stdio"
	"memswarm/swarm"
)

// Provider is a brain. Nothing is started or connected before it is asked.
type Provider struct {
	o     Options
	scrub *redact.Scrubber
	log   func(msg string, err error)

	// The ways to the brain; nil when there is none.
	sql     *direct.DB
	server  *remote.Client
	session *stdio.Session
	command *oneshot.Client
	broken  *swarm.Error // what is wrong with the configuration of a way

	tree  *repo.Tree
	pages *pageCache

	// vector says whether the brain's own search buys embeddings: unknown
	// until an answer tells.
	vector atomic.Int32
	// dropped remembers that the brain's token budget cut an answer.
	dropped atomic.Int64

	writing sync.Mutex // one write at a time
	synced  filesSync
	last    atomic.Pointer[string]
}

// The states of Provider.vector.
const (
	unknown = iota
	free
	paid
)

var (
	_ swarm.Provider = (*Provider)(nil)
	_ swarm.Fetcher  = (*Provider)(nil)
	_ swarm.Recenter = (*Provider)(nil)
	_ swarm.Curator  = (*Provider)(nil)
	_ swarm.Spender  = (*Provider)(nil)
)

// New makes the provider. A way whose configuration is wrong is left out, and
// said in its health.
func New(o Options) *Provider {
	o.setDefaults()
	p := &Provider{o: o, scrub: redact.New(o.ConnectionString, o.Token, Secret(userinfo(o.URL))), tree: repo.Open(o.RepoPath), pages: newPageCache()}
	p.log = func(msg string, err error) { o.Log.Info(msg, "provider", o.ID, "error", p.scrub.Err(err)) }
	if !o.Trusted {
		return p
	}
	if o.ConnectionString != "" && p.allows(Postgres) {
		db, err := direct.New(direct.Options{ConnString: o.ConnectionString, IncludePrivate: o.IncludePrivate, Scrub: p.scrub,
			Source: lookup(o.Env, "GBRAIN_SOURCE"), Language: lookup(o.Env, "GBRAIN_FTS_LANGUAGE"), Exclude: list(lookup(o.Env, "GBRAIN_SEARCH_EXCLUDE"))})
		p.sql, p.broken = db, swarm.AsError(err, "bad_connection_string", o.ID)
	}
	if o.URL != "" && p.allows(HTTP) {
		client, err := remote.New(remote.Options{URL: o.URL, Token: o.Token, Scrub: p.scrub})
		if err != nil {
			p.broken = &swarm.Error{Code: "bad_url", Provider: o.ID, Message: "providers.gbrain.url is no http or https address.",
				Fix: "Write it as http://127.0.0.1:3131/mcp, for example."}
		}
		p.server = client
	}
	if command := o.program(); command != nil {
		env := p.environment()
		if p.allows(MCP) {
			so := o.Session
			so.Command, so.Env, so.Dir, so.Log, so.Scrub = append(command[:len(command):len(command)], "serve"), env, o.Dir, o.Log, p.scrub
			p.session = stdio.New(so)
		}
		if p.allows(CLI) {
			p.command = oneshot.New(oneshot.Options{Command: append(command[:len(command):len(command)], "call"), Env: env, Dir: o.Dir, Scrub: p.scrub})
		}
	}
	return p
}

// program is the gbrain to start: never one that a repository brings, unless
// the user's own configuration says so.
func (o *Options) program() []string {
	if len(o.Command) > 0 {
		return o.Command
	}
	if o.AllowRepoCLI && len(o.RepoCommand) > 0 {
		return o.RepoCommand
	}
	return nil
}

// environment is the program's. The connection string goes this way: arguments
// can be seen by every user of the machine.
func (p *Provider) environment() []string {
	var set []string
	if p.o.ConnectionString != "" {
		set = append(set, "GBRAIN_DATABASE_URL="+string(p.o.ConnectionString))
	}
	if p.o.IncludePrivate {
		set = append(set, "GBRAIN_REMOTE_PRIVATE_PAGES=1")
	}
	return process.Env(p.o.Env, set...)
}

func (p *Provider) allows(transport string) bool {
	return p.o.Transport == Auto || p.o.Transport == transport
}

// room makes the folder that programs run in. Whatever lies around the user's
// working directory (.env, .gbrain-source) would decide which brain is asked.
func (p *Provider) room() error {
	if p.o.Dir == "" {
		return nil
	}
	return os.MkdirAll(p.o.Dir, 0o700)
}

// Info describes the provider. It is never local: the database may be
// elsewhere.
func (p *Provider) Info() swarm.Info { return swarm.Info{ID: p.o.ID, Label: p.o.Label} }

// Close ends the sessions and programs.
func (p *Provider) Close() error {
	var errs []error
	if p.session != nil {
		errs = append(errs, p.session.Close())
	}
	if p.server != nil {
		errs = append(errs, p.server.Close())
	}
	if p.sql != nil {
		errs = append(errs, p.sql.Close())
	}
	if p.o.Files != nil {
		errs = append(errs, p.o.Files.Close())
	}
	return errors.Join(errs...)
}

// untrusted is why nothing is asked.
func (p *Provider) untrusted() *swarm.Error {
	return &swarm.Error{Code: "untrusted", Provider: p.o.ID, Message: "GBrain is not asked, because the workspace is not trusted.",
		Fix: "Run `memswarm trust`, or trust the workspace in the editor."}
}

// deadline gives a call its time when the caller sets none.
func deadline(ctx context.Context, what string) (context.Context, context.CancelFunc) {
	if what == "put_page" {
		return context.WithTimeout(ctx, writeTime)
	}
	return context.WithTimeout(ctx, readTime)
}
