package curate

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode"

	"memswarm/providers/internal/curate/safefile"
	"memswarm/providers/internal/curate/slug"
	"memswarm/swarm"
)

// Tree writes topics into a ByteRover context tree.
type Tree struct {
	Provider swarm.ID
	Root     string // the folder context-tree, absolute
	Make     bool   // make Root when it is missing (somebody has said yes)
	HTML     bool   // write ".html" topics, which ByteRover reads from 3.16 on
	// Place chooses domain and topic for a passage, as folder names or titles; ""
	// for the default of its type. Nil for the defaults throughout.
	Place func(ctx context.Context, title, text string) (domain, topic string)
	// Related names topics on the same subject, relative to Root; those that do
	// not exist are left out.
	Related []string
	Tags    []string
}

// isoMillis is the form in which ByteRover writes times.
const isoMillis = "2006-01-02T15:04:05.000Z"

// ByteRover indexes only the start of a topic.
const maxTopicLines = 2000

// Curate stores a passage as a topic of its own.
func (t *Tree) Curate(ctx context.Context, c *swarm.Curation) (*swarm.Receipt, error) {
	d, err := prepare(c, t.Provider)
	if err != nil {
		return nil, err
	}
	d.tags = cleanTags(append(d.tags, t.Tags...))
	r, err := t.write(ctx, d, c.DryRun)
	return r, name(err, t.Provider)
}

func (t *Tree) write(ctx context.Context, d *draft, dry bool) (*swarm.Receipt, error) {
	folder := t.folder(ctx, d)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	root, within := t.Root, folder
	if t.Make {
		// The tree's own folder is made together with the topic's, and so only
		// when the topic can be written.
		for filepath.Dir(root) != root {
			if st, err := os.Stat(root); err == nil && st.IsDir() {
				break
			}
			within = path.Join(filepath.Base(root), within)
			root = filepath.Dir(root)
		}
	}
	dir, err := safefile.Open(root)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	related := t.related()
	ext, create := ".md", dir.Create
	if t.HTML {
		ext = ".html"
	}
	if dry {
		create = dir.Preview
	}
	made, err := create(within, slug.Snake(d.title), ext, func(stem string) ([]byte, error) {
		if t.HTML {
			return []byte(htmlTopic(d, path.Join(folder, stem), related)), nil
		}
		return []byte(markdownTopic(d, related)), nil
	})
	if err != nil {
		return nil, err
	}
	if n := strings.Count(string(made.Data), "\n"); n > maxTopicLines {
		d.warnings = append(d.warnings, fmt.Sprintf("The topic has %d lines; ByteRover searches only the first %d.", n, maxTopicLines))
	}
	r := receipt(t.Provider, root, d, dry, made)
	if rel, err := filepath.Rel(t.Root, made.Path); err == nil {
		r.Ref = swarm.Ref{Provider: t.Provider, Doc: filepath.ToSlash(rel)}.String()
	}
	if !dry && root != t.Root {
		// Undo is asked about the tree, so its token speaks of the tree; the folders
		// above it stay.
		s := created(made)
		s.Rel, _ = filepath.Rel(t.Root, made.Path)
		s.Rel = filepath.ToSlash(s.Rel)
		s.Made = nil
		for _, m := range made.Made {
			if rel, err := filepath.Rel(t.Root, dir.Path(m)); err == nil && filepath.IsLocal(rel) && rel != "." {
				s.Made = append(s.Made, filepath.ToSlash(rel))
			}
		}
		r.Undo = token{Root: t.Root, Steps: []step{s}}.String()
	}
	return r, nil
}

