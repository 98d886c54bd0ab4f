package gbrain

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"memswarm/providers/gbrain/process"
	"memswarm/providers/gbrain/remote"
	"memswarm/providers/gbrain/stdio"
	"memswarm/providers/gbrain/wire"
	"memswarm/providers/internal/budget"
	"memswarm/swarm"
)

// way is one of the ways to the brain's tools.
type way struct {
	name   string // HTTP, MCP or CLI
	caller wire.Caller
	// owner: the view is the owner's, who sees private pages.
	owner bool
}

// ways lists the ways to the tools, the fastest first.
func (p *Provider) ways() []way {
	var out []way
	if p.server != nil {
		out = append(out, way{name: HTTP, caller: p.server})
	}
	if p.session != nil {
		out = append(out, way{name: MCP, caller: p.session})
	}
	if p.command != nil {
		out = append(out, way{name: CLI, caller: p.command, owner: true})
	}
	return out
}

// label names a way for people.
func label(name string) string {
	switch name {
	case Postgres:
		return "direct SQL"
	case HTTP:
		return "gbrain serve --http"
	case MCP:
		return "gbrain serve"
	case CLI:
		return "gbrain call"
	}
	return name
}

// call calls a tool and reads its answer into v.
func (p *Provider) call(ctx context.Context, w way, tool string, args map[string]any, v any) (*wire.Retrieval, error) {
	ctx, cancel := deadline(ctx, tool)
	defer cancel()
	if w.name != HTTP {
		if err := p.room(); err != nil {
			return nil, err
		}
	}
	r, err := w.caller.Call(ctx, tool, args)
	if err != nil {
		return nil, err
	}
	return r.Retrieval, r.Decode(v)
}

// explain makes an error for a person of what a way failed with.
func (p *Provider) explain(w string, err error) *swarm.Error {
	fail := func(code, message, fix string) *swarm.Error {
		return &swarm.Error{Code: code, Provider: p.o.ID, Message: message, Fix: fix, Err: p.scrub.Err(err, context.DeadlineExceeded, context.Canceled)}
	}
	if e, ok := errors.AsType[*swarm.Error](err); ok {
		return e
	}
	if e, ok := errors.AsType[*wire.ToolError](err); ok {
		return p.toolError(e)
	}
	switch {
	case errors.Is(err, budget.ErrCap):
		return fail("over_budget", "The monthly budget for GBrain is used up, and this brain buys an embedding for every search.",
			"Raise budget.per_provider.gbrain.monthly_cap_cents, or set connection_string for keyword search by SQL.")
	case errors.Is(err, process.ErrLocked):
		return fail("locked", "Another GBrain process has the brain open, and an embedded (PGLite) brain serves one process at a time.",
			"Wait until it has ended, or run `gbrain serve --http` and set providers.gbrain.url and token.")
	case errors.Is(err, stdio.ErrStarting):
		return fail("starting", "GBrain is still starting; the next query finds it warm.", "Raise performance.max_query_latency_ms if this happens often.")
	case errors.Is(err, remote.ErrUnauthorized):
		return fail("unauthorized", "The GBrain server refused the token.", "Check providers.gbrain.token; `gbrain auth create NAME` makes a new one.")
	case errors.Is(err, remote.ErrUnreachable):
		return fail("unreachable", "The GBrain server cannot be reached.", "Check that `gbrain serve --http` runs and that providers.gbrain.url names it.")
	case errors.Is(err, wire.ErrTooLarge):
		return fail("too_large", "GBrain's reply is larger than 32 MB and was not read.", "Check which program answers as gbrain.")
	case errors.Is(err, context.DeadlineExceeded):
		return fail("timeout", fmt.Sprintf("GBrain gave no answer in time (%s).", label(w)), "Raise performance.max_query_latency_ms, or check the brain with `gbrain doctor`.")
	}
	through := ""
	if w != "" {
		through = " through " + label(w)
	}
	text := strings.ReplaceAll(strings.TrimRight(p.scrub.Text(err.Error()), "."), "\n", ": ")
	return fail("unavailable", "GBrain cannot be asked"+through+": "+text+".", "Run `gbrain doctor`.")
}

// toolError explains what a tool complained about.
func (p *Provider) toolError(e *wire.ToolError) *swarm.Error {
	message, fix := "GBrain says: "+p.scrub.Text(e.Message), p.scrub.Text(e.Suggestion)
	code := e.Code
	switch code {
	case "":
		code = "tool_error"
	case "page_not_found":
		message, fix = "GBrain has no such page, or it is private.", ""
	case "owner_unavailable", "ownership_mismatch":
		message = "GBrain refuses to write: no process is the brain's writer, or another one is."
		fix = "Run `gbrain doctor` and let it claim the writer; memswarm never does that for you."
	case "revision_conflict":
		message = "The page has changed since it was read, or this GBrain needs a revision that its tools do not take."
		fix = "Read the page again. If it goes on, use `gbrain put --expected-revision`."
	case "source_changed":
		message, fix = "The page's file has changed since GBrain read it.", "Run `gbrain sync`, then try again."
	case "recovery_required":
		message, fix = "GBrain has an unfinished write to recover from.", "Run `gbrain doctor`, then try again."
	}
	return &swarm.Error{Code: code, Provider: p.o.ID, Message: message, Fix: fix, Err: p.scrub.Err(e)}
}

// final says whether an error will be the same by every way: the brain
// answered, and said no.
func final(err error) bool {
	_, ok := errors.AsType[*wire.ToolError](err)
	return ok
}
