package config

import (
	"path/filepath"
	"strings"
)

const (
	foldersPath = "providers.local_markdown.folders"
	edgesPath   = "enrichment.edges"
)

// lay puts a layer's values over the lower ones. Single values override;
// markdown folders are joined by name, so that a workspace can add to the
// user's; a list of edges replaces the one below.
func (l *loader) lay(r *reader) {
	vs := l.cfg.values
	if r.edges >= 0 {
		for path := range vs {
			if strings.HasPrefix(path, edgesPath+"[") {
				delete(vs, path)
			}
		}
		l.edges = r.edges
	}
	moved := l.placeFolders(r)
	for path, v := range r.values {
		if rest, ok := strings.CutPrefix(path, foldersPath+"["); ok {
			index, key, _ := strings.Cut(rest, "]")
			path = foldersPath + "[" + moved[index] + "]" + key
		}
		vs.put(path, v)
	}
}

// placeFolders gives each folder of a layer its place in the joined list: that
// of a lower layer's folder of the same name, else a new one at the end. Two
// folders of one name within a layer stay two.
func (l *loader) placeFolders(r *reader) map[string]string {
	lower := map[string]int{}
	for i := range l.folders {
		if name := folderName(l.cfg.values, i); name != "" {
			if _, ok := lower[name]; !ok {
				lower[name] = i
			}
		}
	}
	moved := map[string]string{}
	for i := range r.folders {
		name := folderName(r.values, i)
		at, ok := lower[name]
		if ok && name != "" {
			delete(lower, name)
		} else {
			at = l.folders
			l.folders++
		}
		moved[num(float64(i))] = num(float64(at))
	}
	return moved
}

// folderName is the name of a folder, or the last part of its path.
func folderName(vs values, i int) string {
	at := joinIndex(foldersPath, i)
	if name := strings.TrimSpace(vs.string(at + ".name")); name != "" {
		return name
	}
	if path := vs.string(at + ".path"); path != "" {
		return filepath.Base(path)
	}
	return ""
}
