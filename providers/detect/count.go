package detect

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"memswarm/swarm"
)

// Limits of counting one candidate's notes.
const (
	maxEntries = 50_000 // files and folders looked at
	maxDepth   = 12
	// countShare is how much of the budget counting may take: places that were
	// found are shown even when their notes could not be counted.
	countShare = 0.75
)

// skipped are folders in which nobody keeps notes.
var skipped = map[string]bool{"node_modules": true, "vendor": true, "target": true, "dist": true, "build": true, "venv": true, "__pycache__": true}

// count counts the notes of all candidates, beside each other, in the time that
// is left.
func (l *looker) count(all []Candidate, found *Found) {
	ctx := l.ctx
	if at, ok := ctx.Deadline(); ok {
		limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), max(200*time.Millisecond, time.Duration(float64(time.Until(at))*countShare)))
		defer cancel()
		ctx = limited
	}
	type tally struct {
		notes   int
		more    bool
		problem string
	}
	var mu sync.Mutex
	tallies := map[int]tally{}
	done := make(chan struct{}, len(all))
	slots := make(chan struct{}, 4)
	waiting := 0
	for i, c := range all {
		if c.Kind == swarm.GBrain {
			continue
		}
		waiting++
		go func() {
			slots <- struct{}{}
			defer func() { <-slots; done <- struct{}{} }()
			notes, more, err := countNotes(ctx, c.Path)
			t := tally{notes: notes, more: more}
			if err != nil {
				t.problem = "it cannot be read (" + reason(err) + ")"
			}
			mu.Lock()
			tallies[i] = t
			mu.Unlock()
		}()
	}
	for range waiting {
		select {
		case <-done:
			continue
		case <-ctx.Done():
			found.Incomplete = true
		}
		break
	}
	mu.Lock()
	defer mu.Unlock()
	for i := range all {
		t, ok := tallies[i]
		if all[i].Kind == swarm.GBrain {
			continue
		}
		if !ok {
			t = tally{more: true}
		}
		all[i].Notes, all[i].More = t.notes, t.more
		if all[i].Problem == "" {
			all[i].Problem = t.problem
		}
	}
}

// countNotes walks a folder breadth first, links not followed.
func countNotes(ctx context.Context, root string) (notes int, more bool, err error) {
	type item struct {
		dir   string
		depth int
	}
	queue := []item{{root, 0}}
	seen := 0
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		d, openErr := os.Open(at.dir)
		if openErr != nil {
			if at.depth == 0 {
				return 0, false, openErr
			}
			continue
		}
		for {
			if ctx.Err() != nil || seen > maxEntries {
				_ = d.Close()
				return notes, true, nil
			}
			list, readErr := d.ReadDir(256)
			for _, e := range list {
				seen++
				name := e.Name()
				switch {
				case e.IsDir():
					if at.depth < maxDepth && !strings.HasPrefix(name, ".") && !skipped[name] {
						queue = append(queue, item{filepath.Join(at.dir, name), at.depth + 1})
					}
				case e.Type().IsRegular() && isNote(name):
					notes++
				}
			}
			if readErr != nil || len(list) == 0 {
				break
			}
		}
		_ = d.Close()
	}
	return notes, false, nil
}

func isNote(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".md", ".markdown", ".mdx":
		return true
	}
	return false
}

// reason is the cause of a file error without the path.
func reason(err error) string {
	if pe, ok := err.(*os.PathError); ok {
		return pe.Err.Error()
	}
	return err.Error()
}
