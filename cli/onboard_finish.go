package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"memswarm/contract"
	"memswarm/swarm"
	"memswarm/workspace"
)

// proof is what the first query gave.
type proof struct {
	notes      int
	query, hit string
}

// prover indexes and asks, through the shared server or in this process.
type prover struct {
	index  func() error    // waits, under a progress bar
	titles func() []string // of the notes that changed last
	query  func(text string, limit int) (*contract.Answer, error)
	status func() (*contract.Status, error)
	close  func()
}

// prove indexes and asks a first query.
func (w *wizard) prove(ctx context.Context) (proof, error) {
	pr, err := w.shared(ctx)
	if errors.Is(err, errAlone) {
		pr, err = w.here(ctx)
	}
	if err != nil {
		return proof{}, err
	}
	defer pr.close()
	begin := time.Now()
	if err := pr.index(); err != nil {
		if ctx.Err() != nil {
			w.say("The configuration is written; the next query builds the index.")
		}
		return proof{}, err
	}
	st, err := pr.status()
	if err != nil {
		return proof{}, err
	}
	var p proof
	for _, s := range st.Providers {
		p.notes += s.Notes
	}
	w.say("%s Indexed %s in %.1f s", styleFor(w.out, w.env).green("✓"), plural(p.notes, "note"), time.Since(begin).Seconds())
	for _, s := range st.Providers {
		if s.Error != nil {
			w.say("%s %s: %s %s", styleFor(w.out, w.env).yellow("⚠"), s.ID, clean(s.Error.Message), clean(s.Error.Fix))
		}
	}
	if p.query = w.flags.query; p.query == "" {
		p.query = firstQuery(pr.titles())
	}
	if p.query == "" {
		return p, nil
	}
	answer, err := pr.query(p.query, 3)
	if err != nil {
		return p, err
	}
	if len(answer.Results) > 0 {
		p.hit = answer.Results[0].ID
	}
	if w.json {
		return p, nil
	}
	w.say("\n%s\n", styleFor(w.out, w.env).bold("memswarm query "+shellQuote(p.query)))
	return p, w.showAnswer(answer, false)
}

// shared proves it through the user's shared server, which keeps the index warm
// for what comes next.
func (w *wizard) shared(ctx context.Context) (*prover, error) {
	if !w.sharing() {
		return nil, errAlone
	}
	r, err := w.remote(ctx)
	if err != nil {
		if _, ok := errors.AsType[*swarm.Error](err); ok || ctx.Err() != nil {
			return nil, err
		}
		w.log().Info("doing without the shared server", "err", err)
		return nil, errAlone
	}
	call := func(method string, params, result any) error { return w.answered(r.Call(ctx, method, params, result)) }
	query := func(text string, limit int) (*contract.Answer, error) {
		var a contract.Answer
		err := call("swarm/query", map[string]any{"query": text, "maxResults": limit, "wait": time.Hour.Milliseconds()}, &a)
		return &a, err
	}
	return &prover{
		index: func() error { _, err := query("notes", 1); return err },
		titles: func() []string {
			var list []struct{ Name string }
			_ = call("workspace/symbol", map[string]string{"query": ""}, &list) // without titles there is no query to show
			out := make([]string, len(list))
			for i, s := range list {
				out[i] = s.Name
			}
			return out
		},
		query: query,
		status: func() (*contract.Status, error) {
			var st contract.Status
			err := call("swarm/status", struct{}{}, &st)
			return &st, err
		},
		close: func() { _ = r.Close() },
	}, nil
}

// here proves it in this process.
func (w *wizard) here(ctx context.Context) (*prover, error) {
	view, done, err := w.open()
	if err != nil {
		return nil, err
	}
	return &prover{
		index: func() error { return w.app.index(ctx, view) },
		titles: func() []string {
			recent, err := view.Recent(ctx, 50)
			if err != nil {
				return nil
			}
			out := make([]string, len(recent))
			for i, r := range recent {
				out[i] = r.Note
			}
			return out
		},
		query: func(text string, limit int) (*contract.Answer, error) {
			a, err := view.Query(ctx, &workspace.Request{Text: text, Limit: limit}, "")
			if err != nil {
				return nil, err
			}
			return contract.NewAnswer(a), nil
		},
		status: func() (*contract.Status, error) { return view.Status(ctx, ""), nil },
		close:  done,
	}, nil
}

// firstQuery is the title of a note that changed lately, one of several words
// if there is one: its note should come first.
func firstQuery(titles []string) string {
	best := ""
	for _, title := range titles {
		title = strings.Join(strings.Fields(title), " ")
		if title == "" || len(title) > 80 || strings.ContainsAny(title, `"'-:`) {
			continue
		}
		if strings.Contains(title, " ") {
			return title
		}
		if best == "" {
			best = title
		}
	}
	return best
}

// connect says how editors join.
func (w *wizard) connect() {
	st := styleFor(w.out, w.env)
	w.say("\n%s", st.bold("In your editor"))
	w.say("  VS Code  install the Memory Swarm extension, then Ctrl+T searches your notes")
	w.say("  Neovim   put editors/nvim on the runtimepath, and vim.lsp.enable('memswarm') in init.lua")
	w.say("  others   start `memswarm lsp` as a language server for every kind of file")
	w.say("%s", st.dim("`memswarm status` shows how everything is; `memswarm onboard` changes it."))
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
