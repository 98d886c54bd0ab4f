package markdown

import (
	"cmp"
	"path"
	"slices"
	"strings"
)

// dirName is a folder and a name looked for below it, both folded.
type dirName struct{ dir, name string }

// manyNotes is the number of notes of one name (README, index) from which on
// they are indexed by folder instead of compared.
const manyNotes = 16

// indexByFolder notes for each folder above the notes of a name which of them
// is the shallowest.
func (r *Resolver) indexByFolder(name string, ids []int32) {
	for _, id := range ids {
		p := r.folded[id]
		add(r.byTail, path.Base(path.Dir(p))+"/"+name, id)
		for dir := path.Dir(p); ; dir = path.Dir(dir) {
			key := dirName{dir, name}
			if old, ok := r.nearest[key]; !ok || r.shallower(id, old) < 0 {
				r.nearest[key] = id
			}
			if dir == "." || dir == "/" {
				break
			}
		}
	}
}

// shallower orders notes at equal distance: fewer folders, the usual extension,
// shorter path, then by name.
func (r *Resolver) shallower(a, b int32) int {
	pa, pb := r.folded[a], r.folded[b]
	return cmp.Or(
		cmp.Compare(strings.Count(pa, "/"), strings.Count(pb, "/")),
		cmp.Compare(extensionRank(pa), extensionRank(pb)),
		cmp.Compare(len(pa), len(pb)),
		strings.Compare(r.entries[a].Path, r.entries[b].Path),
	)
}

func extensionRank(p string) int {
	for i, e := range noteExtensions {
		if strings.HasSuffix(p, e) {
			return i
		}
	}
	return len(noteExtensions)
}

// nearestBelow looks for the best note below dir and each folder above it.
func (r *Resolver) nearestBelow(dir, name string) (best int32, ok bool) {
	bestDistance := 0
	for d := dir; ; d = path.Dir(d) {
		if id, found := r.nearest[dirName{d, name}]; found {
			n := distance(dir, path.Dir(r.folded[id]))
			if !ok || n < bestDistance || n == bestDistance && r.shallower(id, best) < 0 {
				best, bestDistance, ok = id, n, true
			}
		}
		if d == "." || d == "/" {
			return best, ok
		}
	}
}

// pick takes the note that is nearest to dir.
func (r *Resolver) pick(dir, raw string, ids []int32) int32 {
	if len(ids) == 1 {
		return ids[0]
	}
	spelled := func(id int32) int {
		p := r.entries[id].Path
		if strings.HasSuffix(p, raw) || strings.HasSuffix(p[:len(p)-len(path.Ext(p))], raw) {
			return 0
		}
		return 1
	}
	return slices.MinFunc(ids, func(a, b int32) int {
		return cmp.Or(
			cmp.Compare(distance(dir, path.Dir(r.folded[a])), distance(dir, path.Dir(r.folded[b]))),
			cmp.Compare(spelled(a), spelled(b)),
			r.shallower(a, b),
		)
	})
}

// distance is the number of steps from one folder to another, up and down.
func distance(a, b string) int {
	if a == b {
		return 0
	}
	i, same := 0, 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
		if (i == len(a) || a[i] == '/') && (i == len(b) || b[i] == '/') {
			same = i
		}
	}
	return depth(a[same:]) + depth(b[same:])
}

// depth counts the folders of a path; "." is none.
func depth(p string) int {
	p = strings.Trim(p, "/")
	if p == "" || p == "." {
		return 0
	}
	return strings.Count(p, "/") + 1
}
