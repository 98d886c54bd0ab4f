package markdown

import (
	"path"
	"strings"
)

// Entry is a note that links can lead to.
type Entry struct {
	Path    string // below the root, slash-separated, with its extension
	Title   string
	Aliases []string
}

// Resolver finds the notes that links lead to, as Obsidian does. Spellings that
// differ in case or in the normal form of accents are the same to it. It is
// safe for concurrent use.
type Resolver struct {
	entries []Entry
	folded  []string           // Fold(Path)
	byPath  map[string][]int32 // folded path, with and without extension
	byName  map[string][]int32 // folded last part, with and without extension
	byTail  map[string][]int32 // folded last two parts, for names that many notes have
	byWords map[string][]int32 // folded alias or title
	nearest map[dirName]int32  // best note below a folder, for names that many notes have
}

// noteExtensions can be left out of a link, which Obsidian allows for notes and
// not for canvases. The first found counts.
var noteExtensions = []string{".md", ".markdown", ".mdx", ".html"}

// NewResolver prepares for the notes. It keeps entries.
func NewResolver(entries []Entry) *Resolver {
	r := &Resolver{
		entries: entries, folded: make([]string, len(entries)),
		byPath: make(map[string][]int32, 2*len(entries)), byName: make(map[string][]int32, 2*len(entries)),
		byTail: map[string][]int32{}, byWords: make(map[string][]int32, len(entries)),
		nearest: map[dirName]int32{},
	}
	for i, e := range entries {
		id := int32(i)
		p := Fold(e.Path)
		r.folded[i] = p
		short := cutNoteExtension(p)
		add(r.byPath, p, id)
		add(r.byName, path.Base(p), id)
		if short != p {
			add(r.byPath, short, id)
			add(r.byName, path.Base(short), id)
		}
		for _, a := range e.Aliases {
			add(r.byWords, Fold(a), id)
		}
		add(r.byWords, Fold(e.Title), id)
	}
	for name, ids := range r.byName {
		if len(ids) > manyNotes {
			r.indexByFolder(name, ids)
		}
	}
	return r
}

func add(m map[string][]int32, key string, id int32) {
	if ids := m[key]; key != "" && (len(ids) == 0 || ids[len(ids)-1] != id) {
		m[key] = append(ids, id)
	}
}

func cutNoteExtension(p string) string {
	for _, e := range noteExtensions {
		if s, ok := strings.CutSuffix(p, e); ok && s != "" && !strings.HasSuffix(s, "/") {
			return s
		}
	}
	return p
}

// Resolve finds the note that a link in the note at path from leads to. Of
// several the nearest counts. A link without target leads to from itself.
func (r *Resolver) Resolve(from string, l Link) (target string, ok bool) {
	if l.Target == "" {
		return from, true
	}
	id, ok := r.resolve(from, l)
	if !ok {
		return "", false
	}
	return r.entries[id].Path, true
}

func (r *Resolver) resolve(from string, l Link) (int32, bool) {
	dir := path.Dir(Fold(from))
	raw := strings.ReplaceAll(l.Target, `\`, "/")
	target := Fold(raw)
	if target == "" {
		return 0, false
	}
	switch {
	case strings.HasPrefix(target, "/"):
		return r.exact(path.Clean(strings.TrimLeft(target, "/")), raw)
	case strings.HasPrefix(target, "./"), strings.HasPrefix(target, "../"):
		return r.exact(path.Join(dir, target), path.Join(path.Dir(from), raw))
	case l.Kind == LinkRelation:
		return r.relation(path.Clean(target), raw)
	}
	target = path.Clean(target)
	if l.Kind == LinkMarkdown || l.Kind == LinkEmbed && strings.Contains(target, "/") {
		if id, ok := r.exact(path.Join(dir, target), path.Join(path.Dir(from), raw)); ok {
			return id, true
		}
	}
	if id, ok := r.exact(target, raw); ok {
		return id, true
	}
	if id, ok := r.bySuffix(dir, target, raw); ok {
		return id, true
	}
	if ids := r.byWords[target]; len(ids) > 0 && l.Kind != LinkMarkdown {
		return r.pick(dir, raw, ids), true
	}
	return 0, false
}

// exact finds a path from the root. Of paths that differ in case only the one
// spelled like raw counts.
func (r *Resolver) exact(folded, raw string) (int32, bool) {
	ids := r.byPath[folded]
	if len(ids) == 0 {
		return 0, false
	}
	return r.pick(path.Dir(folded), raw, ids), true
}

// relation finds a topic of a context tree: a file under either extension that
// topics have, or the overview of a folder.
func (r *Resolver) relation(folded, raw string) (int32, bool) {
	short := cutNoteExtension(folded)
	for _, p := range []string{folded, short, short + "/context"} {
		if id, ok := r.exact(p, raw); ok {
			return id, true
		}
	}
	return 0, false
}

// bySuffix finds the notes whose path ends with the target.
func (r *Resolver) bySuffix(dir, target, raw string) (int32, bool) {
	name := path.Base(target)
	ids := r.byName[name]
	if len(ids) > manyNotes {
		if target == name {
			return r.nearestBelow(dir, name)
		}
		ids = r.byTail[path.Base(path.Dir(target))+"/"+name]
	}
	var fit []int32
	for _, id := range ids {
		p := r.folded[id]
		if hasSuffixPath(p, target) || hasSuffixPath(cutNoteExtension(p), target) {
			fit = append(fit, id)
		}
	}
	if len(fit) == 0 {
		return 0, false
	}
	return r.pick(dir, raw, fit), true
}

func hasSuffixPath(p, suffix string) bool {
	rest, ok := strings.CutSuffix(p, suffix)
	return ok && (rest == "" || strings.HasSuffix(rest, "/"))
}
