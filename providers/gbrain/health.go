package gbrain

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"memswarm/providers/gbrain/process"
	"memswarm/swarm"
)

// healthTime bounds the one thing that a health check waits for, a first
// connection to the database.
const healthTime = time.Second

// Health tells what is known. It connects to a database, which takes
// milliseconds, but starts no program.
func (p *Provider) Health(ctx context.Context) swarm.Health {
	if !p.o.Trusted {
		return swarm.Health{State: swarm.StateSkipped, Error: p.untrusted()}
	}
	h := swarm.Health{State: swarm.StateOK, Via: p.via(), Warnings: p.warnings()}
	var trouble *swarm.Error
	usable := false
	note := func(name string, err error) {
		if err == nil {
			usable = true
			return
		}
		if e := p.explain(name, err); trouble == nil {
			trouble = e
		}
	}
	if p.sql != nil {
		ctx, cancel := context.WithTimeout(ctx, healthTime)
		err := p.sql.Ready(ctx)
		cancel()
		note(Postgres, err)
		f := p.sql.Facts()
		h.Notes, h.Sections = f.Pages, f.Chunks
	}
	if p.server != nil {
		_, err := p.server.State()
		note(HTTP, err)
	}
	if p.session != nil {
		st := p.session.State()
		note(MCP, st.Err)
		if h.Notes == 0 {
			h.Notes, h.Sections = st.Identity.Pages, st.Identity.Chunks
		}
		if p.command != nil && st.Err != nil && !errors.Is(st.Err, process.ErrLocked) {
			usable = true // a process for each call is still to be tried
		}
	} else if p.command != nil {
		usable = true
	}
	if p.broken != nil {
		note("", p.broken)
	}
	switch {
	case !usable && trouble == nil:
		trouble = p.noWay()
		fallthrough
	case !usable && trouble != nil:
		h.State, h.Error = swarm.StateFailed, trouble
		if p.o.Files != nil {
			h.State = swarm.StateDegraded
		}
	case trouble != nil:
		h.State, h.Error = swarm.StateDegraded, trouble
	}
	return h
}

// via says how the brain is reached, for people.
func (p *Provider) via() string {
	var ways []string
	add := func(name string) { ways = append(ways, label(name)) }
	if p.sql != nil && p.o.Mode == Keyword {
		add(Postgres)
	}
	for _, w := range p.ways() {
		add(w.name)
	}
	if p.sql != nil && p.o.Mode != Keyword {
		add(Postgres)
	}
	if p.o.Files != nil {
		ways = append(ways, "its files")
	}
	text := p.o.Mode + " search by " + strings.Join(ways, ", then ")
	if len(ways) == 0 {
		return ""
	}
	if last := p.last.Load(); last != nil {
		text += "; last by " + label(*last)
	}
	if p.session != nil {
		switch st := p.session.State(); {
		case st.Warm && st.Identity.Engine != "":
			text += fmt.Sprintf("; gbrain %s (%s) is running", st.Identity.Version, st.Identity.Engine)
		case st.Warm:
			text += "; gbrain is running"
		case st.Starting:
			text += "; gbrain is starting"
		}
	}
	return text
}

// knownSchema is the version of GBrain's schema that direct SQL was made for.
const knownSchema = "140"

func (p *Provider) warnings() []string {
	out := p.budgetWarnings()
	if n := p.dropped.Load(); n > 0 {
		out = append(out, "GBrain's token budget cuts its answers short. "+tokenFix)
	}
	if p.sql != nil {
		if f := p.sql.Facts(); f.Checked && f.Version != "" && f.Version != knownSchema {
			out = append(out, "The database has GBrain's schema "+p.scrub.Text(f.Version)+"; direct SQL was made for "+knownSchema+". If results look wrong, use the mcp transport.")
		}
	}
	return out
}
