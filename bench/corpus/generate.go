package corpus

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
)

// Generate writes a vault into dir, which must be missing or empty: it never
// mixes made-up notes with somebody's own.
func Generate(dir string, opt Options) (Stats, error) {
	opt = opt.withDefaults()
	if err := emptyFolder(dir); err != nil {
		return Stats{}, err
	}
	v := newVault(opt)
	if err := v.makeFolders(dir); err != nil {
		return Stats{}, err
	}
	stats := Stats{Notes: len(v.notes), Scripts: map[string]int{}, Queries: v.queries(opt.Queries)}
	for _, p := range v.notes {
		stats.Scripts[p.lang.code]++
	}
	workers := opt.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var next atomic.Int64
	var mu sync.Mutex // guards stats and failed
	var failed error
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			var s Stats
			var err error
			for err == nil {
				i := int(next.Add(1) - 1)
				if i >= len(v.notes) {
					break
				}
				err = v.write(dir, i, &s)
			}
			mu.Lock()
			defer mu.Unlock()
			stats.Bytes += s.Bytes
			stats.Sections += s.Sections
			stats.Links += s.Links
			stats.Code += s.Code
			failed = errors.Join(failed, err)
		})
	}
	wg.Wait()
	return stats, failed
}

func (v *vault) write(dir string, i int, s *Stats) error {
	w := v.note(i)
	text := w.String()
	switch i % 100 { // a few files as other programs leave them
	case 17, 53:
		text = strings.ReplaceAll(text, "\n", "\r\n")
	case 71:
		text = "\uFEFF" + text
	}
	path := filepath.Join(dir, filepath.FromSlash(v.notes[i].path))
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		return fmt.Errorf("write note: %w", err)
	}
	if err := os.Chtimes(path, v.notes[i].modified, v.notes[i].modified); err != nil {
		return fmt.Errorf("date note: %w", err)
	}
	s.Bytes += int64(len(text))
	s.Sections += w.sections
	s.Links += w.links
	s.Code += w.code
	return nil
}

func (v *vault) makeFolders(dir string) error {
	made := map[string]bool{}
	for _, p := range v.notes {
		folder := filepath.Join(dir, filepath.FromSlash(p.path[:strings.LastIndexByte(p.path, '/')]))
		if made[folder] {
			continue
		}
		made[folder] = true
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return fmt.Errorf("make folder: %w", err)
		}
	}
	// Obsidian's folder makes the result a vault for every program that looks for one.
	if err := os.Mkdir(filepath.Join(dir, ".obsidian"), 0o755); err != nil {
		return fmt.Errorf("make folder: %w", err)
	}
	return os.WriteFile(filepath.Join(dir, ".obsidian", "app.json"), []byte("{}\n"), 0o644)
}

func emptyFolder(dir string) error {
	switch entries, err := os.ReadDir(dir); {
	case errors.Is(err, os.ErrNotExist):
		return os.MkdirAll(dir, 0o755)
	case err != nil:
		return fmt.Errorf("look into %s: %w", dir, err)
	case len(entries) > 0:
		return fmt.Errorf("%s is not empty: name a new folder, so that no notes of yours are mixed with made-up ones", dir)
	}
	return nil
}
