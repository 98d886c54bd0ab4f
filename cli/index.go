package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"memswarm/workspace"

	"golang.org/x/term"
)

// index brings the indexes up to date, with progress on standard error when it
// takes a while. A provider whose index fails is the query's to report.
func (a *app) index(ctx context.Context, view *workspace.View) error {
	bar := &progressLine{w: a.err, live: isTerminal(a.err), begin: time.Now()}
	for _, f := range view.Folders() {
		stop := f.Watch(bar.show)
		err := f.Sync(ctx, false)
		stop()
		if ctx.Err() != nil {
			bar.clear()
			return ctx.Err()
		}
		if err != nil {
			a.log().Info("indexing", "err", err)
		}
	}
	bar.clear()
	return nil
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// progressLine shows progress on one line of a terminal, or now and then as a
// line of its own elsewhere; nothing at all for work that is done at once.
type progressLine struct {
	w     io.Writer
	live  bool
	begin time.Time

	mu    sync.Mutex
	last  time.Time // guarded by mu
	shown bool      // guarded by mu
}

// Delays of a progressLine.
const (
	showAfter  = 400 * time.Millisecond
	liveEvery  = 80 * time.Millisecond
	plainEvery = 5 * time.Second
)

func (p *progressLine) show(at workspace.Progress) {
	p.draw(at, func() string {
		if at.Total > 0 {
			return p.bar(at.Done*100/at.Total) + fmt.Sprintf("%d of %d notes (%s)", at.Done, at.Total, at.Provider)
		}
		return fmt.Sprintf("Indexing %d notes (%s)", at.Done, at.Provider)
	})
}

const barWidth = 24

// bar begins a line of progress: a bar on a terminal, the share elsewhere.
func (p *progressLine) bar(percent int) string {
	percent = max(0, min(percent, 100))
	if !p.live {
		return fmt.Sprintf("Indexing %3d%%  ", percent)
	}
	full := barWidth * percent / 100
	return fmt.Sprintf("Indexing %s%s %3d%%  ", strings.Repeat("█", full), strings.Repeat("░", barWidth-full), percent)
}

// draw shows a text for the progress, when it is time to.
func (p *progressLine) draw(at workspace.Progress, say func() string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	every := plainEvery
	if p.live {
		every = liveEvery
	}
	if !at.Active || now.Sub(p.begin) < showAfter || now.Sub(p.last) < every {
		return
	}
	p.last, p.shown = now, true
	text := say()
	if p.live {
		fmt.Fprintf(p.w, "\r\x1b[K%s", text)
		return
	}
	fmt.Fprintln(p.w, text)
}

func (p *progressLine) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.live && p.shown {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
