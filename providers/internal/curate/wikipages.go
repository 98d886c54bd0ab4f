package curate

import (
	"io"
	"io/fs"
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

// wikiPages remembers the pages of a vault, so that a write reads only those
// that have changed since the last one.
type wikiPages struct {
	mu    sync.Mutex
	known map[string]knownPage
}

type knownPage struct {
	modified time.Time
	size     int64
	page     wikiPage
}

// maxFront is how much of a page is read: its frontmatter, with room for claims.
const maxFront = 64 << 10

// scan gives all pages of the vault at root. It fails only when a folder cannot
// be read: an id might then be given twice.
func (w *wikiPages) scan(root string) ([]wikiPage, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := make(map[string]knownPage, len(w.known))
	var pages []wikiPage
	for _, folder := range wikiFolders {
		err := filepath.WalkDir(filepath.Join(root, folder), func(p string, e fs.DirEntry, err error) error {
			if err != nil {
				if os.IsNotExist(err) {
					return nil // gone, or the folder was never made
				}
				return err
			}
			if !e.Type().IsRegular() || path.Ext(e.Name()) != ".md" || e.Name() == "index.md" {
				return nil
			}
			st, err := e.Info()
			if err != nil {
				return nil // gone
			}
			k, ok := w.known[p]
			if !ok || !k.modified.Equal(st.ModTime()) || k.size != st.Size() {
				rel, err := filepath.Rel(root, p)
				if err != nil {
					return err
				}
				k = knownPage{st.ModTime(), st.Size(), readWikiPage(p, filepath.ToSlash(rel))}
			}
			now[p] = k
			pages = append(pages, k.page)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	w.known = now
	return pages, nil
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
