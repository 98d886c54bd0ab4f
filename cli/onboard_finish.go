package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"memswarm/contract"
	"memswarm/workspace"
)

// proof is what the first query gave.
type proof struct {
	notes      int
	query, hit string
}

// prove indexes under a progress bar and asks a first query.
func (w *wizard) prove(ctx context.Context) (proof, error) {
	view, done, err := w.open()
	if err != nil {
		return proof{}, err
	}
	defer done()
	begin := time.Now()
	bar := &progressBar{line: progressLine{w: w.err, live: isTerminal(w.err), begin: begin}, st: styleFor(w.err, w.env)}
	for _, f := range view.Folders() {
		stop := f.Watch(bar.show)
		err := f.Sync(ctx, false)
		stop()
		if ctx.Err() != nil {
			bar.line.clear()
			w.say("The configuration is written; the index is built by the next query.")
			return proof{}, ctx.Err()
		}
		if err != nil {
			w.log().Warn("indexing", "err", err)
		}
	}
	bar.line.clear()
	st := view.Status(ctx, "")
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
	p.query = w.flags.query
	if p.query == "" {
		p.query = firstQuery(ctx, view)
	}
	if p.query == "" {
		return p, nil
	}
	a, err := view.Query(ctx, &workspace.Request{Text: p.query, Limit: 3}, "")
	if err != nil {
		return p, err
	}
	answer := contract.NewAnswer(a)
	if len(answer.Results) > 0 {
		p.hit = answer.Results[0].ID
	}
	w.say("\n%s\n", styleFor(w.out, w.env).bold("memswarm query "+shellQuote(p.query)))
	if w.json {
		return p, nil
	}
	return p, w.showAnswer(answer, false)
}

// firstQuery is the title of a note that changed lately, one of several words
// if there is one: its note should come first.
func firstQuery(ctx context.Context, view *workspace.View) string {
	recent, err := view.Recent(ctx, 50)
	if err != nil || len(recent) == 0 {
		return ""
	}
	best := ""
	for _, r := range recent {
		title := strings.Join(strings.Fields(r.Note), " ")
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

// progressBar is a progressLine with a bar.
type progressBar struct {
	line progressLine
	st   style
}

const barWidth = 24

func (b *progressBar) show(p workspace.Progress) {
	if p.Total <= 0 {
		b.line.show(p)
		return
	}
	b.line.draw(p, func() string {
		full := min(barWidth, p.Done*barWidth/p.Total)
		return fmt.Sprintf("Indexing %s%s %3d%%  %d of %d notes", b.st.green(strings.Repeat("█", full)), b.st.dim(strings.Repeat("░", barWidth-full)), p.Done*100/p.Total, p.Done, p.Total)
	})
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
