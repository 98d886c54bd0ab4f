package byterover

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// A shared source is another project's context tree that ByteRover reads
// beside the project's own. Its documents are named "[alias]:path".
type sharedSource struct {
	alias string
	tree  string // absolute
}

// maxSources bounds .brv/sources.json; real ones hold a few lines.
const maxSources = 1 << 20

// readSharedSources reads sources.json beside the context tree. The file is
// ByteRover's: it is never written here. A source counts when it is a project
// (config.json and context-tree exist); the others give a warning each.
func readSharedSources(tree string) (sources []sharedSource, warnings []string) {
	file := filepath.Join(filepath.Dir(tree), "sources.json")
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() {
		return nil, nil
	}
	if info.Size() > maxSources {
		return nil, []string{fmt.Sprintf("%s is larger than 1 MB and was not read, so no shared sources are searched.", file)}
	}
	var list struct {
		Sources []struct{ Alias, ProjectRoot string }
	}
	data, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal([]byte(strings.TrimPrefix(string(data), "\ufeff")), &list)
	}
	if err != nil {
		return nil, []string{fmt.Sprintf("%s could not be read, so no shared sources are searched: %v.", file, err)}
	}
	seen := map[string]bool{}
	for _, s := range list.Sources {
		brv := filepath.Join(s.ProjectRoot, ".brv")
		shared := filepath.Join(brv, "context-tree")
		switch {
		case s.Alias == "" || strings.ContainsAny(s.Alias, "[]/\\#"):
			warnings = append(warnings, fmt.Sprintf("A shared source in %s has the alias %q, which cannot name documents; it is not searched.", file, s.Alias))
		case !filepath.IsAbs(s.ProjectRoot) || remote(s.ProjectRoot):
			warnings = append(warnings, fmt.Sprintf("The shared source %q in %s is at %q, which is not a path on this machine; it is not searched.", s.Alias, file, s.ProjectRoot))
		case seen[s.Alias]:
			warnings = append(warnings, fmt.Sprintf("The alias %q stands twice in %s; only the first shared source is searched.", s.Alias, file))
		case !isFile(filepath.Join(brv, "config.json")) || !isFolder(shared):
			warnings = append(warnings, fmt.Sprintf("The shared source %q at %s has no .brv/config.json with a context-tree beside it; it is not searched.", s.Alias, s.ProjectRoot))
		case same(shared, tree):
			// ByteRover skips a project that lists itself, too.
		default:
			sources = append(sources, sharedSource{alias: s.Alias, tree: shared})
		}
		seen[s.Alias] = true
	}
	return sources, warnings
}

// remote says whether a path leads to another machine (\\host\share): reading
// it would send the user's credentials to a host that a file names.
func remote(p string) bool {
	return strings.HasPrefix(p, `\\`) || strings.HasPrefix(p, "//")
}

func isFile(p string) bool {
	info, err := os.Stat(p)
	return err == nil && info.Mode().IsRegular()
}

func isFolder(p string) bool {
	info, err := os.Stat(p)
	return err == nil && info.IsDir()
}

func same(a, b string) bool {
	ai, errA := os.Stat(a)
	bi, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(ai, bi)
}
