package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"memswarm/contract"
	"memswarm/daemon"
	"memswarm/swarm"
	"memswarm/workspace"
)

// remote is a connection to the shared server for one command.
type remote struct {
	*daemon.Client
	welcome daemon.Welcome
}

// errAlone says that the command has to do without the shared server.
var errAlone = errors.New("the shared server is not used")

// ask has the shared server answer one request about the working directory. An
// error that wraps errAlone says that the command must answer itself; others are
// the answer.
func (a *app) ask(ctx context.Context, method string, params, result any) (daemon.Welcome, error) {
	if !a.sharing() {
		return daemon.Welcome{}, errAlone
	}
	r, err := a.remote(ctx)
	if err == nil {
		defer func() { _ = r.Close() }()
		if err = a.answered(r.Call(ctx, method, params, result)); err == nil {
			return r.welcome, nil
		}
		err = onceOnly(method, err)
	}
	if ctx.Err() != nil {
		return daemon.Welcome{}, ctx.Err()
	}
	if _, ok := errors.AsType[*swarm.Error](err); ok {
		return daemon.Welcome{}, err
	}
	a.log().Info("doing without the shared server", "err", err)
	return daemon.Welcome{}, fmt.Errorf("%w: %w", errAlone, err)
}

// onceOnly turns the failure of a request that writes into an error to show,
// unless it is certain that nothing was written: doing it here, too, could do it
// twice.
func onceOnly(method string, err error) error {
	switch method {
	case "swarm/curate", "swarm/undo", "swarm/configure":
	default:
		return err
	}
	const unknownMethod = -32601 // an older server's answer
	if _, ok := errors.AsType[*swarm.Error](err); ok {
		return err
	}
	if re, ok := errors.AsType[*daemon.ResponseError](err); ok && re.Code == unknownMethod {
		return err
	}
	return &swarm.Error{Code: "server", Message: "The shared server failed while it was at work on this: " + err.Error() + ".",
		Fix: "Look whether it was done before you try again; `memswarm server log` may say more.", Err: err}
}

// remote joins the shared server and opens the working directory there.
func (a *app) remote(ctx context.Context) (*remote, error) {
	hello, err := a.hello(daemon.PurposeLSP)
	if err != nil {
		return nil, err
	}
	trusted, err := a.usable(ctx, hello.Dir)
	if err != nil {
		return nil, err
	}
	place, prog, err := a.join(hello)
	if err != nil {
		return nil, err
	}
	conn, w, err := daemon.Join(ctx, place, prog, hello)
	if err != nil {
		return nil, err
	}
	a.log().Debug("joined the shared server", "pid", w.PID, "version", w.Version)
	bar := &progressLine{w: a.err, live: isTerminal(a.err), begin: time.Now()}
	r := &remote{welcome: w}
	r.Client = daemon.NewClient(conn, func(method string, params json.RawMessage) {
		if method == "$/progress" {
			bar.notified(params)
		}
	})
	folder := contract.FileURI(hello.Dir)
	err = r.Call(ctx, "initialize", map[string]any{
		"processId": os.Getpid(), "rootUri": folder,
		"workspaceFolders":      []any{map[string]string{"uri": folder, "name": filepath.Base(hello.Dir)}},
		"capabilities":          map[string]any{"window": map[string]any{"workDoneProgress": true}},
		"initializationOptions": map[string]any{"trusted": trusted},
	}, nil)
	if err == nil {
		err = r.Notify("initialized", struct{}{})
	}
	if err != nil {
		_ = r.Close()
		return nil, err
	}
	return r, nil
}

// usable asks for trust where that is to be asked, and turns a configuration
// that cannot be used at all into an error.
func (a *app) usable(ctx context.Context, dir string) (trusted bool, err error) {
	trusted = a.trusted(ctx, dir)
	for _, p := range a.loadConfig(dir).Problems {
		if fatal(p) {
			return trusted, &swarm.Error{Code: "invalid_config", Message: p.String(), Fix: p.Fix}
		}
	}
	return trusted, nil
}

// answered turns an error of the server's about the request into the command's
// own.
func (a *app) answered(err error) error {
	re, ok := errors.AsType[*daemon.ResponseError](err)
	if !ok || len(re.Data) == 0 {
		return err
	}
	var body contract.ErrorBody
	if json.Unmarshal(re.Data, &body) != nil || body.Code == "" {
		return err
	}
	return &swarm.Error{Code: body.Code, Provider: swarm.ID(body.Provider), Message: body.Message, Fix: body.Fix}
}

// notified shows a $/progress of the server's.
func (p *progressLine) notified(params json.RawMessage) {
	var n struct {
		Value struct {
			Kind, Message string
			Percentage    *int
		}
	}
	if json.Unmarshal(params, &n) != nil {
		return
	}
	if n.Value.Kind == "end" {
		p.clear()
		return
	}
	if n.Value.Message == "" {
		return
	}
	p.draw(workspace.Progress{Active: true}, func() string {
		text := "Indexing " + n.Value.Message
		if n.Value.Percentage != nil && strings.Contains(text, " of ") {
			return p.bar(*n.Value.Percentage) + n.Value.Message
		}
		return text
	})
}