// folder is "domain/topic", of names that ByteRover takes. A folder that
// exists keeps its spelling.
func (t *Tree) folder(ctx context.Context, d *draft) string {
	var domain, topic string
	if t.Place != nil {
		domain, topic = t.Place(ctx, d.title, d.body)
	}
	if domain == "" {
		switch d.about {
		case swarm.Entity:
			domain = "entities"
		case swarm.Note:
			domain = "notes"
		default:
			domain = "knowledge"
		}
	}
	domain = t.existing("", domain, slug.Domain(domain, "knowledge"))
	if topic == "" {
		return path.Join(domain, "general")
	}
	for i, p := range strings.Split(topic, "/") { // topic and perhaps subtopics
		if i == 4 {
			break
		}
		domain = path.Join(domain, t.existing(domain, p, slug.Snake(p)))
	}
	return domain
}

// existing keeps a name as it is when the folder is there, and takes clean otherwise.
func (t *Tree) existing(in, given, clean string) string {
	if given != "" && !strings.ContainsAny(given, `/\`) && given[0] != '.' {
		if st, err := os.Stat(filepath.Join(t.Root, filepath.FromSlash(in), given)); err == nil && st.IsDir() {
			return given
		}
	}
	return clean
}

// related keeps the paths of topics that exist, in the form in which ByteRover
// resolves them: it makes names lower case and turns spaces into "_".
func (t *Tree) related() []string {
	var out []string
	for _, r := range t.Related {
		r = strings.TrimPrefix(path.Clean(filepath.ToSlash(r)), "@")
		if r != strings.ToLower(r) || strings.ContainsAny(r, " ,@") || !filepath.IsLocal(filepath.FromSlash(r)) || len(out) == 8 {
			continue
		}
		// A markdown topic names others as ".md", an HTML topic as ".html".
		if ext := path.Ext(r); ext != ".md" && !t.HTML || ext != ".html" && t.HTML {
			continue
		}
		if st, err := os.Stat(filepath.Join(t.Root, filepath.FromSlash(r))); err == nil && st.Mode().IsRegular() {
			out = append(out, "@"+r)
		}
	}
	return out
}

// markdownTopic has the seven keys of ByteRover's frontmatter, in its order, and
// the "# Title" that its search takes the title from.
func markdownTopic(d *draft, related []string) string {
	now := quote(d.now.UTC().Format(isoMillis))
	var b strings.Builder
	fmt.Fprintf(&b, "---\ntitle: %s\nsummary: %s\ntags: %s\nrelated: %s\nkeywords: %s\ncreatedAt: %s\nupdatedAt: %s\n---\n\n%s\n",
		quote(d.title), quote(d.summary()), flow(d.tags), flow(related), flow(d.keywords()), now, now, d.heading)
	if src := rawConcept(d); src != "" {
		b.WriteString("\n" + src)
	}
	if d.body != "" {
		b.WriteString("\n" + d.body + "\n")
	}
	return b.String()
}

// rawConcept is the section in which ByteRover keeps where knowledge is from.
func rawConcept(d *draft) string {
	if d.origin == nil || sourcePath(d.origin) == "" {
		return ""
	}
	s := "## Raw Concept\n\n**Files:**\n- " + strings.TrimPrefix(sourceLine(d.origin), "Source: ") + "\n\n**Timestamp:** " + d.now.UTC().Format("2006-01-02") + "\n"
	if d.body != "" {
		s += "\n## Narrative\n"
	}
	return s
}

// keywords are the words of the title and the symbol, at most ten.
func (d *draft) keywords() []string {
	text := d.title
	if d.origin != nil {
		text += " " + d.origin.Symbol
	}
	var out []string
	seen := map[string]bool{}
	for _, w := range strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !unicode.IsMark(r) && r != '_'
	}) {
		low := strings.ToLower(w)
		if short := len([]rune(low)) < 3 && low[0] < 0x80; short || stop[low] || seen[low] || len(out) == 10 {
			continue
		}
		seen[low] = true
		out = append(out, low)
	}
	return out
}

var stop = map[string]bool{"the": true, "and": true, "for": true, "with": true, "from": true, "that": true, "this": true, "are": true,
	"was": true, "not": true, "but": true, "how": true, "why": true, "what": true, "when": true, "into": true, "its": true, "our": true, "has": true, "have": true}
