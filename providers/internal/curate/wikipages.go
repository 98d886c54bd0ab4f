package curate

import (
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"gopkg.in/yaml.v3"

	"memswarm/providers/internal/curate/passage"
	"memswarm/providers/internal/curate/slug"
)

// wikiFolders are the five folders of an OpenClaw wiki that hold pages.
var wikiFolders = []string{"entities", "concepts", "syntheses", "sources", "reports"}

// wikiPage is what must be known of a page to write others beside it.
type wikiPage struct {
	rel, id, title, sourcePath string
}

// wikiPages remembers the pages of a vault, so that a write reads only the
// folders that have changed since the last one. A folder changes when a page is
// added, renamed or replaced; a page whose id somebody edits in place is noticed
// with the next such change.
type wikiPages struct {
	mu      sync.Mutex
	folders map[string]knownFolder // by path relative to the vault
}

type knownFolder struct {
	modified time.Time
	pages    map[string]knownPage // by file name
	folders  []string
}

type knownPage struct {
	modified time.Time
	size     int64
	page     wikiPage
}

const (
	// maxFront is how much of a page is read: its frontmatter, with room for claims.
	maxFront = 64 << 10
	// settle is how old a folder's time must be to be trusted: two changes within
	// one tick of the clock have the same time.
	settle = 2 * time.Second
	// maxDepth is the wiki's own limit for folders within folders.
	maxDepth = 128
)

// scan gives all pages of the vault at root. It fails only when a folder cannot
// be read: an id might then be given twice.
func (w *wikiPages) scan(root string) (pages []wikiPage, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	seen := make(map[string]knownFolder, len(w.folders))
	for _, folder := range wikiFolders {
		if pages, err = w.folder(root, folder, 0, seen, pages); err != nil {
			return nil, err
		}
	}
	w.folders = seen
	return pages, nil
}

func (w *wikiPages) folder(root, rel string, depth int, seen map[string]knownFolder, pages []wikiPage) ([]wikiPage, error) {
	dir := filepath.Join(root, filepath.FromSlash(rel))
	st, err := os.Lstat(dir)
	if err != nil || !st.IsDir() || depth > maxDepth {
		if err != nil && !os.IsNotExist(err) {
			return nil, err
		}
		return pages, nil // never made, gone, or a link, which the wiki does not follow
	}
	k, ok := w.folders[rel]
	if !ok || !k.modified.Equal(st.ModTime()) || time.Since(k.modified) < settle {
		if k, err = readWikiFolder(dir, rel, st.ModTime(), k.pages); err != nil {
			return nil, err
		}
	}
	seen[rel] = k
	for _, p := range k.pages {
		pages = append(pages, p.page)
	}
	for _, sub := range k.folders {
		if pages, err = w.folder(root, path.Join(rel, sub), depth+1, seen, pages); err != nil {
			return nil, err
		}
	}
	return pages, nil
}

// readWikiFolder reads the pages that are not known, or not as they are now.
func readWikiFolder(dir, rel string, modified time.Time, known map[string]knownPage) (knownFolder, error) {
	f, err := os.Open(dir)
	if err != nil {
		return knownFolder{}, err
	}
	defer f.Close()
	entries, err := f.ReadDir(-1)
	if err != nil {
		return knownFolder{}, err
	}
	k := knownFolder{modified: modified, pages: make(map[string]knownPage, len(entries))}
	for _, e := range entries {
		name := e.Name()
		switch {
		case e.IsDir():
			k.folders = append(k.folders, name)
			continue
		case !e.Type().IsRegular() || path.Ext(name) != ".md" || name == "index.md":
			continue
		}
		st, err := e.Info()
		if err != nil {
			continue // gone
		}
		p, ok := known[name]
		if !ok || !p.modified.Equal(st.ModTime()) || p.size != st.Size() {
			p = knownPage{st.ModTime(), st.Size(), readWikiPage(filepath.Join(dir, name), path.Join(rel, name))}
		}
		k.pages[name] = p
	}
	return k, nil
}

func readWikiPage(p, rel string) wikiPage {
	page := wikiPage{rel: rel}
	f, err := os.Open(p)
	if err != nil {
		return page
	}
	defer f.Close()
	data, _ := io.ReadAll(io.LimitReader(f, maxFront))
	text := string(data)
	start, end, ok := passage.Frontmatter(text)
	if !ok {
		return page
	}
	for line := range strings.Lines(text[start:end]) {
		key, value, ok := strings.Cut(strings.TrimRight(line, "\r\n"), ":")
		if !ok {
			continue
		}
		switch key {
		case "id":
			page.id = scalar(value)
		case "title":
			page.title = scalar(value)
		case "sourcePath":
			page.sourcePath = scalar(value)
		}
	}
	return page
}

// scalar reads a YAML scalar on one line. Plain words, by far the most, need no
// parser.
func scalar(s string) string {
	s = strings.TrimSpace(s)
	if !strings.ContainsAny(s, "\"'#&*!|>%@`\\{}[]") {
		return s
	}
	var v string
	if yaml.Unmarshal([]byte(s), &v) != nil {
		return s
	}
	return v
}

// wikiLinks knows what a link may lead to: a page's path with or without ".md",
// its file name, its title, or the slug of its title.
type wikiLinks map[string]bool

func newWikiLinks(pages []wikiPage) wikiLinks {
	l := wikiLinks{}
	for _, p := range pages {
		bare := strings.TrimSuffix(p.rel, ".md")
		for _, s := range []string{p.rel, bare, path.Base(bare), strings.ToLower(p.title), slug.Wiki(p.title)} {
			if s != "" {
				l[s] = true
			}
		}
	}
	return l
}

func (l wikiLinks) leads(target string) bool {
	t := strings.TrimSpace(target)
	t, _, _ = strings.Cut(t, "#")
	t = strings.TrimSpace(t)
	return t != "" && !strings.Contains(t, "[") && (l[t] || !strings.Contains(t, "/") && (l[strings.ToLower(t)] || l[slug.Wiki(t)]))
}
