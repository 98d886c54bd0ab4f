package source

import (
	"os"
	"path/filepath"
	"strings"
)

// Mount is a folder whose files become documents. The names of its documents
// are Prefix followed by the path relative to Dir.
type Mount struct {
	Prefix string // "" for the source's own folder, "[alias]:" for a shared one
	Dir    string // absolute
	real   string // Dir with symbolic links resolved
}

// NewMount makes a Mount of an absolute folder.
func NewMount(prefix, dir string) Mount {
	m := Mount{Prefix: prefix, Dir: dir, real: dir}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		m.real = real
	}
	return m
}

// path is where a document lies; ok is false for a document of another mount
// or a name that would lead out of the folder.
func (m Mount) path(doc string) (abs string, ok bool) {
	rel, ok := strings.CutPrefix(doc, m.Prefix)
	if !ok || rel == "" || !filepath.IsLocal(filepath.FromSlash(rel)) {
		return "", false
	}
	return filepath.Join(m.Dir, filepath.FromSlash(rel)), true
}

// doc names the document at an absolute path.
func (m Mount) doc(abs string) (doc string, ok bool) {
	for _, dir := range []string{m.Dir, m.real} {
		if rel, ok := below(dir, abs); ok {
			return m.Prefix + filepath.ToSlash(rel), true
		}
	}
	return "", false
}

// below gives abs relative to dir when it lies inside.
func below(dir, abs string) (rel string, ok bool) {
	dir = strings.TrimSuffix(filepath.Clean(dir), string(os.PathSeparator))
	rel, ok = strings.CutPrefix(filepath.Clean(abs), dir+string(os.PathSeparator))
	return rel, ok && rel != ""
}

type mounts []Mount

// path is where a document lies. The longest prefix counts, so that a document
// of a shared folder is never looked for in the source's own.
func (ms mounts) path(doc string) (abs string, ok bool) {
	best := -1
	for i, m := range ms {
		if strings.HasPrefix(doc, m.Prefix) && (best < 0 || len(m.Prefix) > len(ms[best].Prefix)) {
			best = i
		}
	}
	if best < 0 {
		return "", false
	}
	return ms[best].path(doc)
}

func (ms mounts) doc(abs string) (doc string, mount Mount, ok bool) {
	for _, m := range ms {
		if doc, ok := m.doc(abs); ok {
			return doc, m, true
		}
	}
	return "", Mount{}, false
}
