// Package repo finds the files of pages in a brain's repository.
package repo

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"memswarm/providers/gbrain/slugs"
	"memswarm/providers/internal/walk"
)

// Tree is a folder whose markdown files are a brain's pages. Its methods may be
// called from several goroutines at once. The zero value and nil have no files.
type Tree struct {
	root string

	mu     sync.Mutex
	bySlug map[string]string // slug → absolute path; guarded by mu
	at     time.Time         // of the last walk; guarded by mu
	walk   chan struct{}     // closed when the walk under way ends; guarded by mu
}

// fresh is how long a walk is believed. A file that is not known yet is looked
// for directly besides.
const fresh = 15 * time.Second

// maxFile is the largest file that is read, in bytes.
const maxFile = 8 << 20

// Open gives the tree of a folder, nil for none. Nothing is read yet.
func Open(root string) *Tree {
	if root == "" {
		return nil
	}
	return &Tree{root: root}
}

// Root is the folder, "" for none.
func (t *Tree) Root() string {
	if t == nil {
		return ""
	}
	return t.root
}

// Find gives the file of a slug. It waits for the first walk, and uses what is
// known while a later one runs.
func (t *Tree) Find(ctx context.Context, slug string) (path string, ok bool) {
	if t == nil {
		return "", false
	}
	t.mu.Lock()
	if t.walk == nil && (t.bySlug == nil || time.Since(t.at) > fresh) {
		t.walk = make(chan struct{})
		go t.read(t.walk)
	}
	known, running := t.bySlug, t.walk
	t.mu.Unlock()
	if known == nil {
		select {
		case <-running:
		case <-ctx.Done():
			return "", false
		}
		t.mu.Lock()
		known = t.bySlug
		t.mu.Unlock()
	}
	if p, ok := known[slug]; ok && regular(p) {
		return p, true
	}
	return t.direct(slug)
}

// direct looks where put_page writes a page.
func (t *Tree) direct(slug string) (string, bool) {
	if !slugs.Valid(slug) || !filepath.IsLocal(filepath.FromSlash(slug)) {
		return "", false
	}
	return Inside(t.root, filepath.FromSlash(slug)+".md")
}

func (t *Tree) read(done chan struct{}) {
	found := map[string]string{}
	_, _ = walk.Walk(context.Background(), t.root, walk.Rules{Extensions: walk.NoteExtensions, SkipDirs: walk.VaultDirs}, func(f walk.File) error {
		if s := slugs.OfPath(f.Rel); s != "" {
			if _, ok := found[s]; !ok { // of two the first by name, as a sync reads them
				found[s] = f.Abs
			}
		}
		return nil
	})
	t.mu.Lock()
	defer t.mu.Unlock()
	t.bySlug, t.at, t.walk = found, time.Now(), nil
	close(done)
}

// Slug is the slug of a file of the tree.
func (t *Tree) Slug(path string) (string, bool) {
	if t == nil {
		return "", false
	}
	rel, err := filepath.Rel(t.root, path)
	if err != nil || !filepath.IsLocal(rel) {
		return "", false
	}
	s := slugs.OfPath(filepath.ToSlash(rel))
	return s, s != ""
}

// Inside joins a path below a folder and gives it when it is a file that lies
// in the folder, links resolved: what a shared database says must not lead out.
func Inside(root, rel string) (string, bool) {
	if !filepath.IsAbs(root) || !filepath.IsLocal(rel) {
		return "", false
	}
	p := filepath.Join(root, rel)
	realRoot, err := filepath.EvalSymlinks(root)
	if err != nil {
		return "", false
	}
	real, err := filepath.EvalSymlinks(p)
	if err != nil {
		return "", false
	}
	if r, err := filepath.Rel(realRoot, real); err != nil || !filepath.IsLocal(r) || !regular(real) {
		return "", false
	}
	return p, true
}

// Source finds the file that a database names: the folder of its source with
// the path in it, which counts from there or from the root of the repository
// around it; without a path, where put_page writes.
func Source(local, path, slug string) (string, bool) {
	if local == "" || !filepath.IsAbs(local) {
		return "", false
	}
	if path == "" {
		if !slugs.Valid(slug) {
			return "", false
		}
		return Inside(local, filepath.FromSlash(slug)+".md")
	}
	path = filepath.FromSlash(path)
	if p, ok := Inside(local, path); ok {
		return p, true
	}
	for dir := local; ; {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			p, ok := Inside(dir, path)
			if !ok {
				return "", false
			}
			_, ok = Inside(local, strings.TrimPrefix(p, local+string(filepath.Separator)))
			return p, ok
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", false
		}
		dir = parent
	}
}

func regular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// Read reads a page's file.
func Read(path string) (string, bool) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxFile {
		return "", false
	}
	b, err := os.ReadFile(path)
	return string(b), err == nil
}
